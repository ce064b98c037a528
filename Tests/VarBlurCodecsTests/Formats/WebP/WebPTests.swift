import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("WebP files")
struct WebPTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A smooth image with sharp edges.
    private static func picture(_ size: Size, _ format: PixelFormat = PixelFormat(.rgb)) throws -> PixelBuffer {
        try PixelBuffer.make(size, format) { x, y, channel in
            channel == 3 ? 255 - (x + y) % 256 : (x * 3 + y * (channel + 1)) % 199 + (x / 16 + y / 16) % 2 * 40
        }
    }

    /// The image of another decoder.
    private func reference(_ file: [UInt8]) throws -> ReferenceImage {
        try directory.write(file, to: "reference.webp")
        return try #require(try ReferenceImage.decode([directory.path("reference.webp")])[0])
    }

    private func run(
        _ file: [UInt8], _ format: ImageFormat?, _ change: (inout BlurJob) -> Void = { _ in }
    ) throws -> (report: BlurJob.Report, file: [UInt8]) {
        var job = BlurJob(radius: 0, format: format)
        job.existing = .replace
        change(&job)
        return try job.run(file, in: directory)
    }

    @Test(
        "Lossless files keep every sample, according to this decoder and another one",
        arguments: [PixelFormat(.rgb), PixelFormat(.rgba)])
    func lossless(format: PixelFormat) throws {
        for size in [Size(1, 1), Size(7, 5), Size(300, 41), Size(1, 900), Size(2500, 2)] {
            let image = try PixelBuffer.noise(size, format)
            let file = try image.encoded(.webP(.lossless))
            let header = try ImageHeader.of(file)
            #expect(header.isLossless && header.width == size.width && header.height == size.height)
            // An alpha channel that is opaque everywhere is left out.
            let isOpaque = header.pixelFormat.channels == .rgb
            #expect(isOpaque == (format.channels == .rgb) || size.width * size.height == 1)
            let decoded = try PixelBuffer.decoded(file)
            if isOpaque == (format.channels == .rgb) { #expect(decoded.sampleValues() == image.sampleValues()) }
            #expect(try reference(file).samples == decoded.widened(isPNG: false))
        }
    }

    @Test(
        "Lossy files are close to the original, and other decoders decode the same pixels",
        arguments: [PixelFormat(.rgb), PixelFormat(.rgba)])
    func lossy(format: PixelFormat) throws {
        for size in [Size(1, 1), Size(33, 47), Size(320, 240)] {
            let image = try Self.picture(size, format)
            let file = try image.encoded(.webP(.lossy(95)))
            #expect(try !ImageHeader.of(file).isLossless)
            let decoded = try PixelBuffer.decoded(file)
            #expect(try reference(file).samples == decoded.widened(isPNG: false))
            let errors = Self.errors(of: decoded, image)
            #expect(errors.color <= 12 && errors.alpha == 0, "\(size)")
        }
    }

    /// The mean error of the colors, and the largest of alpha, which may be left out if it is opaque.
    private static func errors(
        of decoded: borrowing PixelBuffer, _ image: borrowing PixelBuffer
    ) -> (color: Int, alpha: Int) {
        var (sum, largest) = (0, 0)
        for y in 0..<image.height {
            for x in 0..<image.width {
                for channel in 0..<3 { sum += abs(decoded[x, y, channel] - image[x, y, channel]) }
                guard image.format.channels.hasAlpha else { continue }
                let alpha = decoded.format.channels.hasAlpha ? decoded[x, y, 3] : 255
                largest = max(largest, abs(alpha - image[x, y, 3]))
            }
        }
        return (sum / (3 * image.width * image.height), largest)
    }

    @Test("Rows can be written in any grouping: the stripes of a lossy file do not show")
    func stripes() throws {
        // A vertical gradient has the same chroma error in each stripe, unless rows are lost between stripes.
        let image = try PixelBuffer.make(Size(40, 101)) { _, y, channel in y * 2 + channel * 10 }
        let decoded = try PixelBuffer.decoded(image.encoded(.webP(.lossy(100))))
        for y in 0..<101 { #expect(abs(decoded[20, y, 1] - image[20, y, 1]) <= 4, "row \(y)") }
    }

    @Test("A higher quality gives a longer file, and a quality out of range is refused")
    func qualities() throws {
        let image = try Self.picture(Size(200, 150))
        let counts = try [0, 30, 80, 100].map { try image.encoded(.webP(.lossy($0))).count }
        #expect(counts == counts.sorted() && Set(counts).count == 4)
        for quality in [-1, 101] {
            let error = #expect(throws: ImageError.self) { try image.encoded(.webP(.lossy(quality))) }
            #expect(error?.code == .invalidSettings)
        }
    }

    @Test("Outputs are lossless for lossless inputs, and otherwise of quality 80, unless a quality is set")
    func defaults() throws {
        let image = try Self.picture(Size(64, 48))
        let lossy = try image.encoded(.webP(.lossy(50)))
        for (file, isLossless) in [
            (try image.encoded(.png), true), (try image.encoded(.webP(.lossless)), true), (lossy, false),
            (try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90)), false),
        ] {
            let output = try run(file, .webP).file
            #expect(try ImageHeader.of(output).isLossless == isLossless)
            #expect(try !ImageHeader.of(run(file, .webP) { $0.output.webPQuality = .lossy(30) }.file).isLossless)
            #expect(try ImageHeader.of(run(file, .webP) { $0.output.webPQuality = .lossless }.file).isLossless)
        }
        let decoded = try PixelBuffer.decoded(lossy)
        #expect(try run(lossy, .webP).file == decoded.encoded(.webP(.lossy(80))))
    }

    @Test("The bytes do not depend on the number of threads")
    func threads() throws {
        let file = try Self.picture(Size(640, 480), PixelFormat(.rgba)).encoded(.png)
        for quality in [WebPQuality.lossless, .lossy(70)] {
            let files = try [1, 2, 5].map { count in
                try run(file, .webP) {
                    $0.output.webPQuality = quality
                    $0.blur.maximumRadius = .pixels(9)
                    $0.blur.execution = BlurExecution(threadCount: count)
                }.file
            }
            #expect(files[0] == files[1] && files[0] == files[2])
        }
    }

    @Test("Pixels that WebP cannot hold are converted with a notice, or refused")
    func conversions() throws {
        let gray = try PixelBuffer.make(Size(9, 8), PixelFormat(.gray, .sixteen)) { x, _, _ in 257 * x }
        let profile = ICCProfile(bytes: HandmadeProfile(isGray: true).bytes)
        let (report, file) = try run(gray.encoded(.png, profile: profile), .webP)
        #expect(
            report.notices == [
                "16-bit samples are reduced to 8 bits, the maximum for WebP output",
                "the gray color profile does not fit the color output and is not copied",
            ])
        let decoded = try PixelBuffer.decoded(file)
        #expect(decoded.sampleValues().prefix(9) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
        let ink = try PixelBuffer.noise(Size(8, 8), PixelFormat(.cmyk))
        let error = #expect(throws: ImageError.self) {
            try run(ink.encoded(.jpeg(JPEGStyle(.cmyk), quality: 90)), .webP)
        }
        #expect(error?.code == .unsupported && error?.cause == "CMYK images cannot be stored as WebP")
        let clear = try run(Self.picture(Size(20, 20)).encoded(.webP(.lossless)), nil) {
            ($0.blur.edges, $0.blur.maximumRadius) = (.transparent, .pixels(5))
        }
        #expect(try ImageHeader.of(clear.file).pixelFormat == PixelFormat(.rgba))
    }

    @Test("A WebP image with alpha needs a background to become a JPEG")
    func flattening() throws {
        let file = try PixelBuffer.noise(Size(8, 8), PixelFormat(.rgba)).encoded(.webP(.lossless))
        #expect(throws: ImageError.self) { try run(file, .jpeg) }
        let output = try run(file, .jpeg) { $0.output.background = RGBColor(red: 1, green: 2, blue: 3) }.file
        #expect(try ImageHeader.of(output).format == .jpeg)
    }

    @Test("Longer sides than 16,383 pixels are refused")
    func longestSide() throws {
        let wide = try PixelBuffer.make(Size(16_384, 1), PixelFormat(.gray)) { _, _, _ in 0 }
        let file = try wide.encoded(.png)
        let error = #expect(throws: ImageError.self) { try run(file, .webP) }
        #expect(error?.code == .unsupported)
        #expect(
            error?.cause == "16384×1 pixels; each side of a WebP image must be from 1 to 16383 pixels")
        let widest = try PixelBuffer.make(Size(16_383, 1)) { x, _, _ in x % 256 }
        #expect(
            try PixelBuffer.decoded(run(widest.encoded(.png), .webP).file).sampleValues() == widest.sampleValues())
    }

    @Test("The digest of a job is in a chunk that no reader knows, and recognizes the output")
    func digest() throws {
        let file = try Self.picture(Size(30, 20)).encoded(.webP(.lossy(90)))
        let first = try run(file, .webP) { $0.writesDigest = true }
        #expect(try ImageHeader.of(first.file).metadata.digest == first.report.digest?.description)
        #expect(FileEditing.webPPieces(first.file).map(\.type) == ["VP8X", "VP8 ", "VBLR"])
        #expect(try reference(first.file).samples == PixelBuffer.decoded(first.file).widened(isPNG: false))
        let again = try run(file, .webP) { ($0.writesDigest, $0.existing) = (true, .skipSame) }
        #expect(again.report.isSkipped)
        let stripped = try run(file, .webP) { ($0.writesDigest, $0.output.stripping) = (true, .all) }
        #expect(try ImageHeader.of(stripped.file).metadata.digest != nil)
    }

    /// Decodes a file of noise until a deadline that has passed.
    private static func decodeLate() throws {
        let file = try PixelBuffer.noise(Size(120, 90)).encoded(.webP(.lossy(90)))
        let context = JobContext(ImageLimits(), deadline: Deadline(after: .zero))
        let reader = try WebPReader(try FileContents.copy(of: file), context)
        let row = UnsafeMutableRawBufferPointer.allocate(byteCount: 360, alignment: 1)
        defer { unsafe row.deallocate() }
        try unsafe reader.readRow(into: row)
    }

    /// Encodes an image of noise until a deadline that has passed.
    private static func encodeLate(_ quality: WebPQuality) throws {
        let image = try PixelBuffer.noise(Size(120, 90))
        var plan = EncodingPlan(width: 120, height: 90, pixelFormat: image.format, encoding: .webP(quality))
        plan.deadline = Deadline(after: .zero)
        let sink = MemorySink()
        var encoder = try ImageEncoder(plan, to: sink)
        for y in 0..<90 { try encoder.writeRow(image.bytes.extracting(y * 360..<(y + 1) * 360)) }
        try encoder.finish()
    }

    @Test("A deadline ends the decoder and the encoder")
    func deadline() throws {
        #expect(#expect(throws: ImageError.self) { try Self.decodeLate() }?.code == .timeout)
        #expect(#expect(throws: ImageError.self) { try Self.encodeLate(.lossless) }?.code == .timeout)
        #expect(#expect(throws: ImageError.self) { try Self.encodeLate(.lossy(90)) }?.code == .timeout)
    }
}
