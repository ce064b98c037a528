import Foundation
import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

@Suite("Conversion to sRGB", .enabled(if: ColorTransform.isAvailable))
struct SRGBTests {
    /// The colors of red, green, and blue in the connecting space.
    private static let standard = [
        [0.4360747, 0.2225045, 0.0139322], [0.3850649, 0.7168786, 0.0971045], [0.1430804, 0.0606169, 0.7141733],
    ]
    /// The same colors in the profile of Hewlett-Packard, which most files contain.
    private static let usualStandard = [
        [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
    ]
    private static let displayP3 = [
        [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
    ]
    private static let curve = HandmadeProfile.parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

    private static func profile(_ primaries: [[Double]], curve: [UInt8] = curve) -> ICCProfile {
        var profile = HandmadeProfile(curve: curve)
        profile.addPrimaries(primaries)
        return ICCProfile(bytes: profile.bytes)
    }

    static let p3 = profile(displayP3)
    static let p3Power = profile(displayP3, curve: HandmadeProfile.curve([563]))
    static let sRGB = profile(usualStandard)
    private static let gray = ICCProfile(
        bytes: HandmadeProfile(isGray: true, curve: HandmadeProfile.curve([460])).bytes)

    private func job(_ change: (inout BlurJob) -> Void = { _ in }) -> BlurJob {
        var job = BlurJob(radius: 0)
        job.output.convertsToSRGB = true
        change(&job)
        return job
    }

    /// The value of a color from 0 to 1 after its conversion from P3, in double precision.
    private func converted(_ color: [Double]) -> [Double] {
        let light = color.map { TransferCurve.sRGB.linear($0) }
        let xyz = (0..<3).map { row in (0..<3).reduce(0) { $0 + Self.displayP3[$1][row] * light[$1] } }
        let (a, b, c) = (Self.standard[0], Self.standard[1], Self.standard[2])
        func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
            a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
        }
        let whole = determinant(a, b, c)
        return [determinant(xyz, b, c), determinant(a, xyz, c), determinant(a, b, xyz)]
            .map { TransferCurve.sRGB.encoded($0 / whole) }
    }

    private func noise(_ format: PixelFormat) throws -> PixelBuffer { try PixelBuffer.noise(Size(60, 40), format) }

    @Test(
        "RGB has the values of the formula within a step of 8 bits, and the same alpha",
        arguments: [ChannelLayout.rgb, .rgba], SampleDepth.integers)
    func formula(channels: ChannelLayout, depth: SampleDepth) throws {
        let format = PixelFormat(channels, depth)
        let image = try noise(format)
        let output = try job().run(from: .bytes(image.encoded(.png, profile: Self.p3)))
        #expect(output.notices.isEmpty)
        let header = try ImageHeader.of(output.bytes)
        #expect(header.profile == nil && header.pixelFormat == format)
        #expect(header.metadata.colorChunks.map(\.type) == ["sRGB"])
        let result = try PixelBuffer.decoded(output.bytes)
        let fullScale = depth.fullScale
        var greatest = 0.0
        for y in 0..<image.height {
            for x in 0..<image.width {
                let expected = converted((0..<3).map { Double(image[x, y, $0]) / fullScale })
                for channel in 0..<3 {
                    greatest = max(greatest, abs(Double(result[x, y, channel]) / fullScale - expected[channel]) * 255)
                }
                if channels.hasAlpha { #expect(result[x, y, 3] == image[x, y, 3]) }
            }
        }
        // near black, the curve makes a rounding of the primaries by 1/10000 thirteen times as large
        #expect(greatest <= (depth == .eight ? 1 : 0.5), "\(greatest)")
    }

    @Test("gray stays gray, with the curve of sRGB", arguments: [ChannelLayout.gray, .grayAlpha], SampleDepth.integers)
    func gray(channels: ChannelLayout, depth: SampleDepth) throws {
        let image = try noise(PixelFormat(channels, depth))
        let output = try job().run(from: .bytes(image.encoded(.png, profile: Self.gray)))
        let result = try PixelBuffer.decoded(output.bytes)
        #expect(result.format == image.format)
        let curve = try TransferCurve(gamma: 460.0 / 256)
        for y in 0..<image.height {
            for x in 0..<image.width {
                let light = curve.linear(Double(image[x, y, 0]) / depth.fullScale)
                let expected = TransferCurve.sRGB.encoded(light) * 255
                #expect(abs(Double(result[x, y, 0]) / depth.fullScale * 255 - expected) <= 0.51)
                if channels.hasAlpha { #expect(result[x, y, 1] == image[x, y, 1]) }
            }
        }
    }

    @Test("colors are converted after the resize and before the blur, upright, streamed or not")
    func order() throws {
        let image = try TestContent.natural.image(Size(300, 200))
        let file = try image.encoded(.png, profile: Self.p3)
        let framed = job {
            $0.output.convertsToSRGB = false
            $0.crop = try? Crop("250x180+20+10")
            $0.resize = try? Resize("100x100")
        }
        let small = try framed.run(from: .bytes(file)).bytes
        let converted = try job().run(from: .bytes(small)).bytes
        for direction in [BlurDirection.top, .left] {
            var blur = BlurJob()
            (blur.blur.maximumRadius, blur.blur.direction, blur.blur.light) = (.pixels(5), direction, .linear)
            blur.blur.look = try BlurLook(tint: BlurLook.Tint(red: 0, green: 0.2, blue: 1, opacity: 0.3))
            var whole = blur
            (whole.crop, whole.resize, whole.output.convertsToSRGB) = (framed.crop, framed.resize, true)
            // the resize is in linear light, too
            var small = framed
            small.blur.light = .linear
            let steps = try blur.run(from: .bytes(job().run(from: .bytes(small.run(from: .bytes(file)).bytes)).bytes))
            let once = try whole.run(from: .bytes(file))
            let first = try PixelBuffer.decoded(once.bytes)
            let second = try PixelBuffer.decoded(steps.bytes)
            #expect(first.sampleValues() == second.sampleValues())
        }
        #expect(try PixelBuffer.decoded(converted).sampleValues() != PixelBuffer.decoded(small).sampleValues())
        let turned = FileEditing.oriented(file, 6)
        let result = try PixelBuffer.decoded(job().run(from: .bytes(turned)).bytes)
        let flat = try PixelBuffer.decoded(job().run(from: .bytes(file)).bytes)
        #expect(result.width == 200 && result.height == 300)
        #expect((0..<3).allSatisfy { result[199, 0, $0] == flat[0, 0, $0] && result[0, 299, $0] == flat[299, 199, $0] })
    }

    @Test("images that are sRGB already keep their data, and lose the profile only")
    func standard() throws {
        let image = try TestContent.natural.image(Size(200, 160))
        for (encoding, profile) in [
            (ImageEncoding.jpeg(JPEGStyle(.yCbCr), quality: 90), Self.sRGB),
            (.png, Self.sRGB),
        ] {
            let file = try image.encoded(encoding, profile: profile)
            var plain = job { $0.blur.maximumRadius = .pixels(4) }
            plain.blur.startOffset = 0.6
            // finer steps depend on the length of the file, and so on the profile
            plain.output.jpegSmoothing = .off
            let converted = try plain.run(from: .bytes(file))
            plain.output.convertsToSRGB = false
            let kept = try plain.run(from: .bytes(file))
            #expect(try ImageHeader.of(converted.bytes).profile == nil)
            let (before, after) = (try kept.sampleValues, try converted.sampleValues)
            let greatest = zip(before, after).reduce(0) { max($0, abs($1.0 - $1.1)) }
            // the primaries of this profile have five digits, so a value may be rounded to its neighbor
            #expect(greatest <= 1, "\(encoding.format): \(greatest)")
        }
        let gamma = FileEditing.addingPNGChunk("gAMA", FileEditing.bigEndian(45_455, 4), to: try image.encoded(.png))
        let output = try job().run(from: .bytes(gamma))
        #expect(try ImageHeader.of(output.bytes).metadata.colorChunks.map(\.type) == ["sRGB"])
        #expect(try PixelBuffer.decoded(output.bytes).sampleValues() == image.sampleValues())
    }

    @Test("PNG chunks describe colors, and those that cannot be converted are kept with a notice")
    func chunks() throws {
        let image = try noise(PixelFormat(.rgb))
        let plain = try image.encoded(.png)
        let expected = try PixelBuffer.decoded(job().run(from: .bytes(image.encoded(.png, profile: Self.p3))).bytes)
        let primaries = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap { FileEditing.bigEndian($0, 4) }
        let gamma = FileEditing.addingPNGChunk("gAMA", FileEditing.bigEndian(45_455, 4), to: plain)
        for file in [
            FileEditing.addingPNGChunk("cHRM", primaries, to: gamma),
            FileEditing.addingPNGChunk("cICP", [12, 13, 0, 1], to: plain),
        ] {
            let output = try job().run(from: .bytes(file))
            #expect(output.notices.isEmpty)
            #expect(try ImageHeader.of(output.bytes).metadata.colorChunks.map(\.type) == ["sRGB"])
            let values = try PixelBuffer.decoded(output.bytes).sampleValues()
            #expect(zip(values, expected.sampleValues()).allSatisfy { abs($0 - $1) <= 1 })
        }
        for (codes, name) in [
            ([1, 1, 0, 0], "range"), ([9, 16, 0, 0], "range"), ([3, 13, 0, 1], "primaries"),
            ([9, 3, 0, 1], "transfer"),
        ] {
            let file = FileEditing.addingPNGChunk("cICP", codes.map { UInt8($0) }, to: plain)
            let output = try job().run(from: .bytes(file))
            #expect(output.notices.count == 1 && output.notices[0].contains(name), "\(output.notices)")
            #expect(try ImageHeader.of(output.bytes).metadata.colorChunks.map(\.type) == ["cICP"])
            #expect(try PixelBuffer.decoded(output.bytes).sampleValues() == image.sampleValues())
        }
    }

    @Test(
        "several outputs, of which some are converted, are those of single jobs", arguments: [1, 6], LightMode.allCases)
    func sets(orientation: Int, light: LightMode) throws {
        let image = try TestContent.natural.image(Size(200, 160)).encoded(.png, profile: Self.p3)
        let file = orientation == 1 ? image : FileEditing.oriented(image, orientation)
        var outputs: [BlurJob.Output] = []
        for convertsToSRGB in [true, false] {
            for size in ["60x", "70x70"] {
                var resize = try Resize(size)
                if resize.height != nil { resize.fit = .contain }
                var output = BlurJob.Output(resize: resize)
                output.settings.convertsToSRGB = convertsToSRGB
                outputs.append(output)
            }
        }
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.light) = (.pixels(3), light)
        let reports = try job.run(from: .bytes(file), to: outputs).map { try $0.get() }
        for (output, report) in zip(outputs, reports) {
            (job.resize, job.output) = (output.resize, output.settings)
            #expect(try report.bytes == job.run(from: .bytes(file)).bytes, "\(output)")
            #expect(try (ImageHeader.of(report.bytes).profile == nil) == output.settings.convertsToSRGB)
        }
        #expect(Set(reports.map(\.bytes)).count == 4)
    }

    @Test("damaged profiles are errors")
    func invalidProfiles() throws {
        let image = try noise(PixelFormat(.rgb))
        let jpeg = ImageEncoding.jpeg(JPEGStyle(.yCbCr), quality: 90)
        // the first tag begins behind the end
        var damaged = Self.p3.bytes
        damaged.replaceSubrange(136..<140, with: [0x7F, 0, 0, 0])
        let cases: [(ICCProfile, ImageError.Code)] = [
            (ICCProfile(bytes: damaged), .damaged),
            (ICCProfile(bytes: HandmadeProfile(curve: Self.curve).bytes), .damaged),
        ]
        for (profile, code) in cases {
            let file = try image.encoded(jpeg, profile: profile)
            let error = #expect(throws: ImageError.self) { try job().run(from: .bytes(file)) }
            #expect(error?.code == code && error?.reason == .colorProfile && error?.remedy.isEmpty == false)
        }
        let cut = try image.encoded(jpeg, profile: ICCProfile(bytes: Array(Self.p3.bytes.dropLast(200))))
        let report = try job().run(from: .bytes(cut))
        #expect(report.notices.contains { $0.contains("the color profile is incomplete or invalid") })
    }

    @Test("CMYK becomes RGB: with a formula and a notice if it has no profile")
    func inks() throws {
        let image = try PixelBuffer.make(Size(64, 32), PixelFormat(.cmyk)) { x, y, channel in
            (x + 40 * channel + y) % 256
        }
        let file = try image.encoded(.jpeg(JPEGStyle(.cmyk), quality: 100))
        let decoded = try PixelBuffer.decoded(file)
        for edges in [EdgeMode.clamp, .transparent] {
            let output = try job { ($0.output.format, $0.blur.edges) = (.png, edges) }.run(from: .bytes(file))
            #expect(output.notices.count == 1 && output.notices[0].contains("CMYK"))
            let result = try PixelBuffer.decoded(output.bytes)
            #expect(result.format.channels == (edges == .clamp ? .rgb : .rgba))
            for x in 0..<64 {
                for color in 0..<3 {
                    #expect(result[x, 9, color] == (decoded[x, 9, color] * decoded[x, 9, 3] + 127) / 255)
                }
                if edges == .transparent { #expect(result[x, 9, 3] == 255) }
            }
        }
        let jpeg = try job().run(from: .bytes(file)).bytes
        #expect(try ImageHeader.of(jpeg).pixelFormat.channels == .rgb)
        let small = try job { ($0.resize, $0.blur.light) = (try? Resize("32x"), .linear) }.run(from: .bytes(file)).bytes
        #expect(try ImageHeader.of(small).width == 32)
    }

    /// A CMYK profile with a table of two steps for each ink.
    private var inkProfile: ICCProfile {
        let identity = (0...255).map { UInt8($0) }
        var table = Array("mft1".utf8) + [0, 0, 0, 0, 4, 3, 2, 0]
        for number in [1, 0, 0, 0, 1, 0, 0, 0, 1] { table += FileEditing.bigEndian(number * 65536, 4) }
        for _ in 0..<4 { table += identity }
        for index in 0..<16 {
            let ink = (0..<4).map { Double(index >> (3 - $0) & 1) }
            let darkness = (1 - 0.3 * ink[0]) * (1 - 0.4 * ink[1]) * (1 - 0.1 * ink[2]) * (1 - 0.9 * ink[3])
            table += [
                UInt8(255 * darkness), UInt8(128 - 40 * ink[0] + 60 * ink[1]), UInt8(128 - 50 * ink[0] + 70 * ink[2]),
            ]
        }
        for _ in 0..<3 { table += identity }
        var profile = HandmadeProfile(space: "CMYK", connection: "Lab ")
        profile.add("A2B0", table)
        return ICCProfile(bytes: profile.bytes)
    }

    private static let hasImageCms = (try? Program.python?.run(["-c", "from PIL import ImageCms"]).status) == 0

    @Test("Pillow converts to the same colors within a step", .enabled(if: hasImageCms))
    func pillow() throws {
        let directory = try TemporaryDirectory()
        let script = """
            import io, sys
            from PIL import Image, ImageCms
            image = Image.open(sys.argv[1])
            profile = ImageCms.ImageCmsProfile(io.BytesIO(image.info['icc_profile']))
            standard, exactly = ImageCms.createProfile('sRGB'), 0x100
            result = ImageCms.profileToProfile(image, profile, standard, outputMode='RGB', flags=exactly)
            sys.stdout.buffer.write(result.tobytes())
            """
        let inks = try PixelBuffer.make(Size(64, 64), PixelFormat(.cmyk)) { x, y, channel in
            (x * [4, 1, 2, 0][channel] + y * [0, 3, 1, 4][channel]) % 256
        }
        let files = try [
            noise(PixelFormat(.rgb)).encoded(.png, profile: Self.p3),
            TestContent.natural.image(Size(80, 60)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95), profile: Self.p3),
            noise(PixelFormat(.rgb)).encoded(
                .png, profile: Self.profile(Self.displayP3, curve: HandmadeProfile.curve([563]))),
            inks.encoded(.jpeg(JPEGStyle(.cmyk, hasAdobeMarker: true), quality: 100), profile: inkProfile),
        ]
        for (number, file) in files.enumerated() {
            try directory.write(file, to: "image")
            let outcome = try #require(try Program.python?.run(["-c", script, directory.path("image")]))
            #expect(outcome.status == 0, "\(outcome.errors)")
            let output = try job { $0.output.format = .png }.run(from: .bytes(file))
            let result = try PixelBuffer.decoded(output.bytes)
            #expect(result.format == PixelFormat(.rgb))
            let values = result.sampleValues()
            #expect(values.count == outcome.output.count)
            let greatest = zip(values, outcome.output).reduce(0) { max($0, abs($1.0 - Int($1.1))) }
            #expect(greatest <= 1, "image \(number): \(greatest)")
        }
    }

    @Test("the digest and the memory estimate know the conversion")
    func surroundings() throws {
        let file = try noise(PixelFormat(.rgb)).encoded(.png, profile: Self.p3)
        let plain = job { $0.output.convertsToSRGB = false }
        #expect(JobDigest.settings(of: job(), .png) != JobDigest.settings(of: plain, .png))
        let (converted, kept) = try (job().preflight(from: .bytes(file)), plain.preflight(from: .bytes(file)))
        #expect(converted.memory > kept.memory)
        #expect(try job { $0.output.stripping = .all }.run(from: .bytes(file)).notices.isEmpty)
        let pale = try job { ($0.output.stripping, $0.output.convertsToSRGB) = (.all, false) }.run(from: .bytes(file))
        #expect(pale.notices.contains { $0.contains("description of the colors is removed") })
        // profiles that are long, in several parts, or invalid are stripped without a word
        let image = try noise(PixelFormat(.rgb))
        for profile in [
            FileEditing.profile(count: 70_000), FileEditing.profile(count: 300_000), Array("no profile".utf8),
        ] {
            for encoding in [ImageEncoding.jpeg(JPEGStyle(.yCbCr), quality: 90), .webP(.lossless), .png] {
                let long = try image.encoded(encoding, profile: ICCProfile(bytes: profile))
                let report = try job { ($0.output.stripping, $0.output.convertsToSRGB) = (.all, false) }.run(
                    from: .bytes(long))
                #expect(report.notices.isEmpty, "\(report.notices)")
            }
        }
        let stripped = try PixelBuffer.decoded(job { $0.output.stripping = .all }.run(from: .bytes(file)).bytes)
        #expect(try stripped.sampleValues() == PixelBuffer.decoded(job().run(from: .bytes(file)).bytes).sampleValues())
    }

    @Test("metadata has the output's size and colors", .enabled(if: Program(named: "exiftool") != nil))
    func metadata() throws {
        let exiftool = try #require(Program(named: "exiftool"))
        let directory = try TemporaryDirectory()
        try directory.write(
            TestContent.natural.image(Size(120, 80)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90), profile: Self.p3),
            to: "in.jpg")
        let tags = [
            "XMP-tiff:ImageWidth=120", "XMP-tiff:ImageHeight=80", "XMP-exif:ExifImageWidth=120",
            "XMP-exif:ExifImageHeight=80",
            "XMP-tiff:Make=Canon", "XMP-exif:ColorSpace#=65535", "XMP-photoshop:ICCProfileName=Display P3",
            "XMP-GPano:FullPanoWidthPixels=240", "XMP-GPano:CroppedAreaImageWidthPixels=120",
            "XMP-GPano:ProjectionType=equirectangular", "EXIF:ExifImageWidth=120", "EXIF:ExifImageHeight=80",
            "EXIF:ColorSpace#=65535", "EXIF:InteropIndex#=R03", "EXIF:SubjectArea=60 40 10", "EXIF:Model=EOS R5",
        ]
        let written = try exiftool.run(
            ["-q", "-overwrite_original"] + tags.map { "-\($0)" } + [directory.path("in.jpg")])
        #expect(written.status == 0, "\(written.errors)")
        func values(_ name: String) throws -> Set<Substring> {
            Set(
                try exiftool.run(["-a", "-G1", "-n", "-s", "-EXIF:all", "-XMP:all", directory.path(name)]).text
                    .split(separator: "\n").map { Substring($0.replacing(" ", with: "")) })
        }
        func output(_ job: BlurJob, _ name: String) throws -> Set<Substring> {
            _ = try job.run(from: .file(path: directory.path("in.jpg")), to: .file(path: directory.path(name)))
            return try values(name)
        }
        let names = ["[XMP-tiff]Make:Canon", "[IFD0]Model:EOSR5"].map { Substring($0) }
        let kept = try output(job { $0.output.convertsToSRGB = false }, "kept.jpg")
        #expect(kept.isSuperset(of: names))
        #expect(kept.contains("[XMP-GPano]FullPanoWidthPixels:240") && kept.contains("[ExifIFD]SubjectArea:604010"))
        #expect(kept.contains("[XMP-exif]ColorSpace:65535") && kept.contains("[XMP-tiff]ImageWidth:120"))
        let small = try output(job { $0.resize = try? Resize("60x") }, "small.jpg")
        #expect(small.isSuperset(of: names))
        for line in [
            "[XMP-tiff]ImageWidth:60", "[XMP-tiff]ImageHeight:40", "[XMP-exif]ExifImageWidth:60",
            "[XMP-exif]ExifImageHeight:40",
            "[ExifIFD]ExifImageWidth:60", "[ExifIFD]ExifImageHeight:40", "[ExifIFD]ColorSpace:1",
            "[XMP-exif]ColorSpace:1",
        ] { #expect(small.contains(Substring(line)), "\(line)") }
        for part in ["GPano", "SubjectArea", "ICCProfile", "Interop"] {
            #expect(kept.contains { $0.contains(part) }, "\(part)")
            #expect(!small.contains { $0.contains(part) }, "\(part)")
        }
    }
}

extension BlurJob.Report {
    /// The decoded samples of the output.
    fileprivate var sampleValues: [Int] {
        get throws { try PixelBuffer.decoded(bytes).sampleValues() }
    }
}
