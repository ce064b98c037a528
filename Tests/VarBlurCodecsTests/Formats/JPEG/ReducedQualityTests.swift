import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Quality of reduced JPEG files")
struct ReducedQualityTests {
    private static let size = Size(320, 288)

    /// The sampling factors of luma; those of chroma are 1.
    private static let factors = (1...4).flatMap { x in (1...4).map { (x, $0) } }.filter { $0.0 * $0.1 <= 8 }

    private static func style(_ horizontal: Int, _ vertical: Int) -> JPEGStyle {
        let one = JPEGStyle.Sampling(1, 1)
        return JPEGStyle(.yCbCr, sampling: [JPEGStyle.Sampling(horizontal, vertical), one, one])
    }

    /// An image with detail in luma and chroma, without quantization.
    private func file(_ style: JPEGStyle) throws -> [UInt8] {
        var style = style
        style.quantization = JPEGQuantization(
            tables: [[UInt16]](repeating: [UInt16](repeating: 1, count: 64), count: 3))
        let image = try PixelBuffer.make(Self.size, PixelFormat(.rgb)) { x, y, channel in
            let (x, y, channel) = (Double(x), Double(y), Double(channel))
            let waves = sin(x * x / 4000 + 2 * channel) + sin(y * y / 3600 + channel) + sin((x + y) / (7 + channel))
            return Int(128 + 35 * waves)
        }
        return try image.encoded(.jpeg(style, quality: nil))
    }

    private func job(_ reduction: Int, _ ratio: Double, _ format: ImageFormat) throws -> BlurJob {
        var job = BlurJob(radius: 0)
        let scale = ratio * Double(reduction)
        job.resize = try Resize("\(Int(Double(Self.size.width) / scale))x\(Int(Double(Self.size.height) / scale))!")
        (job.output.format, job.output.jpegQuality) = (format, 100)
        return job
    }

    /// The root mean squares of the errors of luma, and of chroma.
    private static func errors(_ image: borrowing PixelBuffer, _ expected: borrowing PixelBuffer) -> [Double] {
        let differences = zip(image.sampleValues(), expected.sampleValues()).map { Double($0 - $1) }
        var sums = [0.0, 0]
        for first in stride(from: 0, to: differences.count, by: 3) {
            let (red, green, blue) = (differences[first], differences[first + 1], differences[first + 2])
            let luma = 0.299 * red + 0.587 * green + 0.114 * blue
            let (cb, cr) = (0.564 * (blue - luma), 0.713 * (red - luma))
            sums[0] += luma * luma
            sums[1] += (cb * cb + cr * cr) / 2
        }
        return sums.map { ($0 * 3 / Double(differences.count)).squareRoot() }
    }

    @Test("is nearly that of the resize of the whole image, with any sampling", arguments: factors, [2, 4, 8])
    func samplings(factors: (Int, Int), reduction: Int) throws {
        let file = try file(Self.style(factors.0, factors.1))
        let whole = try PixelBuffer.decoded(file)
        for ratio in [1.875, 2, 2.5, 3.5] {
            let job = try job(reduction, ratio, .png)
            let result = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
            let expected = try whole.resized(toWidth: result.width, height: result.height)
            let errors = Self.errors(result, expected)
            // where chroma has half the resolution along one axis, it would be 2.0 to 3.9 with a reduction by 4 or 8 for luma alone
            #expect(errors[0] < 0.5 && errors[1] < (reduction == 8 ? 2.2 : 0.85), "\(ratio): \(errors)")
        }
    }

    @Test("is chosen by the resolution that the decoder gives each component", arguments: factors)
    func resolutions(factors: (Int, Int)) throws {
        let style = Self.style(factors.0, factors.1)
        let file = try file(style)
        let header = try ImageHeader.of(file)
        for reduction in [2, 4, 8] {
            // what the decoder says of its planes
            let samples = style.pixelsPerSample(reducedBy: reduction)
            let input = try InputDecoder(
                FileContents.copy(of: file), JPEGCodec(), JobContext(ImageLimits()), label: .memory)
            let whole = PixelRegion(x: 0, y: 0, width: header.width, height: header.height)
            let layout = try #require(input.reader as? JPEGReader).reducePlanes(by: reduction, keeping: whole)
            let reduced = layout.components.filter { $0.reduction > 1 }.compactMap(\.sampling)
            #expect(samples.x == max(reduced.map(\.horizontalRatio).max() ?? 0, Double(reduction)))
            #expect(samples.y == max(reduced.map(\.verticalRatio).max() ?? 0, Double(reduction)))
        }
    }

    @Test("needs twice the pixels of the result, or all; only pixels need as much of chroma")
    func ratios() throws {
        for (factors, chroma) in [((1, 1), 1), ((2, 2), 1), ((2, 1), 2), ((1, 2), 2), ((4, 1), 4)] {
            let style = Self.style(factors.0, factors.1)
            let header = try ImageHeader.of(TestContent.natural.image(Self.size).encoded(.jpeg(style, quality: 90)))
            for width in stride(from: 10, through: 320, by: 3) {
                let resize = try Resize("\(width)x")
                let geometry = try PictureGeometry(header, nil, resize, reductions: [2, 4, 8], limits: ImageLimits())
                let (x, y) = (320 / Double(geometry.width), 288 / Double(geometry.height))
                func greatest(_ chroma: Int) -> Int {
                    let coarse = factors.0 > factors.1 ? x : y
                    let scale = min(x, y, coarse / Double(chroma))
                    return [8, 4, 2].first { scale / Double($0) >= 1.998 } ?? 1
                }
                let isExpected = geometry.planeReduction == greatest(1) && geometry.reduction == greatest(chroma)
                #expect(isExpected, "\(factors) \(width)")
            }
        }
    }
}
