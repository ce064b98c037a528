public import VariableBlur

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

    /// The luminance of the text.
    private let luminance: Double

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
    ///   - contrast: the least contrast, 1 to 21; 4.5 is the usual one, and 3 that of large text.
    ///   - scrim: the color of the scrim; `nil` for the one that allows more contrast.
    /// - Throws: an error with the greatest possible contrast if even an opaque scrim does not reach the contrast.
    public init(
        red: Double, green: Double, blue: Double, contrast: Double = 4.5, scrim: Scrim? = nil
    ) throws(ContrastError) {
        luminance = RelativeLuminance.of(red: red, green: green, blue: blue)
        let onBlack = RelativeLuminance.contrast(luminance, 0)
        let onWhite = RelativeLuminance.contrast(luminance, 1)
        self.scrim = scrim ?? (onBlack >= onWhite ? .black : .white)
        let greatest = self.scrim == .black ? onBlack : onWhite
        guard contrast <= greatest else {
            throw ContrastError(requested: contrast, scrim: self.scrim, possible: greatest)
        }
        self.contrast = contrast
    }

    /// Returns the least strength of the scrim at which each word has the contrast.
    ///
    /// For each word, the pixels of its ink and around it are considered. Up to 5 % of them may have less contrast.
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
        precondition(
            unsafe pixels.layout.format == GlassContainer.pixelFormat,
            "contrast is measured on premultiplied BGRA pixels")
        let opacity = unsafe greatest(words, distance, pixels, ramp)
        if opacity <= 1 { return Strength(opacity: opacity, needsPlateau: false) }
        return Strength(opacity: unsafe greatest(words, distance, pixels) { _, _ in 1 }, needsPlateau: true)
    }

    /// The greatest opacity that a word requires.
    private func greatest(
        _ words: [InkMask], _ distance: Double, _ pixels: UnsafePixels, _ ramp: (Int, Int) -> Double
    ) -> Double {
        let limit = luminanceLimit
        let layout = unsafe pixels.layout
        var greatest = 0.0
        for word in words {
            var required: [Double] = []
            word.forEachPixel(within: max(distance, 0)) { x, y in
                guard x >= 0, y >= 0, x < layout.width, y < layout.height else { return }
                let pixel = unsafe pixels.base + layout.byteOffset(x: x, y: y)
                let color = unsafe SIMD4<Int32>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt8>.self))
                let steps = leastSteps(color, limit)
                required.append(steps == 0 ? 0 : Double(steps) / 255 / ramp(x, y))
            }
            required.sort()
            // the 95th percentile: 5 % of the pixels may require more
            if !required.isEmpty { greatest = max(greatest, required[(required.count * 95 + 99) / 100 - 1]) }
        }
        return greatest
    }

    /// The luminance at which a background has exactly the contrast.
    private var luminanceLimit: Double {
        scrim == .black ? (luminance + 0.05) / contrast - 0.05 : (luminance + 0.05) * contrast - 0.05
    }

    /// The least opacity of the scrim in steps of 1/255 at which the rounded bytes of a pixel reach the contrast, by bisection.
    private func leastSteps(_ color: SIMD4<Int32>, _ limit: Double) -> Int32 {
        if isReached(color, steps: 0, limit) { return 0 }
        var (low, high): (Int32, Int32) = (0, 255)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isReached(color, steps: middle, limit) { high = middle } else { low = middle }
        }
        return high
    }

    private func isReached(_ color: SIMD4<Int32>, steps: Int32, _ limit: Double) -> Bool {
        let layer = SIMD4<Int32>(repeating: scrim == .black ? 0 : 255)
        // rounded to nearest, half up
        let scaled = color &* (255 &- steps) &+ layer &* steps
        let bytes = (2 &* scaled &+ 255) / 510
        let linear = RelativeLuminance.linear
        let luminance = 0.2126 * linear[Int(bytes.z)] + 0.7152 * linear[Int(bytes.y)] + 0.0722 * linear[Int(bytes.x)]
        return scrim == .black ? luminance <= limit + 1e-12 : luminance >= limit - 1e-12
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

    /// A description of the error: one line without a final period.
    public var description: String {
        func readable(_ number: Double) -> String { "\((number * 100).rounded(.down) / 100)" }
        return
            "the contrast of the text is at most \(readable(possible)) on \(scrim.rawValue), which is less than \(requested)"
    }
}
