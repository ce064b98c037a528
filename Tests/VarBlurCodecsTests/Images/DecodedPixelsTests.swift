import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Images come from strangers, and settings from elsewhere: no combination may end the process.
@Suite("Decoded images of every kind")
struct DecodedPixelsTests {
    /// Files with all channels and depths that decoders return.
    private static func files() throws -> [(name: String, bytes: [UInt8])] {
        var files: [(String, [UInt8])] = []
        for format in PixelFormat.all where format.alpha == .straight {
            guard format.channels != .cmyk, format.channels != .chroma else { continue }
            files.append(("PNG \(format)", try PixelBuffer.noise(Size(20, 14), format).encoded(.png)))
        }
        for style in [
            JPEGStyle(.gray), JPEGStyle(.yCbCr), JPEGStyle(.rgb), JPEGStyle(.cmyk), JPEGStyle(.ycck),
            JPEGStyle(.cmyk, isProgressive: true, hasAdobeMarker: true),
        ] {
            let channels: ChannelLayout =
                style.color == .gray ? .gray : [.cmyk, .ycck].contains(style.color) ? .cmyk : .rgb
            let image = try PixelBuffer.noise(Size(20, 14), PixelFormat(channels))
            files.append(("JPEG \(style.color)", try image.encoded(.jpeg(style, quality: 90))))
        }
        for channels in [ChannelLayout.rgb, .rgba] {
            files.append(
                (
                    "WebP \(channels)",
                    try PixelBuffer.noise(Size(20, 14), PixelFormat(channels)).encoded(.webP(.lossless))
                ))
        }
        return files
    }

    private static func looks() throws -> [BlurLook] {
        [
            .none, try BlurLook(tint: .init(red: 1, green: 0.5, blue: 0, opacity: 0.5)), try BlurLook(saturation: 0),
            try BlurLook(grain: 4), try BlurLook(fade: 1), try BlurLook(dithers: true),
        ]
    }

    /// Whether `body` succeeds; an error of the library counts as well, and any other one does not.
    private static func isAnswered(_ body: () throws -> Void) -> Bool {
        do { try body() } catch { return error is ImageError || error is BlurError }
        return true
    }

    @Test("are blurred, resized, converted, and encoded, or are an error")
    func decoders() throws {
        for (name, bytes) in try Self.files() {
            for look in try Self.looks() {
                for light in [BlurLight.encoded, .linear] {
                    var decoder = try ImageDecoder(bytes.span.bytes)
                    let channels = decoder.header.pixelFormat.channels
                    var image = try decoder.readUprightImage()
                    var blur = try ProgressiveBlur(maximumRadius: 4)
                    (blur.look, blur.light) = (look, light)
                    var isBlurred = true
                    do throws(BlurError) { try blur.blur(&image) } catch { isBlurred = false }
                    let isPossible =
                        channels == .cmyk ? look.isNone && !light.isLinear : look.fade == 0 || channels.hasAlpha
                    #expect(isBlurred == isPossible, "\(name): \(look)")
                }
            }
            for format in ImageFormat.inProcess {
                var output = OutputSettings()
                output.format = format
                output.background = RGBColor(red: 255, green: 255, blue: 255)
                #expect(Self.isAnswered { _ = try PixelBuffer.decoded(bytes).encoded(output) }, "\(name)")
            }
            for format in PixelFormat.all {
                #expect(Self.isAnswered { _ = try PixelBuffer.decoded(bytes).converted(to: format).width }, "\(name)")
            }
            for light in [BlurLight.encoded, .linear] {
                #expect(
                    Self.isAnswered {
                        _ = try PixelBuffer.decoded(bytes).resized(toWidth: 7, height: 9, light: light).width
                    })
            }
        }
    }

    @Test("are the inputs of jobs with every look, light, and format, one or several outputs, or are an error")
    func jobs() throws {
        for (name, bytes) in try Self.files() {
            for look in try Self.looks() {
                for (light, direction) in [(LightMode.encoded, BlurDirection.top), (.linear, .left)] {
                    var job = BlurJob(radius: 4)
                    (job.blur.look, job.blur.light, job.blur.directions) = (look, light, [direction])
                    for format in ImageFormat.inProcess {
                        (job.output.format, job.output.convertsToSRGB) = (format, format == .webP)
                        #expect(
                            Self.isAnswered { _ = try job.run(from: .bytes(bytes)) }, "\(name): \(look) \(format)")
                    }
                    let outputs = ImageFormat.inProcess.map { format in
                        var settings = OutputSettings()
                        settings.format = format
                        return BlurJob.Output(
                            resize: Resize(width: .pixels(11), height: nil), settings: settings, target: .memory)
                    }
                    #expect(Self.isAnswered { _ = try job.run(from: .bytes(bytes), to: outputs) }, "\(name): \(look)")
                    #expect(Self.isAnswered { _ = try job.preflight(from: .bytes(bytes), to: outputs) })
                }
            }
        }
    }

    #if os(Linux) || os(macOS)
        @Test("misuse of decoders and encoders ends the process, with the cause on standard error")
        func misuse() async {
            let rows = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let file = try PixelBuffer.noise(Size(2, 2)).encoded(.png)
                var decoder = try ImageDecoder(file.span.bytes)
                try decoder.finish()
            }
            let text = String(decoding: rows?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("2 rows have not been read"), "\(text)")
            let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let plan = EncodingPlan(width: 1, height: 1, pixelFormat: PixelFormat(.gray), encoding: .png)
                var encoder = try ImageEncoder(plan, to: MemorySink())
                try encoder.writeRow([7].span.bytes)
                try encoder.finish()
                try encoder.finish()
            }
            let endText = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
            #expect(endText.contains("the file is complete already"), "\(endText)")
            let target = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try PixelBuffer.noise(Size(2, 2)).write(to: .memory)
            }
            let cause = String(decoding: target?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                cause.contains("an ImageEncoder writes to memory") || cause.contains("the name of the output"),
                "\(cause)")
        }
    #endif
}
