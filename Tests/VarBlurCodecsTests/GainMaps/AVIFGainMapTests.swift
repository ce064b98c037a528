import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Gain maps in AVIF outputs")
struct AVIFGainMapTests {
    private let tools: HEIFFiles
    private static let size = Size(256, 128)

    init() throws { tools = try HEIFFiles() }

    private static func job(_ change: (inout BlurJob) throws -> Void = { _ in }) rethrows -> BlurJob {
        try GainMapTests.job(.avif, change)
    }

    /// Photos of all kinds, and the gain of each of their samples.
    private func photo(_ index: Int) throws -> (bytes: [UInt8], isColored: Bool) {
        let phone = HDRFile(size: Self.size, ratio: 2)
        func heif(_ file: HDRFile, _ form: HEIFHDRFile.Form) throws -> [UInt8] {
            try HEIFHDRFile(file, tools, form == .iso ? .avif : .heic, form).bytes()
        }
        return switch index {
        case 0: (try phone.bytes(), false)
        case 1:
            (
                try HDRFile(size: Self.size, ratio: 2, isColored: true, forms: [.xmp], least: -1, gamma: 1.4).bytes(),
                true
            )
        case 2:
            (try HDRFile(size: Size(189, 143), ratio: 3, forms: [.iso], properties: "dc:format=\"a\"").bytes(), false)
        case 3: (try HDRFile(size: Size(190, 144), ratio: 2, orientation: 6).bytes(), false)
        case 4: (try heif(phone, .iso), false)
        case 5: (try heif(phone, .isoAndAuxiliary), false)
        case 6: (try heif(HDRFile(size: Self.size, ratio: 2, isColored: true), .iso), true)
        default: (try heif(HDRFile(size: Self.size, ratio: 2, greatest: 1.7), .appleNotes), false)
        }
    }

    @Test("show the same light as in JPEG outputs, and the image is that of a file without a map", arguments: 0..<8)
    func sameLight(index: Int) throws {
        let (bytes, isColored) = try photo(index)
        for radius in [BlurLength.zero, .pixels(9)] {
            let job = Self.job { ($0.blur.maximumRadius, $0.output.avifQuality) = (radius, 95) }
            let report = try GainMapTests.run(bytes, job)
            #expect(
                report.gainMap == .kept && report.notices.filter { !$0.contains("bits") }.isEmpty, "\(report.notices)")
            let header = try ImageHeader.of(report.bytes)
            #expect(header.auxiliaryImages == [.gainMap] && header.notices.isEmpty, "\(header.notices)")
            let map = try #require(header.gainMap)
            #expect(map.format.channels == (isColored ? .rgb : .gray))
            var stripped = job
            stripped.output.stripping = .gainMap
            let plain = try GainMapTests.run(bytes, stripped)
            #expect(plain.gainMap == .dropped)
            #expect(
                try PixelBuffer.decoded(report.bytes).sampleValues() == PixelBuffer.decoded(plain.bytes).sampleValues())
            // back to JPEG, whose maps are tested against the HDR rendition
            let copying = GainMapTests.job { ($0.blur.maximumRadius, $0.output.format) = (.zero, .jpeg) }
            let again = try GainMapTests.run(report.bytes, copying)
            #expect(again.gainMap == .kept && again.notices.filter { !$0.contains("bits") }.isEmpty)
            let expected = try GainMapTests.run(
                bytes, GainMapTests.job { ($0.blur.maximumRadius, $0.output.format) = (radius, .jpeg) })
            let (samples, other) = (try HDRRendition(again.bytes).samples(), try HDRRendition(expected.bytes).samples())
            #expect((samples.width, samples.height) == (other.width, other.height))
            let errors = zip(samples.values, other.values).map { abs($0 - $1) }
            #expect(
                errors.reduce(0, +) / Double(errors.count) <= 1.0 / 255,
                "\(errors.reduce(0, +) / Double(errors.count) * 255)")
            // maps of JPEG files are encoded with the quantization tables of the input in JPEG outputs
            let tolerance = index < 4 ? 16.0 : isColored ? 6.0 : 2.0
            #expect((errors.max() ?? 1) <= tolerance / 255, "\((errors.max() ?? 1) * 255)")
            let before = try #require(try ImageHeader.of(expected.bytes).gainMap).parameters
            for (first, second) in zip(Self.numbers(map.parameters), Self.numbers(before)) {
                #expect(abs(first - second) <= 1e-6)
            }
        }
    }

    private static func numbers(_ parameters: GainMapParameters) -> [Double] {
        parameters.channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.offset, $0.alternateOffset] }
            + [parameters.leastHeadroom, parameters.greatestHeadroom]
    }

    @Test("are written with the items and the brand that other programs look for, and libheif's programs read the file")
    func container() throws {
        var profile = HandmadeProfile(curve: HandmadeProfile.curve([460]))
        profile.addPrimaries([[0.52, 0.24, 0], [0.29, 0.69, 0.04], [0.15, 0.07, 0.78]])
        let segment = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile.bytes
        let bytes = HDRFile.adding(0xE2, segment, to: try HDRFile(size: Self.size, ratio: 2).bytes())
        let report = try GainMapTests.run(bytes, Self.job { $0.blur.maximumRadius = .zero })
        let file = try FileContents(report.bytes)
        #expect(HEIFBoxes.areComplete(in: file) && HEIFBoxes.end(of: file) == file.count)
        #expect(HEIFBoxes.brands(of: file).contains("tmap") && HEIFBoxes.brands(of: file).first == "avif")
        let items = HEIFItems(file)
        let (image, derived) = (try #require(items.image), try #require(items.items(ofType: "tmap").first))
        let map = try #require(items.references("dimg").first { $0.from == derived }?.to.last)
        #expect(items.references("dimg").first { $0.from == derived }?.to == [image, map])
        #expect(items.itemBoxes.map(\.type).contains("grpl"))
        #expect(items.properties(of: map).map(\.type).contains("av1C"))
        let own = items.properties(of: derived)
        #expect(own.map(\.type).filter { $0 == "colr" }.count == 2 && own.map(\.type).contains("ispe"))
        // each item has its own data
        let places = items.locations()
        #expect(Set(places.map(\.item)) == Set(items.items().map(\.number)))
        for place in places where place.method == 0 {
            for extent in place.extents { #expect(extent.lowerBound >= 0 && extent.upperBound <= file.count) }
        }
        // its PNG files cannot have a profile made by hand
        let plain = try GainMapTests.run(HDRFile(size: Self.size, ratio: 2).bytes(), Self.job()).bytes
        let decoded = try PixelBuffer.decoded(tools.decode(plain))
        let expected = try PixelBuffer.decoded(plain)
        #expect((decoded.width, decoded.height) == (expected.width, expected.height))
        let differences = zip(decoded.sampleValues(), expected.sampleValues()).map { abs(Int($0) - Int($1)) }
        #expect((differences.max() ?? 255) <= 3)
        #expect(
            try tools.inspect(report.bytes, "out.avif", "exiftool", ["-validate", "-warning", "-a", "out.avif"])
                .contains("OK"))
    }

    @Test("of outputs whose digest is known are not made again, and metadata is kept")
    func metadata() throws {
        let file = HDRFile(size: Self.size, ratio: 2, properties: "dc:format=\"image/x\"")
        let report = try GainMapTests.run(file.bytes(), Self.job { $0.writesDigest = true })
        let contents = try FileContents(report.bytes)
        #expect(HEIFBoxes.digest(in: contents) != nil)
        let metadata = try ImageHeader.of(report.bytes).metadata
        #expect(metadata.xmp.map { String(decoding: $0, as: UTF8.self).contains("image/x") } == true)
        // truncated files are seen
        let cut = try FileContents(Array(report.bytes.dropLast(20)))
        #expect(!HEIFBoxes.areComplete(in: cut))
    }

    @Test("are never joined by a crash, whatever the encoder of the image and of the map gives")
    func hostile() throws {
        var random = SplitMix64(seed: 3)
        let file = try HEIFHDRFile(HDRFile(size: Self.size, ratio: 2), tools, .avif).parts()
        let map = try #require(
            try ImageHeader.of(GainMapTests.run(HDRFile(size: Self.size, ratio: 2).bytes(), Self.job()).bytes).gainMap)
        func changed(_ bytes: [UInt8]) throws -> FileContents {
            var bytes = bytes
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<min(400, bytes.count), using: &random)
                bytes[place] = [0, 1, 4, 0x7F, 0xFF].randomElement(using: &random) ?? 0
            }
            return try FileContents(Array(bytes.prefix(Int.random(in: 0...9, using: &random) == 0 ? 300 : bytes.count)))
        }
        var joined = 0
        for _ in 0..<3000 {
            let parts = try? AVIFGainMapFiles().parts(of: changed(file.image), with: (map, changed(file.map)), nil)
            joined += parts == nil ? 0 : 1
        }
        #expect((300..<3000).contains(joined), "\(joined)")
    }

    @Test("have parameters that are read as they were, whatever they are")
    func parameters() throws {
        var random = SplitMix64(seed: 5)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        for _ in 0..<200 {
            let channels = (0..<[1, 3][Int.random(in: 0...1, using: &random)]).map { _ in
                let least = number(-32...31)
                return GainMapParameters.Channel(
                    minimum: least, maximum: number(least...32), gamma: number(1.0 / 64...64), offset: number(-64...64),
                    alternateOffset: number(-64...64))
            }
            let parameters = try #require(GainMapParameters(channels, from: number(0...3), to: number(3.1...100)))
            let data = parameters.data
            let (read, byteCount) = try #require(GainMapParameters.read(data + [1, 2, 3]))
            #expect(byteCount == data.count && GainMapParameters.isForColorsOfImage(data))
            #expect(data.count <= GainMapParameters.maxDataCount)
            for (first, second) in zip(Self.numbers(read), Self.numbers(parameters)) {
                #expect(abs(first - second) <= 1e-6, "\(first) \(second)")
            }
        }
    }
}
