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
    public var contrast: Double { layer.contrast }
    /// The color of the scrim.
    public let scrim: Scrim

    private let layer: LegibleLayer
    private var ink: InkColor { layer.ink }

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
    ///   - red: the red component of the text color in encoded sRGB, 0 to 1; more and less is limited, and NaN is 0.
    ///   - green: the green component.
    ///   - blue: the blue component.
    ///   - opacity: the opacity of the text, 0 to 1. What is behind a translucent text shows through it, so that the contrast is less.
    ///   - contrast: the least contrast, 1 to 21; 4.5 is the usual one, and 3 that of large text.
    ///   - scrim: the color of the scrim; `nil` for the one that allows more contrast.
    /// - Throws: an error with the greatest possible contrast if even an opaque scrim does not reach the contrast.
    public init(
        red: Double, green: Double, blue: Double, opacity: Double = 1, contrast: Double = 4.5, scrim: Scrim? = nil
    ) throws(ContrastError) {
        let opacity = opacity.limitedToUnit
        let ink = InkColor(red: red, green: green, blue: blue, opacity: opacity)
        let onBlack = ink.contrast(over: Scrim.black.pixel)
        let onWhite = ink.contrast(over: Scrim.white.pixel)
        self.scrim = scrim ?? (onBlack >= onWhite ? .black : .white)
        layer = LegibleLayer(ink, on: self.scrim.pixel, contrast: contrast)
        guard contrast <= layer.greatestContrast else {
            throw ContrastError(
                requested: contrast, scrim: self.scrim, possible: layer.greatestContrast, opacity: opacity)
        }
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
    /// - Complexity: O(pixels around the ink), with 8 bytes of memory for each pixel around the largest word, and for translucent text
    ///   another byte for each pixel of the rectangle around all words.
    @unsafe
    public func strength(
        for words: [InkMask], within distance: Double, over pixels: UnsafePixels,
        ramp: (_ x: Int, _ y: Int) -> Double
    ) -> Strength {
        unsafe strengths(1, for: words, within: distance, over: pixels) { ramp($1, $2) }[0]
    }

    /// Returns the least strengths with each of several ramps.
    ///
    /// The parameters are those of ``strength(for:within:over:ramp:)``; `ramp` also gets the number of the ramp, from 0.
    @unsafe
    func strengths(
        _ count: Int, for words: [InkMask], within distance: Double, over pixels: UnsafePixels,
        ramp: (_ index: Int, _ x: Int, _ y: Int) -> Double
    ) -> [Strength] {
        trapUnless(
            unsafe pixels.layout.format == GlassContainer.pixelFormat,
            "contrast is measured on premultiplied BGRA pixels")
        let distance = max(distance, 0)
        func strengths(lasting: Bool) -> [Strength] {
            var demand = unsafe Demand(
                words, within: distance, over: pixels.layout, rampCount: count, keepsPixels: !ink.isOpaque)
            for word in words { unsafe add(word, to: &demand, lasting: lasting, within: distance, over: pixels, ramp) }
            return (0..<count).map { unsafe strength($0, demand, over: pixels, ramp) }
        }
        let least = strengths(lasting: false)
        // parts of the scrim take contrast from a text that has enough of it on black and on white
        guard Scrim.allCases.allSatisfy({ ink.contrast(over: $0.pixel) >= contrast - LegibleLayer.tolerance }) else {
            return least
        }
        func isKept(_ index: Int) -> Bool {
            unsafe isReached(for: words, within: distance, over: pixels) {
                least[index].opacity * (least[index].needsPlateau ? 1 : ramp(index, $0, $1))
            }
        }
        let isKept = (0..<count).map(isKept)
        if isKept.allSatisfy(\.self) { return least }
        return zip(isKept, zip(least, strengths(lasting: true))).map { $0 ? $1.0 : $1.1 }
    }

    private func strength(
        _ index: Int, _ demand: Demand, over pixels: UnsafePixels, _ ramp: (Int, Int, Int) -> Double
    ) -> Strength {
        let needsPlateau = demand.opacities[index] > 1
        let opacity = needsPlateau ? Double(demand.part) / Double(LegibleLayer.opaque) : demand.opacities[index]
        guard !ink.isOpaque else { return Strength(opacity: opacity, needsPlateau: needsPlateau) }
        let sufficient = unsafe sufficient(opacity, demand, over: pixels) { needsPlateau ? 1 : ramp(index, $0, $1) }
        return Strength(opacity: sufficient, needsPlateau: needsPlateau)
    }

    /// Whether each word has the contrast with a scrim of the given opacities, by default without one.
    ///
    /// The other parameters are those of ``strength(for:within:over:ramp:)``.
    @unsafe
    func isReached(
        for words: [InkMask], within distance: Double, over pixels: UnsafePixels,
        opacity: (_ x: Int, _ y: Int) -> Double = { _, _ in 0 }
    ) -> Bool {
        let (width, height) = unsafe (pixels.layout.width, pixels.layout.height)
        return words.allSatisfy { word in
            var (count, reachedCount) = (0, 0)
            word.forEachPixel(within: distance, width: width, height: height) { x, y in
                let color = unsafe Self.color(x, y, pixels)
                count += 1
                if layer.isReached(color, part: Scrim.part(opacity(x, y))) { reachedCount += 1 }
            }
            return reachedCount >= LegibleLayer.leastCount(of: count)
        }
    }

    /// The luminances of the pixels of words and around them, without the darkest 5 % and without the brightest 5 %.
    ///
    /// - Returns: the least and the greatest of them, or `nil` without pixels.
    static func luminances(
        behind words: [InkMask], within distance: Double, of pixels: UnsafePixels
    ) -> (dark: Double, bright: Double)? {
        let (width, height) = unsafe (pixels.layout.width, pixels.layout.height)
        var counts = [Int](repeating: 0, count: luminanceSteps + 1)
        for word in words {
            word.forEachPixel(within: distance, width: width, height: height) { x, y in
                let luminance = unsafe RelativeLuminance.of(color(x, y, pixels))
                counts[Int((luminance * Double(luminanceSteps)).rounded())] += 1
            }
        }
        func percentile(_ percent: Int) -> Double? {
            LegibleLayer.limit(of: counts, percent: percent).map { Double($0) / Double(luminanceSteps) }
        }
        guard let dark = percentile(5), let bright = percentile(95) else { return nil }
        return (dark, bright)
    }

    private static let luminanceSteps = 4096

    /// What the pixels of words require, without the 5 % of each word that require most.
    private struct Demand {
        /// The greatest opacity that a pixel requires where a ramp has its value, for each of the ramps.
        var opacities: [Double]
        /// The greatest part of the scrim that a pixel requires, 0 to ``LegibleLayer/opaque``.
        var part: Int32 = 0
        /// The rectangle around all words.
        let columns: Range<Int>
        let rows: Range<Int>
        /// Which pixels of the rectangle count, row by row; empty if that does not matter.
        var counts: [Bool]

        init(_ words: [InkMask], within distance: Double, over layout: PixelLayout, rampCount: Int, keepsPixels: Bool) {
            opacities = [Double](repeating: 0, count: rampCount)
            let areas = words.map { $0.area(within: distance, width: layout.width, height: layout.height) }
                .filter { !$0.columns.isEmpty && !$0.rows.isEmpty }
            (columns, rows) = (areas.map(\.columns).hullOfAll, areas.map(\.rows).hullOfAll)
            counts = keepsPixels ? [Bool](repeating: false, count: columns.count * rows.count) : []
        }

        /// Adds a pixel that requires a part.
        mutating func add(_ part: Int32, _ ramp: (Int, Int, Int) -> Double, x: Int, y: Int) {
            self.part = max(self.part, part)
            if part > 0 {
                for index in opacities.indices {
                    opacities[index] = max(
                        opacities[index], Double(part) / Double(LegibleLayer.opaque) / ramp(index, x, y))
                }
            }
            if !counts.isEmpty {
                counts[(y - rows.lowerBound) * columns.count + x - columns.lowerBound] = true
            }
        }
    }

    private func add(
        _ word: InkMask, to demand: inout Demand, lasting: Bool, within distance: Double, over pixels: UnsafePixels,
        _ ramp: (Int, Int, Int) -> Double
    ) {
        let (width, height) = unsafe (pixels.layout.width, pixels.layout.height)
        let area = word.area(within: distance, width: width, height: height)
        var parts: [Int32] = []
        parts.reserveCapacity(area.columns.count * area.rows.count)
        var histogram = [Int](repeating: 0, count: Int(LegibleLayer.opaque) + 1)
        // neighbors are often alike
        var (last, part) = (SIMD4<Int32>(repeating: -1), Int32(0))
        word.forEachPixel(within: distance, width: width, height: height) { x, y in
            let color = unsafe Self.color(x, y, pixels)
            if color != last { (last, part) = (color, layer.leastPart(color, lasting: lasting)) }
            parts.append(part)
            histogram[Int(part)] += 1
        }
        guard let limit = LegibleLayer.limit(of: histogram) else { return }
        var index = 0
        word.forEachPixel(within: distance, width: width, height: height) { x, y in
            if parts[index] <= limit { demand.add(parts[index], ramp, x: x, y: y) }
            index += 1
        }
    }

    private static func color(_ x: Int, _ y: Int, _ pixels: UnsafePixels) -> SIMD4<Int32> {
        let pixel = unsafe pixels.base + pixels.layout.byteOffset(x: x, y: y)
        return unsafe SIMD4<Int32>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt8>.self))
    }

    /// The least opacity from a given one on at which all pixels have the contrast.
    ///
    /// A translucent text darkens with its background, so that more of the scrim may be a little worse.
    private func sufficient(
        _ opacity: Double, _ demand: Demand, over pixels: UnsafePixels, _ ramp: (Int, Int) -> Double
    ) -> Double {
        var opacity = opacity
        // all pixels in a row, from any of them on, have to pass at the same opacity
        var (index, passed) = (0, 0)
        while opacity < 1 && passed < demand.counts.count {
            let (row, column) = index.quotientAndRemainder(dividingBy: demand.columns.count)
            let (x, y) = (demand.columns.lowerBound + column, demand.rows.lowerBound + row)
            if unsafe demand.counts[index]
                && !layer.isReached(Self.color(x, y, pixels), part: Scrim.part(opacity * ramp(x, y)))
            {
                (opacity, passed) = (min(opacity + 0.001, 1), 0)
            } else {
                (index, passed) = ((index + 1) % demand.counts.count, passed + 1)
            }
        }
        return opacity
    }
}

extension ReadableText.Scrim {
    /// The part of a scrim with an opacity of 0 to 1; more and less is limited.
    static func part(_ opacity: Double) -> Int32 {
        Int32((min(max(opacity, 0), 1) * Double(LegibleLayer.opaque)).rounded())
    }

    /// The opaque scrim: blue, green, red, alpha.
    var pixel: SIMD4<Int32> { self == .black ? SIMD4(0, 0, 0, 255) : SIMD4(repeating: 255) }
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
