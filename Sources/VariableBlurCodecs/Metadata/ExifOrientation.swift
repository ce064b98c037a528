extension ImageOrientation {
    /// Finds the orientation in EXIF data: a TIFF header and the directory that it points to.
    ///
    /// Anything that is not as it should be means that the image is shown as it is stored, as viewers do.
    ///
    /// - Parameter exif: the data, from the byte order mark `II` or `MM` on.
    /// - Complexity: O(entries of the directory).
    init(exif: [UInt8]) {
        // some PNG writers put JPEG's prefix in front
        let tiff = exif.starts(with: Array("Exif\0\0".utf8)) ? Array(exif.dropFirst(6)) : exif
        self = Self.tag(in: tiff).flatMap(ImageOrientation.init) ?? .up
    }

    private static func tag(in exif: [UInt8]) -> Int? {
        guard exif.count >= 8 else { return nil }
        let isLittleEndian = exif[0] == 0x49
        guard exif[0] == exif[1], isLittleEndian || exif[0] == 0x4D else { return nil }
        func number(_ index: Int, _ count: Int) -> Int? {
            guard index >= 0, count <= exif.count - index else { return nil }
            return (0..<count).reduce(0) {
                $0 << 8 | Int(exif[isLittleEndian ? index + count - 1 - $1 : index + $1])
            }
        }
        guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else {
            return nil
        }
        for entry in 0..<count {
            let place = directory + 2 + 12 * entry
            guard let tag = number(place, 2) else { return nil }
            guard tag == 0x0112 else { continue }
            // a SHORT, as the standard has it, or a LONG, as some write it
            guard let type = number(place + 2, 2), type == 3 || type == 4 else { return nil }
            return number(place + 8, type == 3 ? 2 : 4)
        }
        return nil
    }
}
