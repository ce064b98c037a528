import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Gain maps")
struct GainMapTests {
    private static let radius = 9.0

    /// A job with a ramp from the top.
    static func job(
        _ format: ImageFormat? = nil, _ change: (inout BlurJob) throws -> Void = { _ in }
    ) rethrows -> BlurJob {
        try BlurJob(radius: radius, format: format) {
            $0.blur.light = .linear
            try change(&$0)
        }
    }

    private static func resize(_ size: String, _ fit: Resize.Fit) throws -> Resize {
        var resize = try Resize(size)
        resize.fit = fit
        return resize
    }

    static func run(_ file: [UInt8], _ job: BlurJob) throws -> BlurJob.Report {
        try job.run(from: .bytes(file))
    }

    // MARK: Accuracy

    /// The map of the blurred rendition in double precision, reduced and rounded to 8 bits.
    private static func prototype(_ file: HDRFile, _ input: HDRRendition, _ image: LightImage) throws -> LightImage {
        let light = try LightImage(decoding: input.image)
        let gains = HDRRendition.gains(try input.samples(), of: light, file)
        let weights = (file.isColored ? light : light.luminance).mapped { $0 + file.offset }
        let blurred = weights.combined(gains, *).blurred(radius: radius)
            .combined(weights.blurred(radius: radius), /)
        let samples = blurred.mapped(log2).reduced(by: file.ratio).mapped {
            (255 * file.sample(ofGain: exp2($0))).rounded() / 255
        }
        return image.combined(HDRRendition.gains(samples, of: image, file)) { ($0 + file.offset) * $1 - file.offset }
    }

    private static let files: [(String, HDRFile)] = [
        ("gray, both forms", HDRFile()), ("colored, XMP", HDRFile(isColored: true, forms: [.xmp])),
        ("gray, ISO, gamma", HDRFile(forms: [.iso], gamma: 1.5)),
        ("colored, negative logarithms", HDRFile(isColored: true, least: -1, greatest: 5)),
        ("odd size", HDRFile(size: Size(189, 143), isColored: true)), ("half size", HDRFile(ratio: 2, isColored: true)),
        ("whole size", HDRFile(size: Size(96, 72), ratio: 1, isColored: true)),
    ]

    @Test(
        "are blurred like the HDR rendition, as far as a map of their size and depth can show it",
        arguments: files.indices)
    func accuracy(index: Int) throws {
        let (name, file) = Self.files[index]
        let bytes = try file.bytes()
        // XMP numbers are those of the file; those of ISO 21496-1 are multiples of 1/1024
        let report = try Self.run(bytes, Self.job())
        #expect(report.gainMap == .kept && report.notices.isEmpty, "\(name)")
        let input = try HDRRendition(input: bytes, file)
        let output = try HDRRendition(report.bytes)
        let expected = try input.light(file).blurred(radius: Self.radius)
        let image = try LightImage(decoding: output.image)
        let errors = LightErrors(try output.light(file), expected, offset: file.offset)
        let prototype = LightErrors(try Self.prototype(file, input, image), expected, offset: file.offset)
        #expect(
            errors.mean <= 1.5 * prototype.mean && errors.large <= 1.5 * prototype.large,
            "\(name): \(errors), \(prototype)")
        // a blur of the samples is far worse
        let samples = try input.samples()
        let naive = samples.blurred(radius: Self.radius / Double(file.ratio))
        let naiveLight = image.combined(HDRRendition.gains(naive, of: image, file)) {
            ($0 + file.offset) * $1 - file.offset
        }
        let naiveErrors = LightErrors(naiveLight, expected, offset: file.offset)
        #expect(
            naiveErrors.mean > 1.9 * errors.mean && naiveErrors.large > 2 * errors.large,
            "\(name): \(naiveErrors), \(errors)")
    }

    @Test("keep their samples where the image is not blurred")
    func clear() throws {
        for file in [HDRFile(), HDRFile(isColored: true, least: -2, greatest: 6, gamma: 0.7)] {
            let bytes = try file.bytes()
            let output = try HDRRendition(Self.run(bytes, Self.job { $0.blur.startOffset = 0.5 }).bytes)
            let (before, after) = (try HDRRendition(input: bytes, file).samples(), try output.samples())
            for y in before.height * 5 / 8..<before.height {
                for x in 0..<before.width {
                    for color in 0..<3 {
                        // the samples are encoded again, with the same quantization
                        #expect(abs(before[x, y, color] - after[x, y, color]) <= 2.0 / 255)
                    }
                }
            }
        }
    }

    // MARK: The image

    /// An image without the segments that belong to its map.
    private static func bare(_ image: [UInt8]) -> [UInt8] {
        let prefixes = ["http://ns.adobe.com/xap/1.0/\0", "urn:iso:std:iso:ts:21496:-1\0", "MPF\0"].map {
            Array($0.utf8)
        }
        var result = image
        for segment in HDRFile.segments(of: image).reversed() {
            let contents = image[(segment.range.lowerBound + 4)...]
            if prefixes.contains(where: { contents.starts(with: $0) }) { result.removeSubrange(segment.range) }
        }
        return result
    }

    private static func jobs() throws -> [(String, BlurJob)] {
        try [
            ("ramp", job()), ("stored values", job { $0.blur.light = .encoded }),
            ("kept MCUs", job { ($0.blur.light, $0.blur.startOffset) = (.encoded, 0.6) }),
            ("wide", job { ($0.blur.light, $0.blur.maximumRadius) = (.encoded, .pixels(40)) }),
            ("wrapped", job { $0.blur.edges = .wrap }), ("left", job { $0.blur.directions = [.left, .bottom] }),
            ("crop", job { $0.crop = try Crop("100x60+31+17") }), ("smaller", job { $0.resize = try Resize("80x") }),
            ("larger", job { $0.resize = try Resize("300x") }),
            ("bars", job { $0.resize = try resize("100x100", .contain) }),
            ("quality", job { $0.output.jpegQuality = 60 }),
            ("progressive", job { $0.output.jpegIsProgressive = true }),
            (
                "fade",
                job {
                    ($0.blur.look, $0.output.background) = (try BlurLook(fade: 1), RGBColor(red: 9, green: 90, blue: 0))
                }
            ),
            (
                "transparent edges",
                job {
                    ($0.blur.edges, $0.output.background) = (.transparent, RGBColor(red: 255, green: 255, blue: 255))
                }
            ),
            (
                "fill",
                job {
                    $0.fill = AreaFill(
                        [try BlurArea.Shape("circle(10% at 20% 30%)")], color: RGBColor(red: 200, green: 0, blue: 0))
                }
            ),
            ("sRGB", job { $0.output.convertsToSRGB = true }), ("safe", job { $0.output.stripping = .safe }),
        ]
    }

    @Test("leave the image as it is without a map")
    func image() throws {
        let file = HDRFile(properties: "dc:format=\"image/jpeg\"", orientation: 6)
        let bytes = try file.bytes()
        let without = try HDRRendition(input: bytes, file).image
        for (name, job) in try Self.jobs() {
            let report = try Self.run(bytes, job)
            #expect(report.gainMap == .kept && report.notices.isEmpty, "\(name): \(report.notices)")
            let image = Self.bare(try HDRRendition(report.bytes).image)
            var stripped = job
            stripped.output.stripping = job.output.stripping == .safe ? .all : .gainMap
            let other = try Self.run(bytes, stripped)
            #expect(
                other.gainMap == .dropped && other.notices.isEmpty
                    && !FileEditing.contains(other.bytes, Array("MPF\0".utf8)))
            #expect(Self.bare(other.bytes) == image, "\(name)")
            #expect(Self.bare(try Self.run(without, job).bytes) == image, "\(name), file without a map")
        }
    }

    @Test(
        "are written with the index and the metadata that their files had",
        arguments: [[.xmp], [.iso], [.xmp, .iso]] as [Set<HDRFile.Form>])
    func container(forms: Set<HDRFile.Form>) throws {
        for isColored in [false, true] {
            let file = HDRFile(isColored: isColored, forms: forms, greatest: 3.5, properties: "dc:format=\"image/x\"")
            let output = try HDRRendition(Self.run(file.bytes(), Self.job()).bytes)
            #expect((output.packets.map != nil) == forms.contains(.xmp))
            if forms.contains(.xmp) {
                let packet = try #require(output.packets.image)
                #expect(packet.contains("Item:Length=\"\(output.map.count)\"") && packet.contains("image/x"))
                let read = try #require(try AuxiliaryXMP([Array(packet.utf8)], deadline: nil)?.gainMapLocation)
                #expect((read.byteCount, read.precedingByteCount, read.followingByteCount) == (output.map.count, 0, 0))
                let properties = try #require(output.packets.map)
                #expect(
                    properties.contains("hdrgm:GainMapMax=\"3.5\"")
                        && properties.contains("hdrgm:OffsetSDR=\"0.015625\""))
            }
            #expect(output.data.image == (forms.contains(.iso) ? [0, 0, 0, 0] : nil))
            #expect(output.data.map?.count == (forms.contains(.iso) ? 21 + (isColored ? 120 : 40) : nil))
            // an output is an input like any other
            let again = try Self.run(output.image + output.map, Self.job())
            #expect(again.gainMap == .kept)
        }
    }

    @Test("and their images are read by other programs")
    func otherPrograms() throws {
        let file = HDRFile(properties: "dc:format=\"image/jpeg\"")
        let report = try Self.run(file.bytes(), Self.job())
        let output = try HDRRendition(report.bytes)
        let directory = try TemporaryDirectory()
        try directory.write(report.bytes, to: "out.jpg")
        let exiftool = try #require(Program(named: "exiftool"))
        let index = try exiftool.run(["-s", "-n", "-mpf:all", "-XMP-hdrgm:all", "out.jpg"], in: directory.url)
        #expect(index.status == 0 && index.errors.isEmpty, "\(index.errors)")
        let fields = index.text.split(separator: "\n").map { $0.filter { $0 != " " } }
        for field in [
            "NumberOfImages:2", "MPImageLength:\(output.map.count)", "MPImageStart:\(output.image.count)",
            "Version:1.0",
        ] { #expect(fields.contains(field), "\(index.text)") }
        let decoded = try #require(try ReferenceImage.decode([directory.path("out.jpg")])[0])
        let pixels = try PixelBuffer.decoded(output.image)
        #expect((decoded.width, decoded.height) == (pixels.width, pixels.height))
        #expect(decoded.samples == pixels.widened(isPNG: false))
        let magick = try #require(Program(named: "convert"))
        let converted = try magick.run(["out.jpg", "-depth", "8", "PNG24:out.png"], in: directory.url)
        #expect(converted.status == 0, "\(converted.errors)")
        #expect(try PixelBuffer.decoded(directory.read("out.png")).sampleValues() == pixels.sampleValues())
    }

    // MARK: Geometry

    /// The center of the gains above a half of the greatest, as fractions of the width and the height.
    static func center(_ image: LightImage) -> (x: Double, y: Double) {
        let half = (image.values.max() ?? 0) / 2
        var (x, y, count) = (0.0, 0.0, 0.0)
        for row in 0..<image.height {
            for column in 0..<image.width where image[column, row, 1] > half {
                (x, y, count) = (x + Double(column) + 0.5, y + Double(row) + 0.5, count + 1)
            }
        }
        return (x / count / Double(image.width), y / count / Double(image.height))
    }

    @Test("are turned, cropped, and resized like the image", arguments: 1...8)
    func geometry(orientation: Int) throws {
        let file = HDRFile(ratio: 4, orientation: orientation) { x, y, _ in
            (x - 130) * (x - 130) + (y - 40) * (y - 40) < 200 ? 8 : 0.1
        }
        let bytes = try file.bytes()
        let jobs: [BlurJob] = try [
            Self.job { $0.blur.maximumRadius = .zero },
            Self.job { ($0.blur.maximumRadius, $0.resize) = (.zero, try Resize("77x91!")) },
            Self.job { ($0.blur.maximumRadius, $0.crop) = (.zero, try Crop("80%x85%+1%+2%")) },
            Self.job { ($0.blur.maximumRadius, $0.resize) = (.zero, try Self.resize("120x120", .contain)) },
            Self.job { ($0.blur.maximumRadius, $0.resize) = (.zero, try Self.resize("130x140", .cover)) },
        ]
        for (index, job) in jobs.enumerated() {
            let output = try HDRRendition(Self.run(bytes, job).bytes)
            let (image, map) = (try LightImage(decoding: output.image), try output.samples())
            let (place, mapPlace) = (Self.center(image), Self.center(map))
            let tolerance = 0.6 / Double(min(map.width, map.height))
            #expect(
                abs(place.x - mapPlace.x) < tolerance && abs(place.y - mapPlace.y) < tolerance,
                "\(index): \(place), \(mapPlace)")
            #expect(abs(Double(image.width) / Double(map.width) - 4) < 0.3)
            // bars have the gain 1
            if index == 3 { #expect(map[0, 0, 0] < 0.02 && map[map.width - 1, map.height - 1, 0] < 0.02) }
        }
    }

    @Test("get no gains that no pixel has when they are resized, or cropped off their grid", arguments: [1, 2, 4])
    func range(ratio: Int) throws {
        // without a gain, a sample is far from the ends of their range
        let file = HDRFile(size: Size(192, 144), ratio: ratio, least: -2, greatest: 5)
        let bytes = try file.bytes()
        let input = try HDRRendition(input: bytes, file).samples().values
        let (low, high) = (input.min() ?? 0, input.max() ?? 0)
        for (crop, resize) in [("97x83+7+5", nil), (nil, "60%"), (nil, "133%"), ("101x91+3+9", "50x45!")] {
            let job = try Self.job {
                $0.blur.maximumRadius = .zero
                $0.crop = try crop.map { try Crop($0) }
                $0.resize = try resize.map { try Resize($0) }
            }
            let output = try HDRRendition(Self.run(bytes, job).bytes).samples().values
            // the map is encoded again
            #expect(
                (output.min() ?? 0) >= low - 0.04 && (output.max() ?? 1) <= high + 0.04, "\(low), \(output.min() ?? 0)")
        }
    }

    /// The root mean squares of the errors in stops of blocks of pixels.
    static func blockErrors(_ image: LightImage, _ expected: LightImage, offset: Double) -> [Double] {
        let side = 8
        let squares = image.combined(expected) { pow(log2((max($0, 0) + offset) / (max($1, 0) + offset)), 2) }
        return stride(from: 0, to: image.height, by: side).flatMap { y in
            stride(from: 0, to: image.width, by: side).map { x in
                let block = (y..<min(y + side, image.height)).flatMap { y in
                    (x..<min(x + side, image.width)).flatMap { x in (0..<3).map { squares[x, y, $0] } }
                }
                return (block.reduce(0, +) / Double(block.count)).squareRoot()
            }
        }
    }

    @Test("are nowhere worse than a plain average when they are resized", arguments: 0..<9)
    func plainAverage(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let lamps = (0..<(seed % 3 == 0 ? 0 : 25)).map { _ in
            (
                x: Int.random(in: 0..<192, using: &random), y: Int.random(in: 0..<144, using: &random),
                radius: Int.random(in: 1...9, using: &random), light: Double.random(in: 1...14, using: &random)
            )
        }
        let waves = (0..<3).map { _ in Double.random(in: 8...40, using: &random) }
        let file = HDRFile(size: Size(192, 144), ratio: [1, 2, 4][seed / 3]) { x, y, color in
            let lamp = lamps.first { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) <= $0.radius * $0.radius }
            let smooth =
                (1.2 + sin(Double(x) / waves[0]) * cos(Double(y) / waves[1])) * (1.3 + cos(Double(x + y) / waves[2]))
            return lamp?.light ?? (seed % 3 == 2 ? 0.1 : 0.3) * smooth
        }
        let bytes = try file.bytes()
        let job = try Self.job { ($0.blur.maximumRadius, $0.resize) = (.zero, try Resize("50%")) }
        let (input, output) = (try HDRRendition(input: bytes, file), try HDRRendition(Self.run(bytes, job).bytes))
        let expected = try input.light(file).reduced(by: 2)
        let average = try input.samples().reduced(by: 2)
        // the map of the output is encoded, too
        let encoded = try PixelBuffer.make(Size(average.width, average.height), PixelFormat(.gray)) { x, y, _ in
            Int((255 * average[x, y, 0]).rounded())
        }.encoded(.jpeg(JPEGStyle(.gray), quality: file.quality))
        let image = try LightImage(decoding: output.image)
        let plain = image.combined(
            HDRRendition.gains(try HDRRendition.samples(of: encoded), of: image, file)
        ) { ($0 + file.offset) * $1 - file.offset }
        let errors = Self.blockErrors(try output.light(file), expected, offset: file.offset)
        let plainErrors = Self.blockErrors(plain, expected, offset: file.offset)
        let worst = zip(errors, plainErrors).reduce(-1) { max($0, $1.0 - $1.1) }
        #expect(worst <= 0.02, "\(worst) of \(plainErrors.max() ?? 0)")
    }

    @Test("do not depend on pixels outside of the crop, nor the image")
    func crop() throws {
        var file = HDRFile(size: Size(192, 160))
        // the decoder interpolates colors of lower resolution between blocks
        file.style = JPEGStyle(.yCbCr, sampling: [JPEGStyle.Sampling](repeating: JPEGStyle.Sampling(1, 1), count: 3))
        var other = file
        other.scene = { x, y, color in x < 64 || y >= 128 ? 3 : HDRFile.lamps(x, y, color) }
        let job = try Self.job { $0.crop = try Crop("128x128+64+0") }
        let (first, second) = (try Self.run(file.bytes(), job), try Self.run(other.bytes(), job))
        #expect(first.gainMap == .kept)
        #expect(try HDRRendition(first.bytes).map == HDRRendition(second.bytes).map)
        #expect(first.bytes == second.bytes)
    }

    @Test("fade with the image, to the gain 1")
    func fade() throws {
        let file = HDRFile { _, _, _ in 4 }
        let job = try Self.job {
            ($0.blur.look, $0.output.background) = (try BlurLook(fade: 1), RGBColor(red: 0, green: 0, blue: 0))
            $0.blur.minimumRadius = .zero
        }
        let samples = try HDRRendition(Self.run(file.bytes(), job).bytes).samples()
        // the background is dark, so that the rest of the image determines the gain, except at the upper edge
        #expect(samples[20, 35, 0] > 0.45)
        #expect(samples[20, 0, 0] < samples[20, 2, 0] && samples[20, 2, 0] < samples[20, 35, 0])
    }
}

extension HDRRendition {
    /// Divides a file of the tests, of which the parts are known.
    init(input file: [UInt8], _ description: HDRFile) throws {
        let map = try description.parts().map
        try self.init(parts: Array(file[..<(file.count - map.count)]), map)
    }
}
