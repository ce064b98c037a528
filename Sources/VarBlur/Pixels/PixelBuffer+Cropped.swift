extension PixelBuffer {
    /// A copy of a part of the image; traps if it is not inside.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    package borrowing func cropped(to region: PixelRegion) throws(BlurError) -> PixelBuffer {
        var result = try PixelBuffer(width: region.width, height: region.height, format: format)
        unsafe withUnsafePixels { source in
            unsafe trapUnless(region.isInside(source.layout.bounds), "\(region) is not inside the image")
            let start = unsafe source.base + source.layout.byteOffset(x: region.x, y: region.y)
            let part = unsafe UnsafePixels(base: start, layout: source.layout.cropped(to: region))
            unsafe result.withUnsafeMutablePixels { unsafe $0.copyPixels(of: part) }
        }
        return result
    }
}
