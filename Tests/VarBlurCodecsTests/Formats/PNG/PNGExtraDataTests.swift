import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// Compressed data after the last row is ignored with a warning, whether or not libpng decodes the rows.
@Suite("Data after the pixels of PNG files")
struct PNGExtraDataTests {
    /// Images of which the compressed data fits into one block, and into several.
    private static let sizes = [Size(12, 9), Size(200, 150)]
    private static let counts = [1, 100, 70_000]

    /// A file whose rows are decoded without libpng, and one with a transparent color.
    private let files: [[UInt8]]
    /// The rows of the image without filters, as a file contains them.
    private let rows: [UInt8]

    private init(_ size: Size) throws {
        let image = try PixelBuffer.noise(size)
        let file = try image.encoded(.png)
        files = [file, FileEditing.addingPNGChunk("tRNS", [0, 1, 0, 2, 0, 3], to: file)]
        rows = (0..<size.height).flatMap { y in
            [0] + (0..<size.width).flatMap { x in (0..<3).map { UInt8(image[x, y, $0]) } }
        }
    }

    init() throws { try self.init(Self.sizes[0]) }

    /// A zlib stream with the rows and more bytes.
    private func stream(extra count: Int) -> [UInt8] {
        FileEditing.storedZlibStream(rows + [UInt8](repeating: 9, count: count))
    }

    /// Decodes a file with other compressed data.
    private func decoded(_ file: [UInt8], _ stream: [UInt8]) throws -> [Int] {
        try PixelBuffer.decoded(FileEditing.replacingPixelData(of: file, with: stream, chunkSize: 50_000))
            .sampleValues()
    }

    private func expectDamage(_ stream: [UInt8]) {
        for file in files {
            let error = #expect(throws: ImageError.self) { _ = try decoded(file, stream) }
            #expect(error?.code == .damaged)
        }
    }

    @Test("data after the pixels of a PNG file is ignored", arguments: sizes, [0] + counts)
    func valid(size: Size, count: Int) throws {
        let test = try Self(size)
        for file in test.files {
            #expect(try test.decoded(file, test.stream(extra: count)) == PixelBuffer.decoded(file).sampleValues())
        }
    }

    @Test("is damage if the checksum is wrong, or if the end is missing", arguments: sizes, [0] + counts)
    func invalid(size: Size, count: Int) throws {
        let test = try Self(size)
        let stream = test.stream(extra: count)
        test.expectDamage(stream.dropLast() + [~stream[stream.count - 1]])
        for missing in [4, 5] { test.expectDamage(stream.dropLast(missing)) }
    }

    @Test("is damage if it is longer than the pixels by more than their size and 1 MiB", arguments: sizes)
    func long(size: Size) throws {
        let test = try Self(size)
        test.expectDamage(test.stream(extra: 2 << 20))
    }
}
