import TestSupport
import Testing

@testable import VarBlur

@Suite("Sharpening")
struct RowSharpenerTests {
    private static func sharpened(
        _ image: borrowing PixelBuffer, _ sigma: Double, _ sampling: PlaneSampling?, _ set: InstructionSet
    ) throws -> PixelBuffer {
        let sharpener = try RowSharpener(
            sigma: sigma, width: image.width, height: image.height, format: image.format, sampling: sampling,
            instructionSet: set)
        var result = try PixelBuffer(width: image.width, height: image.height, format: image.format)
        let (rowBytes, stride) = (image.layout.rowByteCount, image.layout.bytesPerRow)
        var next = 0
        for row in 0..<image.height {
            while sharpener.needsRow {
                sharpener.append(image.bytes.extracting(next * stride..<next * stride + rowBytes))
                next += 1
            }
            unsafe result.withUnsafeMutablePixels { pixels in
                let start = unsafe pixels.base + pixels.layout.byteOffset(x: 0, y: row)
                var bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: rowBytes).mutableBytes
                sharpener.takeRow(into: &bytes)
            }
        }
        return result
    }

    @Test(
        "adds the difference from the blur to colors, within the range of values",
        arguments: PixelFormat.all.filter { $0.alpha == .straight })
    func values(format: PixelFormat) throws {
        let full = Int(format.depth.fullScale)
        var clampedCount = 0
        for (index, sigma) in [0, 0.1, 0.5, 1.3, 4, 60].enumerated() {
            let image = try TestContent.whiteNoise.image(Size(40 + index, 33), format)
            var sampling: PlaneSampling?
            if format.channels == .gray {
                sampling = try PlaneSampling(imageWidth: 90, imageHeight: 66, horizontalRatio: 2, verticalRatio: 2)
            }
            let blur = ProgressiveBlur(field: try .uniform(.pixels(sigma)))
            let blurred = try blur.blurred(image, sampling: sampling)
            for set in InstructionSet.allCases where set.isAvailable {
                let result = try Self.sharpened(image, sigma, sampling, set)
                let last = format.channels.count - 1
                let wrong = result.exceptions { x, y, channel in
                    let own = image[x, y, channel]
                    let hasAlpha = format.channels.hasAlpha
                    if hasAlpha && (channel == last || blurred[x, y, last] == 0) { return result[x, y, channel] == own }
                    let value = 2 * own - blurred[x, y, channel]
                    if value < 0 || value > full { clampedCount += 1 }
                    return result[x, y, channel] == min(max(value, 0), full)
                }
                #expect(wrong == nil, "\(sigma) \(set)")
            }
        }
        #expect(clampedCount > 1000)
    }

    @Test("follows the exact Gaussian")
    func accuracy() throws {
        let image = try TestContent.natural.image(Size(60, 50))
        let gather = GatherBlur(image, edges: .normalize) { _, _ in (1.5, 1.5) }
        let result = try Self.sharpened(image, 1.5, nil, .standard)
        for y in stride(from: 0, to: 50, by: 7) {
            for x in stride(from: 0, to: 60, by: 7) {
                for (channel, exact) in gather.pixel(x, y).enumerated() {
                    let expected = min(max(2 * Double(image[x, y, channel]) - exact, 0), 255)
                    #expect(abs(Double(result[x, y, channel]) - expected) <= 0.9)
                }
            }
        }
    }
}
