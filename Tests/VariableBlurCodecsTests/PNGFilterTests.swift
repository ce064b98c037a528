import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

@Suite("Row filters of PNG files")
struct PNGFilterTests {
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
        arguments: PixelFormat.all.filter {
            [.gray, .grayAlpha, .rgb, .rgba].contains($0.channels) && $0.alpha == .straight
        })
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
        "rows are decoded where they are many, long, or too long for the memory of several",
        arguments: [
            Size(3, 20_000), Size(50_000, 9), Size(1_400_000, 3),
        ])
    func sizes(size: Size) throws {
        let image = try PixelBuffer.make(size) { x, y, channel in (x * 3 + y * 5 + channel * 70 + x * x % 7) % 256 }
        let file = try Self.file(image) { $0 % 5 }
        var limits = ImageLimits()
        limits.side = max(size.width, size.height)
        #expect(try PixelBuffer.decoded(file, limits: limits).sampleValues() == image.sampleValues())
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
            let stream = FileEditing.storedZlibStream(Array(rows.dropLast(missing)))
            let file = try FileEditing.replacingPixelData(of: image.encoded(.png), with: stream, chunkSize: 1000)
            let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file) }
            #expect(error?.code == .damaged)
        }
    }
}
