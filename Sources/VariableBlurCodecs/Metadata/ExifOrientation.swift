extension ImageOrientation {
    /// Reads the orientation from EXIF data.
    ///
    /// Invalid or missing data means that the image is shown as it is stored, as in other viewers.
    ///
    /// - Parameter exif: the data from the byte order mark `II` or `MM` on, or preceded by the JPEG prefix `Exif\0\0`.
    /// - Complexity: O(*n*) for *n* entries in the first directory.
    init(exif: [UInt8]) {
        // Some PNG writers add JPEG's prefix.
        let prefix = JPEGSegment.exifPrefix
        let bytes = exif.starts(with: prefix) ? Array(exif.dropFirst(prefix.count)) : exif
        self = Self.orientationValue(in: bytes).flatMap(ImageOrientation.init) ?? .up
    }

    /// The value of the orientation tag: a SHORT by the standard, a LONG in files of some writers.
    private static func orientationValue(in bytes: [UInt8]) -> Int? {
        guard let tiff = TIFFData(bytes), let directory = tiff.directory(at: tiff.firstDirectoryOffset),
            let entry = tiff.entry(0x0112, in: directory), let type = tiff.valueType(ofEntry: entry)
        else { return nil }
        return tiff.integer(at: entry + 8, byteCount: type.byteCount)
    }
}
