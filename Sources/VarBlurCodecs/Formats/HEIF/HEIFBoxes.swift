/// The boxes of a file of the ISO base media file format (ISO/IEC 14496-12), as far as the file itself is looked at.
enum HEIFBoxes {
    /// The brands of a file: the major one, which comes first, and the compatible ones; empty for other files.
    static func brands(of file: borrowing FileContents) -> [String] {
        guard file.starts(with: Array("ftyp".utf8), at: 4) else { return [] }
        let start = file.bytes(0..<min(file.count, maximumBrandBytes))
        let end = min(ByteReader(start).uint32(at: 0) ?? 0, start.count)
        // the second group of four bytes is the version of the major brand
        let offsets = [8] + stride(from: 16, to: max(end - 3, 16), by: 4)
        return offsets.filter { $0 + 4 <= end }.map { String(decoding: start[$0..<$0 + 4], as: UTF8.self) }
    }

    private static let maximumBrandBytes = 4096

    /// Identifies the box with the digest of a job (RFC 9562, version 8).
    private static let digestType: [UInt8] = [
        0x76, 0x61, 0x72, 0x62, 0x6C, 0x75, 0x80, 0x72, 0xA0, 0x64, 0x69, 0x67, 0x65, 0x73, 0x74, 0x31,
    ]

    /// The box with the digest of a job, which may be the last of a file.
    static func box(digest: String) -> [UInt8] {
        box("uuid", digestType + Array(digest.utf8))
    }

    /// A box with a header of eight bytes.
    static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        ByteOrder.bigEndian.bytes(of: contents.count + 8, count: 4) + Array(type.utf8) + contents
    }

    /// Identifies the box with content credentials.
    private static let credentialsType: [UInt8] = [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]

    /// The digest of a job; `nil` if there is none.
    static func digest(in file: FileContents) -> String? {
        contents(of: digestType, in: file).flatMap { JobDigest.text(in: file, $0) }
    }

    /// Whether a file has content credentials.
    static func hasContentCredentials(_ file: FileContents) -> Bool {
        // the second box begins with its size, its type, and what the first one is (ISO/IEC 19566-5)
        contents(of: credentialsType, in: file) != nil
            || has("jumb", in: file) { file.starts(with: Array("c2pa".utf8), at: $0.lowerBound + 8) }
    }

    /// Whether a file has a box of a type, with some contents unless they are compressed, as in JPEG XL.
    static func has(
        _ type: String, in file: FileContents, where isWanted: (Range<Int>) -> Bool = { _ in true }
    ) -> Bool {
        boxes(of: file, in: 0..<file.count).contains { box in
            box.type == type && isWanted(box.contents)
                || box.type == "brob" && file.starts(with: Array(type.utf8), at: box.contents.lowerBound)
        }
    }

    /// The contents of the first box with an identifier.
    private static func contents(of identifier: [UInt8], in file: FileContents) -> Range<Int>? {
        boxes(of: file, in: 0..<file.count).first { has(identifier, $0, in: file) }?.contents.dropFirst(
            identifier.count)
    }

    /// Whether a box has an identifier.
    private static func has(
        _ identifier: [UInt8], _ box: (type: String, contents: Range<Int>), in file: FileContents
    ) -> Bool {
        box.type == "uuid" && box.contents.count >= identifier.count
            && file.starts(with: identifier, at: box.contents.lowerBound)
    }

    /// The boxes between two offsets, up to one that is damaged.
    static func boxes(
        of file: FileContents, in range: Range<Int>
    ) -> [(type: String, contents: Range<Int>)] {
        let reader = ByteReader(file)
        var (boxes, offset) = ([] as [(type: String, contents: Range<Int>)], range.lowerBound)
        while offset < range.upperBound, boxes.count < maximumBoxCount,
            let (start, end) = box(at: offset, reader, range.upperBound)
        {
            boxes.append((String(decoding: file.bytes(offset + 4..<offset + 8), as: UTF8.self), start..<end))
            offset = end
        }
        return boxes
    }

    /// The boxes of images in our formats, and boxes without contents.
    private static let types: Set = [
        "ftyp", "meta", "mdat", "idat", "moov", "JXL ", "jxlc", "jxlp", "jxll", "jxli", "jbrd", "Exif", "xml ", "brob",
        "jumb", "jhgm",
    ]
    private static let emptyTypes: Set = ["free", "skip", "wide"]

    /// The offset of what follows the image in a file: other boxes, another file, or bytes that are no box.
    ///
    /// The end of a codestream without boxes is not known.
    static func end(of file: FileContents) -> Int {
        var (rest, offset, hasBrands) = (nil as Int?, 0, false)
        for box in boxes(of: file, in: 0..<file.count) {
            if box.type == "ftyp" && hasBrands { return rest ?? offset }
            hasBrands = hasBrands || box.type == "ftyp"
            let isOurs = [digestType, credentialsType].contains { has($0, box, in: file) }
            if types.contains(box.type) {
                rest = nil
            } else if !isOurs && !emptyTypes.contains(box.type) {
                rest = rest ?? offset
            }
            offset = box.contents.upperBound
        }
        // the last box may be cut
        let isCut = types.contains { file.starts(with: Array($0.utf8), at: offset + 4) }
        return rest ?? (isCut || offset == 0 ? file.count : offset)
    }

    /// More boxes than any image needs.
    private static let maximumBoxCount = 10_000

    /// Whether a file consists of complete boxes.
    static func areComplete(in file: FileContents) -> Bool {
        boxes(of: file, in: 0..<file.count).last?.contents.upperBound == file.count
    }

    /// The range of the contents of a box; `nil` at the end of the file.
    private static func box(at offset: Int, _ reader: ByteReader<FileContents>, _ count: Int) -> (Int, Int)? {
        guard let size = reader.uint32(at: offset), count - offset >= 8 else { return nil }
        let header = size == 1 ? 16 : 8
        // a size of 0 means the rest of the file; 1, that eight bytes follow, of which the first is zero in any file
        let length = size == 1 ? reader.integer(at: offset + 9, byteCount: 7) : size == 0 ? count - offset : size
        guard let length, length >= header, length <= count - offset else { return nil }
        return (offset + header, offset + length)
    }
}
