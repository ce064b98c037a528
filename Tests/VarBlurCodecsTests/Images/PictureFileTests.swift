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
