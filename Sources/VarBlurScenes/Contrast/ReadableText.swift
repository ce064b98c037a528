public import VarBlur

/// The scrim below a text: a black or white layer, so strong that the text has enough contrast.
public struct ReadableText: Sendable, Hashable {
    /// The color of a scrim.
    public enum Scrim: String, CaseIterable, Codable, Sendable, Hashable {
        /// Black, for bright text.
        case black
        /// White, for dark text.
        case white
    }

    /// The least contrast, as WCAG 2.2 defines it, 1 to 21.
    public let contrast: Double
    /// The color of the scrim.
    public let scrim: Scrim

    private let ink: InkColor

    /// The strength of a scrim.
    public struct Strength: Sendable, Hashable {
        /// The opacity of the scrim where its ramp is 1, from 0 to 1.
        public let opacity: Double
        /// Whether the ramp has to be 1 over the whole text, because it is too low there for any opacity.
        public let needsPlateau: Bool
    }

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - red: the red component of the text color in encoded sRGB, 0 to 1.
    ///   - green: the green component.
    ///   - blue: the blue component.
    ///   - opacity: the opacity of the text, 0 to 1. What is behind a translucent text shows through it, so that the contrast is less.
    ///   - contrast: the least contrast, 1 to 21; 4.5 is the usual one, and 3 that of large text.
    ///   - scrim: the color of the scrim; `nil` for the one that allows more contrast.
    /// - Throws: an error with the greatest possible contrast if even an opaque scrim does not reach the contrast.
    public init(
        red: Double, green: Double, blue: Double, opacity: Double = 1, contrast: Double = 4.5, scrim: Scrim? = nil
    ) throws(ContrastError) {
        ink = InkColor(red: red, green: green, blue: blue, opacity: opacity)
        let onBlack = ink.contrast(over: Scrim.black.pixel)
        let onWhite = ink.contrast(over: Scrim.white.pixel)
        self.scrim = scrim ?? (onBlack >= onWhite ? .black : .white)
        let greatest = self.scrim == .black ? onBlack : onWhite
        guard contrast <= greatest else {
            throw ContrastError(requested: contrast, scrim: self.scrim, possible: greatest, opacity: opacity)
        }
        self.contrast = contrast
    }

    /// Returns the least strength of the scrim at which each word has the contrast.
    ///
    /// For each word, the pixels of its ink and around it are considered. The 5 % of them that require most may have less contrast, so that
    /// a few bright spots do not make the scrim stronger. On a plain background, all pixels have the contrast, also where the ramp is low.
    ///
    /// - Parameters:
    ///   - words: the ink of each word.
    ///   - distance: how far from the ink pixels are considered, in pixels; 0.15 of the font size is usual.
    ///   - pixels: the picture behind the text, after all blurs: premultiplied BGRA of 8 bits (a precondition). Transparent parts
    ///     count as black.
    ///   - ramp: the value of the scrim's ramp at a pixel, 0 to 1.
    /// - Returns: the strength; an opacity of 0 if no scrim is necessary.
    /// - Complexity: O(pixels around the ink).
    @unsafe
    public func strength(
        for words: [InkMask], within distance: Double, over pixels: UnsafePixels,
        ramp: (_ x: Int, _ y: Int) -> Double
    ) -> Strength {
        let demands = unsafe demands(words, distance, pixels, ramp)
        let opacity = demands.reduce(0) { max($0, $1.opacity) }
        if opacity <= 1 { return Strength(opacity: sufficient(opacity, demands), needsPlateau: false) }
        let even = demands.map { Demand(color: $0.color, part: $0.part, ramp: 1) }
        let greatest = even.reduce(0) { max($0, $1.opacity) }
        return Strength(opacity: sufficient(greatest, even), needsPlateau: true)
    }

    /// Whether each word has the contrast without a scrim.
    ///
    /// The parameters are those of ``strength(for:within:over:ramp:)``.
    @unsafe
    func isReached(for words: [InkMask], within distance: Double, over pixels: UnsafePixels) -> Bool {
        unsafe strength(for: words, within: distance, over: pixels) { _, _ in 1 }.opacity == 0
    }

    /// What a pixel requires.
    private struct Demand {
        let color: SIMD4<Int32>
        /// The least part of the scrim, 0 to ``Scrim/whole``.
        let part: Int32
        let ramp: Double

        /// The opacity of the scrim at which the pixel gets its part.
        var opacity: Double { part == 0 ? 0 : Double(part) / Double(Scrim.whole) / ramp }
    }

    /// What the pixels of all words require, without the 5 % of each word that require most.
    private func demands(
        _ words: [InkMask], _ distance: Double, _ pixels: UnsafePixels, _ ramp: (Int, Int) -> Double
    ) -> [Demand] {
        precondition(
            unsafe pixels.layout.format == GlassContainer.pixelFormat,
            "contrast is measured on premultiplied BGRA pixels")
        let layout = unsafe pixels.layout
        var result: [Demand] = []
        // neighbors are often alike
        var (last, lastPart) = (SIMD4<Int32>(repeating: -1), Int32(0))
        for word in words {
            var demands: [Demand] = []
            word.forEachPixel(within: max(distance, 0)) { x, y in
                guard x >= 0, y >= 0, x < layout.width, y < layout.height else { return }
                let pixel = unsafe pixels.base + layout.byteOffset(x: x, y: y)
                let color = unsafe SIMD4<Int32>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt8>.self))
                if color != last { (last, lastPart) = (color, leastPart(color)) }
                demands.append(Demand(color: color, part: lastPart, ramp: ramp(x, y)))
            }
            let sorted = demands.map(\.part).sorted()
            guard !sorted.isEmpty else { continue }
            let limit = sorted[(sorted.count * 95 + 99) / 100 - 1]
            result += demands.filter { $0.part <= limit }
        }
        return result
    }

    /// The least opacity from a given one on at which all pixels have the contrast.
    ///
    /// A translucent text darkens with its background, so that more of the scrim may be a little worse.
    private func sufficient(_ opacity: Double, _ demands: [Demand]) -> Double {
        guard !ink.isOpaque else { return opacity }
        var opacity = opacity
        while opacity < 1, !demands.allSatisfy({ isReached($0.color, part: Scrim.part(opacity * $0.ramp)) }) {
            opacity = min(opacity + 0.001, 1)
        }
        return opacity
    }

    /// The least part of the scrim at which a pixel reaches the contrast, by bisection.
    private func leastPart(_ color: SIMD4<Int32>) -> Int32 {
        if isReached(color, part: 0) { return 0 }
        var (low, high): (Int32, Int32) = (0, Scrim.whole)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isReached(color, part: middle) { high = middle } else { low = middle }
        }
        return high
    }

    private func isReached(_ color: SIMD4<Int32>, part: Int32) -> Bool {
        ink.contrast(over: scrim.shaded(color, part: part)) >= contrast - 1e-9
    }
}

extension ReadableText.Scrim {
    /// The part of a scrim that is opaque.
    static let whole: Int32 = 65536

    /// The part of a scrim with an opacity of 0 to 1; more and less is limited.
    static func part(_ opacity: Double) -> Int32 { Int32((min(max(opacity, 0), 1) * Double(whole)).rounded()) }

    /// The opaque scrim: blue, green, red, alpha.
    var pixel: SIMD4<Int32> { self == .black ? SIMD4(0, 0, 0, 255) : SIMD4(repeating: 255) }

    /// A pixel with a part of the scrim over it.
    func shaded(_ color: SIMD4<Int32>, part: Int32) -> SIMD4<Int32> {
        (color &<< 16 &+ (pixel &- color) &* part &+ 32768) &>> 16
    }
}

/// The error if no scrim reaches the requested contrast.
public struct ContrastError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested contrast ratio.
    public let requested: Double
    /// The color of the scrim.
    public let scrim: ReadableText.Scrim
    /// The maximum contrast ratio of the text, on an opaque scrim.
    public let possible: Double
    /// The opacity of the text, 0 to 1.
    public let opacity: Double

    /// A description of the error: one line without a final period.
    public var description: String {
        func readable(_ number: Double) -> String { "\((number * 100).rounded(.down) / 100)" }
        let text = opacity < 1 ? "the text, which is \(Int((opacity * 100).rounded()))% opaque," : "the text"
        return
            "the contrast of \(text) is at most \(readable(possible)) on \(scrim.rawValue), which is less than \(readable(requested))"
    }
}
