import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("All kinds of PNG files")
struct PNGKindTests {
    private static let kinds = [
        (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16),
        (6, 8),
        (6, 16),
    ]

    @Test("decode to the same pixels as with another decoder", arguments: kinds)
    func kind(colorType: Int, bitDepth: Int) throws {
        let directory = try TemporaryDirectory()
        var (paths, expected): ([String], [[UInt16]]) = ([], [])
        for isInterlaced in [false, true] {
            for hasTransparency in colorType < 4 ? [false, true] : [false] {
                for size in [Size(1, 1), Size(3, 2), Size(33, 19)] {
                    let png = PlainPNG(
                        size, colorType: colorType, bitDepth: bitDepth, isInterlaced: isInterlaced,
                        hasTransparency: hasTransparency)
                    let file = png.file()
                    let image = try PixelBuffer.decoded(file)
                    let hasAlpha = hasTransparency || colorType >= 4
                    #expect(image.format.channels.hasAlpha == hasAlpha)
                    #expect(image.format.depth == (bitDepth == 16 ? .sixteen : .eight))
                    #expect((image.format.channels.count <= 2) == (colorType == 0 || colorType == 4))
                    paths.append(directory.path("\(paths.count).png"))
                    try Data(file).write(to: URL(fileURLWithPath: paths[paths.count - 1]))
                    expected.append(image.widened(isPNG: true))
                }
            }
        }
        for (other, ours) in zip(try ReferenceImage.decode(paths), expected) { #expect(other?.samples == ours) }
    }

    @Test("are read completely if the pixel data fills whole stored blocks")
    func wholeBlocks() throws {
        for rows in [256, 257, 258, 514, 771] {
            for width in [253, 254, 255, 510] {
                let flat = try PixelBuffer.make(Size(width, rows), PixelFormat(.gray)) { _, _, _ in 77 }
                for compression in PNGCompression.allCases {
                    let file = try flat.encoded(.png, compression: compression)
                    #expect(try PixelBuffer.decoded(file).sampleValues() == flat.sampleValues(), "\(width)×\(rows)")
                    // libpng adds alpha to each row
                    let transparent = FileEditing.addingPNGChunk("tRNS", [0, 5], to: file)
                    let expanded = try PixelBuffer.decoded(transparent).sampleValues()
                    #expect(expanded == flat.sampleValues().flatMap { [$0, 255] }, "\(width)×\(rows), transparent")
                }
            }
        }
    }

    @Test("are smaller with more effort, sharp or blurred")
    func efforts() throws {
        var path = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { path.deleteLastPathComponent() }
        let sharp = try PixelBuffer.decoded([UInt8](Data(contentsOf: path.appending(path: "images/landscape.jpg"))))
        for (maximumRadius, most) in [(0.0, 0.95), (20, 0.97)] {
            var image = try sharp.copy()
            try ProgressiveBlur(maximumRadius: maximumRadius).blur(&image)
            let counts = try [PNGCompression.fast, .default, .small].map {
                try image.encoded(.png, compression: $0).count
            }
            #expect(counts[1] < counts[0] && Double(counts[2]) < most * Double(counts[1]), "\(counts)")
        }
    }

    @Test("fail at a damaged row, and at every row after it", arguments: [2, 3], [false, true])
    func damagedRows(colorType: Int, isInterlaced: Bool) throws {
        let png = PlainPNG(
            Size(40, 30), colorType: colorType, bitDepth: 8, isInterlaced: isInterlaced, hasTransparency: false)
        var file = png.file()
        // An invalid filter type for the first row, with correct checksums.
        let start = file.count - 12 - 4 - 4 - png.filteredCount
        file[start] = 200
        let sum = FileEditing.adler32(Array(file[start..<start + png.filteredCount]))
        file.replaceSubrange(
            start + png.filteredCount..<start + png.filteredCount + 4, with: FileEditing.bigEndian(sum, 4))
        let contents = Array(file[(start - 11)..<(file.count - 16)])
        file.replaceSubrange(
            (file.count - 16)..<(file.count - 12), with: FileEditing.bigEndian(Int(FileEditing.crc32(contents)), 4))
        var decoder = try ImageDecoder(file.span.bytes)
        var row = [UInt8](repeating: 0, count: 120)
        for _ in 0..<3 {
            var failed = false
            do {
                var span = row.mutableSpan
                var bytes = span.mutableBytes
                try decoder.readRow(into: &bytes)
            } catch {
                failed = error.code == .damaged
            }
            #expect(failed)
        }
    }
}

extension PlainPNG {
    /// The number of filtered bytes of all rows.
    fileprivate var filteredCount: Int {
        let pixelBytes = colorType == 3 ? 1 : 3
        guard isInterlaced else { return height * (1 + pixelBytes * width) }
        let adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return adam7.reduce(0) { sum, pass in
            let columns = (width - pass.0 + pass.2 - 1) / pass.2
            let rows = (height - pass.1 + pass.3 - 1) / pass.3
            return sum + rows * (1 + pixelBytes * columns)
        }
    }
}
