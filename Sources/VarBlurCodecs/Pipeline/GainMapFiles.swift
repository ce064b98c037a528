/// How the files of a format hold a gain map beside an image.
protocol GainMapFiles: Sendable {
    /// The greatest number of bytes by which the XMP data of an image grows with a map.
    ///
    /// Unless it is 0, the image is encoded without its XMP data, which ``parts(of:with:_:)`` adds.
    var addedPacketByteCount: Int { get }

    /// Combines an image with a map.
    ///
    /// - Parameters:
    ///   - image: the encoded image.
    ///   - map: the map of the input, and the encoded map of the output; `nil` for none.
    ///   - packet: the XMP data of the output, if the image was encoded without it.
    /// - Returns: the file, in parts.
    /// - Throws: an error with the code `unsupported` or `outOfMemory`.
    func parts(
        of image: FileContents, with map: (input: GainMap, encoded: FileContents)?, _ packet: [UInt8]?
    ) throws(ImageError) -> [FileContents]
}
