public import VarBlur

extension ImageDecoder {
    /// Decodes all rows into an image as it is displayed: with ``ImageHeader/orientation`` applied.
    ///
    /// A file written from this image must not contain the orientation again: ``EncodingPlan/init(upright:_:)`` copies only
    /// the other metadata.
    ///
    /// Traps if a row has been read before.
    ///
    /// - Returns: an image of ``ImageHeader/uprightWidth`` × ``ImageHeader/uprightHeight`` pixels, in the header's pixel
    ///   format.
    /// - Throws: an error with the code `damaged`, `overLimit`, or `outOfMemory`.
    /// - Complexity: O(pixels).
    @_lifetime(self: copy self)
    public mutating func readUprightImage() throws(ImageError) -> PixelBuffer {
        let (header, orientation) = (header, header.orientation)
        if orientation == .up { return try readImage() }
        let size = (header.width, header.height)
        var image = try Self.buffer(header.uprightWidth, header.uprightHeight, header.pixelFormat)
        var row = try Self.buffer(header.width, 1, header.pixelFormat)
        for y in 0..<header.height {
            var bytes = row.mutableBytes
            try readRow(into: &bytes)
            unsafe image.withUnsafeMutablePixels { unsafe orientation.copyRow(row.bytes, y, of: size, to: $0) }
        }
        try finish()
        return image
    }

    /// Decodes all rows into an image as they are stored, without applying ``ImageHeader/orientation``.
    ///
    /// A photo may be stored rotated. To read it as it is displayed, use ``readUprightImage()``.
    ///
    /// Traps if a row has been read before.
    ///
    /// - Returns: an image of the header's size and pixel format.
    /// - Throws: an error with the code `damaged`, `overLimit`, or `outOfMemory`.
    /// - Complexity: O(pixels).
    @_lifetime(self: copy self)
    public mutating func readImage() throws(ImageError) -> PixelBuffer {
        let (width, height, format) = (header.width, header.height, header.pixelFormat)
        var image = try Self.buffer(width, height, format)
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

    private static func buffer(_ width: Int, _ height: Int, _ format: PixelFormat) throws(ImageError) -> PixelBuffer {
        try ImageError.wrapping { () throws(BlurError) in
            try PixelBuffer(width: width, height: height, format: format)
        }
    }
}
