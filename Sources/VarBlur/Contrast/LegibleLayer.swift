/// A layer of one color below a text, and the contrast that the text has to have with it.
///
/// Colors are premultiplied bytes in the order blue, green, red, alpha.
package struct LegibleLayer: Sendable, Hashable {
    package let ink: InkColor
    /// The color of the opaque layer.
    package let color: SIMD4<Int32>
    /// The least contrast, as WCAG 2.2 defines it, 1 to 21.
    package let contrast: Double

    package init(_ ink: InkColor, on color: SIMD4<Int32>, contrast: Double) {
        (self.ink, self.color, self.contrast) = (ink, color, contrast)
    }

    /// Less contrast by this much is enough: numbers are rounded.
    package static let tolerance = 1e-9

    /// The part of a layer that is opaque.
    package static let opaque: Int32 = 65536

    /// The contrast of the text with the opaque layer, which no opacity exceeds unless less of the layer has more.
    package var greatestContrast: Double { ink.contrast(over: color) }

    /// A pixel with a part of a layer over it.
    @inlinable
    package static func shaded(_ pixel: SIMD4<Int32>, _ color: SIMD4<Int32>, part: Int32) -> SIMD4<Int32> {
        (pixel &<< 16 &+ (color &- pixel) &* part &+ 32768) &>> 16
    }

    /// Whether the text has the contrast over a pixel with a part of the layer.
    package func isReached(_ pixel: SIMD4<Int32>, part: Int32) -> Bool {
        ink.contrast(over: Self.shaded(pixel, color, part: part)) >= contrast - Self.tolerance
    }

    /// The least part of the layer at which a pixel reaches the contrast, by bisection.
    ///
    /// A text of a middle color may have the contrast with a pixel from the other side: it is darker than the pixel, but brighter than the
    /// layer. Some of the layer takes that contrast away, and more of it gives another one.
    ///
    /// - Parameters:
    ///   - pixel: the pixel.
    ///   - lasting: whether the pixel has to have the contrast with more of the layer, too, so that the other side does not count.
    /// - Returns: the part, 0 to ``opaque``; the latter also if none is enough.
    package func leastPart(_ pixel: SIMD4<Int32>, lasting: Bool = false) -> Int32 {
        let side = lasting && ink.isBrighter(than: color)
        func suffices(_ part: Int32) -> Bool {
            let isOnSide = !lasting || ink.isBrighter(than: Self.shaded(pixel, color, part: part)) == side
            return isOnSide && isReached(pixel, part: part)
        }
        if suffices(0) { return 0 }
        return Int32((1..<Int(Self.opaque)).bisected { suffices(Int32($0)) })
    }

    /// How many pixels of a number are 95 %, or another share, of them.
    package static func leastCount(of count: Int, percent: Int = 95) -> Int { (count * percent + 99) / 100 }

    /// The first value of a histogram that 95 %, or another share, of the pixels do not exceed; `nil` without pixels.
    package static func limit(of histogram: [Int], percent: Int = 95) -> Int? {
        var rest = leastCount(of: histogram.reduce(0, +), percent: percent)
        return histogram.firstIndex { count in
            rest -= count
            return rest <= 0 && count > 0
        }
    }
}
