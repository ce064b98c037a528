internal import VarBlur

extension ColorDescription {
    /// Reads the colors from EXIF data, which may be damaged: Adobe RGB as cameras label it (DCF 2.0); `nil` for others.
    ///
    /// - Parameter exif: the data from the byte order mark `II` or `MM` on, or preceded by the JPEG prefix `Exif\0\0`.
    /// - Complexity: O(*n*) for *n* entries
    init?(exif: [UInt8]) {
        guard let tiff = TIFFData(ExifData.withoutPrefix(exif)),
            let directory = tiff.directory(ExifRule.exifTag, inDirectoryAt: tiff.firstDirectoryOffset),
            let space = tiff.entry(ExifRule.colorSpaceTag, inDirectoryAt: directory), space.type == TIFFType.short,
            let code = tiff.integer(at: space.values.lowerBound, byteCount: 2),
            let curve = try? TransferCurve(gamma: 563.0 / 256)
        else { return nil }
        let (uncalibrated, adobeRGB, indexTag) = (0xFFFF, 2, 1)
        let index = tiff.directory(ExifRule.interoperabilityTag, inDirectoryAt: directory).flatMap {
            tiff.entry(indexTag, inDirectoryAt: $0)
        }
        let isOptional = index.map { tiff.bytes[$0.values].starts(with: "R03".utf8) } ?? false
        // some cameras use a code of their own in place of the index
        guard code == adobeRGB || code == uncalibrated && isOptional else { return nil }
        self.init(chromaticities: [0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06], curve: curve)
    }
}
