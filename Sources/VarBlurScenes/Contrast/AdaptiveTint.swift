public import VarBlur

/// The tint of glass on which black or white labels are legible, whatever is behind it.
struct AdaptiveTint {
    /// The contrast with a label for which the first opacity is chosen, before the glass is drawn.
    private static let contrast = GlassContainer.labelContrast + 0.1
    /// The width of the rim that does not count on glass that is drawn, in pixels at the usual size.
    private static let rimWidth = 4.0
    /// The largest number of pixels that are considered, in a grid over the piece.
    private static let pixelCount = 1 << 14
    /// The memory for these pixels.
    static let byteCount = pixelCount * MemoryLayout<SIMD4<Float>>.stride

    /// The colors to be tinted: those behind the glass, or of the glass itself.
    private let colors: [SIMD4<Float>]

    /// Reads what is behind a piece of glass; `nil` if it is not on the image.
    init?(
        behind piece: GlassPiece, _ material: GlassMaterial, on pixels: UnsafePixels, _ execution: BlurExecution
    ) throws(BlurError) {
        guard let region = unsafe PixelRegion(covering: piece.frame, inside: pixels.layout.bounds) else { return nil }
        let radius = material.blur * material.scale
        let backdrop = try unsafe GlassBackdrop(pixels, region: region, radius: radius, execution)
        var colors: [SIMD4<Float>] = []
        unsafe backdrop.withSamples { samples in
            Self.forEachPixel(of: region) { x, y in
                colors.append(unsafe samples.pixel(x: x, y: y).saturated(by: Float(material.saturation)))
            }
        }
        self.colors = colors
    }

    /// Reads the pixels of a piece of glass that is drawn, apart from its rim; `nil` if there are none.
    init?(seenOn piece: GlassPiece, _ material: GlassMaterial, in picture: borrowing PixelBuffer) {
        let bounds = PixelRegion(x: 0, y: 0, width: picture.width, height: picture.height)
        guard let region = PixelRegion(covering: piece.frame, inside: bounds) else { return nil }
        let (shape, rim) = (ShapeDistance(piece.shape, in: piece.frame), Self.rimWidth * material.scale)
        var colors: [SIMD4<Float>] = []
        unsafe picture.withUnsafePixels { pixels in
            Self.forEachPixel(of: region) { x, y in
                guard shape.distance(to: ScenePoint(x: Double(x) + 0.5, y: Double(y) + 0.5)) <= -rim else { return }
                let pixel = unsafe pixels.base + pixels.layout.byteOffset(x: x, y: y)
                colors.append(SIMD4(unsafe pixel.loadUnaligned(as: SIMD4<UInt8>.self)))
            }
        }
        guard !colors.isEmpty else { return nil }
        self.colors = colors
    }

    /// Calls `body` with the pixels of a region, or with those of a grid in it if there are many.
    private static func forEachPixel(of region: PixelRegion, _ body: (_ x: Int, _ y: Int) -> Void) {
        var step = 1
        while (region.width / step + 1) * (region.height / step + 1) > pixelCount { step += 1 }
        for y in stride(from: region.y, to: region.y + region.height, by: step) {
            for x in stride(from: region.x, to: region.x + region.width, by: step) { body(x, y) }
        }
    }

    /// Whether white is closer to the mean luminance than black.
    var isLight: Bool {
        let mean = colors.reduce(0) { $0 + Self.luminance($1) } / Double(colors.count)
        return RelativeLuminance.contrast(mean, 0) >= RelativeLuminance.contrast(1, mean)
    }

    /// The tint: white or nearly black, and at least as opaque as another one.
    func tint(isLight: Bool, atLeast opacity: Double) -> GlassTint {
        var tint = isLight ? GlassTint.light : GlassTint.dark
        // a label that covers a fifth of the piece has at most 5 % of the remaining pixels behind it
        tint.opacity = leastOpacity(of: tint, atLeast: opacity, contrast: Self.contrast, share: 0.99)
        return tint
    }

    /// How opaque a tint has to be once more on glass that has it already, so that labels are legible: 0 if they are.
    func missingOpacity(of tint: GlassTint) -> Double {
        // not all pixels were counted
        leastOpacity(of: tint, atLeast: 0, contrast: GlassContainer.labelContrast + 0.02, share: 0.995)
    }

    /// The least opacity of a tint at which labels have a contrast on a share of the pixels.
    private func leastOpacity(
        of tint: GlassTint, atLeast opacity: Double, contrast: Double, share: Double
    ) -> Double {
        let label = tint.isLight ? 0.0 : 1
        func isSufficient(_ opacity: Double) -> Bool {
            var layer = tint.layer
            layer.w = Float(opacity)
            let count = colors.count {
                RelativeLuminance.contrast(Self.luminance($0.tinted(layer)), label) >= contrast
            }
            return Double(count) >= Double(colors.count) * share
        }
        var (low, high) = (opacity, 1.0)
        if isSufficient(low) { return low }
        while high - low > 1 / 512 {
            let middle = (low + high) / 2
            if isSufficient(middle) { high = middle } else { low = middle }
        }
        return high
    }

    private static func luminance(_ color: SIMD4<Float>) -> Double {
        let rounded = color + 0.5
        return RelativeLuminance.of(SIMD4(Int32(rounded.x), Int32(rounded.y), Int32(rounded.z), Int32(rounded.w)))
    }
}

extension GlassTint {
    /// Whether the tint is that of light glass, for black labels.
    fileprivate var isLight: Bool { red == GlassTint.light.red }
}

extension GlassContainer {
    /// The contrast that black or white labels have on adapted glass, as WCAG 2.2 defines it.
    static let labelContrast = 4.5

    /// Returns the container with pieces that adapt to an image: light glass where it is bright, dark glass where it is dark.
    ///
    /// A piece becomes white or nearly black, whichever is closer to the mean luminance behind it, and just so opaque that black labels on
    /// light glass, or white labels on dark glass, have a contrast of 4.5 (WCAG 2.2) with the glass as it is drawn. The 1 % of the pixels of a
    /// piece with the least contrast do not count, nor do its outer 5 pixels. No piece is less opaque than the material's tint.
    /// Pieces with a tint of their own keep it.
    ///
    /// - Parameters:
    ///   - image: the image on which the glass will be drawn, in ``pixelFormat``. Any other format traps.
    ///   - execution: the threads and instructions.
    /// - Returns: a container whose pieces on the image have a tint.
    /// - Throws: `BlurError.Code.invalidLook` or `BlurError.Code.outOfMemory`.
    /// - Complexity: O(pixels behind the pieces).
    public func adapted(
        to image: borrowing PixelBuffer, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> GlassContainer {
        try unsafe image.withUnsafePixels { (pixels) throws(BlurError) in
            try unsafe adapted(to: pixels, pieces: untinted, leastOpacity: material.tint.opacity, execution)
        }
    }

    /// Returns the container with some pieces that adapt to an image.
    ///
    /// `isLight` is whether pieces become white, for those of which that does not depend on what is behind them.
    @unsafe
    func adapted(
        to pixels: UnsafePixels, pieces adaptive: [Int], leastOpacity: Double, isLight: [Int: Bool] = [:],
        _ execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> GlassContainer {
        try check()
        trapUnless(
            unsafe pixels.layout.format == Self.pixelFormat,
            "glass adapts to 8-bit BGRA pixels with premultiplied alpha")
        var result = self
        for index in adaptive {
            let tint = try unsafe AdaptiveTint(behind: pieces[index], material, on: pixels, execution)
            if let tint {
                result.pieces[index].tint = tint.tint(isLight: isLight[index] ?? tint.isLight, atLeast: leastOpacity)
            }
        }
        return try unsafe result.raised(on: pixels, pieces: adaptive, execution)
    }

    /// The places of the pieces that have no tint of their own.
    var untinted: [Int] { pieces.indices.filter { pieces[$0].tint == nil } }

    /// How often the glass is drawn at most until labels are legible.
    private static let attemptCount = 6

    /// Returns the container with the tints of some pieces raised until labels are legible on them.
    ///
    /// What is seen depends on the light on the bevel, on what is refracted there, and on pieces nearby, too.
    @unsafe
    private func raised(
        on pixels: UnsafePixels, pieces adaptive: [Int], _ execution: BlurExecution
    ) throws(BlurError) -> GlassContainer {
        let bounds = unsafe pixels.layout.bounds
        let regions = adaptive.compactMap { PixelRegion(covering: pieces[$0].frame, inside: bounds) }
        guard let region = regions.reduce(nil, { $0?.union($1) ?? $1 }) else { return self }
        var result = self
        for _ in 0..<Self.attemptCount {
            var picture = try PixelBuffer(width: bounds.width, height: bounds.height, format: Self.pixelFormat)
            unsafe picture.withUnsafeMutablePixels { unsafe $0.copyPixels(of: pixels) }
            try result.draw(on: &picture, region: region, execution: execution)
            var isLegible = true
            for index in adaptive {
                guard let tint = result.pieces[index].tint,
                    let seen = AdaptiveTint(seenOn: pieces[index], material, in: picture)
                else { continue }
                let missing = seen.missingOpacity(of: tint)
                guard missing > 0 else { continue }
                result.pieces[index].tint?.opacity += (1 - tint.opacity) * missing
                isLegible = false
            }
            if isLegible { break }
        }
        return result
    }
}
