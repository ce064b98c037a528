import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// The PNG specification allows `IDAT` chunks without bytes, anywhere among the others.
@Suite("Empty chunks of PNG files")
struct PNGEmptyChunkTests {
    private static let sizes: [[Int]] = [
        [1], [0, 1], [1, 0], [0, 1, 0], [0, 0, 0, 1, 0, 0, 0], [1, 0, 1], [2, 0, 1], [1, 0, 0, 1], [3, 0, 0, 5, 0, 1],
        Array(repeating: [1, 0], count: 40).flatMap(\.self), Array(repeating: [1, 0, 0], count: 2_000).flatMap(\.self),
        Array(repeating: 0, count: 5_000) + [1], [1] + Array(repeating: 0, count: 5_000),
    ]

    private static func limits(allowsDamage: Bool) -> ImageLimits {
        var limits = ImageLimits()
        limits.allowsDamage = allowsDamage
        return limits
    }

    @Test("empty PNG chunks do not affect the pixels", arguments: [false, true], [false, true])
    func pixels(isInterlaced: Bool, allowsDamage: Bool) throws {
        let limits = Self.limits(allowsDamage: allowsDamage)
        for (colorType, bitDepth) in [(2, 8), (3, 4), (6, 16)] {
            let png = PlainPNG(
                Size(40, 30), colorType: colorType, bitDepth: bitDepth, isInterlaced: isInterlaced,
                hasTransparency: false)
            let whole = png.file()
            let expected = try PixelBuffer.decoded(whole)
            let compressed = try expected.encoded(.png)
            for sizes in Self.sizes {
                for file in [whole, compressed] {
                    let divided = FileEditing.dividingPixelData(into: sizes, of: file)
                    #expect(divided.count == file.count + 12 * (sizes.count - 1))
                    let decoded = try PixelBuffer.decoded(divided, limits: limits)
                    #expect(decoded.sampleValues() == expected.sampleValues(), "\(sizes.prefix(9))")
                }
            }
        }
    }

    @Test("are checked like others: a wrong checksum is damage", arguments: [[0, 1], [1, 0], [1, 0, 1]])
    func checksums(sizes: [Int]) throws {
        let file = FileEditing.dividingPixelData(into: sizes, of: try Self.sample())
        let pattern = [0, 0, 0, 0] + Array("IDAT".utf8)
        let start = try #require(file.indices.first { file[$0...].starts(with: pattern) })
        var damaged = file
        damaged[start + 11] ^= 1
        expectDamage(damaged)
    }

    @Test("are not pixels: a file with nothing else is damaged", arguments: [[0], [0, 0, 0]])
    func onlyEmpty(sizes: [Int]) throws {
        let file = FileEditing.dividingPixelData(into: sizes, of: try Self.sample())
        expectDamage(file)
        let limits = Self.limits(allowsDamage: true)
        var decoder = try ImageDecoder(file.span.bytes, limits: limits)
        _ = try decoder.readImage()
        #expect(decoder.damage != nil)
    }

    @Test("empty PNG chunks are skipped in linear time")
    func many() throws {
        let file = try Self.sample()
        let empty = FileEditing.bigEndian(0, 4) + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]
        let position = try #require(file.indices.first { file[$0...].starts(with: Array("IDAT".utf8)) }) - 4
        var many: [UInt8] = []
        for _ in 0..<500_000 { many += empty }
        let end = file.count - 12
        for filled in [
            Array(file[..<position]) + many + file[position...], Array(file[..<end]) + many + file[end...],
        ] {
            let seconds = try ProcessorTime.seconds { () throws in
                #expect(try PixelBuffer.decoded(filled).sampleValues() == PixelBuffer.decoded(file).sampleValues())
            }
            #expect(seconds < 10)
        }
    }

    private static func sample() throws -> [UInt8] { try PixelBuffer.noise(Size(12, 9)).encoded(.png) }

    private func expectDamage(_ file: [UInt8]) {
        #expect {
            _ = try PixelBuffer.decoded(file)
        } throws: { error in
            (error as? ImageError)?.code == .damaged
        }
    }
}
