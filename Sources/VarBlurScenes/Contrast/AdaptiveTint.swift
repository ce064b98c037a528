public import VarBlur

/// The tint of glass on which black or white labels are legible, whatever is behind it.
struct AdaptiveTint {
    /// The contrast with a label for which the opacity is chosen; the light on the bevel may change it by 0.1.
    private static let contrast = GlassContainer.labelContrast + 0.1
    /// The largest number of pixels that are considered, in a grid over the piece.
    private static let pixelCount = 1 << 14
    /// The memory for these pixels.
    static let byteCount = pixelCount * MemoryLayout<SIMD4<Float>>.stride

    /// The colors behind the glass, as they are without a tint.
    private let colors: [SIMD4<Float>]

    /// Reads what is behind a piece of glass; `nil` if it is not on the image.
    init?(
        behind piece: GlassPiece, _ material: GlassMaterial, on pixels: UnsafePixels, _ execution: BlurExecution
    ) throws(BlurError) {
        guard let region = unsafe PixelRegion(covering: piece.frame, inside: pixels.layout.bounds) else { return nil }
        let radius = material.blur * material.scale
        let backdrop = try unsafe GlassBackdrop(pixels, region: region, radius: radius, execution)
        var step = 1
        while (region.width / step + 1) * (region.height / step + 1) > Self.pixelCount { step += 1 }
        var colors: [SIMD4<Float>] = []
        unsafe backdrop.withSamples { samples in
            for y in stride(from: region.y, to: region.y + region.height, by: step) {
                for x in stride(from: region.x, to: region.x + region.width, by: step) {
                    colors.append(unsafe samples.pixel(x: x, y: y).saturated(by: Float(material.saturation)))
                }
            }
        }
        self.colors = colors
    }

    /// The tint: white or nearly black, and at least as opaque as another one.
    func tint(atLeast opacity: Double) -> GlassTint {
        let mean = colors.reduce(0) { $0 + Self.luminance($1) } / Double(colors.count)
        let isLight = RelativeLuminance.contrast(mean, 0) >= RelativeLuminance.contrast(1, mean)
        var tint = isLight ? GlassTint.light : GlassTint.dark
        func isSufficient(_ opacity: Double) -> Bool {
            tint.opacity = opacity
            let layer = tint.layer
            let count = colors.count {
                let luminance = Self.luminance($0.tinted(layer))
                return RelativeLuminance.contrast(luminance, isLight ? 0 : 1) >= Self.contrast
            }
            // a label that covers a fifth of the piece has at most 5 % of such pixels behind it
            return count * 100 >= colors.count * 99
        }
        var (low, high) = (opacity, 1.0)
        if isSufficient(low) { return tint }
        while high - low > 1 / 512 {
            let middle = (low + high) / 2
            if isSufficient(middle) { high = middle } else { low = middle }
        }
        tint.opacity = high
        return tint
    }

    private static func luminance(_ color: SIMD4<Float>) -> Double {
        let rounded = color + 0.5
        return RelativeLuminance.of(SIMD4(Int32(rounded.x), Int32(rounded.y), Int32(rounded.z), Int32(rounded.w)))
    }
}

extension GlassContainer {
    /// The contrast that black or white labels have on adapted glass, as WCAG 2.2 defines it.
    static let labelContrast = 4.5

    /// Returns the container with pieces that adapt to an image: light glass where it is bright, dark glass where it is dark.
    ///
    /// A piece becomes white or nearly black, whichever is closer to the mean luminance behind it, and just so opaque that black labels on
    /// light glass, or white labels on dark glass, have a contrast of 4.5 (WCAG 2.2). The 1 % of the pixels behind a piece with the least
    /// contrast do not count. No piece is less opaque than the material's tint. Pieces with a tint of their own keep it.
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
            let adaptive = pieces.indices.filter { pieces[$0].tint == nil }
            return try unsafe adapted(to: pixels, pieces: adaptive, leastOpacity: material.tint.opacity, execution)
        }
    }

    /// Returns the container with some pieces that adapt to an image.
    @unsafe
    func adapted(
        to pixels: UnsafePixels, pieces adaptive: [Int], leastOpacity: Double,
        _ execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> GlassContainer {
        try check()
        trapUnless(
            unsafe pixels.layout.format == Self.pixelFormat,
            "glass adapts to 8-bit BGRA pixels with premultiplied alpha")
        var result = self
        for index in adaptive {
            let tint = try unsafe AdaptiveTint(behind: pieces[index], material, on: pixels, execution)
            if let tint { result.pieces[index].tint = tint.tint(atLeast: leastOpacity) }
        }
        return result
    }
}
