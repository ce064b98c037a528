public import VarBlur

// Drawing on images that the caller owns. Parameters without a description are those of the first function.

extension GlassContainer {
    /// The pixel format of images on which glass is drawn: premultiplied BGRA with 8 bits for each sample.
    public static let pixelFormat = PixelFormat(.bgra, .eight, alpha: .premultiplied)

    /// Draws the glass on an image in caller-owned memory.
    ///
    /// - Parameters:
    ///   - pixels: the image: premultiplied blue, green, red and alpha of 8 bits each. Any other ``pixelFormat`` traps.
    ///   - region: the pixels that may be changed, inside the image; `nil` for all pixels. They become the same as without a limit.
    ///   - execution: the threads and instructions.
    /// - Throws: `BlurError.Code.invalidLook`, or `BlurError.Code.outOfMemory`. The image is unchanged unless
    ///   memory ran out while pieces that are far apart were drawn one after the other.
    /// - Complexity: O(pixels that change).
    @unsafe
    public func draw(
        on pixels: UnsafeMutablePixels, region: PixelRegion? = nil, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try check()
        let layout = unsafe pixels.layout
        trapUnless(
            layout.format == Self.pixelFormat,
            "glass is drawn on 8-bit BGRA pixels with premultiplied alpha, but these are \(layout.format)")
        let region = region ?? layout.bounds
        trapUnless(region.isInside(layout.bounds), "\(region) is not inside \(layout.bounds)")
        let plan = GlassPlan(self, width: layout.width, height: layout.height)
        for group in plan.groups {
            try unsafe GlassDrawing(group, plan, on: pixels, region: region, execution)?.run()
        }
    }

    /// Draws the glass on an image.
    ///
    /// - Parameters:
    ///   - image: the image, in ``pixelFormat``.
    ///   - region: the pixels that may be changed, inside the image; `nil` for all pixels.
    ///   - execution: the threads and instructions.
    /// - Throws: `BlurError.Code.invalidLook` or `BlurError.Code.outOfMemory`.
    public func draw(
        on image: inout PixelBuffer, region: PixelRegion? = nil, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try unsafe image.withUnsafeMutablePixels { (pixels) throws(BlurError) in
            try unsafe draw(on: pixels, region: region, execution: execution)
        }
    }
}
