import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs in linear light")
struct LinearLightJobTests {
    private func job(radius: Double = 9, offset: Double = 0) -> BlurJob {
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.startOffset, job.blur.light) = (.pixels(radius), offset, .linear)
        job.output.jpegSmoothing = .off
        return job
    }

    private func result(
        _ image: borrowing PixelBuffer, _ job: BlurJob, _ light: BlurLight = .linear
    ) throws -> PixelBuffer {
        var blur = try job.blur.progressiveBlur(width: image.width, height: image.height)
        blur.light = light
        return try blur.blurred(image)
    }

    @Test(
        "files get the pixels of the library, streamed or not",
        arguments: PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma && $0.alpha == .straight })
    func pixels(format: PixelFormat) throws {
        let image = try TestContent.natural.image(Size(500, 330), format)
        let file = try image.encoded(.png)
        for direction in [BlurDirection.top, .right] {
            for threads in [1, 2] {
                var job = job(offset: 0.4)
                (job.blur.direction, job.blur.execution.threadCount) = (direction, threads)
                #expect(
                    try PixelBuffer.decoded(job.output(of: file)).sampleValues() == result(image, job).sampleValues())
                job.output.format = .webP
                job.output.webPQuality = .lossless
                guard format == PixelFormat(.rgb) || format == PixelFormat(.rgba) else { continue }
                let webP = try job.output(of: file)
                #expect(try PixelBuffer.decoded(webP).sampleValues() == result(image, job).sampleValues())
            }
        }
    }

    @Test("the description of colors decides on the curve, in the order of the PNG standard")
    func curves() throws {
        let image = try TestContent.natural.image(Size(80, 60))
        let gamma = HandmadeProfile(curve: HandmadeProfile.curve([460])).bytes
        let plain = try image.encoded(.png)
        let profiled = try image.encoded(.png, profile: ICCProfile(bytes: gamma))
        func adding(_ type: String, _ contents: [UInt8], _ file: [UInt8]) -> [UInt8] {
            FileEditing.addingPNGChunk(type, contents, to: file)
        }
        func power(_ exponent: Double) throws -> BlurLight { .linear(try TransferCurve(gamma: exponent)) }
        let gAMA = FileEditing.bigEndian(50_000, 4)
        let cases: [([UInt8], BlurLight)] = try [
            (plain, .linear), (profiled, power(460.0 / 256)), (adding("sRGB", [0], plain), .linear),
            (adding("gAMA", gAMA, plain), power(2)), (adding("gAMA", FileEditing.bigEndian(45_455, 4), plain), .linear),
            (adding("sRGB", [0], adding("gAMA", gAMA, plain)), .linear),
            (adding("gAMA", gAMA, profiled), power(460.0 / 256)),
            (adding("cICP", [1, 1, 0, 1], profiled), .linear(.bt709)),
            (adding("cICP", [1, 2, 0, 1], profiled), power(460.0 / 256)),
            (adding("cICP", [1, 8, 0, 1], adding("gAMA", gAMA, plain)), power(1)),
        ]
        for (file, light) in cases {
            for stripping in MetadataStripping.allCases {
                var job = job()
                job.output.stripping = stripping
                let output = try job.run(from: .bytes(file))
                let (bytes, report) = (output.bytes, output)
                #expect(try PixelBuffer.decoded(bytes).sampleValues() == result(image, job, light).sampleValues())
                let isRemoved = stripping == .all && light != .linear
                #expect(report.notices.allSatisfy { isRemoved && $0.contains("description of the colors is removed") })
                #expect(stripping != .all || !FileEditing.contains(bytes, Array("iCCP".utf8)))
            }
        }
    }

    @Test("JPEG and WebP files are converted with their profiles")
    func profiles() throws {
        let profile = ICCProfile(bytes: HandmadeProfile(curve: HandmadeProfile.curve([460])).bytes)
        let light = BlurLight.linear(try TransferCurve(gamma: 460.0 / 256))
        let image = try TestContent.natural.image(Size(96, 80))
        for encoding in [ImageEncoding.jpeg(JPEGStyle(.yCbCr), quality: 95), .webP(.lossless)] {
            let file = try image.encoded(encoding, profile: profile)
            var job = job()
            job.output.format = .png
            let decoded = try PixelBuffer.decoded(file)
            #expect(
                try PixelBuffer.decoded(job.output(of: file)).sampleValues()
                    == result(decoded, job, light).sampleValues())
        }
    }

    @Test("profiles without curves, and wrong ones, mean sRGB, with a notice")
    func fallback() throws {
        let image = try TestContent.natural.image(Size(40, 30))
        let expected = try result(image, job()).sampleValues()
        for profile in [HandmadeProfile(), HandmadeProfile(curve: HandmadeProfile.curve([9, 5]))] {
            let file = try image.encoded(.png, profile: ICCProfile(bytes: profile.bytes))
            let output = try job().run(from: .bytes(file))
            let (bytes, report) = (output.bytes, output)
            #expect(try PixelBuffer.decoded(bytes).sampleValues() == expected)
            #expect(report.notices.contains { $0.contains("sRGB is assumed") })
            var encoded = job()
            encoded.blur.light = .encoded
            #expect(try encoded.run(from: .bytes(file)).notices.isEmpty)
        }
        let steep = FileEditing.addingPNGChunk("gAMA", FileEditing.bigEndian(1, 4), to: try image.encoded(.png))
        #expect(try job().run(from: .bytes(steep)).notices.contains { $0.contains("gamma") })
    }

    @Test("CMYK is refused")
    func inks() throws {
        let file = try PixelBuffer.noise(Size(20, 20), PixelFormat(.cmyk)).encoded(
            .jpeg(JPEGStyle(.cmyk), quality: 90))
        let error = #expect(throws: ImageError.self) { try job().output(of: file) }
        #expect(error?.code == .unsupported && error?.remedy != nil, "\(String(describing: error))")
        #expect(throws: ImageError.self) { try job().preflight(from: .bytes(file)) }
        for light in [LightMode.encoded, .automatic] {
            var job = job()
            job.blur.light = light
            _ = try job.output(of: file)
        }
    }

    @Test("PQ and HLG are blurred in light unless stored values are asked for", arguments: [UInt8(16), 18])
    func highDynamicRange(code: UInt8) throws {
        let image = try TestContent.natural.image(Size(160, 90), PixelFormat(.rgb, .sixteen))
        var profile = HandmadeProfile(curve: HandmadeProfile.curve([460]))
        profile.add("cicp", Array("cicp".utf8) + [0, 0, 0, 0, 9, code, 0, 1])
        let files = try [
            FileEditing.addingPNGChunk("cICP", [9, code, 0, 1], to: image.encoded(.png)),
            image.encoded(.png, profile: ICCProfile(bytes: profile.bytes)),
        ]
        let light = BlurLight.linear(code == 16 ? .pq : .hlg)
        for file in files {
            for mode in LightMode.allCases {
                var job = job()
                job.blur.light = mode
                let report = try job.run(from: .bytes(file))
                let expected = try result(image, job, mode == .encoded ? .encoded : light)
                #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == expected.sampleValues())
                #expect(report.light == (mode == .encoded ? .encoded : light) && report.notices.isEmpty)
                let (before, after) = try (ImageHeader.of(file), ImageHeader.of(report.bytes))
                #expect(before.colorChunk("cICP") == after.colorChunk("cICP") && before.profile == after.profile)
                // a resize averages the same
                job.resize = try Resize("50x")
                job.blur.maximumRadius = .pixels(0)
                let small = try PixelBuffer.decoded(job.output(of: file))
                let resized = try image.resized(
                    toWidth: small.width, height: small.height, light: mode == .encoded ? .encoded : light)
                #expect(small.sampleValues() == resized.sampleValues())
            }
        }
    }

    @Test("clear rows of PNG files keep their compressed data")
    func keptRows() throws {
        let image = try TestContent.natural.image(Size(400, 900))
        let file = try image.encoded(.png)
        let bytes = try job(offset: 0.7).output(of: file)
        let decoded = try PixelBuffer.decoded(bytes)
        #expect(decoded.sampleValues() == (try result(image, job(offset: 0.7)).sampleValues()))
        // the end of the compressed data
        let tail = Array(FileEditing.pixelData(of: file).suffix(4_000).dropLast(4))
        #expect(FileEditing.contains(FileEditing.pixelData(of: bytes), tail))
    }
}
