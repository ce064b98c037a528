import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Damaged ancillary chunks of PNG files")
struct PNGDamagedChunkTests {
    private static let notice = "invalid ancillary chunks are not copied: 1"

    /// Inserts a chunk with a wrong CRC after the IHDR chunk.
    private static func addingDamagedChunk(_ type: String, _ contents: [UInt8], to file: [UInt8]) -> [UInt8] {
        var file = FileEditing.addingPNGChunk(type, contents, to: file)
        file[33 + 8 + contents.count] ^= 0x10
        return file
    }

    /// A small file with a palette and transparent colors, which a change of either would alter.
    private static func sample() -> [UInt8] {
        PlainPNG(Size(9, 7), colorType: 3, bitDepth: 4, isInterlaced: false, hasTransparency: true).file()
    }

    /// The offset of the type of the first chunk of a type.
    private static func offset(of type: String, in file: [UInt8]) throws -> Int {
        try #require(file.indices.first { file[$0...].starts(with: Array(type.utf8)) })
    }

    @Test("of unknown and of known types are left out with a notice", arguments: ["prVt", "vpAg", "tEXt", "gAMA"])
    func notice(type: String) throws {
        for contents in [[], [1, 2, 3], Array("Title\0A title".utf8)] as [[UInt8]] {
            let whole = try PixelBuffer.noise(Size(12, 9)).encoded(.png)
            let file = Self.addingDamagedChunk(type, contents, to: whole)
            #expect(try ImageHeader.of(file).notices == [Self.notice])
            #expect(try PixelBuffer.decoded(file).sampleValues() == PixelBuffer.decoded(whole).sampleValues())
        }
    }

    @Test("of unknown types without damage are left out without a notice")
    func intact() throws {
        let file = FileEditing.addingPNGChunk("prVt", [1, 2, 3], to: Self.sample())
        #expect(try ImageHeader.of(file).notices.isEmpty)
    }

    @Test("may be chunks of the pixels with a damaged type: the file is rejected", arguments: ["PLTE", "tRNS", "IDAT"])
    func hiddenPixels(type: String) throws {
        let file = Self.sample()
        let start = try Self.offset(of: type, in: file)
        for bit in 0..<32 {
            var damaged = file
            damaged[start + bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: ImageError.self, "bit \(bit)") { try PixelBuffer.decoded(damaged).width }
        }
    }

    @Test("may be transparency with a damaged type: the file is read as damaged if that is allowed")
    func allowedDamage() throws {
        var file = Self.sample()
        let start = try Self.offset(of: "tRNS", in: file)
        file[start] ^= 1
        let error = #expect(throws: ImageError.self) { try PixelBuffer.decoded(file).width }
        #expect(error?.code == .damaged && error?.reason == .damagedPixels)
        var limits = ImageLimits()
        limits.allowsDamage = true
        var decoder = try ImageDecoder(file.span.bytes, limits: limits)
        _ = try decoder.readImage()
        #expect(decoder.damage == "the PNG file has a damaged chunk type instead of tRNS")
    }

    @Test(
        "wrong checksums of chunks before the pixels are damage, which can be allowed",
        arguments: ["IHDR", "PLTE", "tRNS"])
    func headerChecksums(type: String) throws {
        let file = Self.sample()
        var damaged = file
        let end = try Self.offset(of: type, in: file)
        let count = try #require(ByteReader(file).uint32(at: end - 4))
        damaged[end + 4 + count] ^= 1
        let error = #expect(throws: ImageError.self) { try PixelBuffer.decoded(damaged).width }
        #expect(error?.reason == .damagedPixels && error?.cause == "the PNG file is damaged: \(type): CRC error")
        let job = BlurJob(radius: 0, format: .png) { $0.limits.allowsDamage = true }
        let report = try job.run(from: .bytes(damaged))
        #expect(report.isDamaged)
        #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == PixelBuffer.decoded(file).sampleValues())
    }

    @Test("wrong checksums of whole pixels are damage, if that is allowed", arguments: [false, true])
    func checksums(isInterlaced: Bool) throws {
        let job = BlurJob(radius: 0, format: .png) { $0.limits.allowsDamage = true }
        for (colorType, bitDepth) in [(2, 8), (3, 4)] {
            let file = PlainPNG(
                Size(9, 7), colorType: colorType, bitDepth: bitDepth, isInterlaced: isInterlaced,
                hasTransparency: colorType == 3
            ).file()
            let pixels = try PixelBuffer.decoded(file).sampleValues()
            var stream = FileEditing.pixelData(of: file)
            stream[stream.count - 1] ^= 1
            var damaged = [FileEditing.replacingPixelData(of: file, with: stream, chunkSize: 1 << 20)]
            for type in ["IHDR", "IDAT", "IEND"] + (colorType == 3 ? ["PLTE", "tRNS"] : []) {
                let start = try Self.offset(of: type, in: file)
                let count = file[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
                damaged.append(file)
                damaged[damaged.count - 1][start + 4 + count] ^= 1
            }
            for (index, file) in damaged.enumerated() {
                #expect(throws: ImageError.self, "\(index)") { try PixelBuffer.decoded(file).width }
                let report = try job.run(from: .bytes(file))
                #expect(report.isDamaged && report.notices.count == 1, "\(index)")
                let isWhole = report.notices.first?.contains("; no pixels are missing: ")
                #expect(isWhole == true, "\(index): \(report.notices)")
                #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == pixels, "\(index)")
            }
        }
    }

    @Test(
        "never hide a change of the pixels: any flipped bit leaves them unchanged, or the file is rejected",
        arguments: [false, true])
    func flippedBits(hasPalette: Bool) throws {
        let plain = PlainPNG(Size(9, 7), colorType: 2, bitDepth: 8, isInterlaced: false, hasTransparency: false)
        let file = FileEditing.dividingPixelData(into: [5, 0, 7, 1], of: hasPalette ? Self.sample() : plain.file())
        let pixels = try PixelBuffer.decoded(file).sampleValues()
        for index in 8 * file.indices.lowerBound..<8 * file.count {
            var damaged = file
            damaged[index / 8] ^= 1 << UInt8(index % 8)
            guard let image = try? PixelBuffer.decoded(damaged) else { continue }
            #expect(image.sampleValues() == pixels, "bit \(index)")
        }
    }
}
