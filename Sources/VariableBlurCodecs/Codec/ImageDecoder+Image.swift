public import VariableBlur

extension ImageDecoder {
    /// Decodes all rows into an image, without applying ``ImageHeader/orientation``.
    ///
    /// Traps if a row has been read before.
    ///
    /// - Returns: an image of the header's size and pixel format.
    /// - Throws: an error with the code `damaged`, `overLimit` or `outOfMemory`.
    public mutating func readImage() throws(ImageError) -> PixelBuffer {
        let (width, height, format) = (header.width, header.height, header.pixelFormat)
        var image = try ImageError.wrapping { () throws(BlurError) in
            try PixelBuffer(width: width, height: height, format: format)
        }
        let bytesPerRow = image.layout.bytesPerRow
        for y in 0..<height {
            try unsafe image.withUnsafeMutablePixels { (pixels) throws(ImageError) in
                var row = unsafe MutableRawSpan(_unsafeStart: pixels.base + y * bytesPerRow, byteCount: bytesPerRow)
                try readRow(into: &row)
            }
        }
        try finish()
        return image
    }
}
