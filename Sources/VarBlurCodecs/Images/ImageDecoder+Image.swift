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
        try readImage(header.orientation)
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
        try readImage(.up)
    }
}
