import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs that crop and resize")
struct ResizeJobTests {
    private static func job(_ size: String? = nil, crop: String? = nil, fit: Resize.Fit? = nil) throws -> BlurJob {
        var job = BlurJob(radius: 6)
        job.crop = try crop.map { try Crop($0) }
        job.resize = try size.map { try Resize($0) }
        if let fit { job.resize?.fit = fit }
        return job
    }

    /// What a job makes of an image, by the library's functions for images in memory.
    private func expected(_ image: borrowing PixelBuffer, _ job: BlurJob) throws -> PixelBuffer {
        let whole = PixelRegion(x: 0, y: 0, width: image.width, height: image.height)
        let kept = try job.crop?.region(width: image.width, height: image.height) ?? whole
        let resize = job.resize ?? Resize(width: .percent(100), height: .percent(100), fit: .fill)
        let placement = try resize.placement(width: kept.width, height: kept.height)
        // pixels outside the crop have no effect
        let cropped = try image.rearranged(Size(kept.width, kept.height)) { x, y in (x + kept.x, y + kept.y) }
        let blur = try job.blur.progressiveBlur(width: placement.width, height: placement.height)
        let resized = try cropped.resized(
            toWidth: placement.target.width, height: placement.target.height, from: placement.source,
            light: blur.light)
        return try blur.blurred(resized)
    }

    private static let jobs: [(String?, String?, Resize.Fit?)] = [
        ("160x120", nil, nil), ("90x90", nil, .cover), ("90x200", nil, .fill), ("400x400", nil, nil), ("50%", nil, nil),
        (nil, "100x60+7+130", nil), ("33x", "50%x50%+25%+50%", nil), ("90x90!", "1x100+319+0", nil),
    ]

    @Test(
        "make what the library makes of the image", arguments: jobs,
        PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma && $0.alpha == .straight })
    func pixels(settings: (String?, String?, Resize.Fit?), format: PixelFormat) throws {
        let image = try TestContent.natural.image(Size(320, 241), format)
        let file = try image.encoded(.png)
        for direction in [BlurDirection.top, .left] {
            for threads in [1, 2] {
                var job = try Self.job(settings.0, crop: settings.1, fit: settings.2)
                (job.blur.direction, job.blur.execution.threadCount) = (direction, threads)
                let result = try PixelBuffer.decoded(job.output(of: file))
                #expect(try result.sampleValues() == expected(image, job).sampleValues(), "\(direction)")
            }
        }
    }

    @Test(
        "sharpen after the resize, and before the blur",
        arguments: PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma && $0.alpha == .straight })
    func sharpening(format: PixelFormat) throws {
        let image = try TestContent.natural.image(Size(160, 241), format)
        let file = try image.encoded(.png)
        for (index, size) in [nil, "60x60", "320x"].enumerated() {
            var job = try Self.job(size)
            job.sharpening = [0.7, 1.5, 12][index]
            let whole = try job.resize?.placement(width: 160, height: 241).target
            let source = try image.resized(toWidth: whole?.width ?? 160, height: whole?.height ?? 241)
            let blurred = try ProgressiveBlur(field: .uniform(.pixels(job.sharpening))).blurred(source)
            let (last, full) = (format.channels.count - 1, Int(format.depth.fullScale))
            let sharp = try PixelBuffer.make(Size(source.width, source.height), format) { x, y, channel in
                let own = source[x, y, channel]
                if format.channels.hasAlpha && (channel == last || blurred[x, y, last] == 0) { return own }
                return min(max(2 * own - blurred[x, y, channel], 0), full)
            }
            for direction in [BlurDirection.top, .left] {
                (job.blur.direction, job.blur.execution.threadCount) = (direction, 1 + index)
                let expected = try job.blur.progressiveBlur(width: sharp.width, height: sharp.height).blurred(sharp)
                let outputs = try job.run(
                    from: .bytes(file), to: [job.output(at: .memory), job.output(at: .memory)])
                for output in try outputs.map({ try $0.get().bytes }) + [job.output(of: file)] {
                    let isSame = try PixelBuffer.decoded(output).sampleValues() == expected.sampleValues()
                    #expect(isSame, "\(size ?? "whole") \(direction)")
                }
            }
        }
        let job = BlurJob { $0.sharpening = -1 }
        #expect(throws: ImageError.self) { try job.output(of: file) }
    }

    @Test("sharpen stored planes much like pixels")
    func sharpPlanes() throws {
        let image = try TestContent.natural.image(Size(160, 120))
        var job = try Self.job("80x60")
        (job.sharpening, job.blur.maximumRadius, job.output.jpegQuality) = (1, .pixels(0), 100)
        for style in [JPEGStyle(.yCbCr), JPEGStyle(.yCbCr, sampling: [.init(1, 1), .init(1, 1), .init(1, 1)])] {
            let file = try image.encoded(.jpeg(style, quality: 98))
            let planes = try PixelBuffer.decoded(job.output(of: file)).sampleValues()
            var other = job
            other.output.format = .png
            let pixels = try PixelBuffer.decoded(other.output(of: file)).sampleValues()
            #expect(planes.meanDifference(from: pixels) < 2)
            other.sharpening = 0
            let plain = try PixelBuffer.decoded(other.output(of: file)).sampleValues()
            #expect(plain.meanDifference(from: pixels) > 2 * planes.meanDifference(from: pixels))
        }
    }

    @Test("resize in linear light", arguments: [PixelFormat(.rgb), PixelFormat(.rgba, .sixteen)])
    func linearLight(format: PixelFormat) throws {
        let image = try TestContent.natural.image(Size(200, 150), format)
        var job = try Self.job("64x64", fit: .cover)
        job.blur.light = .linear
        let result = try PixelBuffer.decoded(job.output(of: image.encoded(.png)))
        #expect(try result.sampleValues() == expected(image, job).sampleValues())
    }

    @Test("turn the image upright first", arguments: ImageOrientation.allCases)
    func orientations(orientation: ImageOrientation) throws {
        let upright = try TestContent.natural.image(Size(120, 90))
        let file = try upright.stored(orientation)
        for (text, crop, fit) in [("40x40", nil, Resize.Fit.cover), ("41x", "60x50+50+7", nil)]
            as [(String, String?, Resize.Fit?)]
        {
            var job = try Self.job(text, crop: crop, fit: fit)
            job.resize?.position = .init(x: .percent(20), y: .percent(90))
            let result = try PixelBuffer.decoded(job.output(of: file))
            let expected = try expected(upright, job)
            // the axes are resized in another order, with rounding in between
            let report = result.exceptions { abs(result[$0, $1, $2] - expected[$0, $1, $2]) <= 1 }
            #expect(report == nil, "\(report ?? "")")
            #expect(result.width == expected.width)
        }
    }

    @Test("put the image between bars of a color, or of nothing")
    func bars() throws {
        for format in PixelFormat.all where format.alpha == .straight && ![.cmyk, .chroma].contains(format.channels) {
            let image = try TestContent.natural.image(Size(60, 40), format)
            var job = try Self.job("48x48", fit: .contain)
            job.blur.maximumRadius = .pixels(0)
            job.resize?.position = .init(x: .zero, y: .percent(100))
            job.output.background = RGBColor(red: 200, green: 100, blue: 50)
            let colored = try PixelBuffer.decoded(job.output(of: image.encoded(.png)))
            job.output.background = nil
            let plain = try PixelBuffer.decoded(job.output(of: image.encoded(.png)))
            let inside = try image.resized(toWidth: 48, height: 32)
            let scale = format.depth == .eight ? 1 : 257
            let alpha = format.channels.hasAlpha ? format.channels.count - 1 : nil
            let color = format.channels.count < 3 ? [124] : [200, 100, 50]
            let report =
                colored.exceptions { x, y, channel in
                    let bar = (channel == alpha ? 255 : color[min(channel, color.count - 1)]) * scale
                    return colored[x, y, channel] == (y < 16 ? bar : inside[x, y - 16, channel])
                }
                ?? plain.exceptions { x, y, channel in
                    plain[x, y, channel] == (y < 16 ? 0 : inside[x, y - 16, channel])
                }
            #expect(report == nil, "\(format): \(report ?? "")")
        }
    }

    @Test("fill bars with the image, enlarged and blurred")
    func blurredBars() throws {
        let image = try PixelBuffer.make(Size(300, 100)) { x, y, channel in channel == 0 ? x * 255 / 299 : y * 2 + 20 }
        var job = try Self.job("200x200", fit: .contain)
        job.blur.maximumRadius = .pixels(0)
        job.resize?.bars = .blurredImage(radius: .pixels(10), brightness: 1)
        let result = try PixelBuffer.decoded(job.output(of: image.encoded(.png)))
        #expect((result.width, result.height) == (200, 200))
        // the image covers the box with its middle third, which a blur of a gradient leaves as it is
        let cover = try image.resized(
            toWidth: 200, height: 200, from: SourceRegion(x: 100, y: 0, width: 100, height: 100))
        let report = result.exceptions { x, y, channel in
            let isBar = y < 60 || y > 140
            let isInside = x > 40 && x < 160 && y > 40 && y < 160
            return !isBar || !isInside || abs(result[x, y, channel] - cover[x, y, channel]) <= 3
        }
        #expect(report == nil, "\(report ?? "")")
        job.resize?.bars = .blurredImage(radius: .pixels(10), brightness: 0.5)
        let dark = try PixelBuffer.decoded(job.output(of: image.encoded(.png)))
        for (x, y) in [(30, 10), (100, 50), (190, 190)] {
            #expect(abs(2 * dark[x, y, 1] - result[x, y, 1]) <= 2, "\(dark[x, y, 1]), \(result[x, y, 1])")
        }
        #expect(dark[100, 100, 1] == result[100, 100, 1])
    }

    @Test("blur bars in the light of the run, like the whole image", arguments: [nil, UInt8(16), 18], [8, 16])
    func lightOfBars(transfer: UInt8?, bits: Int) throws {
        let format = PixelFormat(.rgb, bits == 8 ? .eight : .sixteen)
        let (bright, dark) = (Int(format.depth.fullScale) * 3 / 4, Int(format.depth.fullScale) / 10)
        let image = try PixelBuffer.make(Size(100, 100), format) { x, y, _ in
            (40..<60).contains(x) && (40..<60).contains(y) ? bright : dark
        }
        let plain = try image.encoded(.png)
        let file = transfer.map { FileEditing.addingPNGChunk("cICP", [9, $0, 0, 1], to: plain) } ?? plain
        // stored light, which becomes that of sRGB
        let linear = FileEditing.addingPNGChunk("gAMA", [0, 1, 0x86, 0xA0], to: plain)
        for (light, file) in [(LightMode.automatic, file), (.linear, file), (.encoded, file), (.linear, linear)] {
            var job = try Self.job("300x100", fit: .contain)
            (job.blur.light, job.output.convertsToSRGB) = (light, file == linear)
            job.blur.maximumRadius = .pixels(0)
            job.resize?.bars = .blurredImage(radius: .pixels(12))
            let result = try PixelBuffer.decoded(job.output(of: file))
            job.resize?.bars = .blurredImage(radius: .pixels(12), brightness: 0.5)
            let darker = try PixelBuffer.decoded(job.output(of: file))
            job.resize = try Resize("300x100")
            job.resize?.fit = .cover
            (job.blur.maximumRadius, job.blur.minimumRadius, job.blur.edges) = (.pixels(12), .pixels(12), .clamp)
            let expected = try PixelBuffer.decoded(job.output(of: file))
            let step = Int(format.depth.fullScale) / 255
            let report = result.exceptions { x, y, channel in
                let isBar = !(100..<200).contains(x)
                return !isBar
                    || abs(result[x, y, channel] - expected[x, y, channel]) <= 4 * step
                        && abs(2 * darker[x, y, channel] - result[x, y, channel]) <= 2 * step
            }
            #expect(report == nil, "\(light), \(file == linear): \(report ?? "")")
        }
    }

    @Test("decode JPEG files at a reduced size that shows no difference", arguments: [1, 8])
    func reducedJPEG(orientation: Int) throws {
        let image = try TestContent.natural.image(Size(1600, 1200))
        let jpeg = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        let file = orientation == 1 ? jpeg : FileEditing.oriented(jpeg, orientation)
        var job = try Self.job("200x200")
        job.output.format = .png
        let header = try ImageHeader.of(file)
        let geometry = try PictureGeometry(header, nil, job.resize, reductions: [2, 4, 8], limits: ImageLimits())
        #expect(geometry.reduction == 4)
        let result = try PixelBuffer.decoded(job.output(of: file))
        var decoder = try ImageDecoder(file.span.bytes)
        let expected = try expected(decoder.readUprightImage(), job)
        var error = 0.0
        _ = result.exceptions { x, y, channel in
            let difference = Double(result[x, y, channel] - expected[x, y, channel])
            error += difference * difference
            return true
        }
        let meanSquare = error / Double(result.width * result.height * 3)
        // of all channels; luma is better
        #expect(meanSquare < 65025 / 3981, "the signal-to-noise ratio is below 36 dB")
        #expect((result.width, result.height) == (orientation == 1 ? (200, 150) : (150, 200)))
    }

    @Test("report the size of the output, and refer to it")
    func sizes() throws {
        let file = try TestContent.natural.image(Size(300, 200)).encoded(.png)
        var job = try Self.job("60x60", fit: .cover)
        job.blur.maximumRadius = .percent(10)
        let report = try job.run(from: .bytes(file))
        #expect((report.width, report.height) == (60, 60) && report.radii?.upperBound == 6)
        let preflight = try job.preflight(from: .bytes(file))
        #expect((preflight.width, preflight.height) == (60, 60))
        job.writesDigest = true
        var digests: [JobDigest?] = [try job.run(from: .bytes(file)).digest]
        job.resize?.position = .init(x: .zero, y: .zero)
        digests.append(try job.run(from: .bytes(file)).digest)
        job.crop = try Crop("50x50+0+0")
        digests.append(try job.run(from: .bytes(file)).digest)
        #expect(Set(digests).count == 3 && !digests.contains(nil))
    }

    @Test("refuse sizes that are too large, and crops outside the image")
    func limits() throws {
        let file = try TestContent.natural.image(Size(30, 20)).encoded(.png)
        var job = try Self.job("30000x20000")
        #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
        let error = #expect(throws: ImageError.self) { try job.preflight(from: .bytes(file)) }
        #expect(error?.code == .overLimit && error?.reason == .resultLimit)
        job = try Self.job(crop: "31x1+0+0")
        let outside = #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
        #expect(outside?.code == .invalidSettings)
        for fit in Resize.Fit.allCases {
            job = BlurJob()
            job.resize = Resize(width: .pixels(10), height: .pixels(50), fit: fit)
            job.resize?.position = .init(x: .percent(.nan), y: .percent(50))
            let position = #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
            #expect(position?.code == .invalidSettings, "\(fit)")
        }
    }

    @Test("find damage outside the crop")
    func damage() throws {
        let file = try TestContent.natural.image(Size(300, 300)).encoded(.png)
        let job = try Self.job(crop: "300x20+0+0")
        _ = try job.run(from: .bytes(file))
        let error = #expect(throws: ImageError.self) { try job.run(from: .bytes(Array(file.dropLast(60)))) }
        #expect(error?.code == .damaged)
    }

    @Test("write the alpha of the blur at the size of the output")
    func alpha() throws {
        let directory = try TemporaryDirectory()
        let file = try TestContent.natural.image(Size(300, 200)).encoded(.png)
        var job = try Self.job("60x60", fit: .contain)
        job.alphaTarget = .file(path: directory.path("mask.png"))
        _ = try job.run(from: .bytes(file))
        let mask = try PixelBuffer.decoded(directory.read("mask.png"))
        #expect((mask.width, mask.height) == (60, 60))
    }
}
