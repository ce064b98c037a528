import TestSupport
import Testing

@testable import VarBlur

@Suite("The memory of a blur")
struct BlurMemoryTests {
    @Test("the estimate covers the memory in use", arguments: EdgeMode.allCases)
    func streamedMemory(edges: EdgeMode) throws {
        for (width, height, radius) in [(4000, 300, 64.0), (9, 2500, 300), (700, 700, 2)] {
            let blur = try ProgressiveBlur(maximumRadius: radius, edges: edges)
            for format in [PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.rgb, .sixteen)] {
                let rows = try RowBlur(blur, width: width, height: height, format: format)
                let estimate = streamed(blur, width: width, height: height, format)
                #expect(estimate >= rows.byteCount, "\(width)×\(height) \(radius) \(format.channels)")
            }
        }
    }

    @Test("the estimate covers rows that are sharpened, or mixed with a mosaic", arguments: [0.3, 2, 30])
    func otherRows(radius: Double) throws {
        for (width, height) in [(4000, 300), (9, 2500), (200, 7)] {
            for format in [PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.rgb, .sixteen)] {
                var blur = ProgressiveBlur(field: try .uniform(.pixels(radius)))
                let sharpening = MemoryMeter()
                try sharpening.measure { () throws(BlurError) in
                    _ = try RowSharpener(
                        sigma: radius, width: width, height: height, format: format, sampling: nil,
                        instructionSet: .standard)
                }
                #expect(sharpening.peak <= streamed(blur, width: width, height: height, format), "\(width) \(format)")
                blur.mosaic = .pixels(10 * radius)
                let mosaic = MemoryMeter()
                try mosaic.measure { () throws(BlurError) in
                    _ = try RowBlur(blur, width: width, height: height, format: format)
                }
                #expect(mosaic.peak <= streamed(blur, width: width, height: height, format), "\(width) \(format)")
                #expect(mosaic.peak >= Int(min(10 * radius, Double(height))) * width * format.bytesPerPixel)
            }
        }
    }

    @Test("the estimate hardly grows with the number of streamed rows")
    func tallImages() throws {
        let blur = try ProgressiveBlur(maximumRadius: 20)
        let format = PixelFormat(.rgb)
        let estimate = streamed(blur, width: 4000, height: 10_000, format)
        let tallEstimate = streamed(blur, width: 4000, height: 100_000, format)
        #expect(tallEstimate - estimate == 8 * 90_000)
        let wrapped = try ProgressiveBlur(maximumRadius: 20, edges: .wrap)
        #expect(streamed(wrapped, width: 4000, height: 100_000, format) > 8 * tallEstimate)
    }

    private func streamed(_ blur: ProgressiveBlur, width: Int, height: Int, _ format: PixelFormat) -> Int {
        BlurMemory(blur, width: width, height: height, format: format).streamed
    }
}
