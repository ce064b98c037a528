import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// A deflate block without contents takes ten bits, so a file can keep a decoder busy for minutes without a single pixel.
@Suite("PNG files with empty deflate blocks")
struct PNGEmptyBlockTests {
    /// A file with blocks of no bytes before its pixels: decoded without libpng, with libpng, and with interlacing.
    private static func file(_ size: Size, emptyCount: Int, colorType: Int, isInterlaced: Bool) -> [UInt8] {
        let plain = PlainPNG(
            size, colorType: colorType, bitDepth: 8, isInterlaced: isInterlaced, hasTransparency: colorType == 3
        ).file()
        let stream = FileEditing.pixelData(of: plain)
        // four blocks with fixed codes
        let four: [UInt8] = [0x02, 0x08, 0x20, 0x80, 0x00]
        var long = Array(stream.prefix(2))
        long.reserveCapacity(stream.count + 5 * emptyCount / 4)
        for _ in 0..<emptyCount / 4 { long += four }
        return FileEditing.replacingPixelData(of: plain, with: long + stream.dropFirst(2), chunkSize: 1 << 16)
    }

    private static let kinds = [(2, false), (3, false), (2, true)]

    private func reader(_ file: [UInt8], _ context: JobContext) throws -> PNGRowReader {
        let contents = try FileContents(capacity: file.count)
        _ = try unsafe contents.append(upTo: file.count) { free throws(ImageError) in
            unsafe free.copyBytes(from: file)
            return file.count
        }
        return try PNGRowReader(contents, context)
    }

    @Test("a few of them are decoded", arguments: kinds)
    func few(colorType: Int, isInterlaced: Bool) throws {
        let files = [0, 4000].map {
            Self.file(Size(60, 50), emptyCount: $0, colorType: colorType, isInterlaced: isInterlaced)
        }
        #expect(try PixelBuffer.decoded(files[0]).sampleValues() == PixelBuffer.decoded(files[1]).sampleValues())
    }

    @Test("many more than a stored image would need are damage", arguments: kinds)
    func many(colorType: Int, isInterlaced: Bool) throws {
        let file = Self.file(Size(60, 50), emptyCount: 2_000_000, colorType: colorType, isInterlaced: isInterlaced)
        let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file) }
        #expect(error?.code == .damaged)
        // also if the search for rows to keep comes across them first
        let job = BlurJob { $0.blur.startOffset = 0.9 }
        let blurred = #expect(throws: ImageError.self) { _ = try job.run(from: .bytes(file)) }
        #expect(blurred?.code == .damaged)
    }

    @Test("the deadline passes while they are skipped", arguments: kinds, [false, true])
    func deadline(kind: (Int, Bool), allowsDamage: Bool) throws {
        let file = Self.file(Size(1200, 900), emptyCount: 8_000_000, colorType: kind.0, isInterlaced: kind.1)
        var limits = ImageLimits()
        limits.allowsDamage = allowsDamage
        let context = JobContext(limits, deadline: Deadline(after: .milliseconds(20)))
        let error = #expect(throws: ImageError.self) {
            let reader = try reader(file, context)
            var row = [UInt8](repeating: 0, count: 1200 * 4)
            try unsafe row.withUnsafeMutableBytes { try unsafe reader.readRow(into: $0) }
        }
        #expect(error?.code == .timeout)
    }
}
