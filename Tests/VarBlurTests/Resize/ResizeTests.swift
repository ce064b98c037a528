import Foundation
import TestSupport
import Testing
import VarBlur

@Suite("Resize")
struct ResizeTests {
    @Test("every instruction set and number of threads gives the same bytes")
    func execution() throws {
        for seed in 0..<120 {
            let resize = ResizeCase(seed: seed, limit: seed < 100 ? 120 : 900)
            let image = try resize.image()
            let expected = try resize.resized(image, BlurExecution(threadCount: 1, instructionSet: .portable))
            for set in InstructionSet.allCases where set.isAvailable {
                let result = try resize.resized(image, BlurExecution(threadCount: 3, instructionSet: set))
                #expect(result.sampleValues() == expected.sampleValues(), "\(set): \(resize)")
            }
        }
    }

    @Test("rows that are resized as they arrive equal the whole image")
    func rows() throws {
        for seed in 0..<120 {
            let resize = ResizeCase(seed: seed, limit: 120)
            let image = try resize.image()
            let expected = try resize.resized(image)
            let rows = try RowResizer(
                sourceWidth: image.width, sourceHeight: image.height, region: resize.region,
                width: resize.target.width, height: resize.target.height, format: resize.format, light: resize.light)
            #expect(rows.rowCount == resize.target.height)
            let first = rows.sourceRows.lowerBound
            var row = try PixelBuffer(width: resize.target.width, height: 1, format: resize.format)
            let rowBytes = rows.sourceLayout.rowByteCount
            for y in 0..<rows.rowCount {
                while rows.needsRow {
                    let start = (first + rows.appendedRowCount) * rowBytes
                    rows.append(image.bytes.extracting(start..<start + rowBytes))
                }
                var bytes = row.mutableBytes
                rows.takeRow(into: &bytes)
                #expect(row.row(0) == expected.row(y), "row \(y) of \(resize)")
            }
            #expect(rows.appendedRowCount == rows.sourceRows.count)
        }
    }

    @Test("an image resized to its size is copied, and so is a part of it", arguments: PixelFormat.all)
    func identity(format: PixelFormat) throws {
        let image = try PixelBuffer.noise(Size(37, 21), format)
        let whole = try image.resized(toWidth: 37, height: 21)
        #expect(whole.sampleValues() == image.sampleValues())
        let part = try image.resized(
            toWidth: 20, height: 9, from: SourceRegion(PixelRegion(x: 17, y: 3, width: 20, height: 9)))
        let crop = try image.rearranged(Size(20, 9)) { ($0 + 17, $1 + 3) }
        #expect(part.sampleValues() == crop.sampleValues())
    }

    @Test("an axis whose size does not change is not filtered", arguments: PixelFormat.all)
    func oneAxis(format: PixelFormat) throws {
        // all rows are equal, and all of them are opaque
        let line = try PixelBuffer.noise(Size(41, 1), format)
        let last = format.channels.count - 1
        let image = try PixelBuffer.make(Size(41, 30), format) { x, _, channel in
            format.channels.hasAlpha && channel == last ? Int(format.depth.fullScale) : line[x, 0, channel]
        }
        let result = try image.resized(toWidth: 41, height: 13)
        for y in 0..<13 { #expect(result.row(y) == image.row(0)) }
    }

    @Test("a plain color stays as it is", arguments: PixelFormat.all)
    func plain(format: PixelFormat) throws {
        let isLinearPossible = format.channels != .cmyk && format.channels != .chroma
        for value in [1, 77, 254, 255] {
            let sample = format.depth == .eight ? value : value * 257 - 1
            let image = try PixelBuffer.make(Size(123, 200), format) { _, _, _ in sample }
            for size in [Size(31, 7), Size(200, 333), Size(1, 1), Size(122, 3)] {
                for light in isLinearPossible ? [BlurLight.encoded, .linear] : [.encoded] {
                    let result = try image.resized(toWidth: size.width, height: size.height, light: light)
                    #expect(result.sampleValues().allSatisfy { $0 == sample }, "\(size) \(light)")
                }
            }
        }
    }

    @Test(
        "transparent pixels do not change the color of their neighbors, and have none", arguments: SampleDepth.integers)
    func transparency(depth: SampleDepth) throws {
        let full = Int(depth.fullScale)
        let image = try PixelBuffer.make(Size(60, 40), PixelFormat(.rgba, depth)) { x, _, channel in
            // opaque red on the left, transparent green on the right
            [x < 30 ? full : 0, x < 30 ? 0 : full, 0, x < 30 ? full : 0][channel]
        }
        let result = try image.resized(toWidth: 23, height: 11)
        for y in 0..<11 {
            for x in 0..<23 {
                #expect(result[x, y, 0] == (result[x, y, 3] > 0 ? full : 0))
                #expect(result[x, y, 1] == 0)
            }
        }
    }

    @Test("premultiplied colors do not exceed alpha", arguments: SampleDepth.integers)
    func premultiplied(depth: SampleDepth) throws {
        let image = try PixelBuffer.noise(Size(48, 32), PixelFormat(.rgba, depth, alpha: .premultiplied))
        for size in [Size(72, 48), Size(30, 20)] {
            let result = try image.resized(toWidth: size.width, height: size.height)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    #expect((0..<3).allSatisfy { result[x, y, $0] <= result[x, y, 3] })
                }
            }
        }
    }

    @Test("no memory beyond a row is read or written", arguments: PixelFormat.all)
    func bounds(format: PixelFormat) throws {
        let (width, height, resultWidth) = (53, 40, 19)
        let rows = try RowResizer(
            sourceWidth: width, sourceHeight: height, width: resultWidth, height: 15, format: format)
        let image = try PixelBuffer.noise(Size(width, height), format)
        let (input, output) = (
            try GuardedRow(rows.sourceLayout.rowByteCount), try GuardedRow(rows.rowLayout.rowByteCount)
        )
        let expected = try image.resized(toWidth: resultWidth, height: 15)
        for y in 0..<15 {
            while rows.needsRow {
                let start = rows.appendedRowCount * rows.sourceLayout.rowByteCount
                for index in 0..<input.bytes.count {
                    input.bytes[index] = image.bytes.unsafeLoad(fromByteOffset: start + index, as: UInt8.self)
                }
                rows.append(UnsafeRawBufferPointer(input.bytes).bytes)
            }
            var bytes = output.bytes.mutableBytes
            rows.takeRow(into: &bytes)
            let start = y * rows.rowLayout.rowByteCount
            #expect(
                output.bytes.indices.allSatisfy {
                    output.bytes[$0] == expected.bytes.unsafeLoad(fromByteOffset: start + $0, as: UInt8.self)
                })
        }
    }

    @Test("sizes and regions out of range are errors")
    func errors() throws {
        let image = try PixelBuffer(width: 10, height: 10, format: PixelFormat(.gray))
        for (width, height) in [(0, 1), (1, 0), (-1, 5), (Int.max, 1)] {
            #expect(throws: BlurError.self) { _ = try image.resized(toWidth: width, height: height) }
        }
        let regions = [
            SourceRegion(x: 0, y: 0, width: 0, height: 5), SourceRegion(x: 10, y: 0, width: 5, height: 5),
            SourceRegion(x: .nan, y: 0, width: 5, height: 5), SourceRegion(x: 0, y: 0, width: 5, height: .infinity),
            SourceRegion(x: -8, y: 0, width: 5, height: 5), SourceRegion(x: 0, y: 0, width: 21, height: 5),
        ]
        for region in regions {
            #expect(throws: BlurError.self, "\(region)") { _ = try image.resized(toWidth: 4, height: 4, from: region) }
        }
    }

    @Test("the estimate bounds the memory of a resize, and is not far above it")
    func memory() throws {
        for seed in 0..<100 {
            let resize = ResizeCase(seed: seed, limit: 700)
            let meter = MemoryMeter()
            try meter.measure {
                _ = try RowResizer(
                    sourceWidth: resize.source.width, sourceHeight: resize.source.height, region: resize.region,
                    width: resize.target.width, height: resize.target.height, format: resize.format,
                    light: resize.light)
            }
            let estimate = try RowResizer.memoryEstimate(
                sourceWidth: resize.source.width, sourceHeight: resize.source.height, region: resize.region,
                width: resize.target.width, height: resize.target.height, format: resize.format, light: resize.light)
            #expect(meter.peak <= estimate, "\(resize)")
            #expect(estimate <= meter.peak + 1_500_000, "\(resize)")
        }
    }
}

/// A row of bytes that ends where memory that must not be used begins.
private final class GuardedRow {
    let bytes: UnsafeMutableRawBufferPointer
    private let memory: UnsafeMutableRawPointer
    private let pageCount: Int
    private static let pageSize = Int(getpagesize())

    init(_ byteCount: Int) throws {
        pageCount = (byteCount + Self.pageSize - 1) / Self.pageSize
        let pages = mmap(
            nil, (pageCount + 1) * Self.pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        memory = try #require(pages)
        let end = memory + pageCount * Self.pageSize
        mprotect(end, Self.pageSize, PROT_NONE)
        bytes = UnsafeMutableRawBufferPointer(start: end - byteCount, count: byteCount)
    }

    deinit { munmap(memory, (pageCount + 1) * Self.pageSize) }
}
