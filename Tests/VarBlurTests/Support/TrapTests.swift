import Testing

@testable import VarBlur

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
    }
#endif
