import Testing

@testable import VarBlur

/// A pixel, which is not a sample.
private struct Pixel: PixelSample {
    var channels: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)

    static var sampleDepth: SampleDepth { .eight }
}

/// A sample of another type than those of the library.
private struct Level: PixelSample, Equatable {
    var value: UInt16

    static var sampleDepth: SampleDepth { .sixteen }
}

#if os(Linux) || os(macOS)
    /// Errors of programmers; optimized code does not write the messages of `precondition`.
    @Suite("Misuse of the interface")
    struct TrapTests {
        private static func text(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }

        @Test("ends the process, with the cause on standard error")
        func messages() async {
            let region = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var image = try PixelBuffer(width: 4, height: 4, format: PixelFormat(.rgb))
                try ProgressiveBlur().blur(&image, region: PixelRegion(x: 1, y: 0, width: 4, height: 1))
            }
            #expect(Self.text(region).contains("is not inside"), "\(Self.text(region))")
            let short = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var memory = [UInt8](repeating: 0, count: 47)
                try ProgressiveBlur().blur(
                    &memory, layout: PixelLayout(width: 4, height: 4, format: PixelFormat(.rgb)))
            }
            #expect(Self.text(short).contains("an image of 48 bytes exceeds the given 47 bytes"))
            let sample = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let image = try PixelBuffer(width: 4, height: 4, format: PixelFormat(.rgb))
                _ = image[4, 0, 0]
            }
            #expect(Self.text(sample).contains("sample 0 of pixel (4, 0) is outside an image of 4×4"))
            let depth = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var samples = [Float](repeating: 0, count: 4)
                try ProgressiveBlur().blur(
                    &samples, layout: PixelLayout(width: 2, height: 2, format: PixelFormat(.gray)))
            }
            #expect(Self.text(depth).contains("an array of Float cannot hold samples of 8 bits"))
            let rows = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let blur = try RowBlur(ProgressiveBlur(), width: 2, height: 2, format: PixelFormat(.gray))
                var row = try PixelBuffer(width: 2, height: 1, format: PixelFormat(.gray))
                var bytes = row.mutableBytes
                blur.takeRow(into: &bytes)
            }
            #expect(Self.text(rows).contains("no row is available"))
            let ramp = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try ProgressiveBlur(reach: .pixels(3)).startOffset
            }
            #expect(Self.text(ramp).contains("whose reach is in pixels depends on the size of the image"))
            let threads = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = BlurExecution(threadCount: 0)
            }
            #expect(Self.text(threads).contains("the number of threads must be at least 1"))
        }

        @Test("numbers out of range end the process, with the cause on standard error")
        func numbers() async {
            let lessThreads = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var execution = BlurExecution()
                execution.threadCount = 0
            }
            #expect(Self.text(lessThreads).contains("the number of threads must be at least 1"))
            let value = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var image = try PixelBuffer(width: 4, height: 4, format: PixelFormat(.rgb))
                image[2, 0, 0] = 300
            }
            #expect(Self.text(value).contains("300 is no value of a sample of 8 bits"))
            let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var image = try PixelBuffer(width: 4, height: 4, format: PixelFormat(.gray, .sixteen))
                image[2, 0, 0] = -1
            }
            #expect(Self.text(negative).contains("-1 is no value of a sample of 16 bits"))
            let size = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try Resize(width: .pixels(9), height: nil).placement(width: 0, height: 4)
            }
            #expect(Self.text(size).contains("an image of 0×4 pixels cannot be resized"))
            let far = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let image = try PixelBuffer(width: 4, height: 4, format: PixelFormat(.gray))
                _ = try ProgressiveBlur().blurred(image, region: PixelRegion(x: 1, y: 0, width: .min, height: 1)).width
            }
            #expect(Self.text(far).contains("is not inside"))
        }

        @Test("a type of elements that are no samples ends the process, before any of their bytes is copied")
        func foreignSamples() async throws {
            let mask = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try AlphaMask(width: 3, height: 1, samples: [Pixel](repeating: Pixel(), count: 3))
            }
            let copy = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = [Pixel](try PixelBuffer(width: 3, height: 1, format: PixelFormat(.rgb)))
            }
            let image = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let layout = try PixelLayout(width: 3, height: 1, format: PixelFormat(.rgba))
                _ = try PixelBuffer(samples: [Pixel](repeating: Pixel(), count: 3), layout: layout).width
            }
            let blur = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var pixels = [Pixel](repeating: Pixel(), count: 3)
                try ProgressiveBlur().blur(
                    &pixels, layout: PixelLayout(width: 3, height: 1, format: PixelFormat(.rgba)))
            }
            let task = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var pixels = [Pixel](repeating: Pixel(), count: 3)
                let layout = try PixelLayout(width: 3, height: 1, format: PixelFormat(.rgba))
                try await ProgressiveBlur().blur(&pixels, layout: layout)
            }
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let pixels = [Pixel](repeating: Pixel(), count: 3)
                _ = try ProgressiveBlur().blurred(
                    pixels, layout: PixelLayout(width: 3, height: 1, format: PixelFormat(.rgba)))
            }
            for (index, exit) in [mask, copy, image, blur, task, result].enumerated() {
                let text = Self.text(exit)
                #expect(text.contains("a Pixel of 4 bytes is no sample of 8 bits"), "\(index): \(text)")
            }
            // types of the right size are samples
            let levels = [Level(value: 3), Level(value: 700)]
            let layout = try PixelLayout(width: 2, height: 1, format: PixelFormat(.gray, .sixteen))
            #expect([Level](try PixelBuffer(samples: levels, layout: layout)) == levels)
        }
    }
#endif
