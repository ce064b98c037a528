import TestSupport
import Testing
import VarBlur
import VarBlurLibC

@testable import VarBlurCodecs

@Suite("Gain maps of HEIC and AVIF files")
struct HEIFGainMapTests {
    private let tools: HEIFFiles
    private static let size = Size(256, 128)

    init() throws { tools = try HEIFFiles() }

    private static func job(_ change: (inout BlurJob) throws -> Void = { _ in }) rethrows -> BlurJob {
        try GainMapTests.job(.jpeg, change)
    }

    /// A small map that is kept or dropped.
    private func small(_ form: HEIFHDRFile.Form = .iso) throws -> HEIFHDRFile {
        try HEIFHDRFile(HDRFile(size: Self.size, ratio: 2), tools, .heic, form)
    }

    // MARK: - Accuracy

    private typealias Kind = (
        name: String, format: ImageFormat, form: HEIFHDRFile.Form, bits: Int, file: HDRFile
    )
    private static let kinds: [Kind] = [
        ("gray", .heic, .iso, 8, HDRFile(size: size, ratio: 2)),
        ("phone", .heic, .isoAndAuxiliary, 8, HDRFile(size: Size(256, 256))),
        ("10 bits", .heic, .iso, 10, HDRFile(size: size, ratio: 2, least: -1, gamma: 1.4)),
        ("colored", .heic, .iso, 8, HDRFile(size: size, ratio: 2, isColored: true)),
        ("AVIF", .avif, .iso, 8, HDRFile(size: size, ratio: 2)),
        ("AVIF, 12 bits", .avif, .iso, 12, HDRFile(size: size, ratio: 2)),
        ("Apple, XMP", .heic, .appleXMP, 8, HDRFile(size: Size(256, 256), greatest: 2.4)),
        ("Apple, maker notes", .heic, .appleNotes, 8, HDRFile(size: size, ratio: 2, greatest: 1.7)),
    ]

    @Test("are written for JPEG as another program would apply them, and nothing else is", arguments: kinds.indices)
    func copies(index: Int) throws {
        let kind = Self.kinds[index]
        let file = try HEIFHDRFile(kind.file, tools, kind.format, kind.form, bits: kind.bits)
        let bytes = file.bytes()
        let header = try ImageHeader.of(bytes)
        #expect(header.auxiliaryImages == [.gainMap] && header.notices.isEmpty, "\(header.notices)")
        for stripping in [MetadataStripping.none, .safe] {
            let job = Self.job { ($0.blur.maximumRadius, $0.output.stripping) = (.zero, stripping) }
            let report = try GainMapTests.run(bytes, job)
            #expect(report.gainMap == .kept && report.notices.filter { !$0.contains("bits") }.isEmpty)
            let (output, input) = (try HDRRendition(report.bytes), file.parts())
            let (samples, stored) = (try output.samples(), try input.samples())
            let written = try file.written(output)
            #expect((samples.width, samples.height) == (stored.width, stored.height))
            // samples are rounded to 8 bits, and again by JPEG, which also converts colors
            let errors = zip(samples.values, stored.values).map { abs($0 - written.sample(ofGain: file.gain($1))) }
            let tolerance = (kind.file.isColored ? 3.1 : 1.6) / 255
            #expect(errors.max() ?? 1 <= tolerance, "\(kind.name): \((errors.max() ?? 1) * 255)")
            #expect(errors.reduce(0, +) / Double(errors.count) <= 0.6 / 255, "\(kind.name)")
            #expect(try PixelBuffer.decoded(output.map).format.channels == (kind.file.isColored ? .rgb : .gray))
            let greatest = file.form.isApple ? log2(file.headroom) : kind.file.greatest
            #expect(abs(written.greatest - greatest) < 1e-3)
            #expect(output.data.map == (file.form.isApple ? nil : Array(file.payload.dropFirst())))
            let again = try GainMapTests.run(report.bytes, GainMapTests.job())
            #expect(again.gainMap == .kept && again.notices.isEmpty)
        }
        // the image itself is that of a file without a map
        let job = try Self.job()
        var stripped = job
        stripped.output.stripping = .gainMap
        let plain = try GainMapTests.run(bytes, stripped)
        #expect(plain.gainMap == .dropped)
        let (image, other) = (try HDRRendition(GainMapTests.run(bytes, job).bytes).image, plain.bytes)
        #expect(try PixelBuffer.decoded(image).sampleValues() == PixelBuffer.decoded(other).sampleValues())
    }

    @Test("are blurred like the HDR rendition", arguments: [HEIFHDRFile.Form.iso, .appleNotes])
    func blur(form: HEIFHDRFile.Form) throws {
        let file = try HEIFHDRFile(HDRFile(size: Size(128, 128), ratio: 2, greatest: 3), tools, .heic, form)
        let report = try GainMapTests.run(file.bytes(), Self.job())
        let (output, input) = (try HDRRendition(report.bytes), file.parts())
        let (image, samples) = (try LightImage(decoding: input.image), try input.samples())
        let offset = 1.0 / 64
        let expected = file.light(image, samples).blurred(radius: 9)
        let errors = LightErrors(try output.light(file.written(output)), expected, offset: offset)
        let blurred = try LightImage(decoding: output.image)
        let naive = samples.blurred(radius: 9.0 / 2)
        let naiveErrors = LightErrors(file.light(blurred, naive), expected, offset: offset)
        #expect(naiveErrors.mean > 1.5 * errors.mean, "\(errors), \(naiveErrors)")
    }

    @Test("are nowhere worse than a plain average when they are resized", arguments: kinds.indices)
    func plainAverage(index: Int) throws {
        let kind = Self.kinds[index]
        let file = try HEIFHDRFile(kind.file, tools, kind.format, kind.form, bits: kind.bits)
        let job = try Self.job { ($0.blur.maximumRadius, $0.resize) = (.zero, try Resize("50%")) }
        let (input, output) = (file.parts(), try HDRRendition(GainMapTests.run(file.bytes(), job).bytes))
        let expected = file.light(try LightImage(decoding: input.image), try input.samples()).reduced(by: 2)
        let image = try LightImage(decoding: output.image)
        let plain = file.light(image, try input.samples().reduced(by: 2))
        let offset = 1.0 / 64
        let errors = GainMapTests.blockErrors(try output.light(file.written(output)), expected, offset: offset)
        let plainErrors = GainMapTests.blockErrors(plain, expected, offset: offset)
        let worst = zip(errors, plainErrors).reduce(-1) { max($0, $1.0 - $1.1) }
        #expect(worst <= 0.02, "\(kind.name): \(worst) of \(plainErrors.max() ?? 0)")
    }

    @Test("of tiles without colors have none, beside a photo with colors")
    func tiles() throws {
        var built = try small().builder().file
        let gray = try PixelBuffer.make(Size(64, 64), PixelFormat(.gray)) { x, y, _ in 40 + 2 * x + y / 2 }
        let tile = try HEIFBuilder.Coded(of: tools.encode(gray.encoded(.png), .heic, ["-q", "95"]))
        let tiles = (0..<2).map { _ in built.add(tile) }
        let grid = built.addGrid(tiles, columns: 2, size: Size(128, 64))
        for item in tiles + [grid] { built.items[item - 1].isHidden = true }
        built.references[0].to = [built.primary, grid]
        let report = try GainMapTests.run(built.file(), Self.job { $0.blur.maximumRadius = .zero })
        #expect(report.gainMap == .kept && report.notices.isEmpty)
        let map = try PixelBuffer.decoded(HDRRendition(report.bytes).map)
        try #require(map.format.channels == .gray && map.width == 128 && map.height == 64)
        var alone = HEIFBuilder(.heic)
        alone.primary = alone.add(tile)
        let expected = try PixelBuffer.decoded(alone.file())
        for y in 0..<64 { for x in 0..<128 { #expect(abs(map[x, y, 0] - expected[x % 64, y, 0]) <= 1) } }
    }

    // MARK: - Geometry

    @Test("are turned, cropped, and resized like the image, however both are turned")
    func geometry() throws {
        let hdr = HDRFile(size: Size(256, 128), ratio: 2) { x, y, _ in
            (x - 190) * (x - 190) + (y - 40) * (y - 40) < 200 ? 8 : 0.1
        }
        var file = try HEIFHDRFile(hdr, tools)
        let jobs: [BlurJob] = try [
            Self.job { $0.blur.maximumRadius = .zero },
            Self.job { ($0.blur.maximumRadius, $0.resize, $0.turn) = (.zero, try Resize("77x91!"), .left) },
            Self.job { ($0.blur.maximumRadius, $0.crop) = (.zero, try Crop("85%x85%+3%+2%")) },
        ]
        var turns: [[[UInt8]]] = [[], [HEIFBuilder.box("irot", [1]), HEIFBuilder.box("imir", [1])]]
        for quarters in 1...3 { turns.append([HEIFBuilder.box("irot", [UInt8(quarters)])]) }
        for axis in 0...1 { turns.append([HEIFBuilder.box("imir", [UInt8(axis)])]) }
        for turn in turns {
            // a writer that turns only the picture means the same
            for own in [turn, []] {
                (file.turn, file.mapTurn) = (turn, own)
                for (index, job) in jobs.enumerated() {
                    let report = try GainMapTests.run(file.bytes(), job)
                    #expect(report.gainMap == .kept && report.notices.isEmpty, "\(turn) \(index): \(report.notices)")
                    let output = try HDRRendition(report.bytes)
                    let (image, map) = (try LightImage(decoding: output.image), try output.samples())
                    let (place, mapPlace) = (GainMapTests.center(image), GainMapTests.center(map))
                    let tolerance = 0.8 / Double(min(map.width, map.height))
                    #expect(
                        abs(place.x - mapPlace.x) < tolerance && abs(place.y - mapPlace.y) < tolerance,
                        "\(turn) \(own) \(index): \(place), \(mapPlace)")
                }
            }
        }
    }

    @Test("show the gain 1 where an area is filled, however both are turned", arguments: [8, 10])
    func fill(bits: Int) throws {
        // a map of 10 bits, or one of Apple's
        let form: HEIFHDRFile.Form = bits == 8 ? .appleXMP : .iso
        let hdr = HDRFile(size: Size(384, 256), ratio: 1, least: bits == 8 ? 0 : -2, greatest: 2) { _, _, _ in 3 }
        var file = try HEIFHDRFile(hdr, tools, .heic, form, bits: bits)
        let area = try BlurArea.Shape("xywh(0% 0% 5% 5%)")
        let job = Self.job {
            ($0.blur.maximumRadius, $0.fill) = (
                .zero, AreaFill([area], color: RGBColor(red: 200, green: 200, blue: 200))
            )
        }
        for (turn, isTurnedAlone) in [(0, false), (1, true), (3, false), (3, true)] {
            file.turn = turn == 0 ? [] : [HEIFBuilder.box("irot", [UInt8(turn)])]
            file.mapTurn = isTurnedAlone ? [] : file.turn
            let output = try HDRRendition(GainMapTests.run(file.bytes(), job).bytes)
            let (samples, neutral) = (try output.samples(), try file.written(output).sample(ofGain: 1))
            #expect(abs(samples[1, 1, 0] - neutral) < 0.03, "\(turn) \(isTurnedAlone)")
            #expect(samples[samples.width - 2, samples.height - 2, 0] > neutral + 0.2, "\(turn) \(isTurnedAlone)")
        }
    }

    // MARK: - Losses

    @Test("of other outputs are dropped with a warning that names those that have one")
    func otherOutputs() throws {
        let file = try small().bytes()
        for format in [ImageFormat.jxl, .png, .webP] {
            let report = try GainMapTests.run(file, Self.job { $0.output.format = format })
            #expect(report.gainMap == .dropped && report.notices.count == 1)
            #expect(report.notices.allSatisfy { $0.contains("gain map") && $0.contains("JPEG and AVIF outputs") })
        }
    }

    private static let lost = ["the file contains a gain map, which is not copied"]

    /// Checks that a map is dropped with a warning, and that the picture is that of a file without one.
    private func expectLoss(_ bytes: [UInt8], _ expected: [UInt8], _ name: String) throws {
        let report = try GainMapTests.run(bytes, Self.job())
        #expect(report.gainMap == .dropped && report.notices == Self.lost, "\(name): \(report.notices)")
        #expect(report.bytes == expected, "\(name)")
        #expect(try ImageHeader.of(bytes).auxiliaryImages == [.gainMap], "\(name)")
    }

    @Test("with missing or invalid parameters are dropped with a warning")
    func invalid() throws {
        let file = try small()
        let plain = try GainMapTests.run(file.bytes(), Self.job { $0.output.stripping = .gainMap }).bytes
        let count = file.payload.count
        var payloads: [(String, [UInt8])] = [0, 1, 5, 6, 21, count / 2, count - 1].map {
            ("\($0) bytes", Array(file.payload.prefix($0)))
        }
        func changed(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
            var payload = file.payload
            payload.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return payload
        }
        payloads += [("version", changed(0, [1])), ("needed version", changed(1, [0, 1]))]
        for fraction in 0..<7 {
            payloads.append(("denominator \(fraction)", changed(6 + 8 * fraction + 4, [0, 0, 0, 0])))
        }
        payloads += [
            ("range", changed(22, [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])), ("gamma", changed(38, [0, 0, 0, 0])),
            ("photo is HDR", changed(6, [0, 0, 0, 9, 0, 0, 0, 1])), ("no headroom", changed(14, [0, 0, 0, 0])),
        ]
        for (name, payload) in payloads {
            var other = file
            other.payload = payload
            try expectLoss(other.bytes(), plain, name)
        }
        for prefix in 0..<count { #expect(GainMapParameters.read(Array(file.payload[1..<max(prefix, 1)])) == nil) }
    }

    @Test("of Apple's form need their version and a valid headroom")
    func invalidApple() throws {
        var file = try small(.appleXMP)
        let plain = try GainMapTests.run(file.bytes(), Self.job { $0.output.stripping = .gainMap }).bytes
        let version = "HDRGainMap:HDRGainMapVersion=\"65536\""
        for headroom in ["nan", "inf", "-2", "0", "1", "1e300", "x"] {
            file.xmp = "\(version) HDRGainMap:HDRGainMapHeadroom=\"\(headroom)\""
            try expectLoss(file.bytes(), plain, headroom)
        }
        file.xmp = "HDRGainMap:HDRGainMapHeadroom=\"4\""
        try expectLoss(file.bytes(), plain, "no version")
        // the formula of the documentation, and notes that do not tell the headroom
        let xmp = try #require(try AuxiliaryXMP([Array(HEIFHDRFile.packet(version).utf8)], deadline: nil))
        for (brightness, gain, stops) in [
            (0.5, 0.005, 1.7), (0.5, 1, 1.5), (1, 0.01, 2.3), (1.5, 1, 2.0), (0.99, 0, 1.8), (2, 2, 1.697),
        ] {
            let headroom = try #require(AppleHeadroom(xmp, HEIFHDRFile.exif(brightness, gain)))
            #expect(abs(log2(headroom.factor) - stops) < 1e-9)
            let samples = headroom.samples
            #expect(samples[0] == 0 && samples[255] == 255 && abs(Int(samples[128]) - 128) <= 1)
            #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 })
        }
        #expect(AppleHeadroom(xmp, nil) == nil && AppleHeadroom(xmp, HEIFHDRFile.exif(1, 20)) == nil)
        #expect(AppleHeadroom(xmp, HEIFHDRFile.exif(1, 0, denominator: 0)) == nil)
        let exif = HEIFHDRFile.exif(1, 0)
        for count in 0..<exif.count { #expect(AppleHeadroom(xmp, Array(exif.prefix(count))) == nil) }
        var random = SplitMix64(seed: 5)
        for _ in 0..<300 {
            var changed = exif
            for _ in 0..<3 {
                changed[Int(random.next() % UInt64(exif.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = AppleHeadroom(xmp, changed)
        }
    }

    @Test("that cannot be decoded, or do not lie over their photo, are dropped with a warning")
    func misplaced() throws {
        let file = try small()
        let plain = try GainMapTests.run(file.bytes(), Self.job { $0.output.stripping = .gainMap }).bytes
        var turned = file
        turned.mapTurn = [HEIFBuilder.box("irot", [1])]
        try expectLoss(turned.bytes(), plain, "turned")
        let (built, map, derived) = file.builder()
        func changed(_ name: String, _ change: (inout HEIFBuilder) throws -> Void) throws {
            var other = built
            try change(&other)
            try expectLoss(other.file(), plain, name)
        }
        let rendition = try #require(derived)
        try changed("itself") { $0.references[0].to = [$0.primary, rendition] }
        try changed("unknown") { $0.references[0].to = [$0.primary, 999] }
        try changed("grid of itself") {
            let grid = $0.addGrid([map], columns: 1, size: Size(128, 64))
            $0.references[$0.references.count - 1].to = [grid]
            $0.references[0].to = [$0.primary, grid]
        }
        // with colors of the other rendition
        var colored = try HEIFHDRFile(HDRFile(size: Self.size, ratio: 2, isColored: true), tools)
        #expect(try GainMapTests.run(colored.bytes(), Self.job()).gainMap == .kept)
        colored.payload[5] = 0x80
        #expect(try GainMapTests.run(colored.bytes(), Self.job()).notices == Self.lost)
        // the header tells nothing of damaged data
        for count in [0, 40, built.items[map - 1].data.count / 2] {
            var cut = built
            cut.items[map - 1].data = Array(built.items[map - 1].data.prefix(count))
            let report = try GainMapTests.run(cut.file(), Self.job())
            #expect(report.gainMap != .kept && report.notices.count == 1 && report.notices[0].contains("gain map"))
            #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == PixelBuffer.decoded(plain).sampleValues())
        }
        for targets in [[built.primary], [rendition, built.primary], [built.primary, map]] {
            var other = built
            other.references[0].to = targets
            let report = try GainMapTests.run(other.file(), Self.job())
            #expect(report.gainMap == (targets.last == map ? .kept : nil) && report.bytes.count > 0, "\(targets)")
        }
    }

    @Test("that are larger than their photo get its size")
    func larger() throws {
        let (large, little) = (HDRFile(size: Size(256, 128), ratio: 1), HDRFile(size: Size(128, 64), ratio: 1))
        var builder = try HEIFHDRFile(little, tools).builder().file
        let map = try HEIFHDRFile(large, tools).map
        (builder.items[1].properties, builder.items[1].data) = (map.properties, map.data)
        let report = try GainMapTests.run(builder.file(), Self.job())
        let samples = try HDRRendition(report.bytes).samples()
        #expect(report.gainMap == .kept && samples.width == 128 && samples.height == 64)
        var job = Self.job { $0.limits.pixels = 10_000 }
        let limited = try GainMapTests.run(builder.file(), job)
        #expect(
            limited.gainMap == .dropped
                && limited.notices == ["the gain map is not copied: 256×128 pixels exceed the limit of 10000 pixels"])
        job = try Self.job()
        let memory = try job.preflight(from: .bytes(builder.file())).memory
        job.limits.memory = memory - 1
        #expect(try GainMapTests.run(builder.file(), job).gainMap == .dropped)
        job.limits.memory = memory
        #expect(try GainMapTests.run(builder.file(), job).gainMap == .kept)
    }

    @Test("of photos of high dynamic range, and of those with an alpha channel, are dropped with a warning")
    func otherPhotos() throws {
        var file = try small()
        file.imageProperties = [HEIFBuilder.box("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0x80])]
        let report = try GainMapTests.run(file.bytes(), Self.job())
        #expect(report.gainMap == .dropped && report.notices.contains { $0.contains("gain map") })
        let plain = try GainMapTests.run(file.bytes(), Self.job { $0.output.stripping = .gainMap })
        #expect(plain.bytes == report.bytes)
        var transparent = try small().builder().file
        let alpha = try HEIFHDRFile(HDRFile(size: Self.size, ratio: 1), tools).map
        let item = transparent.add(alpha, [HEIFBuilder.auxiliary("urn:mpeg:hevc:2015:auxid:1")])
        transparent.references.append(("auxl", item, [transparent.primary]))
        let job = Self.job { $0.output.background = RGBColor(red: 9, green: 200, blue: 9) }
        let opaque = try GainMapTests.run(transparent.file(), job)
        #expect(opaque.gainMap == .dropped)
        #expect(opaque.notices == ["the gain map of an image with an alpha channel is not copied"])
    }

    @Test("beside other images are kept, and the others are reported")
    func others() throws {
        var (file, map, _) = try small(.isoAndAuxiliary).builder()
        file.items[map - 1].isHidden = false
        let depth = file.add(try small().map, [HEIFBuilder.auxiliary("urn:mpeg:hevc:2015:auxid:2")])
        file.references.append(("auxl", depth, [file.primary]))
        let report = try GainMapTests.run(file.file(), Self.job())
        #expect(report.gainMap == .kept)
        #expect(report.notices == ["the file contains a depth map, which is not copied"])
        #expect(try ImageHeader.of(file.file()).auxiliaryImages == [.depth, .gainMap])
        // one that is not hidden is no further image
        var (shown, item, _) = try small().builder()
        shown.items[item - 1].isHidden = false
        #expect(try GainMapTests.run(shown.file(), Self.job()).notices.isEmpty)
        _ = shown.add(try small().image)
        #expect(
            try GainMapTests.run(shown.file(), Self.job()).notices
                == ["the file contains additional images, which are not copied"])
    }

    @Test("never cause a crash, whatever is changed in their boxes", arguments: HEIFHDRFile.Form.allCases)
    func hostile(form: HEIFHDRFile.Form) throws {
        var random = SplitMix64(seed: 11)
        let file = try small(form).bytes()
        let description = Int(file[28..<32].reduce(0) { $0 << 8 | Int($1) })
        #expect(description < file.count)
        let job = try Self.job()
        for _ in 0..<40 {
            var changed = file
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 28..<28 + description, using: &random)
                changed[place] =
                    [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)][
                        Int.random(in: 0..<5, using: &random)]
            }
            do throws(ImageError) {
                let report = try job.run(from: .bytes(changed))
                #expect(!report.bytes.isEmpty)
            } catch {
                #expect([.damaged, .unsupported, .overLimit, .notAnImage].contains(error.code), "\(error)")
            }
        }
    }
}
