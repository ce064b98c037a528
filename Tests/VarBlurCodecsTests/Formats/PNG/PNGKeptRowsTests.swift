import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

@Suite("Compressed rows of a PNG file that are not blurred")
struct PNGKeptRowsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Blurs a file from one side, and returns the output.
    private func blurred(
        _ file: [UInt8], _ direction: BlurDirection = .top, offset: Double = 0.6, allowsDamage: Bool = false,
        compression: PNGCompression = .default
    ) throws -> [UInt8] {
        var job = BlurJob(radius: 4)
        (job.blur.direction, job.blur.startOffset, job.existing) = (direction, offset, .replace)
        job.limits.allowsDamage = allowsDamage
        job.output.pngCompression = compression
        return try job.run(file, in: directory, "in.png", to: "out.png").file
    }

    /// The pixels of an output whose rows are all encoded again.
    private func expected(_ file: [UInt8], _ direction: BlurDirection = .top, offset: Double = 0.6) throws -> [UInt8] {
        try Self.pixels(blurred(file, direction, offset: offset, allowsDamage: true))
    }

    /// The decoded pixels of a file.
    private static func pixels(_ file: [UInt8]) throws -> [UInt8] {
        let image = try PixelBuffer.decoded(file)
        return image.bytes.withUnsafeBytes { [UInt8]($0) }
    }

    @Test("are kept above and below a blurred area")
    func areas() throws {
        let image = try TestContent.natural.image(Size(400, 600))
        let file = try image.encoded(.png)
        var job = BlurJob()
        job.blur.directions = []
        job.blur.areas = [try BlurArea("area-blur(xywh(100px 250px 90px 60px), 6px, feather 4px)")]
        let output = try job.run(from: .bytes(file)).bytes
        let count = FileEditing.pixelData(of: file).count
        let result = try PixelBuffer.decoded(output)
        #expect(commonStart(file, output) > count / 3 && commonEnd(file, output) > count / 3)
        let wrong = result.exceptions { x, y, channel in
            (96..<194).contains(x) && (246..<314).contains(y) || result[x, y, channel] == image[x, y, channel]
        }
        #expect(wrong == nil && result[140, 280, 1] != image[140, 280, 1])
    }

    /// The number of compressed bytes that two files have in common at their end, without the checksum.
    private func commonEnd(_ file: [UInt8], _ other: [UInt8]) -> Int {
        let (first, second) = (FileEditing.pixelData(of: file), FileEditing.pixelData(of: other))
        var count = 0
        while count + 4 < min(first.count, second.count),
            first[first.count - 5 - count] == second[second.count - 5 - count]
        {
            count += 1
        }
        return count
    }

    /// The number of compressed bytes that two files have in common at their start, after the header of the stream.
    private func commonStart(_ file: [UInt8], _ other: [UInt8]) -> Int {
        let (first, second) = (FileEditing.pixelData(of: file), FileEditing.pixelData(of: other))
        var count = 2
        while count < min(first.count, second.count), first[count] == second[count] { count += 1 }
        return count
    }

    /// An image of which 0.6 are large enough to be kept.
    private static func image(_ format: PixelFormat = PixelFormat(.rgb), _ content: TestContent = .natural) throws
        -> PixelBuffer
    {
        let height = 700_000 / (300 * format.bytesPerPixel)
        return try content.image(Size(300, height), format)
    }

    @Test("keep their compressed data, in every pixel format", arguments: [SampleDepth.eight, .sixteen])
    func formats(depth: SampleDepth) throws {
        for channels in [ChannelLayout.gray, .grayAlpha, .rgb, .rgba] {
            let file = try Self.image(PixelFormat(channels, depth)).encoded(.png)
            let count = FileEditing.pixelData(of: file).count
            for direction in [BlurDirection.top, .bottom] {
                // the input has the default compression
                let result = try blurred(file, direction, compression: .fast)
                #expect(try Self.pixels(result) == expected(file, direction))
                let common = direction == .top ? commonEnd : commonStart
                #expect(Double(common(file, result)) > 0.4 * Double(count), "\(channels) \(direction)")
                // rows that are encoded again have other bytes
                let other = try blurred(file, direction, allowsDamage: true, compression: .fast)
                #expect(common(file, other) < 100, "\(channels) \(direction)")
            }
        }
    }

    @Test(
        "keep their compressed data, whatever compressed it",
        arguments: [TestContent.natural, .whiteNoise])
    func compressors(content: TestContent) throws {
        let file = try Self.image(PixelFormat(.rgb), content).encoded(.png)
        let pixels = [BlurDirection.top: try expected(file), .bottom: try expected(file, .bottom)]
        var keptCount = 0
        for (index, variant) in try CompressedVariants(of: file, in: directory).files.enumerated() {
            for direction in [BlurDirection.top, .bottom] {
                // the fast compression keeps every stream, however long it is
                let result = try blurred(variant, direction, compression: .fast)
                #expect(try Self.pixels(result) == pixels[direction], "\(content) \(index)")
                let pngcheck = try #require(Program(named: "pngcheck"))
                #expect(try pngcheck.run(["-q", directory.path("out.png")]).status == 0, "\(content) \(index)")
                let common = direction == .top ? commonEnd(variant, result) : commonStart(variant, result)
                if common > FileEditing.pixelData(of: variant).count / 20 { keptCount += 1 }
            }
        }
        #expect(keptCount == 50)
    }

    @Test("are compressed again if they are compressed much worse than the output should be")
    func wastefulCompression() throws {
        let file = try Self.image().encoded(.png)
        let stored = try #require(try CompressedVariants(of: file, in: directory).files.first)
        for direction in [BlurDirection.top, .bottom] {
            #expect(try blurred(stored, direction, compression: .fast).count > stored.count / 2)
            for compression in [PNGCompression.default, .small] {
                let result = try blurred(stored, direction, compression: compression)
                let own = try blurred(stored, direction, allowsDamage: true, compression: compression)
                #expect(FileEditing.pixelData(of: result) == FileEditing.pixelData(of: own))
            }
        }
    }

    @Test("may be the whole image")
    func wholeImage() throws {
        let file = try Self.image().encoded(.png)
        let job = BlurJob(radius: 0) { $0.existing = .replace }
        let result = try job.run(file, in: directory, "in.png", to: "out.png").file
        #expect(FileEditing.pixelData(of: result) == FileEditing.pixelData(of: file))
    }

    @Test("may be between changed rows")
    func severalRanges() throws {
        let (size, format) = (Size(300, 1600), PixelFormat(.rgb))
        let image = try TestContent.natural.image(size)
        let file = try image.encoded(.png)
        for ranges in [[40..<400, 401..<900, 1000..<1600], [0..<350, 351..<1599], [7..<1593]] {
            let changed = try PixelBuffer.make(size, format) { x, y, channel in
                let isKept = ranges.contains { $0.contains(y) }
                return isKept ? image[x, y, channel] : 255 - image[x, y, channel]
            }
            let contents = try FileContents(capacity: file.count)
            _ = try contents.append(upTo: file.count) { free throws(ImageError) in
                free.copyBytes(from: file)
                return file.count
            }
            let reader = try PNGRowReader(contents, JobContext(ImageLimits()))
            let plan = EncodingPlan(width: size.width, height: size.height, pixelFormat: format, encoding: .png)
            let kept = try #require(reader.keep(ranges, for: plan, nil))
            let row = UnsafeMutableRawBufferPointer.allocate(byteCount: 900, alignment: 16)
            defer { row.deallocate() }
            for _ in 0..<size.height { try reader.readRow(into: row) }
            try reader.finish()
            let sink = MemorySink()
            var encoder = ImageEncoder(plan, try PNGRowWriter(plan, digest: nil, keeping: kept, to: sink), to: sink)
            for y in 0..<size.height {
                try encoder.writeRow(changed.bytes.extracting(y * 900..<(y + 1) * 900))
            }
            try encoder.finish()
            #expect(try Self.pixels(sink.bytes) == changed.bytes.withUnsafeBytes { [UInt8]($0) })
        }
    }

    @Test("are encoded again if bytes follow the compressed data", arguments: [1, 2, 5, 8])
    func extraData(count: Int) throws {
        let file = try Self.image().encoded(.png)
        let stream = FileEditing.pixelData(of: file)
        let pixels = [BlurDirection.top: try expected(file), .bottom: try expected(file, .bottom)]
        for extra in [[UInt8](repeating: 0, count: count), (0..<count).map { stream[stream.count - 4 + $0 % 4] }] {
            for chunkSize in [1 << 20, stream.count, stream.count - 3] {
                let longer = FileEditing.replacingPixelData(of: file, with: stream + extra, chunkSize: chunkSize)
                for direction in [BlurDirection.top, .bottom] {
                    let result = try blurred(longer, direction)
                    #expect(try Self.pixels(result) == pixels[direction])
                    let pngcheck = try #require(Program(named: "pngcheck"))
                    #expect(try pngcheck.run(["-q", directory.path("out.png")]).status == 0, "\(result.count)")
                }
            }
        }
    }

    @Test("are not kept with damage that decoding detects")
    func damage() throws {
        let file = try Self.image().encoded(.png)
        let stream = FileEditing.pixelData(of: file)
        var random = SplitMix64(seed: 5)
        var (accepted, rejected) = (0, 0)
        for number in 0..<60 {
            var damaged = stream
            let index = Int.random(in: damaged.indices, using: &random)
            if number % 5 == 0 { damaged.removeSubrange(index...) } else { damaged[index] ^= 1 << UInt8(number % 8) }
            // the checksums of the chunks are right
            let variant = FileEditing.replacingPixelData(of: file, with: damaged, chunkSize: 8192)
            let pixels = try? Self.pixels(variant)
            let direction = number % 2 == 0 ? BlurDirection.top : .bottom
            let result = try? blurred(variant, direction)
            #expect((result != nil) == (pixels != nil), "byte \(index)")
            if let result {
                #expect(try Self.pixels(result) == expected(variant, direction))
                accepted += 1
            } else {
                rejected += 1
            }
        }
        #expect(rejected > 40 && accepted < 20)
    }

    @Test("of files in other formats than that of the output are encoded again")
    func otherFormats() throws {
        for (type, depth, hasTransparency) in [(3, 8, false), (0, 4, false), (2, 8, true), (0, 8, true)] {
            let plain = PlainPNG(
                Size(400, 1200), colorType: type, bitDepth: depth, isInterlaced: false, hasTransparency: hasTransparency
            )
            let file = plain.file()
            for direction in [BlurDirection.top, .bottom] {
                #expect(try Self.pixels(blurred(file, direction)) == expected(file, direction))
            }
        }
    }
}
