import Foundation
import Synchronization
import TestSupport
import Testing

@testable import VarBlur

@Suite("Images in arrays")
struct ArrayBlurTests {
    private static let size = Size(61, 47)

    @Test("an image is made from an array and becomes one, without the padding of its rows")
    func conversions() throws {
        let layout = try PixelLayout(width: 3, height: 2, format: PixelFormat(.grayAlpha), bytesPerRow: 8)
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 99, 98, 11, 12, 13, 14, 15, 16]
        let image = try PixelBuffer(bytes, layout: layout)
        #expect([UInt8](image) == [1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16])
        #expect(image.layout == (try PixelLayout(width: 3, height: 2, format: PixelFormat(.grayAlpha))))
        #expect(image[1, 1, 0] == 13)
        let error = #expect(throws: BlurError.self) { try PixelBuffer(Array(bytes.dropLast()), layout: layout).width }
        #expect(error?.code == .invalidSize && error?.localizedDescription.contains("14 bytes, but only 13") ?? false)
    }

    @Test("16-bit samples are blurred as in a pixel buffer")
    func sixteenBits() throws {
        let format = PixelFormat(.rgb, .sixteen)
        let image = try PixelBuffer.noise(Self.size, format)
        let layout = try PixelLayout(width: 61, height: 47, format: format)
        var samples = image.sampleValues().map { UInt16($0) }
        let original = samples
        let blur = try ProgressiveBlur(maximumRadius: 5, direction: .bottom)
        let expected = try blur.blurred(image).sampleValues().map { UInt16($0) }
        #expect(try blur.blurred(samples, layout: layout) == expected)
        try blur.blur(&samples, layout: layout)
        #expect(samples == expected && samples != original)
        let region = PixelRegion(x: 3, y: 40, width: 5, height: 2)
        let part = try blur.blurred(original, layout: layout, region: region)
        var rows: [UInt16] = []
        for y in 40..<42 {
            let start = (y * 61 + 3) * 3
            rows += expected[start..<start + 15]
        }
        #expect(part == rows)
    }

    @Test("bytes hold samples of every depth", arguments: SampleDepth.allCases)
    func bytesOfSamples(depth: SampleDepth) async throws {
        let layout = try PixelLayout(width: 31, height: 17, format: PixelFormat(.gray, depth))
        let floats = (0..<31 * 17).map { Float($0 * 7 % 101) / 100 }
        let blur = try ProgressiveBlur(maximumRadius: 4, direction: .left)
        func bytes<Sample: PixelSample>(_ samples: [Sample]) -> [UInt8] { samples.withUnsafeBytes { [UInt8]($0) } }
        func inPlace<Sample: PixelSample>(_ samples: [Sample]) throws -> [Sample] {
            var samples = samples
            try blur.blur(&samples, layout: layout)
            return samples
        }
        func check<Sample: PixelSample & Equatable>(_ samples: [Sample]) async throws {
            let expected = try blur.blurred(samples, layout: layout)
            #expect(expected != samples)
            #expect(try blur.blurred(bytes(samples), layout: layout) == bytes(expected))
            var inTask = samples
            try await blur.blur(&inTask, layout: layout)
            #expect(inTask == expected)
            #expect(try inPlace(samples) == expected && inPlace(bytes(samples)) == bytes(expected))
            let image = try PixelBuffer(bytes(samples), layout: layout)
            #expect([Sample](image) == samples && [UInt8](image) == bytes(samples))
        }
        switch depth {
        case .eight: try await check(floats.map { UInt8($0 * 255) })
        case .sixteen: try await check(floats.map { UInt16($0 * 65535) })
        case .float: try await check(floats)
        }
    }

    @Test("padding between rows of 16-bit samples is not changed")
    func padding() throws {
        let layout = try PixelLayout(width: 6, height: 5, format: PixelFormat(.gray, .sixteen), bytesPerRow: 16)
        var samples = (0..<40).map { UInt16($0 * 1000) }
        let original = samples
        try ProgressiveBlur(maximumRadius: 2).blur(&samples, layout: layout)
        #expect(samples[..<6] != original[..<6])
        for index in [6, 14, 22, 30, 38] { #expect(samples[index] == original[index]) }
    }

    /// The second channel would be taken for alpha in a gray image with alpha.
    @Test("two channels without alpha are blurred independently", arguments: SampleDepth.integers)
    func chroma(depth: SampleDepth) throws {
        let blur = try ProgressiveBlur(maximumRadius: 6, direction: .right)
        let image = try PixelBuffer.noise(Self.size, PixelFormat(.chroma, depth))
        let blurred = try blur.blurred(image)
        for channel in 0..<2 {
            let plane = try PixelBuffer.make(Self.size, PixelFormat(.gray, depth)) { x, y, _ in image[x, y, channel] }
            let expected = try blur.blurred(plane)
            for y in 0..<47 {
                for x in 0..<61 { #expect(abs(blurred[x, y, channel] - expected[x, y, 0]) <= 1) }
            }
        }
        #expect(!ChannelLayout.chroma.hasAlpha && ChannelLayout.chroma.count == 2)
    }
}

@Suite("Asynchronous blurs")
struct AsyncBlurTests {
    private func synchronously(_ blur: ProgressiveBlur, _ image: borrowing PixelBuffer) throws -> [Int] {
        try blur.blurred(image).sampleValues()
    }

    @Test("asynchronous blurs have the same result as synchronous blurs")
    func equality() async throws {
        let blur = try ProgressiveBlur(maximumRadius: 5)
        var image = try PixelBuffer.noise(Size(61, 47))
        let expected = try synchronously(blur, image)
        var bytes = image.bytes.withUnsafeBytes { Array($0) }
        try await blur.blur(&image)
        #expect(image.sampleValues() == expected)
        try await blur.blur(&bytes, layout: image.layout)
        #expect(bytes.map { Int($0) } == expected)
    }

    @Test("asynchronous blurs of arrays of other samples have the same result as synchronous blurs")
    func samples() async throws {
        let blur = try ProgressiveBlur(maximumRadius: 5, direction: .left)
        let deep = try PixelBuffer.noise(Size(61, 47), PixelFormat(.rgb, .sixteen))
        var samples = [UInt16](deep)
        try await blur.blur(&samples, layout: deep.layout)
        #expect(samples.map { Int($0) } == (try synchronously(blur, deep)))
        let layout = try PixelLayout(width: 61, height: 47, format: PixelFormat(.gray, .float), bytesPerRow: 256)
        var floats = (0..<64 * 47).map { Float($0 % 101) / 100 }
        let expected = try Self.blurred(floats, layout, blur)
        try await blur.blur(&floats, layout: layout)
        #expect(floats == expected)
    }

    @Test("asynchronous blurs of spans have the same result as synchronous blurs")
    func spans() async throws {
        let blur = try ProgressiveBlur(maximumRadius: 5, direction: .left)
        let image = try PixelBuffer.noise(Size(61, 47))
        let expected = try synchronously(blur, image)
        let source = [UInt8](image)
        var (copy, inPlace) = (source, source)
        try await blur.blur(into: &copy, from: source, image.layout)
        try await blur.blur(inPlace: &inPlace, image.layout)
        #expect(copy.map { Int($0) } == expected && inPlace == copy)
    }

    private static func blurred(_ floats: [Float], _ layout: PixelLayout, _ blur: ProgressiveBlur) throws -> [Float] {
        var floats = floats
        try blur.blur(&floats, layout: layout)
        return floats
    }

    @Test("a blur stops early when its task is cancelled")
    func cancellation() async throws {
        let task = Task {
            var image = try PixelBuffer.noise(Size(400, 400))
            let before = image.sampleValues()
            withUnsafeCurrentTask { $0?.cancel() }
            let blur = try ProgressiveBlur(maximumRadius: 50)
            await #expect(throws: CancellationError.self) { try await blur.blur(&image) }
            // the first rows are blurred before the first check at most
            let (half, after) = (before.count / 2, image.sampleValues())
            return before[half...] == after[half...]
        }
        #expect(try await task.value)
    }

    @Test("a cancelled blur returns the array to its owner")
    func arrays() async throws {
        let layout = try PixelLayout(width: 400, height: 400, format: PixelFormat(.rgb))
        let task = Task {
            var bytes = [UInt8](repeating: 7, count: layout.byteCount)
            withUnsafeCurrentTask { $0?.cancel() }
            let blur = try ProgressiveBlur()
            await #expect(throws: CancellationError.self) { try await blur.blur(&bytes, layout: layout) }
            return bytes.count
        }
        #expect(try await task.value == layout.byteCount)
    }

    /// Counts works that run at the same time.
    private final class RunningWorks: Sendable {
        private let count = Mutex(0)
        private let greatestCount = Mutex(0)
        var now: Int { count.withLock(\.self) }
        var greatest: Int { greatestCount.withLock(\.self) }

        func add(_ number: Int) {
            let sum = count.withLock { count in
                count += number
                return count
            }
            greatestCount.withLock { $0 = max($0, sum) }
        }
    }

    @Test("many blurs at once use few threads, and all of them are completed")
    func manyBlurs() async throws {
        let works = RunningWorks()
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await BlockingWork.run(isCancellation: { _ in false }) { (_: Cancellation) throws(BlurError) in
                        works.add(1)
                        usleep(1000)
                        works.add(-1)
                        return number
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers == Set(0..<300) && works.now == 0)
        #expect((1...BlockingWork.queue.greatestCount).contains(works.greatest), "\(works.greatest)")
    }
}

extension ProgressiveBlur {
    /// Blurs an array through a span.
    func blur(inPlace bytes: inout [UInt8], _ layout: PixelLayout) async throws {
        var elements = bytes.mutableSpan
        var memory = elements.mutableBytes
        try await blur(&memory, layout: layout)
    }

    /// Blurs an array into another one of the same length through spans.
    func blur(into result: inout [UInt8], from source: [UInt8], _ layout: PixelLayout) async throws {
        var elements = result.mutableSpan
        var memory = elements.mutableBytes
        try await blur(source.span.bytes, layout: layout, into: &memory, layout: layout)
    }
}
