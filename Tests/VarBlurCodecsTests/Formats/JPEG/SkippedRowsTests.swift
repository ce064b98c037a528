import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

@Suite("Skipped rows of JPEG files")
struct SkippedRowsTests {
    /// The rows of a file from one on, and how many rows above it the decoder has skipped.
    private static func rows(_ file: [UInt8], from first: Int, skips: Bool) throws -> (rows: [[UInt8]], skipped: Int) {
        let reader = try JPEGReader(FileContents.copy(of: file), JobContext(ImageLimits()))
        let skipped = skips ? try reader.skip(rowsBefore: first) : 0
        let row = try Slice(
            SliceLayout(width: reader.header.width, height: 1, format: reader.header.pixelFormat))
        var rows: [[UInt8]] = []
        for number in skipped..<reader.header.height {
            try reader.readRow(into: row.row(0, 0))
            if number >= first { rows.append(Array(row.row(0, 0))) }
        }
        try reader.finish()
        return (rows, skipped)
    }

    @Test("leave the pixels of the others as they are", arguments: FramedPlaneTests.styles.keys.sorted())
    func pixels(style: String) throws {
        var random = SplitMix64(seed: 7)
        for isProgressive in [false, true] {
            var style = try #require(FramedPlaneTests.styles[style])
            style.isProgressive = isProgressive
            let formats: [Int: ChannelLayout] = [1: .gray, 4: .cmyk]
            let format = PixelFormat(formats[style.sampling.count] ?? .rgb)
            for _ in 0..<6 {
                let size = Size(Int.random(in: 17...90, using: &random), Int.random(in: 100...230, using: &random))
                let file = try PixelBuffer.noise(size, format).encoded(.jpeg(style, quality: 90))
                let first = Int.random(in: 0..<size.height, using: &random)
                let (seen, skipped) = try Self.rows(file, from: first, skips: true)
                #expect(seen == (try Self.rows(file, from: first, skips: false).rows), "\(size) from \(first)")
                #expect(skipped <= first && (skipped > 0) == (!isProgressive && first >= 64))
            }
        }
    }
}
