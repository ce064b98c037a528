extension PixelBuffer {
    /// A copy of a part of the image; traps if it is not inside.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    package borrowing func cropped(to region: PixelRegion) throws(BlurError) -> PixelBuffer {
        var result = try PixelBuffer(width: region.width, height: region.height, format: format)
        unsafe withUnsafePixels { source in
            unsafe trapUnless(region.isInside(source.layout.bounds), "\(region) is not inside the image")
            unsafe result.withUnsafeMutablePixels { target in
                for y in 0..<region.height {
                    let from = unsafe source.base + source.layout.byteOffset(x: region.x, y: region.y + y)
                    unsafe (target.base + y * target.layout.bytesPerRow).copyMemory(
                        from: from, byteCount: target.layout.rowByteCount)
                }
            }
        }
        return result
    }
}
