import CImageCodecs
import CLibDeflate
import CLibISAL
import Foundation
import TestSupport
import Testing

@Suite("The deflate encoder")
struct DeflateEncoderTests {
    /// Encodes bytes into a whole stream.
    private static func encoded(_ bytes: [UInt8], _ effort: deflate_effort, isLast: Bool = true) throws -> [UInt8] {
        let encoder = try #require(deflate_encoder_open(effort))
        defer { deflate_encoder_close(encoder) }
        var output = [UInt8](repeating: 0, count: deflate_encoder_bound(bytes.count))
        let count = deflate_encoder_encode(encoder, bytes, bytes.count, isLast, &output)
        try #require(count <= output.count)
        return output.prefix(count) + (isLast ? [] : [1, 0, 0, 0xFF, 0xFF])
    }

    private static func inflatedByZlib(_ stream: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        let whole = [0x78, 1] + stream + FileEditing.bigEndian(FileEditing.adler32(bytes), 4)
        var output = [UInt8](repeating: 0, count: bytes.count + 1)
        let status = whole.withUnsafeBufferPointer {
            deflate_decompress(
                codec_bytes(start: $0.baseAddress, count: $0.count), Int64.max, &output, bytes.count)
        }
        return status == CODEC_OK ? output.dropLast() : []
    }

    private static func inflatedByLibdeflate(_ stream: [UInt8], count: Int) -> [UInt8] {
        let decompressor = libdeflate_alloc_decompressor()
        defer { libdeflate_free_decompressor(decompressor) }
        var output = [UInt8](repeating: 0, count: count + 1)
        var size = 0
        let result = libdeflate_deflate_decompress(decompressor, stream, stream.count, &output, count, &size)
        return result == LIBDEFLATE_SUCCESS ? Array(output.prefix(size)) : []
    }

    private static func inflatedByISAL(_ stream: [UInt8], count: Int) -> [UInt8] {
        let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
        defer { state.deallocate() }
        var (input, output) = (stream, [UInt8](repeating: 0, count: count + 1))
        let capacity = output.count
        isal_inflate_init(state)
        let size = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output -> Int in
                (state.pointee.next_in, state.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
                (state.pointee.next_out, state.pointee.avail_out) = (output.baseAddress, UInt32(capacity))
                return isal_inflate(state) == ISAL_DECOMP_OK ? Int(state.pointee.total_out) : 0
            }
        }
        return Array(output.prefix(size))
    }

    private static func isDecompressedByAll(
        _ bytes: [UInt8], _ effort: deflate_effort, isLast: Bool = true
    ) throws -> Bool {
        let stream = try encoded(bytes, effort, isLast: isLast)
        return inflatedByZlib(stream, bytes) == bytes && inflatedByLibdeflate(stream, count: bytes.count) == bytes
            && inflatedByISAL(stream, count: bytes.count) == bytes
    }

    /// Differences with a distribution like those of filtered rows: each further value is less frequent by a factor.
    private static func differences(_ count: Int, factor: Double, seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            let size = Int(log(Double.random(in: 1e-9..<1, using: &random)) / log(factor))
            return UInt8(truncatingIfNeeded: Bool.random(using: &random) ? size : -size)
        }
    }

    @Test(
        "writes blocks that three libraries decompress, whatever the distribution of the bytes",
        arguments: [DEFLATE_QUICK, DEFLATE_THOROUGH])
    func distributions(effort: deflate_effort) throws {
        for factor in [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99] {
            let bytes = Self.differences(200_000, factor: factor, seed: 3)
            #expect(try Self.isDecompressedByAll(bytes, effort), "\(factor)")
            #expect(try Self.isDecompressedByAll(bytes, effort, isLast: false), "\(factor)")
        }
    }

    @Test("writes blocks of any size", arguments: [DEFLATE_QUICK, DEFLATE_THOROUGH])
    func sizes(effort: deflate_effort) throws {
        let bytes = Self.differences(200_000, factor: 0.4, seed: 4)
        for count in Array(0...70) + [65_534, 65_535, 65_536, 65_551, 65_552, 131_070, 131_071, 196_605] {
            for isLast in [true, false] {
                #expect(try Self.isDecompressedByAll(Array(bytes.prefix(count)), effort, isLast: isLast), "\(count)")
            }
        }
    }

    @Test("writes matches at any distance and of any length", arguments: [DEFLATE_QUICK, DEFLATE_THOROUGH])
    func matches(effort: deflate_effort) throws {
        for distance in [1, 2, 3, 4, 5, 8, 9, 255, 4097, 32_767, 32_768, 32_769, 40_000] {
            let pattern = Self.differences(distance, factor: 0.97, seed: 5)
            let repeated = (0..<100_000).map { pattern[$0 % distance] }
            #expect(try Self.isDecompressedByAll(repeated, effort), "\(distance)")
            let size = try Self.encoded(repeated, effort).count
            // the quick search passes over some positions of a long pattern
            #expect(distance > 32_768 ? size > 50_000 : size < distance * 4 / 3 + 3000, "\(distance)")
        }
        var bytes: [UInt8] = []
        for length in 3...300 {
            bytes += Self.differences(20, factor: 0.97, seed: UInt64(length))
            bytes += bytes[(bytes.count / 2)...].prefix(length)
        }
        #expect(try Self.isDecompressedByAll(bytes, effort))
    }

    @Test("writes codes of up to 15 bits", arguments: [DEFLATE_QUICK, DEFLATE_THOROUGH])
    func skewedCounts(effort: deflate_effort) throws {
        // the frequencies are Fibonacci's numbers, which make the deepest trees
        var (bytes, last, count) = ([UInt8](), 1, 1)
        for value in 0..<22 {
            bytes += [UInt8](repeating: UInt8(value * 11), count: count)
            (last, count) = (count, count + last)
        }
        var random = SplitMix64(seed: 6)
        bytes.shuffle(using: &random)
        #expect(try Self.isDecompressedByAll(bytes, effort))
    }

    @Test("stores bytes that cannot be compressed", arguments: [DEFLATE_QUICK, DEFLATE_THOROUGH])
    func noise(effort: deflate_effort) throws {
        var random = SplitMix64(seed: 7)
        let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(try Self.isDecompressedByAll(bytes, effort))
        #expect(try Self.encoded(bytes, effort).count <= bytes.count + 5 * 6)
    }

    @Test(
        "needs about as many bits as the information of bytes without matches",
        arguments: [DEFLATE_QUICK, DEFLATE_THOROUGH])
    func size(effort: deflate_effort) throws {
        for factor in [0.6, 0.8, 0.9] {
            let bytes = Self.differences(500_000, factor: factor, seed: 8)
            var counts = [Double](repeating: 0, count: 256)
            for byte in bytes { counts[Int(byte)] += 1 }
            let bits = counts.reduce(0) { $0 - ($1 > 0 ? $1 * log2($1 / Double(bytes.count)) : 0) }
            let size = try Self.encoded(bytes, effort).count
            #expect(Double(8 * size) < 1.03 * bits, "\(factor)")
        }
    }

    @Test("the encoder can be reused, with the same output", arguments: [DEFLATE_QUICK, DEFLATE_THOROUGH])
    func reuse(effort: deflate_effort) throws {
        let (first, second) = (
            Self.differences(150_000, factor: 0.5, seed: 9), Self.differences(90_000, factor: 0.8, seed: 10)
        )
        let encoder = try #require(deflate_encoder_open(effort))
        defer { deflate_encoder_close(encoder) }
        var output = [UInt8](repeating: 0, count: deflate_encoder_bound(first.count))
        for bytes in [first, second, first, second] {
            let count = deflate_encoder_encode(encoder, bytes, bytes.count, true, &output)
            #expect(try Array(output.prefix(count)) == Self.encoded(bytes, effort))
        }
    }
}
