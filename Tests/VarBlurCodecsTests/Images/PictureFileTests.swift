import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Pictures that come from no file")
struct PictureFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func decoded(_ bytes: [UInt8]) throws -> PixelBuffer {
        var decoder = try ImageDecoder(bytes.span.bytes)
        return try decoder.readImage()
    }

    @Test(
        "are written in every pixel format, and read as the same colors",
        arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .bgr, .rgba, .bgra], SampleDepth.allCases)
    func formats(channels: ChannelLayout, depth: SampleDepth) throws {
        let integers = depth == .float ? .sixteen : depth
        for alpha in channels.hasAlpha ? AlphaEncoding.allCases : [.straight] {
            let noise = try PixelBuffer.noise(Size(13, 7), PixelFormat(channels, integers, alpha: alpha))
            let image = try noise.converted(to: PixelFormat(channels, depth, alpha: alpha))
            let result = try decoded(try image.encoded())
            let isGray = channels == .gray || channels == .grayAlpha
            let straight: ChannelLayout =
                channels.hasAlpha ? (isGray ? .grayAlpha : .rgba) : (isGray ? .gray : .rgb)
            #expect(result.format == PixelFormat(straight, integers))
            #expect([UInt8](result) == [UInt8](try image.converted(to: result.format)))
        }
    }

    @Test("get the format of their extension, and the quality of the settings")
    func files() throws {
        let image = try PixelBuffer.noise(Size(40, 30), PixelFormat(.bgra, alpha: .premultiplied))
        let count = try image.write(to: .file(path: directory.path("a.PNG")))
        let png = try directory.read("a.PNG")
        #expect(png == (try image.encoded()) && png.count == count)
        #expect(throws: ImageError.self) { try image.write(to: .file(path: directory.path("a.PNG"))) }
        #expect(try image.write(to: .file(path: directory.path("a.PNG")), existing: .skip) == 0)
        var settings = OutputSettings()
        settings.background = RGBColor(red: 255, green: 0, blue: 0)
        settings.jpegQuality = 20
        let small = try image.write(to: .file(path: directory.path("a.jpg")), settings)
        settings.jpegQuality = 95
        #expect(try image.write(to: .file(path: directory.path("b.jpg")), settings) > small)
        settings.format = .jpeg
        for (quality, chroma) in [(89, 2), (90, 1)] {
            settings.jpegQuality = quality
            let style = try ImageHeader.of(try image.encoded(settings)).jpegStyle
            #expect(style?.sampling.first == .init(chroma, chroma), "quality \(quality)")
        }
        settings.format = .webP
        #expect(try decoded(try image.encoded(settings)).format == PixelFormat(.rgba))
        let gray = try PixelBuffer.noise(Size(9, 9), PixelFormat(.gray, .sixteen))
        settings.format = .jpeg
        #expect(try decoded(try gray.encoded(settings)).format == PixelFormat(.gray))
    }

    @Test("are lossy where the format can be, unless the settings say more")
    func losses() throws {
        let image = try PixelBuffer.noise(Size(9, 9), PixelFormat(.rgb))
        for format in ImageFormat.written {
            var settings = OutputSettings()
            func isLossless() throws -> Bool {
                try EncodingPlan(image, as: format, settings).encoding.settings.compression.isLossless
            }
            #expect(try isLossless() == (format == .png), "\(format.name)")
            (settings.webPQuality, settings.jxlQuality) = (.lossless, 100)
            #expect(try isLossless() == [.png, .webP, .jxl].contains(format), "\(format.name)")
        }
        #expect(try EncodingPlan(image, as: .jxl, OutputSettings()).encoding.jxl?.quality == 90)
    }

    @Test("numbers out of range are errors that name the setting and its range")
    func ranges() throws {
        let image = try PixelBuffer.noise(Size(9, 9), PixelFormat(.rgb))
        let file = try image.encoded()
        let cases: [(ImageFormat, String, (inout OutputSettings) -> Void)] = [
            (.jpeg, "JPEG quality is 500; it must be from 1 to 100", { $0.jpegQuality = 500 }),
            (.jpeg, "JPEG quality is 0; it must be from 1 to 100", { $0.jpegQuality = 0 }),
            (.webP, "WebP quality is 300; it must be from 0 to 100", { $0.webPQuality = .lossy(300) }),
            (.avif, "AVIF quality is -1; it must be from 0 to 100", { $0.avifQuality = -1 }),
            (.avif, "speed of the AVIF encoder is 99; it must be from 0 to 9", { $0.avifSpeed = 99 }),
            (.jxl, "JPEG XL quality is 101; it must be from 0 to 100", { $0.jxlQuality = 101 }),
            (.jxl, "effort of the JPEG XL encoder is 0; it must be from 1 to 9", { $0.jxlEffort = 0 }),
            (.jpeg, "the quality is 0; it must be from 1 to 100", { $0.quality = 0 }),
            (.webP, "the quality is 500; it must be from 1 to 100", { $0.quality = 500 }),
        ]
        for (format, part, change) in cases {
            var job = BlurJob(radius: 1)
            job.output.format = format
            change(&job.output)
            let errors = [
                #expect(throws: ImageError.self) { _ = try image.encoded(job.output) },
                #expect(throws: ImageError.self) { _ = try job.run(from: .bytes(file)) },
            ]
            for error in errors {
                #expect(error?.code == .invalidSettings, "\(part)")
                #expect(error?.cause.contains(part) ?? false, "\(error as Any)")
            }
        }
    }

    @Test("of CMYK become JPEG files without conversion, and are an error in other formats", arguments: [8, 16])
    func inks(bits: Int) throws {
        let depth = try #require(SampleDepth(rawValue: bits))
        let image = try PixelBuffer.make(Size(24, 16), PixelFormat(.cmyk, depth)) { x, y, channel in
            (x * 3 + y * 2 + channel * 40) * (depth == .eight ? 1 : 257)
        }
        for format in ImageFormat.written {
            var settings = OutputSettings()
            (settings.format, settings.quality) = (format, 100)
            guard format == .jpeg else {
                let error = #expect(throws: ImageError.self) { _ = try image.encoded(settings) }
                #expect(error?.cause.contains("cannot store \(bits)-bit CMYK pixels") ?? false, "\(error as Any)")
                continue
            }
            let file = try image.encoded(settings)
            let style = try ImageHeader.of(file).jpegStyle
            #expect(style?.color == .cmyk && style?.hasAdobeMarker == false)
            let result = try decoded(file)
            #expect(result.format == PixelFormat(.cmyk))
            let expected = [UInt8](try image.converted(to: result.format))
            #expect(zip([UInt8](result), expected).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
        }
    }

    @Test("sampling factors that no JPEG file can have are replaced with the default")
    func sampling() throws {
        let image = try PixelBuffer.noise(Size(24, 16))
        let one = JPEGStyle.Sampling(1, 1)
        let impossible: [[JPEGStyle.Sampling]] = [
            [.init(0, 0), .init(-1, 9)], [.init(0, 0), one, one], [.init(2, 2), .init(0, 1), one], [], [one],
            [.init(5, 1), one, one], [.init(.max, .max), one, one], [.init(.min, 1), one, one], [one, one, one, one],
        ]
        for sampling in impossible {
            let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr, sampling: sampling), quality: 80))
            let style = try ImageHeader.of(file).jpegStyle
            #expect(style?.sampling == JPEGStyle(.yCbCr).sampling, "\(sampling)")
        }
        let wide = [JPEGStyle.Sampling(2, 1), one, one]
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr, sampling: wide), quality: 80))
        #expect(try ImageHeader.of(file).jpegStyle?.sampling == wide)
    }

    @Test("lose their alpha channel if no pixel is transparent")
    func opaque() throws {
        for depth in SampleDepth.allCases {
            let layout = try PixelLayout(width: 1, height: 1, format: PixelFormat(.bgra, .eight))
            let image = try PixelBuffer([10, 20, 30, 255], layout: layout).converted(to: PixelFormat(.bgra, depth))
            #expect(try decoded(try image.encoded()).format.channels == .rgb)
        }
    }

    @Test("errors name the pixels, or what is missing")
    func errors() throws {
        let image = try PixelBuffer.noise(Size(8, 8), PixelFormat(.bgra, alpha: .premultiplied))
        func failure(_ part: String, _ reason: ImageError.Reason? = nil, _ body: () throws -> Void) {
            let error = #expect(throws: ImageError.self) { try body() }
            #expect(error?.cause.contains(part) ?? false, "\(error as Any)")
            #expect(error?.reason == reason)
        }
        let plan = EncodingPlan(width: 8, height: 8, pixelFormat: image.format, encoding: .png)
        failure("PNG cannot store 8-bit BGRA pixels with premultiplied alpha") {
            try image.write(plan, to: .file(path: directory.path("a.png")))
        }
        let style = EncodingPlan(
            width: 8, height: 8, pixelFormat: PixelFormat(.gray), encoding: .jpeg(quality: 101))
        failure("do not fit 8-bit gray pixels") { _ = try ImageEncoder(style, to: MemorySink()) }
        failure("does not select a format") { try image.write(to: .file(path: directory.path("a.gif"))) }
        failure("does not select a format") { try image.write(to: .file(path: directory.path("a"))) }
        failure("JPEG cannot store", .noBackground) { try image.write(to: .file(path: directory.path("a.jpg"))) }
        failure("are read, but not written", .readOnlyFormat) {
            var settings = OutputSettings()
            settings.format = .heic
            _ = try image.encoded(settings)
        }
        let planes = try PixelBuffer(width: 2, height: 2, format: PixelFormat(.chroma))
        failure("PNG cannot store 8-bit CHROMA pixels") { _ = try planes.encoded() }
    }
}
