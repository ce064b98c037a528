import CImageCodecs
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Damaged pixels of PNG files, if damage is allowed")
struct PNGToleratedDamageTests {
    /// The rows of a file from a decoder that tolerates damage from the first row on; missing ones are filled.
    private static func expected(_ file: [UInt8], _ context: JobContext, _ header: ImageHeader) throws -> [UInt8] {
        let contents = try FileContents(file)
        let pieces = try PNGStructure(contents, context).pieces.map { contents.codecBytes($0) }
        let reader = try #require(png_reader_open(pieces, pieces.count, codec_limits(context)))
        defer { png_reader_close(reader) }
        var info = png_image_info()
        #expect(png_reader_start(reader, &info) == CODEC_OK)
        let rowBytes = header.width * header.pixelFormat.bytesPerPixel
        var row = [UInt8](repeating: 0, count: rowBytes)
        return (0..<header.height).flatMap { index in
            row.withUnsafeMutableBytes { bytes in
                let start = bytes.bindMemory(to: UInt8.self).baseAddress
                if png_reader_next_row(reader, start) == CODEC_OK { return }
                if !png_reader_salvage_row(reader, UInt32(index), start) { header.pixelFormat.fillMissing(bytes) }
            }
            return row
        }
    }

    @Test("have the rows of the decoder that tolerates it, and a message", arguments: [false, true], [2, 3])
    func rows(isInterlaced: Bool, colorType: Int) throws {
        let plain = PlainPNG(
            Size(60, 90), colorType: colorType, bitDepth: colorType == 2 ? 8 : 4, isInterlaced: isInterlaced,
            hasTransparency: false)
        let whole = FileEditing.dividingPixelData(into: [500, 700, 900], of: plain.file())
        let start = try #require(whole.indices.first { whole[$0...].starts(with: Array("IDAT".utf8)) })
        var context = JobContext(ImageLimits())
        context.limits.allowsDamage = true
        var random = SplitMix64(seed: 5)
        var damagedCount = 0
        for _ in 0..<150 {
            let file = FileEditing.damaging(whole, from: start, &random)
            guard let reader = try? PNGRowReader(FileContents(file), context) else { continue }
            var pixels: [UInt8] = [],
                row = [UInt8](repeating: 0, count: reader.header.width * reader.header.pixelFormat.bytesPerPixel)
            for _ in 0..<reader.header.height {
                try row.withUnsafeMutableBytes { try reader.readRow(into: $0) }
                pixels += row
            }
            try reader.finish()
            #expect(try pixels == Self.expected(file, context, reader.header))
            #expect(reader.damage != nil || file == whole)
            damagedCount += reader.damage == nil ? 0 : 1
        }
        #expect(damagedCount > 100)
    }

    @Test("have all rows that are there, wherever the file ends, also without the checksum", arguments: [false, true])
    func cuts(isInterlaced: Bool) throws {
        var limits = ImageLimits()
        limits.allowsDamage = true
        for (colorType, bitDepth) in [(0, 1), (0, 8), (2, 8), (2, 16), (3, 4), (4, 8), (6, 16)] {
            let height = 19
            let file = PlainPNG(
                Size(23, height), colorType: colorType, bitDepth: bitDepth, isInterlaced: isInterlaced,
                hasTransparency: false
            ).file()
            let whole = try PixelBuffer.decoded(file).sampleValues()
            // rows are stored as they are, between the head of their block and the checksum
            let stream = FileEditing.pixelData(of: file)
            let filteredCount = stream.count - 7 - 4
            let start = try #require(file.indices.first { file[$0...].starts(with: stream) })
            for count in stream.count - 40...stream.count {
                let cut = Array(file[..<(start + count)])
                var decoder = try ImageDecoder(cut.span.bytes, limits: limits)
                let pixels = try decoder.readImage().sampleValues()
                let isComplete = count - 7 >= filteredCount
                guard isComplete || !isInterlaced else { continue }
                let rowCount = min(count - 7, filteredCount) / (filteredCount / height)
                let kept = whole.count / height * (isInterlaced ? height : rowCount)
                #expect(pixels.prefix(kept) == whole.prefix(kept), "\(colorType) \(bitDepth) \(stream.count - count)")
                let report = try BlurJob(radius: 0, format: .png) { $0.limits = limits }.run(from: .bytes(cut))
                let tellsLoss = !report.notices.contains { $0.contains("; no pixels are missing: ") }
                #expect(report.isDamaged && tellsLoss != isComplete, "\(colorType) \(bitDepth): \(report.notices)")
            }
        }
    }
}
