import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

/// Edges of images and crops that the decoder reduces.
@Suite("Edges of reduced JPEG files")
struct ReducedEdgeTests {
    private static let size = Size(320, 288)

    /// A file without quantization.
    ///
    /// Pixels beyond a part of it, and within a border of it, are black; they may be the padding of the last
    /// blocks of a file that ends with the part.
    private func file(
        _ style: JPEGStyle, _ part: PixelRegion, isPadding: Bool, orientation: Int = 1, border: Int = 0
    ) throws -> [UInt8] {
        var style = style
        style.quantization = JPEGQuantization(
            tables: style.sampling.map { _ in [UInt16](repeating: 1, count: 64) })
        let formats: [Int: ChannelLayout] = [1: .gray, 3: .rgb, 4: .cmyk]
        let format = PixelFormat(formats[style.sampling.count] ?? .rgb)
        let image = try PixelBuffer.make(Self.size, format) { x, y, _ in
            let isInside =
                (part.x + border..<part.x + part.width - border).contains(x)
                && (part.y + border..<part.y + part.height - border).contains(y)
            return isInside ? 230 : 0
        }
        var file = try image.encoded(.jpeg(style, quality: nil))
        if isPadding {
            let frame = file.indices.first { file[$0] == 0xFF && [0xC0, 0xC1, 0xC2].contains(file[$0 + 1]) }
            let start = try #require(frame)
            let sides = FileEditing.bigEndian(part.height, 2) + FileEditing.bigEndian(part.width, 2)
            file.replaceSubrange(start + 5..<start + 9, with: sides)
        }
        return orientation == 1 ? file : FileEditing.oriented(file, orientation)
    }

    /// A job with the part of a file that the decoder reduces.
    private func job(_ part: PixelRegion, isPadding: Bool, _ reduction: Int, _ format: ImageFormat) throws -> BlurJob {
        var job = BlurJob(radius: 0)
        if !isPadding { job.crop = try Crop("\(part.width)x\(part.height)+\(part.x)+\(part.y)") }
        let width = part.width * 10 / (21 * reduction)
        job.resize = try Resize("\(width)x\(part.height * width / part.width)!")
        (job.output.format, job.output.jpegQuality) = (format, 100)
        return job
    }

    private static let parts = [
        (PixelRegion(x: 0, y: 0, width: 317, height: 283), true),
        (PixelRegion(x: 0, y: 0, width: 313, height: 287), true),
        (PixelRegion(x: 5, y: 7, width: 266, height: 251), false),
        (PixelRegion(x: 31, y: 1, width: 259, height: 284), false),
        (PixelRegion(x: 16, y: 32, width: 203, height: 203), false),
    ]

    @Test(
        "show neither what was cropped away nor the padding of blocks",
        arguments: FramedPlaneTests.styles.keys.sorted(), [2, 4, 8])
    func outside(style: String, reduction: Int) throws {
        let style = try #require(FramedPlaneTests.styles[style])
        for (part, isPadding) in Self.parts {
            for isProgressive in [false, true] {
                var style = style
                style.isProgressive = isProgressive
                let file = try file(style, part, isPadding: isPadding)
                for format in style.color == .cmyk ? [ImageFormat.jpeg] : [.jpeg, .png] {
                    let job = try job(part, isPadding: isPadding, reduction, format)
                    let plan = try BlurPlan(ImageHeader.of(file), job, JobContext(ImageLimits()), inputByteCount: 0)
                    #expect(plan.request.geometry.planeReduction == reduction)
                    let least = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes).sampleValues().min() ?? 0
                    #expect(least >= 227, "\(part) \(format) \(isProgressive): \(least)")
                }
            }
        }
    }

    @Test("are those of the upright image", arguments: ImageOrientation.allCases)
    func orientations(orientation: ImageOrientation) throws {
        let part = PixelRegion(x: 0, y: 0, width: 313, height: 283)
        let file = try file(JPEGStyle(.yCbCr), part, isPadding: true, orientation: orientation.rawValue)
        let job = try BlurJob(radius: 0, format: .png) { $0.resize = try Resize("40x40") }
        let outputs = ["40x40", "30x30"].map {
            BlurJob.Output(resize: try? Resize($0), settings: job.output)
        }
        var files = try [job.run(from: .bytes(file)).bytes]
        files += try job.run(from: .bytes(file), to: outputs).map { try $0.get().bytes }
        for file in files { #expect(try PixelBuffer.decoded(file).sampleValues().allSatisfy { $0 >= 227 }) }
    }

    @Test("count as much as in the whole image", arguments: [2, 4, 8], [1, 2, 3, 5])
    func borders(reduction: Int, border: Int) throws {
        for (part, isPadding) in Self.parts {
            for color in [JPEGStyle(.gray), JPEGStyle(.rgb)] {
                let file = try file(color, part, isPadding: isPadding, border: border)
                let job = try job(part, isPadding: isPadding, reduction, .png)
                let result = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
                let whole = try PixelBuffer.decoded(file).rearranged(Size(part.width, part.height)) {
                    (part.x + $0, part.y + $1)
                }
                let expected = try whole.resized(toWidth: result.width, height: result.height)
                let report = result.exceptions { abs(result[$0, $1, $2] - expected[$0, $1, $2]) <= 12 }
                #expect(report == nil, "\(part) \(report ?? "")")
            }
        }
    }
}
