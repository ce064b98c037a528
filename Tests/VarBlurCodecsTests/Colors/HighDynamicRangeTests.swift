import Foundation
import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

@Suite("High dynamic range")
struct HighDynamicRangeTests {
    /// A color of sRGB for a color of PQ or HLG with the primaries of BT.2020, from 0 to 1, as the standards have it.
    private static func model(_ color: [Double], isPQ: Bool, peak: Double) -> [Double] {
        let curve = isPQ ? LightModel.pq : .hlg
        let scene = color.map(curve.linear)
        var light = scene.map { $0 * 10_000 }
        if !isPQ {
            // the light of a display with 1000 cd/m² (BT.2100, table 5)
            let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
            light = scene.map { luminance > 0 ? 1000 * pow(luminance, 0.2) * $0 : 0 }
        }
        // the transfer function of BT.2390, section 5.4.1, for black 0
        let greatest = min(light.max() ?? 0, peak)
        let range = LightModel.pq.encoded(peak / 10_000)
        let (e1, limit) = (LightModel.pq.encoded(greatest / 10_000) / range, LightModel.pq.encoded(0.0203) / range)
        let knee = 1.5 * limit - 0.5
        var e2 = e1
        if e1 > knee && knee < 1 {
            let t = (e1 - knee) / (1 - knee)
            e2 =
                (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * knee + (pow(t, 3) - 2 * pow(t, 2) + t) * (1 - knee)
                + (-2 * pow(t, 3) + 3 * pow(t, 2)) * limit
        }
        let mapped = LightModel.pq.linear(e2 * range) * 10_000 / 203
        let factor = mapped / max(light.max() ?? 0, 1e-9)
        let standard = light.map { $0 * factor }
        // the matrix of BT.2087, annex 2, with more digits
        let matrix = [
            [1.66049100, -0.58764114, -0.07284986], [-0.12455047, 1.13289990, -0.00834942],
            [-0.01815076, -0.10057890, 1.11872966],
        ]
        var result = matrix.map { $0[0] * standard[0] + $0[1] * standard[1] + $0[2] * standard[2] }
        let gray = 0.2126 * result[0] + 0.7152 * result[1] + 0.0722 * result[2]
        var share = 1.0
        for value in result {
            if value > 1 { share = min(share, (1 - gray) / (value - gray)) }
            if value < 0 { share = min(share, gray / (gray - value)) }
        }
        result = result.map { gray + share * ($0 - gray) }
        return result.map { LightModel.sRGB.encoded(min(max($0, 0), 1)) }
    }

    private static func file(_ image: borrowing PixelBuffer, _ code: UInt8, levels: Int? = nil) throws -> [UInt8] {
        let file = FileEditing.addingPNGChunk("cICP", [9, code, 0, 1], to: try image.encoded(.png))
        guard let levels else { return file }
        let contents = FileEditing.bigEndian(levels * 10_000, 4) + FileEditing.bigEndian(1_000_000, 4)
        return FileEditing.addingPNGChunk("cLLI", contents, to: file)
    }

    private func job(_ change: (inout BlurJob) throws -> Void = { _ in }) rethrows -> BlurJob {
        var job = BlurJob()
        (job.blur.maximumRadius, job.output.convertsToSRGB) = (.pixels(0), true)
        try change(&job)
        return job
    }

    @Test(
        "tones are mapped as in BT.2390, and colors as in BT.2087", arguments: [UInt8(16), 18],
        SampleDepth.integers)
    func toneMapping(code: UInt8, depth: SampleDepth) throws {
        let image = try PixelBuffer.noise(Size(90, 60), PixelFormat(.rgba, depth))
        for levels in [nil, 150, 600, 4000] {
            let output = try job().run(from: .bytes(Self.file(image, code, levels: levels)))
            #expect(output.notices.isEmpty)
            let header = try ImageHeader.of(output.bytes)
            #expect(header.metadata.colorChunks.map(\.type) == ["sRGB"] && header.pixelFormat == image.format)
            let result = try PixelBuffer.decoded(output.bytes)
            let peak = code == 18 ? 1000 : max(Double(levels ?? 1000), 203)
            var greatest = 0.0
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let color = (0..<3).map { Double(image[x, y, $0]) / depth.fullScale }
                    let expected = Self.model(color, isPQ: code == 16, peak: peak)
                    for channel in 0..<3 {
                        let value = Double(result[x, y, channel]) / depth.fullScale
                        greatest = max(greatest, abs(value - expected[channel]) * 255)
                    }
                    #expect(result[x, y, 3] == image[x, y, 3])
                }
            }
            #expect(greatest <= 1, "\(levels ?? 0): \(greatest)")
        }
    }

    @Test("gray stays gray, and the reference white is nearly white", arguments: [UInt8(16), 18])
    func gray(code: UInt8) throws {
        let image = try PixelBuffer.make(Size(256, 2), PixelFormat(.gray)) { x, _, _ in x }
        let output = try PixelBuffer.decoded(job().run(from: .bytes(Self.file(image, code))).bytes)
        #expect(output.format == image.format)
        var previous = 0
        for x in 0..<256 {
            let value = Double(x) / 255
            let expected = Self.model([value, value, value], isPQ: code == 16, peak: 1000)[1] * 255
            #expect(abs(Double(output[x, 0, 0]) - expected) <= 1, "\(x)")
            #expect(output[x, 0, 0] >= previous)
            previous = output[x, 0, 0]
        }
        #expect(output[0, 0, 0] == 0 && output[255, 0, 0] == 255)
        let white = output[code == 16 ? 148 : 191, 0, 0]
        #expect(white >= 205 && white < 255, "\(white)")
    }

    @Test("formats that cannot describe it get sRGB, with a notice", arguments: [UInt8(16), 18])
    func otherFormats(code: UInt8) throws {
        let image = try TestContent.natural.image(Size(64, 48), PixelFormat(.rgb, .sixteen))
        let file = try Self.file(image, code)
        for format in [ImageFormat.jpeg, .webP, .png] {
            let kept = job { ($0.output.format, $0.output.convertsToSRGB) = (format, false) }
            let converted = job { $0.output.format = format }
            let (first, second) = try (kept.run(from: .bytes(file)), converted.run(from: .bytes(file)))
            let told = first.notices.filter { $0.contains(code == 16 ? "(PQ)" : "(HLG)") && $0.contains("sRGB") }
            #expect(told.count == (format == .png ? 0 : 1), "\(first.notices)")
            let isEqual =
                try PixelBuffer.decoded(first.bytes).sampleValues() == PixelBuffer.decoded(second.bytes).sampleValues()
            #expect(isEqual == (format != .png))
        }
    }

    @Test(
        "pictures in scenes have the same colors", arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba],
        SampleDepth.integers)
    func pictures(channels: ChannelLayout, depth: SampleDepth) throws {
        let image = try PixelBuffer.noise(Size(60, 40), PixelFormat(channels, depth))
        let plain = try image.encoded(.png)
        let primaries = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap { FileEditing.bigEndian($0, 4) }
        for file in try [
            plain, Self.file(image, 16), Self.file(image, 18, levels: 400),
            FileEditing.addingPNGChunk("cHRM", primaries, to: plain),
            FileEditing.addingPNGChunk("gAMA", FileEditing.bigEndian(55_556, 4), to: plain),
        ] {
            let converted = try PixelBuffer.decoded(job().run(from: .bytes(file)).bytes)
            let expected = try converted.converted(to: PixelFormat(.bgra, .eight, alpha: .premultiplied))
            let whole = PixelRegion(x: 0, y: 0, width: 60, height: 40)
            let picture = try LoadedImageFile(.bytes(file), limits: ImageLimits()).picture(
                SourceRegion(whole), of: whole, width: 60, height: 40)
            // converted colors of 16 bits are rounded once more, and the light of PQ and HLG is averaged
            let isExact = try (depth == .eight || file == plain) && !ImageHeader.of(file).isHighDynamicRange
            let bound = isExact ? 0 : 1
            let report = picture.exceptions { abs(picture[$0, $1, $2] - expected[$0, $1, $2]) <= bound }
            #expect(report == nil, "\(report ?? "")")
        }
    }

    @Test("pictures in scenes ignore damaged profiles", arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba])
    func damagedProfiles(channels: ChannelLayout) throws {
        let whole = PixelRegion(x: 0, y: 0, width: 60, height: 40)
        for depth in SampleDepth.integers {
            let image = try PixelBuffer.noise(Size(60, 40), PixelFormat(channels, depth))
            let profile = ICCProfile(bytes: HandmadeProfile(space: channels.isGray ? "GRAY" : "RGB ").bytes)
            let pictures = try [nil, profile].map { profile in
                try LoadedImageFile(.bytes(image.encoded(.png, profile: profile)), limits: ImageLimits())
                    .picture(SourceRegion(whole), of: whole, width: 60, height: 40).sampleValues()
            }
            // colors of sRGB are multiplied by alpha when they are decoded
            #expect(zip(pictures[0], pictures[1]).allSatisfy { abs($0 - $1) <= 1 }, "\(depth)")
        }
    }

    @Test("is known whatever is stripped, and only where it can be shown")
    func recognition() throws {
        let image = try TestContent.natural.image(Size(64, 48), PixelFormat(.rgb, .sixteen))
        for light in LightMode.allCases {
            let output = try job {
                ($0.output.format, $0.output.convertsToSRGB) = (.jpeg, false)
                ($0.output.stripping, $0.blur.light) = (.all, light)
            }.run(from: .bytes(Self.file(image, 16)))
            #expect(output.notices.contains { $0.contains("(PQ)") }, "\(light)")
        }
        let limited = FileEditing.addingPNGChunk("cICP", [9, 16, 0, 0], to: try image.encoded(.png))
        #expect(try !ImageHeader.of(limited).isHighDynamicRange)
        #expect(try !LightMode.automatic.isLinear(ImageHeader.of(limited)))
        // unspecified and reserved primaries
        for primaries in [UInt8(2), 3] {
            let file = try FileEditing.addingPNGChunk("cICP", [primaries, 16, 0, 1], to: image.encoded(.png))
            #expect(try LightMode.automatic.isLinear(ImageHeader.of(file)))
        }
        var profile = HandmadeProfile(space: "CMYK", connection: "Lab ")
        profile.add("cicp", Array("cicp".utf8) + [0, 0, 0, 0, 9, 16, 0, 1])
        let inks = try PixelBuffer.noise(Size(20, 20), PixelFormat(.cmyk)).encoded(
            .jpeg(JPEGStyle(.cmyk), quality: 90), profile: ICCProfile(bytes: profile.bytes))
        #expect(try !ImageHeader.of(inks).isHighDynamicRange)
        _ = try job { $0.output.convertsToSRGB = false }.run(from: .bytes(inks))
    }

    @Test("light levels and the mastering display of an AVIF file are those of the same PNG file")
    func lightOfAVIF() throws {
        _ = try HEIFFiles()
        let image = try PixelBuffer.noise(Size(64, 48), PixelFormat(.rgb, .sixteen))
        func run(_ file: [UInt8], _ format: ImageFormat, toSRGB: Bool = false) throws -> BlurJob.Report {
            let job = BlurJob(radius: 0, format: format) { $0.output.convertsToSRGB = toSRGB }
            return try job.run(from: .bytes(file))
        }
        func mapped(_ file: [UInt8]) throws -> [Int] {
            try PixelBuffer.decoded(run(file, .png, toSRGB: true).bytes).sampleValues()
        }
        let tagged = FileEditing.addingPNGChunk("cICP", [9, 16, 0, 1], to: try image.encoded(.png))
        let plain = try run(tagged, .avif).bytes
        let light = FileEditing.addingProperty("clli", [0x0F, 0xA0, 0x01, 0x90], toHEIF: plain)
        let display = (0..<24).map { UInt8($0 + 1) }
        let both = FileEditing.addingProperty("mdcv", display, toHEIF: light)
        let metadata = try ImageHeader.of(run(both, .png).bytes).metadata
        let levels = FileEditing.bigEndian(40_000_000, 4) + FileEditing.bigEndian(4_000_000, 4)
        #expect(metadata.colorChunks.first { $0.type == "cLLI" }?.contents == levels)
        let moved = Array(display[8..<12] + display[..<8] + display[12...])
        #expect(metadata.colorChunks.first { $0.type == "mDCV" }?.contents == moved)
        // some versions of libheif refuse the box
        let short = try? ImageHeader.of(FileEditing.addingProperty("clli", [1], toHEIF: plain))
        #expect(short?.colorChunk("cLLI") == nil)

        // tones are mapped as those of a PNG file of the same pixels
        let png = try run(light, .png).bytes
        let pixels = try mapped(light)
        #expect(try pixels == mapped(png))
        #expect(try pixels != mapped(plain))
        let notice = "JPEG XL outputs do not get the mastering display and light levels of the input"
        #expect(try run(both, .jxl).notices == [notice] && run(plain, .jxl).notices.isEmpty)
    }

    @Test(
        "outputs in AVIF have the light levels and the mastering display of the input", arguments: SampleDepth.integers)
    func lightOfOutputs(depth: SampleDepth) throws {
        _ = try HEIFFiles()
        let levels = FileEditing.bigEndian(40_000_000, 4) + FileEditing.bigEndian(4_004_999, 4)
        let display = (0..<24).map { UInt8(7 * $0 + 1) }
        for (light, hasDisplay) in [(levels, true), (levels, false), ([], true)] as [([UInt8], Bool)] {
            for channels in [ChannelLayout.rgb, .rgba, .gray] {
                var file = try PixelBuffer.noise(Size(64, 48), PixelFormat(channels, depth)).encoded(.png)
                file = FileEditing.addingPNGChunk("cICP", [9, 16, 0, 1], to: file)
                if !light.isEmpty { file = FileEditing.addingPNGChunk("cLLI", light, to: file) }
                if hasDisplay { file = FileEditing.addingPNGChunk("mDCV", display, to: file) }
                var output = file
                // from PNG, and from AVIF
                for _ in 0..<2 {
                    let report = try BlurJob(radius: 2, format: .avif).run(from: .bytes(output))
                    #expect(!report.notices.contains { $0.contains("light levels") })
                    output = report.bytes
                    let header = try ImageHeader.of(output)
                    let rounded = FileEditing.bigEndian(40_000_000, 4) + FileEditing.bigEndian(4_000_000, 4)
                    #expect(header.colorChunk("cLLI") == (light.isEmpty ? nil : rounded))
                    #expect(header.colorChunk("mDCV") == (hasDisplay ? display : nil))
                }
                let stripped = BlurJob(radius: 2, format: .avif) { $0.output.convertsToSRGB = true }
                #expect(try !FileEditing.contains("clli", inHEIF: stripped.run(from: .bytes(file)).bytes))
            }
        }
    }

    @Test("of coded data without a description in the file count", arguments: [ImageFormat.avif, .heic])
    func codedColors(format: ImageFormat) throws {
        let tools = try HEIFFiles()
        let image = try PixelBuffer.noise(Size(128, 64), PixelFormat(.rgb)).encoded(.png)
        var coded = try HEIFBuilder.Coded(of: tools.encode(image, format))
        if format == .avif {
            coded.data = try Self.naming([9, 18, 6], after: [1], in: coded.data)
        } else {
            // an unspecified format of video, of full range
            coded.properties[0] = try Self.naming([9, 18, 6], after: [1, 1, 0, 1, 1, 1], in: coded.properties[0])
        }
        var builder = HEIFBuilder(format)
        let item = builder.add(coded)
        let single = builder.file()
        builder.primary = builder.addGrid([item, builder.add(coded)], columns: 2, size: Size(256, 64))
        for bare in [single, builder.file()] {
            let header = try ImageHeader.of(bare)
            #expect(!FileEditing.contains("colr", inHEIF: bare))
            #expect(header.metadata.codePoints.map { [$0.primaries, $0.transfer] } == [9, 18])
            #expect(header.isHighDynamicRange)
        }
        // what the file says comes first
        var described = HEIFBuilder(format)
        _ = described.add(coded, [HEIFBuilder.box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, 0x80])])
        let named = described.file()
        #expect(try ImageHeader.of(named).metadata.codePoints == nil)
        #expect(try PixelBuffer.decoded(named).sampleValues() == PixelBuffer.decoded(single).sampleValues())
    }

    /// Replaces the codes for colors in coded data, which may begin with any bit, after other bits.
    private static func naming(_ codes: [UInt8], after head: [UInt8], in data: [UInt8]) throws -> [UInt8] {
        func bits(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } } }
        let (all, new) = (bits(Array(data.prefix(200))), bits(codes))
        // heif-enc writes that they are unspecified, or those of sRGB
        let start = [[2, 2, 6], [1, 13, 6]].lazy.map { head + bits($0) }.compactMap { old in
            (0...all.count - old.count).first { all[$0..<$0 + old.count].elementsEqual(old) }
        }.first
        let place = try #require(start) + head.count
        let changed = all[..<place] + new + all[(place + new.count)...]
        return stride(from: 0, to: all.count, by: 8).map { changed[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
            + data.dropFirst(200)
    }

    @Test("lamps on black have no dark halo")
    func lamps() throws {
        let image = try PixelBuffer.make(Size(120, 80), PixelFormat(.rgb, .sixteen)) { x, y, _ in
            (x - 60) * (x - 60) + (y - 40) * (y - 40) < 30 ? 49_268 : 12_000
        }
        let blurred = try job {
            $0.output.convertsToSRGB = false
            ($0.blur.maximumRadius, $0.blur.minimumRadius) = (.pixels(8), .pixels(8))
        }.run(from: .bytes(Self.file(image, 16)))
        let result = try PixelBuffer.decoded(blurred.bytes)
        // the mean light of a disk of 97 pixels with 1000 cd/m² in a Gaussian of 8 pixels is about 214 cd/m²
        let luminance = LightModel.pq.linear(Double(result[60, 40, 1]) / 65_535) * 10_000
        #expect(luminance > 195 && luminance < 225, "\(luminance)")
        for x in 0..<119 where x < 60 { #expect(result[x + 1, 40, 1] >= result[x, 40, 1]) }
    }
}
