import TestSupport
import Testing

@testable import VarBlur

@Suite("Images in arrays")
struct ArrayBlurTests {
    private static let size = Size(61, 47)

    @Test("16-bit samples are blurred as in a pixel buffer", arguments: BlurEngine.allCases)
    func sixteenBits(engine: BlurEngine) throws {
        let format = PixelFormat(.rgb, .sixteen)
        let image = try PixelBuffer.noise(Self.size, format)
        let layout = try PixelLayout(width: 61, height: 47, format: format)
        var samples = image.sampleValues().map { UInt16($0) }
        let original = samples
        let blur = try ProgressiveBlur(maximumRadius: 5, direction: .bottom)
        let expected = try blur.blurred(image, engine: engine).sampleValues().map { UInt16($0) }
        #expect(try blur.blurred(samples, layout: layout, engine: engine) == expected)
        try blur.blur(&samples, layout: layout, engine: engine)
        #expect(samples == expected && samples != original)
        let region = PixelRegion(x: 3, y: 40, width: 5, height: 2)
        let part = try blur.blurred(original, layout: layout, region: region, engine: engine)
        var rows: [UInt16] = []
        for y in 40..<42 {
            let start = (y * 61 + 3) * 3
            rows += expected[start..<start + 15]
        }
        #expect(part == rows)
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
    @Test("two channels without alpha are blurred independently", arguments: SampleDepth.allCases, BlurEngine.allCases)
    func chroma(depth: SampleDepth, engine: BlurEngine) throws {
        let blur = try ProgressiveBlur(maximumRadius: 6, direction: .right)
        let image = try PixelBuffer.noise(Self.size, PixelFormat(.chroma, depth))
        let blurred = try blur.blurred(image, engine: engine)
        for channel in 0..<2 {
            let plane = try PixelBuffer.make(Self.size, PixelFormat(.gray, depth)) { x, y, _ in image[x, y, channel] }
            let expected = try blur.blurred(plane, engine: engine)
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

    @Test("a blur stops early when its task is cancelled", arguments: BlurEngine.allCases)
    func cancellation(engine: BlurEngine) async throws {
        let task = Task {
            var image = try PixelBuffer.noise(Size(400, 400))
            let before = image.sampleValues()
            withUnsafeCurrentTask { $0?.cancel() }
            let blur = try ProgressiveBlur(maximumRadius: 50)
            let error = await #expect(throws: BlurError.self) { try await blur.blur(&image, engine: engine) }
            // the first rows are blurred before the first check at most
            let (half, after) = (before.count / 2, image.sampleValues())
            return (error?.code, before[half...] == after[half...])
        }
        let (code, isUnchanged) = try await task.value
        #expect(code == .cancelled && isUnchanged)
    }

    @Test("a cancelled blur returns the array to its owner")
    func arrays() async throws {
        let layout = try PixelLayout(width: 400, height: 400, format: PixelFormat(.rgb))
        let task = Task {
            var bytes = [UInt8](repeating: 7, count: layout.byteCount)
            withUnsafeCurrentTask { $0?.cancel() }
            let blur = try ProgressiveBlur()
            await #expect(throws: BlurError.self) { try await blur.blur(&bytes, layout: layout) }
            return bytes.count
        }
        #expect(try await task.value == layout.byteCount)
    }
}
