import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Content credentials")
struct ContentCredentialsTests {
    private static let notice = "the content credentials are not copied: they vouch for the input only"
    /// The identifier of content credentials, and of another box (ISO/IEC 19566-5).
    private static let (own, other) = ("c2pa", "json")

    /// The first box of a JUMBF box.
    private static func box(_ identifier: String) -> [UInt8] {
        let description =
            Array("jumd\(identifier)".utf8) + [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71, 3, 0]
        let inner = FileEditing.bigEndian(description.count + 4, 4) + description
        return FileEditing.bigEndian(inner.count + 8, 4) + Array("jumb".utf8) + inner
    }

    private static func file(_ format: ImageFormat, _ box: [UInt8]?) throws -> [UInt8] {
        let image = try PixelBuffer.noise(Size(20, 15))
        let file = try image.encoded(format.usualEncoding)
        guard let box else { return file }
        return switch format {
        case .png: FileEditing.addingPNGChunk("caBX", box, to: file)
        case .jpeg: FileEditing.addingJPEGSegment(0xEB, Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + box, to: file)
        default: try FileEditing.addingWebPChunk("C2PA", box, to: file)
        }
    }

    @Test("are dropped with a notice, from every format to every format", arguments: ImageFormat.inProcess)
    func dropped(format: ImageFormat) throws {
        for output in ImageFormat.inProcess {
            for stripping in MetadataStripping.allCases {
                let job = BlurJob(format: output) { $0.output.stripping = stripping }
                let report = try job.run(from: .bytes(try Self.file(format, Self.box(Self.own))))
                #expect(report.dropsContentCredentials)
                let isTold = stripping == .none || stripping == .gainMap
                #expect(report.notices == (isTold ? [Self.notice] : []), "\(format) \(output) \(stripping)")
                #expect(!FileEditing.contains(report.bytes, Array("jumdc2pa".utf8)))
                let plain = try job.run(from: .bytes(try Self.file(format, nil)))
                #expect(!plain.dropsContentCredentials && plain.notices.isEmpty)
            }
        }
    }

    @Test("are told from other boxes, and never read beyond a short segment")
    func others() throws {
        let job = BlurJob()
        let other = try job.run(from: .bytes(try Self.file(.jpeg, Self.box(Self.other))))
        #expect(!other.dropsContentCredentials && other.notices.isEmpty)
        let whole = Self.box(Self.own)
        for count in 0..<whole.count {
            let report = try job.run(from: .bytes(try Self.file(.jpeg, Array(whole.prefix(count)))))
            #expect(report.dropsContentCredentials == (count >= 20))
        }
    }

    @Test("are found in boxes of HEIF files, wherever they are")
    func boxes() throws {
        let identifier: [UInt8] = [
            0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
        ]
        func box(_ type: String, _ contents: [UInt8], isLong: Bool = false) -> [UInt8] {
            let size =
                isLong
                ? FileEditing.bigEndian(1, 4) + Array(type.utf8) + FileEditing.bigEndian(contents.count + 16, 8)
                : FileEditing.bigEndian(contents.count + 8, 4) + Array(type.utf8)
            return size + contents
        }
        func isFound(_ bytes: [UInt8]) throws -> Bool {
            let file = try MemoryFile()
            try file.write(bytes.span.bytes)
            return HEIFBoxes.hasContentCredentials(file.contents)
        }
        let start = box("ftyp", Array("avif".utf8) + [0, 0, 0, 0])
        for isLong in [false, true] {
            let credentials = box("uuid", identifier + [0, 0, 0, 0] + Array("manifest".utf8), isLong: isLong)
            #expect(try isFound(start + credentials) && isFound(start + box("free", [1, 2]) + credentials))
            #expect(try !isFound(start + credentials.dropLast()))
        }
        #expect(try !isFound(start) && !isFound(start + box("uuid", identifier.reversed())))
        #expect(try !isFound(start + box("uuid", Array(identifier.prefix(9)))))
        // JPEG XL
        #expect(try isFound(start + Self.box(Self.own)) && !isFound(start + Self.box(Self.other)))
        for (type, isOne) in [("jumb", true), ("xml ", false)] {
            #expect(try isFound(start + box("brob", Array(type.utf8))) == isOne)
        }
        // no image needs so many boxes
        let boxes = (0..<10_000).flatMap { _ in box("free", []) }
        #expect(try !isFound(boxes + box("uuid", identifier)) && isFound(boxes.dropFirst(8) + box("uuid", identifier)))
        let digest = "sha256:" + String(repeating: "ab", count: 32)
        let file = try MemoryFile()
        try file.write((start + box("uuid", identifier) + HEIFBoxes.box(digest: digest)).span.bytes)
        #expect(HEIFBoxes.digest(in: file.contents) == digest)
    }
}
