import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("JPEG without blocks")
struct JPEGSmoothingTests {
    private static let size = Size(640, 480)

    /// A photograph-like file of a quality.
    private static func file(_ quality: Int, _ style: JPEGStyle = JPEGStyle(.yCbCr)) throws -> [UInt8] {
        try TestContent.natural.image(size).encoded(.jpeg(style, quality: quality))
    }

    private func job(_ smoothing: JPEGSmoothing, radius: Double = 38, offset: Double = 0) -> BlurJob {
        BlurJob(radius: radius) { ($0.output.jpegSmoothing, $0.blur.startOffset) = (smoothing, offset) }
    }

    private func tables(_ file: [UInt8]) throws -> JPEGQuantization {
        try #require(ImageHeader.of(file).jpegStyle?.quantization)
    }

    @Test("The ten lowest frequencies get steps of at most 3 that divide the original ones")
    func divisors() throws {
        let table = (0..<64).map { UInt16(16 + $0) }
        let tables = try #require(JPEGQuantization(tables: [table, [UInt16](repeating: 1, count: 64)]))
        let smooth = tables.smooth
        for frequencies in SmoothFrequencies.allCases {
            let some = tables.smooth(frequencies)
            let changed = (0..<64).filter { some.tables[0][$0] != table[$0] }
            // all of these steps have a smaller divisor
            #expect(changed.count == frequencies.rawValue && changed.allSatisfy { $0 % 8 + $0 / 8 <= 3 })
            #expect(changed.allSatisfy { some.tables[0][$0] == smooth.tables[0][$0] })
        }
        #expect(smooth.tables[1] == tables.tables[1] && smooth.smooth == smooth)
        for index in 0..<64 {
            let (old, new) = (table[index], smooth.tables[0][index])
            let isLow = index % 8 + index / 8 <= 3
            #expect(isLow ? old % new == 0 && new == (old % 3 == 0 ? 3 : old % 2 == 0 ? 2 : 1) : new == old)
        }
        #expect(tables.transposed?.smooth == smooth.transposed)
    }

    /// The mean absolute second difference of luma, rounded to integers, next to the borders of blocks, in the blurred part.
    private func blockiness(_ image: borrowing PixelBuffer) -> Double {
        let rows = 0..<image.height * 4 / 5
        func luma(_ x: Int, _ y: Int) -> Int {
            (299 * image[x, y, 0] + 587 * image[x, y, 1] + 114 * image[x, y, 2] + 500) / 1000
        }
        var (sum, count) = (0, 0)
        for y in rows {
            for x in stride(from: 8, to: image.width - 8, by: 8) {
                for center in [x - 1, x] {
                    sum += abs(luma(center - 1, y) - 2 * luma(center, y) + luma(center + 1, y))
                    count += 1
                }
            }
        }
        return Double(sum) / Double(count)
    }

    @Test("Blurred parts show no blocks in files of less than 3 times the length", arguments: [50, 73, 85])
    func blocks(quality: Int) throws {
        let file = try Self.file(quality)
        let (smooth, plain) = (try job(.auto).output(of: file), try job(.off).output(of: file))
        var png = job(.off)
        png.output.format = .png
        let exact = blockiness(try PixelBuffer.decoded(png.output(of: file)))
        let (with, without) = (
            blockiness(try PixelBuffer.decoded(smooth)), blockiness(try PixelBuffer.decoded(plain))
        )
        #expect(with <= 1.4 * exact && without > 1.1 * exact, "\(with) \(without) \(exact)")
        #expect(Double(smooth.count) < 3 * Double(plain.count) && smooth.count < file.count)
        #expect(try tables(smooth) == tables(file).smooth && tables(plain) == tables(file))
        // for a wide blur of the whole image, there is no difference between `auto` and `on`
        var on = try job(.on).output(of: file)
        #expect(on == smooth)
        on = try job(.on, radius: 3).output(of: file)
        #expect(try tables(on) == tables(file).smooth)
    }

    @Test("Rotated images show no blocks either")
    func rotated() throws {
        let file = FileEditing.oriented(try Self.file(60), 6)
        let result = try job(.auto).output(of: file)
        #expect(try ImageHeader.of(result).width == Self.size.height)
        #expect(try tables(result) == tables(file).transposed?.smooth)
    }

    @Test("The bytes do not depend on the number of threads", arguments: [false, true])
    func threads(isProgressive: Bool) throws {
        let file = try Self.file(70, JPEGStyle(.yCbCr, isProgressive: isProgressive))
        var job = job(.auto)
        job.blur.execution.threadCount = 1
        let one = try job.output(of: file)
        job.blur.execution.threadCount = 3
        #expect(try job.output(of: file) == one)
        #expect(try tables(one) == tables(file).smooth)
    }

    @Test("The steps of the input are used where finer ones would make the output longer than the input")
    func longerThanInput() throws {
        let gradient = try PixelBuffer.make(Self.size, PixelFormat(.rgb)) { x, y, channel in
            (x / 16 * 3 + y / 16 * 5 + 40 * channel) % 256
        }
        let file = try gradient.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 15))
        for isRotated in [false, true] {
            let input = FileEditing.oriented(file, isRotated ? 3 : 1)
            let on = try job(.on).output(of: input)
            try #require(on.count >= input.count)
            let result = try job(.auto).output(of: input)
            #expect(try result == job(.off).output(of: input))
            #expect(try tables(result) == tables(input))
        }
    }

    @Test("A quality that is set, and a narrow blur, leave the steps as they are")
    func unaffected() throws {
        let file = try Self.file(73)
        var job = job(.on)
        job.output.jpegQuality = 60
        let usual = try tables(Self.file(60))
        #expect(try tables(job.output(of: file)) == usual)
        for offset in [0, 0.8] {
            #expect(try tables(self.job(.auto, radius: 3, offset: offset).output(of: file)) == tables(file))
        }
    }
}
