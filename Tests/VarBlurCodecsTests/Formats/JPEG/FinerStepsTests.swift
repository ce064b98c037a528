import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("JPEG without blocks where data is kept")
struct FinerStepsTests {
    private static let size = Size(640, 480)

    /// A photograph-like file with noise.
    private static func file(_ quality: Int, _ style: JPEGStyle = JPEGStyle(.yCbCr)) throws -> [UInt8] {
        let smooth = try TestContent.natural.image(size)
        let noise = try TestContent.whiteNoise.image(size)
        let image = try PixelBuffer.make(size, PixelFormat(.rgb)) { x, y, channel in
            (4 * smooth[x, y, channel] + noise[x, y, 0]) / 5
        }
        return try image.encoded(.jpeg(style, quality: quality))
    }

    /// A job that leaves the upper part of an image as it is.
    private static func job(_ smoothing: JPEGSmoothing, radius: Double = 12, offset: Double = 0.6) -> BlurJob {
        var job = BlurJob()
        job.output.jpegSmoothing = smoothing
        (job.blur.maximumRadius, job.blur.startOffset, job.blur.direction) = (.pixels(radius), offset, .bottom)
        return job
    }

    /// The mean absolute difference of luma across the borders of blocks, relative to that within blocks, in the lowest part of an image.
    private static func borderRatio(_ file: [UInt8]) throws -> Double {
        let image = try PixelBuffer.decoded(file)
        func luma(_ x: Int, _ y: Int) -> Int {
            (299 * image[x, y, 0] + 587 * image[x, y, 1] + 114 * image[x, y, 2] + 500) / 1000
        }
        var (borders, others) = ((sum: 0, count: 0), (sum: 0, count: 0))
        for y in image.height * 7 / 8..<image.height {
            for x in 1..<image.width {
                let step = abs(luma(x, y) - luma(x - 1, y))
                if x % 8 == 0 {
                    borders = (borders.sum + step, borders.count + 1)
                } else {
                    others = (others.sum + step, others.count + 1)
                }
            }
        }
        return Double(borders.sum) / Double(borders.count) / (Double(others.sum) / Double(others.count))
    }

    /// The indices of the MCU rows whose dequantized coefficients differ.
    private static func changedRows(_ before: [UInt8], _ after: [UInt8]) throws -> [Int] {
        let rows = (try StoredPlanes.coefficients(before), try StoredPlanes.coefficients(after))
        return rows.0.indices.filter { rows.0[$0] != rows.1[$0] }
    }

    /// Checks that a file gets finer steps, shows fewer blocks, keeps the values of its upper part, and becomes only a little longer.
    private static func check(_ file: [UInt8], radius: Double = 12, limit: Double, _ name: String) throws {
        let plain = try job(.off, radius: radius).run(from: .bytes(file))
        let smooth = try job(.auto, radius: radius).run(from: .bytes(file))
        #expect(plain.quantization == .input && smooth.quantization == .finer, "\(name)")
        let ratios = (plain: try borderRatio(plain.bytes), smooth: try borderRatio(smooth.bytes))
        #expect(ratios.smooth <= limit && ratios.smooth < 0.95 * ratios.plain, "\(name) \(ratios)")
        #expect(Double(smooth.bytes.count) <= 1.4 * Double(file.count), "\(name)")
        let changed = try changedRows(file, smooth.bytes)
        let count = try StoredPlanes.coefficients(file).count
        #expect(changed.allSatisfy { Double($0 + 1) > 0.6 * Double(count) } && changed.count > count / 3, "\(name)")
    }

    @Test("Blurred parts show hardly any blocks, and clear parts keep their values", arguments: [50, 60, 75, 85])
    func blocks(quality: Int) throws {
        for style in [JPEGStyle(.yCbCr), JPEGStyle(.yCbCr, isProgressive: true)] {
            try Self.check(Self.file(quality, style), limit: 2, "\(quality) \(style.isProgressive)")
        }
    }

    @Test(
        "Blurred parts of photographs show hardly any blocks", .enabled(if: Corpus.directory != nil),
        arguments: ["Landscape_1", "Portrait_1"], [50, 75, 85])
    func photographs(name: String, quality: Int) throws {
        let directory = try #require(Corpus.directory)
        let original = [UInt8](try Data(contentsOf: directory.appending(path: "exif-orientation/\(name).jpg")))
        let file = try PixelBuffer.decoded(original).encoded(.jpeg(JPEGStyle(.yCbCr), quality: quality))
        try Self.check(file, radius: 20, limit: 1.8, "\(name) \(quality)")
    }

    @Test("Steps at which no blocks are visible stay as they are")
    func fineSteps() throws {
        for quality in [90, 95] {
            let file = try Self.file(quality)
            let result = try Self.job(.auto).run(from: .bytes(file))
            #expect(try result.quantization == .input && result.bytes == Self.job(.off).run(from: .bytes(file)).bytes)
            #expect(try ImageHeader.of(file).jpegStyle?.quantization?.showsBlocks == false)
        }
        #expect(try ImageHeader.of(Self.file(85)).jpegStyle?.quantization?.showsBlocks == true)
    }

    @Test("Small areas are smooth as well, and a narrow blur is not")
    func areas() throws {
        let file = try Self.file(70)
        for (radius, expected) in [(9.0, OutputQuantization.finer), (3, .input)] {
            var job = Self.job(.auto)
            (job.blur.directions, job.blur.areas) = (
                [], [try BlurArea("area-blur(xywh(100px 80px 120px 90px), \(radius)px)")]
            )
            let result = try job.run(from: .bytes(file))
            #expect(result.quantization == expected)
            let changed = try Self.changedRows(file, result.bytes)
            #expect(changed.allSatisfy { (5...10).contains($0) } && changed.count > 3)
        }
    }

    @Test("The bytes do not depend on the number of threads", arguments: [false, true])
    func threads(isProgressive: Bool) throws {
        let file = try Self.file(70, JPEGStyle(.yCbCr, isProgressive: isProgressive))
        var job = Self.job(.auto)
        job.blur.execution.threadCount = 1
        let one = try job.run(from: .bytes(file))
        job.blur.execution.threadCount = 3
        #expect(try job.run(from: .bytes(file)).bytes == one.bytes && one.quantization == .finer)
    }

    @Test("Fewer frequencies get finer steps where the file would become too long, or none")
    func longFiles() throws {
        let tables = try #require(ImageHeader.of(Self.file(60)).jpegStyle?.quantization)
        /// The frequencies for an image of 1000×1000 pixels and 1.5 samples each.
        func frequencies(_ byteCount: Int, kept: Double, _ tables: JPEGQuantization) -> [SmoothFrequencies] {
            SmoothFrequencies.choices(
                for: tables, inputByteCount: byteCount, sampleCount: 1_500_000, keptFraction: kept,
                longest: byteCount * 7 / 5)
        }
        #expect(frequencies(100_000, kept: 0.6, tables) == [.ten, .six])
        #expect(frequencies(60_000, kept: 0.6, tables) == [.six, .three])
        #expect(frequencies(40_000, kept: 0.6, tables) == [.three])
        #expect(frequencies(30_000, kept: 0.6, tables).isEmpty)
        // nothing becomes longer where the steps stay as they are
        #expect(frequencies(75_000, kept: 0.6, tables.smooth).first == .ten)
    }

    @Test("Nothing is written of files that become too long")
    func limit() throws {
        let file = try Self.file(60)
        let original = try JPEGReader(FileContents.copy(of: file), JobContext(ImageLimits()))
        let style = try #require(original.header.jpegStyle)
        let plan = EncodingPlan(
            width: Self.size.width, height: Self.size.height, pixelFormat: PixelFormat(.rgb),
            encoding: .jpeg(style, quality: nil))
        let sink = MemorySink()
        func kept(keepsCodes: Bool) throws -> KeptMCUs {
            let kept = KeptMCUs(
                original, .memory, besides: [], finer: style.quantization?.smooth, keepsCodes: keepsCodes)
            try kept.read()
            #expect(kept.keepsCodes == keepsCodes)
            #expect { try kept.write([], plan, longest: file.count, to: sink) } throws: {
                ($0 as? ImageError)?.code == .fault && sink.bytes.isEmpty
            }
            return kept
        }
        let codes = try kept(keepsCodes: true)
        _ = try kept(keepsCodes: false)
        try codes.write([], plan, longest: 2 * file.count, to: sink)
        #expect(codes.keepsCodes)
        #expect(try Self.changedRows(file, sink.bytes).isEmpty && sink.bytes.count > file.count)
    }
}
