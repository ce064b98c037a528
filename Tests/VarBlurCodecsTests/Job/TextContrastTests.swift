import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("The contrast of text on a tint")
struct TextContrastTests {
    /// A picture of random patches, some of them bright spots.
    private static func photo(_ size: Size, seed: UInt64) throws -> PixelBuffer {
        var random = SplitMix64(seed: seed)
        let tone = Int.random(in: 0...255, using: &random)
        let patches = (0..<12).map { _ in
            (
                x: Int.random(in: 0..<size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random),
                reach: Int.random(in: 4...size.width / 2, using: &random),
                color: (0..<3).map { _ in Int.random(in: 0...255, using: &random) }
            )
        }
        return try .make(size) { x, y, channel in
            let patch = patches.last { abs($0.x - x) + abs($0.y - y) < $0.reach }
            return patch?.color[channel] ?? (tone + (x * 7 + y * 3 + channel * 11) % 23) % 256
        }
    }

    /// Whether text has a contrast with all but 5 % of the pixels of each square of a grid, and of all squares together, where the tint is
    /// strong, by the definition of WCAG 2.2.
    private static func isLegible(
        _ file: [UInt8], _ color: RGBColor, _ ratio: Double, _ blur: BlurSettings, side: Int
    ) throws -> Bool {
        func luminance(_ color: [Int]) -> Double {
            zip(color, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + LightModel.sRGB.linear(Double($1.0) / 255) * $1.1 }
        }
        let picture = try PixelBuffer.decoded(file)
        let (width, height) = (picture.width, picture.height)
        let text = luminance([Int(color.red), Int(color.green), Int(color.blue)])
        let alphas = try blur.progressiveBlur(width: width, height: height).field.rendered(
            width: width, height: height, depth: .sixteen
        ).sampleValues()
        // alphas were rounded
        let least = Double(alphas.max() ?? 0) * 2 / 3 + 1
        var cells: [Int: (all: Int, low: Int)] = [:]
        for y in 0..<height {
            for x in 0..<width where Double(alphas[y * width + x]) >= least {
                let colors = picture.format.channels.count > 2 ? [0, 1, 2] : [0, 0, 0]
                let behind = luminance(colors.map { picture[x, y, $0] })
                let contrast = (max(text, behind) + 0.05) / (min(text, behind) + 0.05)
                for cell in [y / side * width + x / side, -1] {
                    cells[cell, default: (0, 0)].all += 1
                    if contrast < ratio - 1e-6 { cells[cell, default: (0, 0)].low += 1 }
                }
            }
        }
        return cells.values.allSatisfy { 20 * $0.low <= $0.all }
    }

    private static let ramps: [@Sendable (inout BlurSettings) throws -> Void] = [
        { ($0.directions, $0.startOffset, $0.easing) = ([.bottom], 0.5, .easeInOut) },
        { ($0.directions, $0.startOffset) = ([.left], 0.3) },
        { ($0.maximumRadius, $0.minimumRadius) = (.pixels(4), .pixels(4)) },
        { $0.gradients = [try BlurGradient("radial-blur(6px 10%, 0px 80%)")] },
        { ($0.directions, $0.areas) = ([], [try BlurArea("area-blur(xywh(20% 20% 50% 40%), 5px, feather 6px)")]) },
        { ($0.maximumRadius, $0.directions) = (.pixels(0), [.top]) },
    ]

    @Test("is reached with the least opacity, on the decoded output, for random pictures", arguments: 0..<24)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed) + 100)
        let size = Size(Int.random(in: 24...150, using: &random), Int.random(in: 24...150, using: &random))
        let image = try Self.photo(size, seed: UInt64(seed))
        let ratio = [3.0, 4.5, 7.0].randomElement(using: &random) ?? 3.0
        var job = BlurJob(radius: 5)
        try Self.ramps[seed % Self.ramps.count](&job.blur)
        let tints: [(Double, Double, Double)] = [(0, 0, 0), (1, 1, 1), (0.04, 0.06, 0.14), (0.9, 0.95, 0.8)]
        let tint = tints[seed / Self.ramps.count % tints.count]
        job.blur.look = try BlurLook(
            tint: BlurLook.Tint(red: tint.0, green: tint.1, blue: tint.2), saturation: 1.3,
            grain: seed % 3 == 0 ? 1 : 0)
        job.textContrast = TextContrast(ratio)
        let formats: [ImageFormat] = [.png, .jpeg, .webP]
        job.output.format = formats[seed % formats.count]
        if seed % 5 == 0 { job.output.webPQuality = .lossy(70) }
        let file = try image.encoded(.png)
        let report = try job.run(from: .bytes(file))
        let text = try #require(report.legibility)
        let side = (max(size.width, size.height) + 63) / 64
        let white = RGBColor(red: 255, green: 255, blue: 255), black = RGBColor(red: 0, green: 0, blue: 0)
        #expect(text.textColor == (tint.0 < 0.5 ? white : black))
        #expect(text.isReached && text.contrast >= ratio && report.notices.isEmpty, "\(text)")
        #expect(try Self.isLegible(report.bytes, text.textColor, ratio, job.blur, side: side), "\(text)")
        // the output is that of a job with this opacity
        job.textContrast = nil
        job.blur.look = job.blur.look.tinted(text.opacity)
        #expect(try job.run(from: .bytes(file)).bytes == report.bytes)
        guard text.opacity > 0.05, job.output.format == .png, job.blur.look.grain == 0 else { return }
        job.blur.look = job.blur.look.tinted(text.opacity - 0.03)
        let paler = try job.run(from: .bytes(file)).bytes
        #expect(try !Self.isLegible(paler, text.textColor, ratio, job.blur, side: side), "\(text)")
    }

    /// A picture whose colors and samples are stored in one of several ways.
    private static func stored(_ kind: Int, _ image: borrowing PixelBuffer) throws -> [UInt8] {
        switch kind {
        case 0: return FileEditing.addingPNGChunk("gAMA", [0, 0, 0xD6, 0xD8], to: try image.encoded(.png))
        case 1: return try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        case 2: return try image.encoded(.webP(.lossless))
        default:
            let layouts: [ChannelLayout] = [.gray, .grayAlpha, .rgba, .rgb]
            return try stored(PixelFormat(layouts[kind % 4], kind % 2 == 0 ? .eight : .sixteen), image)
        }
    }

    /// A picture in another format, whose alpha falls to the right.
    private static func stored(
        _ format: PixelFormat, _ image: borrowing PixelBuffer, profile: ICCProfile? = nil
    ) throws -> [UInt8] {
        let (width, height) = (image.width, image.height)
        let scale = format.depth == .eight ? 1 : 257
        let pixels = (0..<height).map { y in (0..<width).map { x in (0..<3).map { image[x, y, $0] * scale } } }
        let last = format.channels.hasAlpha ? format.channels.count - 1 : -1
        return try PixelBuffer.make(Size(width, height), format) { x, y, channel in
            channel == last ? max(255 - x, 0) * scale : pixels[y][x][min(channel, 2)]
        }.encoded(.png, profile: profile)
    }

    @Test(
        "is measured in sRGB, whatever the colors, the depth, and the channels of an output are",
        .enabled(if: ColorTransform.isAvailable), arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba],
        [SampleDepth.eight, .sixteen])
    func descriptions(channels: ChannelLayout, depth: SampleDepth) throws {
        let photo = try Self.photo(Size(60, 40), seed: 9)
        let format = PixelFormat(channels, depth)
        let plain = try Self.stored(format, photo)
        var profile = HandmadeProfile(isGray: channels.isGray, curve: HandmadeProfile.curve([563]))
        if !channels.isGray {
            profile.addPrimaries([[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]])
        }
        var job = try Self.job()
        job.output.format = .png
        var opacities: [Double] = []
        // gray values have an exponent of 1/2.2, which is nearly sRGB
        for file in [
            plain, FileEditing.addingPNGChunk("gAMA", [0, 0, 0xB1, 0x8F], to: plain),
            try Self.stored(format, photo, profile: ICCProfile(bytes: profile.bytes)),
        ] {
            let text = try #require(job.run(from: .bytes(file)).legibility)
            #expect(text.isReached)
            opacities.append(text.opacity)
        }
        #expect(opacities.allSatisfy { abs($0 - opacities[0]) < 0.05 }, "\(opacities)")
    }

    @Test(
        "is measured on exact files as it is on decoded ones, and takes one encoding of most pictures",
        arguments: 0..<12)
    func encodings(seed: Int) throws {
        let file = try Self.stored(seed % 8, Self.photo(Size(90, 160), seed: UInt64(seed) + 40))
        var job = try Self.job()
        job.output.format = .png
        let (contents, context) = (try FileContents.copy(of: file), JobContext(ImageLimits()))
        let input = try InputDecoder(contents, CodecRegistry.standard.codec(of: contents), context, label: .memory)
        let plan = try BlurPlan(input.header, job, context, inputByteCount: file.count)
        let sink = try MemoryFile()
        let output = JobOutput(sink: sink, label: .memory, held: nil, copy: nil, commit: {})
        var encodings = 0
        let contrast = try #require(job.textContrast)
        let text = try #require(
            try plan.run(job, choosingOpacityFor: contrast, input, to: output) {
                encodings += 1
                return String(repeating: "0", count: 64)
            }.legibility)
        // the gamma of the first kind bends what opacity does
        #expect(encodings <= (seed % 8 == 0 ? 3 : 1) && text.isReached && text.opacity < 1, "\(text)")
        let layer = try contrast.text(on: job.blur.look.tint).layer
        let legibility = TintLegibility(layer, plan.request.blur.field, nil, width: 90, height: 160)
        let decoder = try InputDecoder(sink.contents, PNGCodec(), context.asSeen, label: .memory)
        let rows = try SeenRows(decoder.header, legibility, tintedBy: text.opacity)
        try rows.add(decoder)
        #expect(rows.result.contrast == text.contrast && rows.result.opacity == text.opacity)
    }

    @Test("is reached with the largest radii, too", arguments: [2e18, 1e300])
    func largeRadii(radius: Double) throws {
        var job = try Self.job()
        (job.blur.maximumRadius, job.blur.directions, job.blur.startOffset) = (.pixels(radius), [.bottom], 0.5)
        let file = try Self.photo(Size(60, 90), seed: 5).encoded(ImageFormat.jpeg.usualEncoding)
        let report = try job.run(from: .bytes(file))
        #expect(try #require(report.legibility).isReached)
    }

    private static func job(_ ratio: Double = 4.5) throws -> BlurJob {
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.directions, job.blur.startOffset) = (.pixels(6), [.bottom], 0.4)
        job.blur.look = try BlurLook(tint: BlurLook.Tint(red: 0, green: 0, blue: 0), saturation: 1.4)
        job.textContrast = TextContrast(ratio)
        return job
    }

    @Test("does not depend on threads, on streaming, nor on other outputs")
    func determinism() throws {
        let image = try Self.photo(Size(300, 500), seed: 5)
        let file = try image.encoded(.png)
        var job = try Self.job()
        job.blur.execution.threadCount = 1
        let expected = try job.run(from: .bytes(file))
        let text = try #require(expected.legibility)
        #expect(text.opacity > 0 && text.opacity < 1)
        job.blur.execution.threadCount = 4
        #expect(try job.run(from: .bytes(file)).bytes == expected.bytes)
        // the whole image is in memory
        let whole = try image.encoded(.webP(.lossless))
        job.output.format = .png
        let buffered = try job.run(from: .bytes(whole))
        #expect(buffered.legibility == text)
        #expect(
            try PixelBuffer.decoded(buffered.bytes).sampleValues()
                == PixelBuffer.decoded(expected.bytes).sampleValues())
        let sizes = [nil, try Resize("50%"), try Resize("150x")].map { BlurJob.Output(resize: $0) }
        let results = try job.run(from: .bytes(file), to: sizes).map { try $0.get() }
        for (output, result) in zip(sizes, results) {
            job.resize = output.resize
            #expect(try result.bytes == job.run(from: .bytes(file)).bytes && result.legibility?.isReached == true)
        }
    }

    @Test("that no opacity reaches is an error of the colors, and a notice about a picture")
    func unreachable() throws {
        let bright = try PixelBuffer.make(Size(40, 60)) { _, _, _ in 255 }.encoded(.png)
        let report = try Self.job(18).run(from: .bytes(bright))
        let text = try #require(report.legibility)
        #expect(text.opacity == 1 && !text.isReached && text.contrast < 18 && text.contrast > 7)
        #expect(
            report.notices == [
                "even where the tint is opaque, text in #ffffff has a contrast of only \(ReadableNumber.text(text.contrast))"
            ])
        var job = try Self.job(15)
        job.textContrast?.color = RGBColor(red: 120, green: 120, blue: 120)
        job.blur.look = job.blur.look.tinted(0.2)
        for change: (inout BlurJob) -> Void in [
            { _ in }, { $0.blur.look = .none }, { $0.textContrast = TextContrast(1) },
            { $0.textContrast = TextContrast(21.5) },
        ] {
            var job = job
            change(&job)
            let error = #expect(throws: ImageError.self) { try job.run(from: .bytes(bright)) }
            #expect(error?.code == .invalidSettings)
        }
    }

    @Test("is not chosen where nothing is tinted, nor for PQ and HLG")
    func nothing() throws {
        var job = try Self.job()
        job.blur.directions = []
        let file = try PixelBuffer.noise(Size(20, 30)).encoded(.png)
        let report = try job.run(from: .bytes(file))
        #expect(report.legibility == nil && report.notices.isEmpty)
        for code in [16, 18] as [UInt8] {
            let wide = FileEditing.addingPNGChunk("cICP", [9, code, 0, 1], to: file)
            let error = #expect(throws: ImageError.self) { try Self.job().run(from: .bytes(wide)) }
            #expect(error?.code == .unsupported)
        }
    }

    @Test("is measured within the time of the job, as are the facts about an output")
    func time() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let file = try PixelBuffer.noise(Size(40, 30)).encoded(.png)
        var report = try BlurJob().run(from: .bytes(file))
        for (deadline, code) in [
            (Deadline(after: .zero), ImageError.Code.timeout),
            (Deadline.starting(after: nil, cancellation), .cancelled),
        ] {
            let (contents, context) = (try FileContents.copy(of: file), JobContext(ImageLimits(), deadline: deadline))
            let region = PixelRegion(x: 0, y: 0, width: 40, height: 30)
            for error in [
                #expect(throws: ImageError.self) {
                    _ = try LoadedImageFile(output: contents, context)
                        .picture(SourceRegion(region), of: region, width: 40, height: 30)
                }, #expect(throws: ImageError.self) { try report.add([.thumbHash], of: contents, context) },
            ] { #expect(error?.code == code) }
        }
    }

    @Test("tells what helps if an output is longer than the memory that is left")
    func memory() throws {
        let file = try PixelBuffer.noise(Size(40, 30)).encoded(.png)
        let (job, contents) = (try Self.job(), try FileContents.copy(of: file))
        var context = JobContext(ImageLimits())
        let plan = try BlurPlan(ImageHeader.of(file), job, context, inputByteCount: file.count)
        context.limits.memory = plan.memoryEstimate() + 100
        let input = try InputDecoder(contents, PNGCodec(), context, label: .memory)
        let output = JobOutput(sink: try MemoryFile(), label: .memory, held: nil, copy: nil, commit: {})
        let contrast = try #require(job.textContrast)
        let error = #expect(throws: ImageError.self) {
            try plan.run(job, choosingOpacityFor: contrast, input, to: output, digest: nil)
        }
        #expect(error?.reason == .outputMemoryLimit)
        #expect(error?.remedy == "raise the limit, or set the opacity of the tint")
    }

    @Test("is an option with a word for its opacity")
    func options() throws {
        let job = try BlurJob(options: [
            "tint": "white", "tint-opacity": "auto", "text-color": "#123456", "contrast": "7",
        ])
        #expect(job.textContrast == TextContrast(7, color: RGBColor(red: 0x12, green: 0x34, blue: 0x56)))
        #expect(try BlurJob(options: ["tint": "white", "tint-opacity": "0.5"]).textContrast == nil)
        #expect(try BlurJob(options: ["preset": "caption"]).textContrast == TextContrast(7))
        for options in [
            ["tint-opacity": "auto"], ["tint": "red", "tint-opacity": "automatic"], ["contrast": "1"],
            ["contrast": "22"], ["tint": "black", "tint-opacity": "auto", "text-color": "#222"],
        ] {
            #expect(throws: ImageError.self) { try BlurJob(options: options) }
        }
        var digests = Set<String>()
        for options in [
            [:], ["tint-opacity": "auto"], ["tint-opacity": "auto", "contrast": "5"],
            ["tint-opacity": "auto", "text-color": "#ddd"],
        ] {
            let job = try BlurJob(options: options.merging(["tint": "black"]) { $1 })
            digests.insert(JobDigest.settings(of: job, .png))
        }
        #expect(digests.count == 4)
    }
}
