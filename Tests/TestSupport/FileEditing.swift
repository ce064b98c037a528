import Foundation
/// Edits encoded files to create content that the encoders do not write.
package enum FileEditing {
    /// Inserts a chunk after the `IHDR` chunk of a PNG file.
    package static func addingPNGChunk(_ type: String, _ contents: [UInt8], to file: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + contents
        let chunk = bigEndian(contents.count, 4) + body + bigEndian(Int(crc32(body)), 4)
        return Array(file[..<33]) + chunk + Array(file[33...])
    }

    /// Divides the pixel data of a PNG file into chunks of other sizes.
    ///
    /// - Parameters:
    ///   - sizes: The number of bytes of each `IDAT` chunk; the last chunk with bytes is as long as necessary.
    ///   - file: The file.
    /// - Returns: A file with as many `IDAT` chunks as there are sizes, all of them empty if all sizes are 0.
    package static func dividingPixelData(into sizes: [Int], of file: [UInt8]) -> [UInt8] {
        let (others, data, start) = separatingPixelData(of: file)
        var result = others
        let last = sizes.lastIndex { $0 > 0 }
        var (chunks, rest) = ([UInt8](), data[...])
        for (index, size) in sizes.enumerated() {
            let part = index == last ? rest : rest.prefix(size)
            rest = rest.dropFirst(part.count)
            let body = Array("IDAT".utf8) + part
            chunks += bigEndian(part.count, 4) + body + bigEndian(Int(crc32(body)), 4)
        }
        result.insert(contentsOf: chunks, at: start)
        return result
    }

    /// The zlib stream of a PNG file.
    package static func pixelData(of file: [UInt8]) -> [UInt8] { separatingPixelData(of: file).data }

    /// Replaces the zlib stream of a PNG file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The new stream.
    ///   - chunkSize: The number of bytes of each `IDAT` chunk except the last.
    /// - Returns: The new file.
    package static func replacingPixelData(of file: [UInt8], with stream: [UInt8], chunkSize: Int) -> [UInt8] {
        let (others, _, start) = separatingPixelData(of: file)
        var result = others
        var chunks: [UInt8] = []
        for offset in stride(from: 0, to: stream.count, by: chunkSize) {
            let body = Array("IDAT".utf8) + stream[offset..<min(offset + chunkSize, stream.count)]
            chunks += bigEndian(body.count - 4, 4) + body + bigEndian(Int(crc32(body)), 4)
        }
        result.insert(contentsOf: chunks, at: start)
        return result
    }

    /// The chunks of a PNG file without those of the pixels, the contents of these, and where they were.
    private static func separatingPixelData(of file: [UInt8]) -> (others: [UInt8], data: [UInt8], start: Int) {
        var (result, data) = (Array(file[..<8]), [UInt8]())
        var (offset, start) = (8, 8)
        while offset < file.count {
            let count = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let chunk = file[offset..<offset + 12 + count]
            if chunk[(offset + 4)..<(offset + 8)].elementsEqual("IDAT".utf8) {
                data += chunk[(offset + 8)..<(offset + 8 + count)]
                start = result.count
            } else {
                result += chunk
            }
            offset += chunk.count
        }
        return (result, data, start)
    }

    /// Inserts a segment after the SOI marker of a JPEG file.
    package static func addingJPEGSegment(_ marker: UInt8, _ contents: [UInt8], to file: [UInt8]) -> [UInt8] {
        Array(file[..<2]) + [0xFF, marker] + bigEndian(contents.count + 2, 2) + contents + Array(file[2...])
    }

    /// Adds a depth map, a PNG file, to a JPEG file as Android's cameras do: samples grow with the distance.
    package static func addingDepth(_ map: [UInt8], toJPEG file: [UInt8]) -> [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" GDepth:Format="RangeInverse"
            GDepth:Near="1" GDepth:Far="9" GDepth:Mime="image/png" GDepth:Data="\(Data(map).base64EncodedString())"/>
            </rdf:RDF></x:xmpmeta>
            """
        return addingJPEGSegment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8), to: file)
    }

    /// Makes the three scans of a JPEG file use one quantization table number, redefined before the second scan.
    package static func redefiningTables(_ file: [UInt8]) -> [UInt8] {
        func offsets(of marker: UInt8) -> [Int] {
            file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == marker }
        }
        var result = file
        let frame = offsets(of: 0xC0)[0]
        for component in 1...2 { result[frame + 10 + 3 * component + 2] = 0 }
        let colorTable = offsets(of: 0xDB).compactMap { offset -> [UInt8]? in
            file[offset + 4] == 1 ? Array(file[offset + 5..<offset + 69]) : nil
        }
        let redefinition = [0xFF, 0xDB] + bigEndian(67, 2) + [0] + colorTable[0]
        result.insert(contentsOf: redefinition, at: offsets(of: 0xDA)[1])
        return result
    }

    /// EXIF data with only an orientation; TIFF type 3 is a 16-bit number, 4 a 32-bit one.
    package static func exif(orientation: Int, littleEndian: Bool, type: Int = 3) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = bigEndian(value, count)
            return littleEndian ? bytes.reversed() : bytes
        }
        let value = type == 3 || type == 8 ? number(orientation, 2) + [0, 0] : number(orientation, 4)
        return Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
            + number(0x0112, 2) + number(type, 2) + number(1, 4) + value + number(0, 4)
    }

    /// Adds EXIF data with an orientation to a JPEG or PNG file.
    package static func oriented(_ file: [UInt8], _ orientation: Int, littleEndian: Bool = true) -> [UInt8] {
        let exif = exif(orientation: orientation, littleEndian: littleEndian)
        guard file[0] == 0xFF else { return addingPNGChunk("eXIf", exif, to: file) }
        return addingJPEGSegment(0xE1, Array("Exif\0\0".utf8) + exif, to: file)
    }

    /// The bytes of the preview in `exifWithPreview`.
    package static let preview = Array("the unblurred preview".utf8)

    /// Big-endian EXIF data with an orientation and a preview in the second directory.
    package static func exifWithPreview(orientation: Int) -> [UInt8] {
        var exif = Array(self.exif(orientation: orientation, littleEndian: false).dropLast(4)) + bigEndian(26, 4)
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            bigEndian(tag, 2) + bigEndian(4, 2) + bigEndian(1, 4) + bigEndian(value, 4)
        }
        exif += bigEndian(2, 2) + entry(0x0201, 26 + 2 + 24 + 4) + entry(0x0202, preview.count) + bigEndian(0, 4)
        return exif + preview
    }

    /// Whether the bytes contain a sequence.
    package static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }

    /// The last `count` bytes of a number, most significant first.
    package static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A dataset of IPTC.
    package static func dataset(_ record: UInt8, _ number: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [0x1C, record, number] + bigEndian(contents.count, 2) + contents
    }

    /// A color profile that consists of a header, and of bytes without a meaning.
    package static func profile(count: Int = 200) -> [UInt8] {
        var profile = bigEndian(count, 4) + [UInt8](repeating: 7, count: count - 4)
        profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return profile
    }

    /// A zlib stream without compression.
    package static func storedZlibStream(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 1]
        for start in stride(from: 0, to: max(bytes.count, 1), by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let count = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
            stream += [block.endIndex == bytes.count ? 1 : 0] + count + count.map { ~$0 } + block
        }
        return stream + bigEndian(adler32(bytes), 4)
    }

    /// The Adler-32 checksum of zlib streams.
    package static func adler32(_ bytes: [UInt8]) -> Int {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }

    /// The CRC-32 checksum of PNG chunks.
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { crc, byte in crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    }

    /// The checksums of single bytes, computed bit by bit.
    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
}
