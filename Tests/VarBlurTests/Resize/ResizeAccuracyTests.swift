import Foundation
import TestSupport
import Testing
import VarBlur

@Suite("Resize accuracy")
struct ResizeAccuracyTests {
    /// The largest error, in steps of 8 bits; 0.5 of them is rounding.
    static let bound = 0.7

    @Test("random resizes are within the bound")
    func random() throws {
        for seed in 0..<150 {
            let resize = ResizeCase(seed: seed, limit: 150)
            #expect(try resize.largestError() <= Self.bound, "\(resize)")
        }
    }

    @Test("16-bit results are within 0.55 of their own steps")
    func sixteenBits() throws {
        for seed in 0..<150 {
            let resize = ResizeCase(seed: seed, limit: 100)
            guard resize.format.depth == .sixteen, !resize.light.isLinear else { continue }
            #expect(try resize.largestError() * 257 <= 0.55, "\(resize)")
        }
    }

    @Test("a large reduction is within the bound")
    func largeReduction() throws {
        for format in [PixelFormat(.rgb), PixelFormat(.gray, .sixteen)] {
            let image = try PixelBuffer.make(Size(4000, 3000), format) { x, y, channel in
                (x * 7919 + y * 104_729 + x * y + channel * 31) % (Int(format.depth.fullScale) + 1)
            }
            let result = try image.resized(toWidth: 8, height: 6)
            let exact = ExactResize(image, width: 8, height: 6, from: SourceRegion(wholeWidth: 4000, height: 3000))
            #expect(exact.largestError(of: result) <= Self.bound * format.depth.fullScale / 255)
        }
    }
}

/// Images that a decoder reduced before.
@Suite("Resize of a reduced image")
struct ReducedResizeTests {
    /// The mean squared error of a resize, in squares of 8-bit steps, from an image whose pixels are means of `means` pixels.
    private func error(
        of original: borrowing PixelBuffer, means: Int, reduction: Int, width: Int, height: Int
    ) throws -> Double {
        let exact = ExactResize(
            original, width: width, height: height,
            from: SourceRegion(wholeWidth: original.width, height: original.height))
        let size = Size(original.width / means, original.height / means)
        let reduced = try PixelBuffer.make(size, original.format) { x, y, channel in
            var sum = 0
            for row in 0..<means {
                for column in 0..<means { sum += Int(original[x * means + column, y * means + row, channel]) }
            }
            return (sum + means * means / 2) / (means * means)
        }
        let rows = try RowResizer(
            sourceWidth: size.width, sourceHeight: size.height, reduction: reduction, width: width, height: height,
            format: original.format)
        var result = try PixelBuffer(width: width, height: height, format: original.format)
        try rows.resize(reduced, to: &result)
        return exact.meanSquaredError(of: result)
    }

    @Test("is much closer to that of the original if the reduction is known", arguments: [2, 4, 8])
    func sharpness(reduction: Int) throws {
        for (format, fullScale) in [(PixelFormat(.rgb), 255.0), (PixelFormat(.gray, .sixteen), 65535)] {
            // waves of all lengths down to 2.5 pixels of the result
            let size = Size(60 * reduction, 44 * reduction)
            let image = try PixelBuffer.make(size, format) { x, y, channel in
                var value = 0.5
                for wave in 1...12 {
                    let phase = Double(wave * wave * (channel + 3))
                    let (across, along) = (Double(wave % 4) * 0.9, Double(wave))
                    value +=
                        0.035 * cos(2 * .pi * (along * Double(x) + across * Double(y)) / Double(size.width) + phase)
                }
                return Int((min(max(value, 0), 1) * fullScale).rounded())
            }
            let (width, height) = (30, 22)
            let known = try error(of: image, means: reduction, reduction: reduction, width: width, height: height)
            let unknown = try error(of: image, means: reduction, reduction: 1, width: width, height: height)
            // in 8 bits, a twelfth of a square step is rounding
            let rounding = format.depth == .eight ? 1.0 / 12 : 0
            #expect(known - rounding < 0.3 * (unknown - rounding), "1/\(reduction) \(format): \(known), \(unknown)")
        }
    }

    @Test("keeps a flat image as it is", arguments: [2, 4, 8])
    func flat(reduction: Int) throws {
        for value in [0, 1, 127, 254, 255] {
            let image = try PixelBuffer.make(Size(53, 41), PixelFormat(.rgb)) { _, _, _ in value }
            let rows = try RowResizer(
                sourceWidth: 53, sourceHeight: 41, reduction: reduction, width: 25, height: 11, format: image.format)
            var result = try PixelBuffer(width: 25, height: 11, format: image.format)
            try rows.resize(image, to: &result)
            #expect(result.sampleValues().allSatisfy { $0 == value })
        }
    }

    @Test("is the same with every instruction set", arguments: [2, 8])
    func sameBytes(reduction: Int) throws {
        for format in [PixelFormat(.rgb), PixelFormat(.gray), PixelFormat(.rgba, .sixteen)] {
            let image = try TestContent.whiteNoise.image(Size(97, 61), format)
            var results: Set<[Int]> = []
            for set in InstructionSet.allCases where set.isAvailable {
                let rows = try RowResizer(
                    sourceWidth: 97, sourceHeight: 61, reduction: reduction,
                    region: SourceRegion(x: 3.5, y: -2, width: 80.25, height: 64), width: 37, height: 30,
                    format: format, instructionSet: set)
                var result = try PixelBuffer(width: 37, height: 30, format: format)
                try rows.resize(image, to: &result)
                results.insert(result.sampleValues())
            }
            #expect(results.count == 1, "\(format)")
        }
    }
}

extension RowResizer {
    /// Resizes a whole image.
    fileprivate func resize(_ source: borrowing PixelBuffer, to result: inout PixelBuffer) throws {
        let (sourceBytes, rowBytes) = (sourceLayout.rowByteCount, rowLayout.rowByteCount)
        var row = [UInt8](repeating: 0, count: rowBytes)
        for y in 0..<rowCount {
            while needsRow {
                let first = (sourceRows.lowerBound + appendedRowCount) * sourceBytes
                append(source.bytes.extracting(first..<first + sourceBytes))
            }
            var target = row.mutableSpan
            var bytes = target.mutableBytes
            takeRow(into: &bytes)
            var pixels = result.mutableBytes
            for index in 0..<rowBytes {
                pixels.storeBytes(of: row[index], toByteOffset: y * rowBytes + index, as: UInt8.self)
            }
        }
    }
}

/// A long sweep over random sizes.
@Suite("Resize soak", .enabled(if: SoakTable.path != nil))
struct ResizeSoakTests {
    @Test("2,000 random resizes up to 1500×1500 are within the bound")
    func sweep() throws {
        for seed in 0..<2000 {
            let resize = ResizeCase(seed: seed, limit: 1500)
            #expect(try resize.largestError() <= ResizeAccuracyTests.bound, "\(resize)")
        }
    }
}

/// Means, which stay within the range of what they cover.
@Suite("Means of a part of an image")
struct AveragedResizeTests {
    /// The mean of what a pixel of the result covers of each row and column, weighted by alpha.
    private func expected(
        _ image: borrowing PixelBuffer, _ region: SourceRegion, _ x: Int, _ y: Int, of size: Size
    ) -> (color: Double, range: ClosedRange<Int>) {
        func shares(_ start: Double, _ length: Double, _ index: Int, of count: Int, _ limit: Int) -> [(Int, Double)] {
            let step = length / Double(count)
            let (middle, half) = (start + (Double(index) + 0.5) * step, max(step, 1) / 2)
            return (-1...limit).compactMap { sample in
                let share = min(middle + half, Double(sample + 1)) - max(middle - half, Double(sample))
                return share > 0 ? (min(max(sample, 0), limit - 1), share) : nil
            }
        }
        var (sum, weights, low, high) = (0.0, 0.0, Int.max, 0)
        for (row, rowShare) in shares(region.y, region.height, y, of: size.height, image.height) {
            for (column, share) in shares(region.x, region.width, x, of: size.width, image.width) {
                let weight = rowShare * share * Double(image[column, row, 1])
                sum += weight * Double(image[column, row, 0])
                weights += weight
                (low, high) = (min(low, image[column, row, 0]), max(high, image[column, row, 0]))
            }
        }
        return (sum / weights, low...high)
    }

    @Test("are weighted by alpha, and within the range of the pixels")
    func means() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<40 {
            let source = Size(Int.random(in: 1...30, using: &random), Int.random(in: 1...30, using: &random))
            let image = try PixelBuffer.make(source, PixelFormat(.grayAlpha, .sixteen)) { _, _, channel in
                // a lamp has thousands of times the weight of what is around it
                let isLamp = Int.random(in: 0..<8, using: &random) == 0
                return channel == 0
                    ? Int.random(in: 9000...65535, using: &random)
                    : isLamp ? Int.random(in: 9000...65535, using: &random) : Int.random(in: 16...50, using: &random)
            }
            let size = Size(Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
            let (left, top) = (Double.random(in: 0..<0.5, using: &random), Double.random(in: 0..<0.5, using: &random))
            let region = SourceRegion(
                x: left, y: top, width: Double(source.width) - left, height: Double(source.height) - top)
            let result = try image.averaged(
                toWidth: size.width, height: size.height, from: region, execution: BlurExecution(threadCount: 2))
            let report = result.exceptions { x, y, channel in
                if channel == 1 { return true }
                let (color, range) = expected(image, region, x, y, of: size)
                let value = result[x, y, 0]
                return (range.lowerBound - 1...range.upperBound + 1).contains(value)
                    && abs(Double(value) - color) <= 16
            }
            #expect(report == nil, "\(source) to \(size) from \(region): \(report ?? "")")
        }
    }
}
