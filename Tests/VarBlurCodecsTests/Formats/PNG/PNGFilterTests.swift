import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Row filters of PNG files")
struct PNGFilterTests {
    /// All formats that PNG files can store.
    private static let formats = PixelFormat.all.filter {
        [.gray, .grayAlpha, .rgb, .rgba].contains($0.channels) && $0.alpha == .straight
    }

    /// A PNG file in which each row has the filter type that a function selects.
    ///
    /// The filters follow section 9 of the PNG specification, one byte at a time.
    private static func file(_ image: borrowing PixelBuffer, filterType: (Int) -> Int) throws -> [UInt8] {
        let sampleBytes = image.format.depth.byteCount
        let pixelBytes = image.format.bytesPerPixel
        var above = [Int](repeating: 0, count: image.width * pixelBytes)
        var filtered: [UInt8] = []
        for y in 0..<image.height {
            var row: [Int] = []
            for x in 0..<image.width {
                for channel in 0..<image.format.channels.count {
                    row += FileEditing.bigEndian(image[x, y, channel], sampleBytes).map(Int.init)
                }
            }
            let type = filterType(y)
            filtered.append(UInt8(type))
            for i in row.indices {
                let (a, c) = i < pixelBytes ? (0, 0) : (row[i - pixelBytes], above[i - pixelBytes])
                let prediction = [0, a, above[i], (a + above[i]) / 2, paeth(a, above[i], c)]
                filtered.append(UInt8(truncatingIfNeeded: row[i] - (type < 5 ? prediction[type] : 0)))
            }
            above = row
        }
        return try FileEditing.replacingPixelData(
            of: image.encoded(.png), with: FileEditing.storedZlibStream(filtered), chunkSize: 1000)
    }

    private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
        let p = a + b - c
        let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
        return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    }

    /// Slow changes with some noise, so that every branch of the predictors is taken, or noise.
    private static func image(_ size: Size, _ format: PixelFormat, isSmooth: Bool, _ seed: UInt64) throws -> PixelBuffer
    {
        var random = SplitMix64(seed: seed)
        let fullScale = Int(format.depth.fullScale)
        guard isSmooth else { return try PixelBuffer.noise(size, format, seed: seed) }
        return try PixelBuffer.make(size, format) { x, y, channel in
            let step = format.depth == .eight ? 3 : 700
            return (x * step + y * 5 + channel * 77 + Int.random(in: 0...step, using: &random)) % (fullScale + 1)
        }
    }

    @Test(
        "every sequence of filters is reversed, in every format and for every small size",
        arguments: formats)
    func sequences(format: PixelFormat) throws {
        var random = SplitMix64(seed: 7)
        for width in [1, 2, 3, 4, 5, 8, 33] {
            for height in 1...9 {
                for isSmooth in [false, true] {
                    let image = try Self.image(
                        Size(width, height), format, isSmooth: isSmooth, UInt64(width * 10 + height))
                    let file = try Self.file(image) { _ in Int.random(in: 0...4, using: &random) }
                    #expect(try PixelBuffer.decoded(file).sampleValues() == image.sampleValues(), "\(width)×\(height)")
                }
            }
        }
    }

    @Test(
        "many rows are reversed, in every format",
        arguments: formats)
    func manyRows(format: PixelFormat) throws {
        var random = SplitMix64(seed: 8)
        let image = try Self.image(Size(2, 2500), format, isSmooth: true, 9)
        let file = try Self.file(image) { _ in Int.random(in: 0...4, using: &random) }
        #expect(try PixelBuffer.decoded(file).sampleValues() == image.sampleValues())
    }

    @Test(
        "long rows are reversed, up to and beyond the length that libpng decodes",
        arguments: [Size(150_000, 9), Size(1 << 22, 2), Size(1 << 22 | 1, 2)])
    func longRows(size: Size) throws {
        let image = try PixelBuffer.make(size, PixelFormat(.gray)) { x, y, _ in (x * 3 + y * 5 + x * x % 7) % 256 }
        let file = try Self.file(image) { $0 % 2 + 3 }
        var limits = ImageLimits()
        limits.side = size.width
        #expect(try PixelBuffer.decoded(file, limits: limits).sampleValues() == image.sampleValues())
    }

    @Test("every row after an invalid filter type fails", arguments: [0, 1500, 2499])
    func rowsAfterDamage(row: Int) throws {
        let image = try PixelBuffer.noise(Size(2, 2500))
        let file = try Self.file(image) { $0 == row ? 7 : 4 }
        var decoder = try ImageDecoder(file.span.bytes)
        var bytes = [UInt8](repeating: 0, count: 6)
        var succeeded: [Bool] = []
        for _ in 0..<image.height {
            var span = bytes.mutableSpan
            var row = span.mutableBytes
            succeeded.append((try? decoder.readRow(into: &row)) != nil)
        }
        let first = try #require(succeeded.firstIndex(of: false))
        #expect(first <= row)
        #expect(!succeeded[first...].contains(true))
    }

    @Test("an invalid filter type is damage, in each row of a group", arguments: 0..<7)
    func invalid(row: Int) throws {
        let image = try PixelBuffer.noise(Size(11, 7))
        for type in [5, 64, 255] {
            let file = try Self.file(image) { $0 == row ? type : 1 }
            let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file) }
            #expect(error?.code == .damaged)
            #expect(error?.cause.contains("filter") == true)
        }
    }

    @Test("pixels that end early are damage")
    func short() throws {
        let image = try PixelBuffer.noise(Size(11, 7))
        for missing in [1, 5, 34, 35, 34 * 7] {
            let rows = (0..<7).flatMap { _ in [UInt8](repeating: 0, count: 34) }
            let stream = FileEditing.storedZlibStream(rows.dropLast(missing))
            let file = try FileEditing.replacingPixelData(of: image.encoded(.png), with: stream, chunkSize: 1000)
            let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file) }
            #expect(error?.cause == "the PNG file is damaged: not enough image data")
        }
    }
}
