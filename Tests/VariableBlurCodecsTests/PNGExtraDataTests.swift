import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

/// libpng ignores compressed data after the last row, and warns.
@Suite("Data after the pixels of PNG files")
struct PNGExtraDataTests {
    /// Images of which the compressed data fits into one block, and into several.
    private static let sizes = [Size(12, 9), Size(200, 150)]
    private static let counts = [1, 100, 70_000]

    /// The rows of an image without filters, and a file with other compressed data.
    private static func file(
        _ size: Size, extra count: Int
    ) throws -> (image: PixelBuffer, file: [UInt8], data: [UInt8]) {
        let image = try PixelBuffer.noise(size)
        var rows: [UInt8] = []
        for y in 0..<size.height {
            rows.append(0)
            for x in 0..<size.width { rows += (0..<3).map { UInt8(image[x, y, $0]) } }
        }
        let data = FileEditing.storedZlibStream(rows + [UInt8](repeating: 9, count: count))
        return (image, try image.encoded(.png), data)
    }

    private static func replacing(_ file: [UInt8], with data: [UInt8]) throws -> PixelBuffer {
        try PixelBuffer.decoded(FileEditing.replacingPixelData(of: file, with: data, chunkSize: 50_000))
    }

    @Test("is ignored", arguments: sizes, [0] + counts)
    func valid(size: Size, count: Int) throws {
        let (image, file, data) = try Self.file(size, extra: count)
        #expect(try Self.replacing(file, with: data).sampleValues() == image.sampleValues())
    }

    @Test("is damage if the checksum is wrong, or if the end is missing", arguments: sizes, [0] + counts)
    func invalid(size: Size, count: Int) throws {
        let (_, file, data) = try Self.file(size, extra: count)
        for damaged in [data.dropLast() + [~data[data.count - 1]], data.dropLast(4), data.dropLast(5)] {
            let error = #expect(throws: ImageError.self) { try Self.replacing(file, with: Array(damaged)) }
            #expect(error?.code == .damaged)
        }
    }

    @Test("is damage if it is longer than the pixels by more than 1 MiB", arguments: sizes)
    func long(size: Size) throws {
        let (_, file, data) = try Self.file(size, extra: 2 << 20)
        let error = #expect(throws: ImageError.self) { try Self.replacing(file, with: data) }
        #expect(error?.code == .damaged)
    }
}
