import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("The chunks of WebP files")
struct WebPStructureTests {
    /// A lossless file, a lossy one, and a lossy one with alpha.
    private static func samples() throws -> [[UInt8]] {
        let image = try PixelBuffer.noise(Size(20, 17), PixelFormat(.rgba))
        let opaque = try PixelBuffer.noise(Size(20, 17))
        return [
            try opaque.encoded(.webP(.lossless)), try opaque.encoded(.webP(.lossy(70))),
            try image.encoded(.webP(.lossy(70))),
        ]
    }

    private func error(_ file: [UInt8], limits: ImageLimits = ImageLimits()) throws -> ImageError {
        try #require(#expect(throws: ImageError.self) { try PixelBuffer.decoded(file, limits: limits).width })
    }

    private func isRefused(_ file: [UInt8]) throws -> Bool {
        do {
            return try PixelBuffer.decoded(file).width == 0
        } catch {
            return (error as? ImageError).map { [.damaged, .notAnImage, .unsupported].contains($0.code) } ?? false
        }
    }

    @Test("are those of the standard, and the size is right in all kinds of files")
    func kinds() throws {
        let types = try Self.samples().map { FileEditing.webPPieces($0).map(\.type) }
        #expect(types == [["VP8L"], ["VP8 "], ["VP8X", "ALPH", "VP8 "]])
        for file in try Self.samples() {
            let header = try ImageHeader.of(file)
            #expect(header.width == 20 && header.height == 17 && header.notices.isEmpty)
        }
    }

    @Test("are checked: a flipped bit of a length, a type, a size or a signature is an error")
    func flippedStructure() throws {
        for file in try Self.samples() {
            let pieces = FileEditing.webPPieces(file)
            // The signature, the type of the first chunk, and the highest bytes of lengths; a shorter file is damaged, too.
            var offsets = Array(0..<4) + Array(8..<16) + [7, 19]
            if pieces[0].type == "VP8L" { offsets += [20, 21, 22, 23, 24] }
            if pieces[0].type == "VP8 " { offsets += [23, 24, 25, 26, 27, 28, 29] }
            if pieces[0].type == "VP8X" { offsets += 24..<30 }
            for offset in offsets {
                for bit in 0..<8 {
                    var damaged = file
                    damaged[offset] ^= 1 << UInt8(bit)
                    // The top bits of a lossy size are for scaling, and no reader uses them; alpha is only announced.
                    let isScale = pieces[0].type == "VP8 " && [27, 29].contains(offset) && bit >= 6
                    let isAlpha = pieces[0].type == "VP8L" && offset == 24 && bit == 4
                    // A smaller image can be decoded from the data of a larger one.
                    let isSize = pieces[0].type != "VP8X" && (21...29).contains(offset)
                    if isScale || isAlpha || isSize { continue }
                    #expect(try isRefused(damaged), "\(pieces[0].type): bit \(bit) of byte \(offset)")
                }
            }
        }
    }

    @Test("flipped bits never cause more than an error or other pixels of the same size")
    func flippedBits() throws {
        for file in try Self.samples() {
            for index in file.indices {
                var damaged = file
                damaged[index] ^= 1 << UInt8(index % 8)
                do throws(ImageError) {
                    var decoder = try ImageDecoder(damaged.span.bytes)
                    let image = try decoder.readImage()
                    #expect(image.width == decoder.header.width && image.height == decoder.header.height)
                } catch {
                    #expect(error.code != .fault, "byte \(index): \(error)")
                }
            }
        }
    }

    @Test("that are missing at the end are damage; the rest is read with the limit for damaged files")
    func damage() throws {
        let image = try PixelBuffer.noise(Size(40, 200))
        var limits = ImageLimits()
        limits.allowsDamage = true
        for quality in [WebPQuality.lossless, .lossy(80)] {
            let file = try image.encoded(.webP(quality))
            let whole = try PixelBuffer.decoded(file)
            for part in 1..<64 {
                let cut = Array(file.prefix(file.count * part / 64))
                let error = try error(cut)
                #expect(error.code == .damaged || cut.count < 12)
                guard cut.count > 40 else { continue }
                #expect(error.remedy == "download or export it again, or allow damage")
                var decoder = try ImageDecoder(cut.span.bytes, limits: limits)
                let rest = try decoder.readImage()
                #expect(decoder.damage == "the WebP file is damaged: it is truncated")
                // Rows that could not be decoded are gray.
                let missing = (0..<200).first { y in (0..<40).allSatisfy { rest[$0, y, 0] == 0x80 } } ?? 200
                #expect(
                    missing < 200 && (part < 48 || missing > 100),
                    "\(quality) \(part) of \(file.count) bytes: \(missing)")
                for y in 0..<missing { #expect(rest[33, y, 1] == whole[33, y, 1], "row \(y) of \(missing)") }
            }
        }
    }

    @Test("animated WebP files are rejected as animations")
    func animation() throws {
        let file = try Self.samples()[2]
        var pieces = FileEditing.webPPieces(file)
        pieces[0].contents[0] |= 0x02
        let error = try error(FileEditing.webP(pieces))
        #expect(error.code == .unsupported)
        #expect(error.cause == "the WebP file is animated; only still images are supported")
    }

    @Test("after the end of the file, and further images, are not copied, with a notice")
    func rest() throws {
        let file = try Self.samples()[1]
        let long = file + [1, 2, 3]
        #expect(
            try ImageHeader.of(long).notices == [
                "the file continues after the image; the rest is not copied: 3 bytes"
            ])
        #expect(try PixelBuffer.decoded(long).sampleValues() == PixelBuffer.decoded(file).sampleValues())
        let pieces = FileEditing.webPPieces(file)
        let twice = FileEditing.webP(pieces + pieces + pieces)
        #expect(
            try ImageHeader.of(twice).notices == ["the file contains additional images, which are not copied"])
        #expect(try PixelBuffer.decoded(twice).sampleValues() == PixelBuffer.decoded(file).sampleValues())
    }

    @Test("of metadata count only if the header announces them")
    func announcements() throws {
        let exif = FileEditing.exif(orientation: 6, littleEndian: true)
        let file = try FileEditing.addingWebPChunk("EXIF", exif, to: Self.samples()[0])
        #expect(try ImageHeader.of(file).orientation == .right)
        let prefixed = try FileEditing.addingWebPChunk("EXIF", Array("Exif\0\0".utf8) + exif, to: Self.samples()[0])
        #expect(try ImageHeader.of(prefixed).orientation == .right)
        var pieces = FileEditing.webPPieces(file)
        pieces[0].contents[0] = 0
        let header = try ImageHeader.of(FileEditing.webP(pieces))
        #expect(header.orientation == .up && header.metadata.exif == nil)
        #expect(header.notices == ["metadata that the header of the file does not announce is not copied"])
        let second = FileEditing.webP(
            FileEditing.webPPieces(file) + [WebPPiece("EXIF", FileEditing.exif(orientation: 3, littleEndian: true))])
        #expect(try ImageHeader.of(second).orientation == .right)
    }

    @Test("may be of any type beside the image, up to the limit")
    func unknown() throws {
        let file = try Self.samples()[0]
        let crowded = FileEditing.webP(
            FileEditing.webPPieces(file) + (0..<5).map { WebPPiece("abc ", [UInt8($0)]) })
        #expect(try PixelBuffer.decoded(crowded).sampleValues() == PixelBuffer.decoded(file).sampleValues())
        var limits = ImageLimits()
        limits.chunks = 4
        let error = try error(crowded, limits: limits)
        #expect(error.code == .overLimit && error.reason == .chunkLimit)
        let apart = FileEditing.webPPieces(try Self.samples()[2]).flatMap { [$0, WebPPiece("abc ", [1, 2, 3])] }
        #expect(
            try PixelBuffer.decoded(FileEditing.webP(apart)).sampleValues()
                == PixelBuffer.decoded(Self.samples()[2]).sampleValues())
    }

    @Test("of a type that is no text are skipped after the image, but may be a damaged part of it before")
    func unnamed() throws {
        let packet = XMPPacket.adding("<rdf:Description dc:title='T'/>", to: nil)
        for file in try Self.samples() {
            let pieces = FileEditing.webPPieces(file)
            let pixels = try PixelBuffer.decoded(file).sampleValues()
            // ImageMagick 6 names the chunk of XMP data like this, and does not announce it
            for (type, xmp) in [("XMP\0", packet), ("EX\u{7F}\n", nil), ("\0\0\0\0", nil)] {
                let unnamed = FileEditing.webP(pieces + [WebPPiece(type, packet)])
                let header = try ImageHeader.of(unnamed)
                #expect(header.metadata.xmp == xmp && header.notices.isEmpty)
                #expect(try PixelBuffer.decoded(unnamed).sampleValues() == pixels)
                #expect(try error(FileEditing.webP([WebPPiece(type, packet)] + pieces)).code == .damaged)
            }
            let header = FileEditing.webPHeader(flags: 0, width: 20, height: 17)
            let image = pieces.filter { $0.type != "VP8X" }
            // an announced chunk comes before it
            let announcing = FileEditing.webPHeader(flags: 0x14, width: 20, height: 17)
            let other = [WebPPiece("XMP\0", Array("<a/>".utf8)), WebPPiece("XMP ", packet)]
            for chunks in [other, other.reversed()] {
                #expect(try ImageHeader.of(FileEditing.webP([announcing] + image + chunks)).metadata.xmp == packet)
            }
            #expect(try error(FileEditing.webP([header, WebPPiece("AL\0H", [1])] + image)).code == .damaged)
        }
    }

    @Test("are damage if they are cut, which says that pixels are missing only if they are")
    func missingPixels() throws {
        let job = BlurJob(radius: 0, format: .png) { $0.limits.allowsDamage = true }
        for file in try Self.samples() {
            let whole = try FileEditing.addingWebPChunk("EXIF", [UInt8](repeating: 0, count: 99), to: file)
            for (count, text) in [(whole.count - 30, "no pixels are missing"), (file.count / 2, "were filled in")] {
                let report = try job.run(from: .bytes(Array(whole.prefix(count))))
                let notice = try #require(report.notices.first { $0.contains("is damaged") })
                #expect(report.isDamaged && notice.contains("; \(text)") == (text.first == "n"), "\(notice)")
                #expect(notice.contains(text), "\(notice)")
            }
        }
    }

    @Test("inconsistent WebP chunks are reported as damage")
    func nonsense() throws {
        let pieces = try Self.samples().map { FileEditing.webPPieces($0) }
        let other = FileEditing.webPHeader(flags: 0x10, width: 21, height: 17)
        for (name, file) in [
            ("another size", FileEditing.webP([other] + pieces[2].dropFirst())),
            ("no image", FileEditing.webP([pieces[2][0]])), ("no chunk", FileEditing.webP([])),
            ("alpha alone", FileEditing.webP([pieces[2][1]])),
            ("metadata first", FileEditing.webP([WebPPiece("EXIF", [1])] + pieces[1])),
            ("a short header", FileEditing.webP([WebPPiece("VP8X", [0, 0, 0, 0])] + pieces[1])),
            ("an empty image", FileEditing.webP([WebPPiece("VP8 ", [])])),
            ("an empty lossless image", FileEditing.webP([WebPPiece("VP8L", [0x2F])])),
            ("an empty alpha channel", FileEditing.webP([pieces[2][0], WebPPiece("ALPH", []), pieces[2][2]])),
        ] {
            #expect(try error(file).code == .damaged, "\(name)")
        }
        var version = pieces[0]
        version[0].contents[4] |= 0x20
        #expect(try error(FileEditing.webP(version)).code == .unsupported)
    }
}
