extension ExifData {
    /// Whether EXIF data, which may be damaged, says that the colors are Adobe RGB, as cameras label it (DCF 2.0).
    ///
    /// - Parameter data: the data from the byte order mark `II` or `MM` on, or preceded by the JPEG prefix `Exif\0\0`.
    /// - Returns: whether it does.
    /// - Complexity: O(*n*) for *n* entries
    static func namesAdobeRGB(_ data: [UInt8]) -> Bool {
        guard let tiff = TIFFData(data),
            let directory = tiff.directory(ExifRule.exifTag, inDirectoryAt: tiff.firstDirectoryOffset),
            let space = tiff.entry(ExifRule.colorSpaceTag, inDirectoryAt: directory), space.type == TIFFType.short,
            let code = tiff.integer(at: space.values.lowerBound, byteCount: 2)
        else { return false }
        let (uncalibrated, adobeRGB, indexTag) = (0xFFFF, 2, 1)
        let index = tiff.directory(ExifRule.interoperabilityTag, inDirectoryAt: directory).flatMap {
            tiff.entry(indexTag, inDirectoryAt: $0)
        }
        let isOptional = index.map { tiff.bytes[$0.values].starts(with: "R03".utf8) } ?? false
        // some cameras use a code of their own in place of the index
        return code == adobeRGB || code == uncalibrated && isOptional
    }
}
