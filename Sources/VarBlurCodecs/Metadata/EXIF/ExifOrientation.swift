extension ImageOrientation {
    /// Reads the orientation from EXIF data, which may be damaged.
    ///
    /// Invalid or missing data means that the image is shown as it is stored, as in other viewers.
    ///
    /// - Parameter exif: the data from the byte order mark `II` or `MM` on, or preceded by the JPEG prefix `Exif\0\0`.
    /// - Complexity: O(*n*) for *n* entries in the first directory, at most 65,535.
    init(exif: [UInt8]) {
        self = Self.value(inEXIF: exif).flatMap(ImageOrientation.init) ?? .up
    }

    /// The value of the orientation tag, a SHORT by the standard, another integer in files of some writers; `nil` if there is none.
    static func value(inEXIF exif: [UInt8]) -> Int? {
        guard let tiff = TIFFData(exif),
            let offsets = tiff.entryOffsets(ofDirectoryAt: tiff.firstDirectoryOffset)
        else { return nil }
        for offset in offsets where tiff.tag(at: offset) == ExifRule.orientationTag {
            switch tiff.integer(at: offset + 2, byteCount: 2) {
            case TIFFType.short, TIFFType.signedShort: return tiff.integer(at: offset + 8, byteCount: 2)
            case TIFFType.byte, TIFFType.signedByte: return tiff.integer(at: offset + 8, byteCount: 1)
            case TIFFType.long, TIFFType.signedLong: return tiff.integer(at: offset + 8, byteCount: 4)
            default: return nil
            }
        }
        return nil
    }
}
