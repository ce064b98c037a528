import TestSupport
import Testing

@testable import VarBlur

@Suite("The interface of the engines")
struct BlurAlgorithmTests {
    @Test("only the fast engine streams rows")
    func streaming() {
        #expect(BlurEngine.fast.algorithm.supportsRowStreaming)
        #expect(!BlurEngine.reference.algorithm.supportsRowStreaming)
    }

    @Test("the memory estimate of the reference engine is the image and its samples in double precision")
    func referenceMemory() throws {
        let parameters = BlurMemoryParameters(
            try ProgressiveBlur(), width: 30, height: 20, format: PixelFormat(.rgb, .sixteen), bytesPerRow: 180)
        let samples = 30 * 20 * 3
        let estimate = BlurEngine.reference.algorithm.bufferedMemoryEstimate(parameters)
        #expect(estimate == 2 * samples + 8 * samples)
    }

    @Test("the memory estimate of the fast engine covers the memory in use", arguments: EdgeMode.allCases)
    func streamedMemory(edges: EdgeMode) throws {
        for (width, height, radius) in [(4000, 300, 64.0), (9, 2500, 300), (700, 700, 2)] {
            let blur = try ProgressiveBlur(maximumRadius: radius, edges: edges)
            for format in [PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.rgb, .sixteen)] {
                let rows = try RowBlur(blur, width: width, height: height, format: format)
                let estimate = streamedMemoryEstimate(blur, width: width, height: height, format)
                #expect(estimate >= rows.byteCount, "\(width)×\(height) \(radius) \(format.channels)")
            }
        }
    }

    @Test("the memory estimate of the fast engine hardly grows with the number of streamed rows")
    func tallImages() throws {
        let blur = try ProgressiveBlur(maximumRadius: 20)
        let format = PixelFormat(.rgb)
        let estimate = streamedMemoryEstimate(blur, width: 4000, height: 10_000, format)
        let tallEstimate = streamedMemoryEstimate(blur, width: 4000, height: 100_000, format)
        #expect(tallEstimate - estimate == 8 * 90_000)
        let wrapped = try ProgressiveBlur(maximumRadius: 20, edges: .wrap)
        #expect(streamedMemoryEstimate(wrapped, width: 4000, height: 100_000, format) > 8 * tallEstimate)
    }

    private func streamedMemoryEstimate(
        _ blur: ProgressiveBlur, width: Int, height: Int, _ format: PixelFormat
    ) -> Int {
        let parameters = BlurMemoryParameters(
            blur, width: width, height: height, format: format, bytesPerRow: width * format.bytesPerPixel)
        return BlurEngine.fast.algorithm.streamedMemoryEstimate(parameters)
    }
}
