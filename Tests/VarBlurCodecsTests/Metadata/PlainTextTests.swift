import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Comments, texts and profiles")
struct PlainTextTests {
    private static let image: [UInt8] = {
        var random = SplitMix64(seed: 3)
        return [0xFF, 0xD8, 0xFF, 0xE0] + (0..<1_400).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    /// Encodings of an image that a PNG text or a JPEG comment can hold.
    private static var encodings: [String: [UInt8]] {
        let base64 = Data(image).base64EncodedString()
        let numbers = image.map { String($0) }
        let hexadecimal = image.map { String($0, radix: 16) }
        return [
            "Base64": Array("see \(base64)".utf8),
            "Base64 in JSON": Array("{\"a\":\"\(base64.replacing("/", with: "\\/"))\"}".utf8),
            "Base64 in a URL": Array(base64.replacing("/", with: "%2F").replacing("+", with: "%2B").utf8),
            "numbers in lines": Array(numbers.joined(separator: "\n").utf8),
            "hexadecimal numbers": Array(hexadecimal.joined(separator: "\t").utf8),
            "escapes": Array(hexadecimal.map { "\\u00\($0)" }.joined().utf8),
            "Latin-1 in UTF-8": Latin1Text.utf8(image),
            "UTF-16": base64.utf8.flatMap { [$0, 0] },
            "bytes": image,
        ]
    }

    private static func jpeg(_ comments: [[UInt8]]) throws -> [UInt8] {
        let plain = try PixelBuffer.noise(Size(16, 16)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        return comments.reversed().reduce(plain) { FileEditing.addingJPEGSegment(0xFE, $1, to: $0) }
    }

    @Test("with an encoded image are not copied, with a notice")
    func images() throws {
        for (name, bytes) in Self.encodings {
            let stream = try Deflate.compressed(bytes, deadline: nil)
            let texts = [
                PNGChunk.text(bytes), .text(bytes, keyword: "Comment"), .text([0] + stream, "zTXt"),
                .text([1, 0, 0, 0] + stream, "iTXt", keyword: "a"),
            ]
            let files = try texts.map { try PNGChunk.file([$0]) } + [Self.jpeg([bytes])]
            for (index, file) in files.enumerated() {
                let header = try ImageHeader.of(file)
                #expect(header.notices.count == 1, "\(name) \(index)")
                #expect(header.metadata.comments.isEmpty && header.metadata.textChunks.isEmpty, "\(name) \(index)")
            }
        }
    }

    @Test("that an image is distributed over are not copied")
    func distributed() throws {
        let base64 = Data(Self.image + Self.image + Self.image).base64EncodedString()
        let parts = PlantedPreview.parts(base64, of: 300).dropLast().map { Array($0.utf8) }
        #expect(try ImageHeader.of(Self.jpeg(parts)).metadata.comments.isEmpty)
        #expect(try ImageHeader.of(PNGChunk.file(parts.map { .text($0) })).metadata.textChunks.isEmpty)
        // a title is a part of the text
        let titles = parts.map { PNGChunk.text([0, 0, 0] + $0 + [0], "iTXt") }
        #expect(titles.allSatisfy { $0.isValid })
        #expect(try ImageHeader.of(PNGChunk.file(titles)).metadata.textChunks.isEmpty)
    }

    @Test("are copied if they are what programs write")
    func kept() throws {
        let workflow = String(
            repeating: #"{"id": 3, "type": "KSampler", "pos": [863.5, 186], "size": {"0": 315, "1": 262}}, "#,
            count: 700)
        let texts = ["CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90\n", "A photo\0\0", "", workflow]
        #expect(
            try ImageHeader.of(PNGChunk.file(texts.dropFirst().map { .text(Array($0.utf8.filter { $0 != 0 })) }))
                .metadata.textChunks.count == 3)
        let comments = texts.map { Array($0.utf8) }
        let header = try ImageHeader.of(Self.jpeg(comments + [[1, 2, 3]]))
        #expect(header.metadata.comments == comments && header.notices.isEmpty)
    }

    @Test("that are comments go from JPEG to PNG and back, whatever zeros end them, and whatever chunk contains them")
    func comments() throws {
        var job = BlurJob()
        func comments(_ file: [UInt8], _ format: ImageFormat) throws -> [[UInt8]] {
            job.output.format = format
            let report = try job.run(from: .bytes(file))
            #expect(report.notices.isEmpty, "\(report.notices)")
            return try ImageHeader.of(report.bytes).metadata.comments
        }
        let texts = ["a photo", "Übersee", "日本"].map { Array($0.utf8) }
        for text in texts {
            for zeros in 0...2 {
                let jpeg = try Self.jpeg([text + [UInt8](repeating: 0, count: zeros)])
                job.output.format = .png
                let png = try job.run(from: .bytes(jpeg)).bytes
                #expect(try comments(png, .jpeg) == [text])
            }
        }
        let stream = try Deflate.compressed(Array("a photo".utf8), deadline: nil)
        for (chunk, text) in [
            (PNGChunk.text([0] + stream, "zTXt", keyword: "Comment"), texts[0]),
            (PNGChunk.text([1, 0, 0, 0] + stream, "iTXt", keyword: "Comment"), texts[0]),
            (PNGChunk.text([0, 0] + Array("ja".utf8) + [0, 0] + texts[2], "iTXt", keyword: "Comment"), texts[2]),
        ] {
            let file = try PNGChunk.file([chunk])
            #expect(try comments(file, .jpeg) == [text])
            // PNG outputs keep the chunk, with its language
            job.output.format = .png
            let kept = try ImageHeader.of(job.run(from: .bytes(file)).bytes).metadata
            if chunk.type == "zTXt" {
                #expect(kept.comments == [text] && kept.textChunks.isEmpty)
            } else {
                #expect(kept.comments.isEmpty && kept.textChunks.map(\.type) == ["iTXt"])
            }
            job.output.format = .webP
            #expect(
                try job.run(from: .bytes(file)).notices == ["WebP cannot store comments; they are not copied"])
        }
    }

    /// A chunk with XMP data, compressed if that is possible.
    private static func chunk(_ type: String, _ packet: [UInt8]) throws -> PNGChunk {
        let stream = type == "tEXt" ? packet : try Deflate.compressed(packet, deadline: nil)
        let start: [UInt8] = type == "tEXt" ? [] : type == "zTXt" ? [0] : [1, 0, 0, 0]
        return .text(start + stream, type, keyword: PNGMetadata.xmpKeyword)
    }

    @Test("XMP data in an iTXt chunk comes before others, and damaged or empty texts do not hide it")
    func mixedPackets() throws {
        let (packet, other) = (Array("<a/>".utf8), Array("<b/>".utf8))
        let valid = try Self.chunk("iTXt", packet)
        for type in ["tEXt", "zTXt", "iTXt"] {
            let empty = try Self.chunk(type, [])
            let kind = type == "iTXt" ? "iTXt" : "zTXt"
            let damaged = PNGChunk.text([0, 0x78, 1, 2, 3], kind, keyword: PNGMetadata.xmpKeyword)
            let older = try Self.chunk(type == "iTXt" ? "tEXt" : type, other)
            for chunks in [
                [empty, valid], [damaged, valid], [older, valid], [valid, older], [empty, damaged, older, valid],
            ] {
                let header = try ImageHeader.of(PNGChunk.file(chunks))
                #expect(header.metadata.xmp == packet, "\(chunks.map(\.type))")
                #expect(header.notices == ["invalid ancillary chunks are not copied: \(chunks.count - 1)"])
            }
            #expect(try ImageHeader.of(PNGChunk.file([damaged, older])).metadata.xmp == other)
        }
    }

    @Test("XMP data is read from text chunks of all kinds, and written as iTXt", arguments: ["tEXt", "zTXt", "iTXt"])
    func packets(type: String) throws {
        func chunk(_ packet: [UInt8]) throws -> PNGChunk { try Self.chunk(type, packet) }
        let namespace = "xmlns:dc='http://purl.org/dc/elements/1.1/'"
        func packet(_ title: String) -> [UInt8] {
            XMPPacket.adding("<rdf:Description \(namespace) dc:source='\(title)'/>", to: nil)
        }
        let file = try PNGChunk.file([chunk(packet("Ein See für alle")), chunk(packet("B"))])
        let report = try BlurJob().run(from: .bytes(file))
        #expect(report.notices == ["invalid ancillary chunks are not copied: 1"])
        let kept = try String(decoding: #require(ImageHeader.of(report.bytes).metadata.xmp), as: UTF8.self)
        #expect(kept.contains("<dc:source>Ein See für alle</dc:source>"))
        #expect(FileEditing.contains(report.bytes, Array("iTXt\(PNGMetadata.xmpKeyword)\0".utf8)))
        let hidden = try PNGChunk.file([chunk(packet(Data(Self.image).base64EncodedString()))])
        let refused = try BlurJob().run(from: .bytes(hidden))
        #expect(refused.notices.count == 1 && refused.notices[0].hasPrefix("the XMP data is too long, or may contain"))
        var limits = ImageLimits()
        limits.metadata = 100
        #expect(throws: ImageError.self) { try ImageDecoder(file.span.bytes, limits: limits).header.width }
    }

    @Test("are copied up to 64 KiB together")
    func total() throws {
        let words = Array(String(repeating: "word ", count: 6_000).utf8)
        let stream = try Deflate.compressed(words, deadline: nil)
        let file = try PNGChunk.file([.text(words), .text([0] + stream, "zTXt"), .text(words)])
        let header = try ImageHeader.of(file)
        #expect(header.metadata.textChunks == [PNGChunk.text(words), .text(words)])
        #expect(header.notices == [TextFilter.notice])
    }

    @Test("in several languages have a language and a short title")
    func international() throws {
        func chunk(_ language: String, _ title: [UInt8]) -> PNGChunk {
            PNGChunk.text([0, 0] + Array(language.utf8) + [0] + title + [0] + Array("Ein See".utf8), "iTXt")
        }
        #expect(chunk("de-AT", Array("Überschrift".utf8)).isValid && chunk("", []).isValid)
        let base64 = Data(Self.image).base64EncodedString()
        for invalid in [
            chunk(base64, []), chunk("", Array(base64.utf8)), chunk("", [0xFF, 0xD8]), chunk("d e", []),
        ] {
            #expect(!invalid.isValid)
            #expect(try ImageHeader.of(PNGChunk.file([invalid])).metadata.textChunks.isEmpty)
        }
    }

    @Test("that are no profiles are not copied as profiles")
    func profiles() throws {
        let stream = try Deflate.compressed(Self.image, deadline: nil)
        let files = try [
            PNGChunk.file([PNGChunk(type: "iCCP", contents: [0x78, 0, 0] + stream)]),
            FileEditing.addingJPEGSegment(
                0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Self.image, to: Self.jpeg([])),
        ]
        for file in files {
            let header = try ImageHeader.of(file)
            #expect(header.profile == nil && header.notices.count == 1)
        }
        #expect(ICCProfile(bytes: FileEditing.profile()).hasValidHeader)
        #expect(!ICCProfile(bytes: Array(FileEditing.profile().dropLast())).hasValidHeader)
    }
}
