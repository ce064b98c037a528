/// The color of a text as it is seen: composited over what is behind it.
///
/// Colors are premultiplied bytes in the order blue, green, red, alpha.
package struct InkColor: Sendable, Hashable {
    /// The premultiplied color.
    private let bytes: SIMD4<Int32>

    /// Creates a color as Cairo rounds it; components out of range are limited, and NaN is 0.
    ///
    /// - Parameters:
    ///   - red: the red component in encoded sRGB, 0 to 1.
    ///   - green: the green component.
    ///   - blue: the blue component.
    ///   - opacity: the opacity, 0 to 1.
    package init(red: Double, green: Double, blue: Double, opacity: Double) {
        // Cairo rounds to 16 bits first; both times, the range is divided into equal parts
        func byte(_ value: Double) -> Int32 {
            Int32(min((value.limitedToUnit * opacity.limitedToUnit * 256).rounded(.down), 255))
        }
        bytes = SIMD4(byte(blue), byte(green), byte(red), byte(1))
    }

    /// Whether nothing shows through the color.
    package var isOpaque: Bool { bytes.w == 255 }

    /// The contrast of the text with what is behind it; the least one that a translucent text can have.
    ///
    /// - Parameter background: the pixel behind the text; transparent parts count as black.
    /// - Returns: 1 to 21.
    package func contrast(over background: SIMD4<Int32>) -> Double {
        let seen = seen(over: background)
        func luminance(_ color: SIMD4<Int32>) -> Double {
            RelativeLuminance.of(color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
        }
        let (own, other) = (luminance(seen), RelativeLuminance.of(background))
        guard !isOpaque else { return RelativeLuminance.contrast(own, other) }
        // the opacity of a layer is rounded at other places than that of a color: pixels differ by less than two steps
        let least = luminance(seen &+ SIMD4(repeating: own > other ? -2 : 2))
        return (least > other) == (own > other) ? RelativeLuminance.contrast(least, other) : 1
    }

    /// Whether the text is brighter than what is behind it.
    func isBrighter(than background: SIMD4<Int32>) -> Bool {
        RelativeLuminance.of(seen(over: background)) > RelativeLuminance.of(background)
    }

    /// The color of the text over what is behind it.
    private func seen(over background: SIMD4<Int32>) -> SIMD4<Int32> {
        let product = background &* (255 &- bytes.w) &+ 128
        return bytes &+ ((product &+ (product &>> 8)) &>> 8)
    }

    /// The luminances with which an opaque color has less than a contrast, between both bounds.
    func luminances(withLessContrastThan contrast: Double) -> Range<Double> {
        trapUnless(isOpaque, "what is behind a translucent text shows through it")
        let own = RelativeLuminance.of(bytes) + 0.05
        return own / contrast - 0.05..<own * contrast - 0.05
    }
}
