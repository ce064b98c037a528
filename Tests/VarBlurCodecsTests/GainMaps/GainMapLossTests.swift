import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Gain maps that must not, or cannot, reach the output")
struct GainMapLossTests {
    @Test("show nothing of what a filled area covers")
    func fill() throws {
        let shape = try BlurArea.Shape("xywh(64px 48px 64px 48px)")
        let fill = AreaFill([shape], color: RGBColor(red: 255, green: 255, blue: 255))
        let secret: @Sendable (Int, Int, Int) -> Double = { x, y, color in
            (64..<128).contains(x) && (48..<96).contains(y) ? Double((x * 7 + y * 5) % 11) : HDRFile.lamps(x, y, color)
        }
        for isColored in [false, true] {
            let file = HDRFile(ratio: 2, isColored: isColored)
            var other = file
            other.scene = secret
            let jobs: [BlurJob] = try [
                GainMapTests.job { $0.blur.directions = [] }, GainMapTests.job(),
                GainMapTests.job { $0.resize = try Resize("50%") },
                GainMapTests.job { $0.resize = try Resize("20%") },
                GainMapTests.job { $0.crop = try Crop("150x110+20+20") },
            ]
            for (index, var job) in jobs.enumerated() {
                job.fill = fill
                if index == 2 || index == 3 {
                    job.fill = AreaFill(
                        [try BlurArea.Shape("xywh(33.3334% 33.3334% 33.3332% 33.3332%)")], color: fill.color)
                }
                if index == 4 {
                    job.fill = AreaFill([try BlurArea.Shape("xywh(44px 28px 64px 48px)")], color: fill.color)
                }
                let (first, second) = (
                    try GainMapTests.run(file.bytes(), job), try GainMapTests.run(other.bytes(), job)
                )
                #expect(first.gainMap == .kept && second.gainMap == .kept)
                #expect(first.bytes == second.bytes, "\(index)")
            }
            // the color is not brighter than white
            var job = GainMapTests.job { $0.blur.directions = [] }
            job.fill = fill
            let samples = try HDRRendition(GainMapTests.run(other.bytes(), job).bytes).samples()
            for y in 25..<47 { for x in 33..<63 { #expect(samples[x, y, 0] < 0.02) } }
        }
    }

    @Test("are left out of other formats, and of files with converted colors if they have colors")
    func dropped() throws {
        let colored = try HDRFile(isColored: true).bytes()
        for (format, name) in [(ImageFormat.png, "PNG"), (.webP, "WebP")] {
            let report = try GainMapTests.run(colored, GainMapTests.job { $0.output.format = format })
            #expect(
                report.gainMap == .dropped
                    && report.notices == [
                        "the gain map is not copied: \(name) outputs have none, but JPEG and AVIF outputs have"
                    ])
        }
        var profile = HandmadeProfile(curve: HandmadeProfile.curve([460]))
        profile.addPrimaries([[0.52, 0.24, 0], [0.29, 0.69, 0.04], [0.15, 0.07, 0.78]])
        let segment = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile.bytes
        let job = GainMapTests.job { $0.output.convertsToSRGB = true }
        let converted = try GainMapTests.run(HDRFile.adding(0xE2, segment, to: colored), job)
        #expect(converted.gainMap == .dropped)
        #expect(converted.notices == ["the gain map has colors, which are not converted; it is not copied"])
        let gray = try GainMapTests.run(HDRFile.adding(0xE2, segment, to: HDRFile().bytes()), job)
        #expect(gray.gainMap == .kept && gray.notices.isEmpty)
    }

    @Test("without valid parameters are additional images")
    func invalid() throws {
        let file = HDRFile(forms: [.xmp])
        let (image, map) = try file.parts()
        func report(_ attributes: String) throws -> BlurJob.Report {
            let start = try #require(HDRRendition.contents(of: map, 0xE1, "http://ns.adobe.com/xap/1.0/\0"))
            var changed = map
            changed.removeSubrange(start.lowerBound - 33..<start.upperBound)
            changed = HDRFile.adding(0xE1, HDRFile.xmp(attributes, ""), to: changed)
            return try GainMapTests.run(file.assembled(image, changed), GainMapTests.job())
        }
        let version = "hdrgm:Version=\"1.0\""
        let valid = "\(version) hdrgm:GainMapMax=\"3\" hdrgm:HDRCapacityMax=\"3\""
        #expect(try report(valid).gainMap == .kept)
        for attributes in [
            "", version, "\(version) hdrgm:GainMapMax=\"3\"", "\(version) hdrgm:HDRCapacityMax=\"3\"",
            valid.replacing("1.0", with: "2.0"), valid.replacing("GainMapMax=\"3\"", with: "GainMapMax=\"nan\""),
            valid.replacing("GainMapMax=\"3\"", with: "GainMapMax=\"-1\""), "\(valid) hdrgm:Gamma=\"0\"",
            valid.replacing("GainMapMax=\"3\"", with: "GainMapMax=\"1e9\""), "\(valid) hdrgm:OffsetSDR=\"inf\"",
            "\(valid) hdrgm:BaseRenditionIsHDR=\"True\"", "\(valid) hdrgm:HDRCapacityMin=\"4\"",
        ] {
            let report = try report(attributes)
            #expect(report.gainMap == nil, "\(attributes)")
            #expect(report.notices == ["the file contains additional images, which are not copied"], "\(attributes)")
        }
    }

    @Test("are found without an index, also before what a program has appended")
    func appendedBytes() throws {
        var file = HDRFile(forms: [.xmp])
        file.hasIndex = false
        let bytes = try file.bytes()
        let expected = try GainMapTests.run(bytes, GainMapTests.job())
        let report = try GainMapTests.run(bytes + Array("SEFHjunk".utf8), GainMapTests.job())
        #expect(expected.gainMap == .kept && report.gainMap == .kept && report.bytes == expected.bytes)
        #expect(report.notices.contains { $0.contains("continues after the image") }, "\(report.notices)")
    }

    @Test("that are damaged are left out, with the XMP data of the image")
    func damaged() throws {
        let file = HDRFile(properties: "dc:format=\"image/x\"")
        let (image, map) = try file.parts()
        let cut = Array(map[..<(map.count * 3 / 4)])
        let report = try GainMapTests.run(file.assembled(image, cut), GainMapTests.job())
        #expect(report.gainMap == .dropped && report.notices.count == 1)
        #expect(
            report.notices[0].hasPrefix("the gain map is not copied: the JPEG file is damaged"), "\(report.notices)")
        #expect(!FileEditing.contains(report.bytes, Array("MPF\0".utf8)))
        #expect(FileEditing.contains(report.bytes, Array("image/x".utf8)))
        #expect(try PixelBuffer.decoded(report.bytes).width == 192)
    }

    @Test("count for the limits")
    func limits() throws {
        let file = HDRFile(size: Size(64, 48), ratio: 1)
        let bytes = try file.bytes()
        let with = try GainMapTests.job().preflight(from: .bytes(bytes)).memory
        let without = try GainMapTests.job { $0.output.stripping = .gainMap }.preflight(from: .bytes(bytes)).memory
        #expect(with > without + 64 * 48 * 12)
        var job = GainMapTests.job { $0.limits.memory = with - 1 }
        #expect(throws: ImageError.self) { try GainMapTests.run(bytes, job) }
        job.limits.memory = with
        #expect(try GainMapTests.run(bytes, job).gainMap == .kept)
        // a map that is larger than the image allows
        let (image, _) = try HDRFile(size: Size(32, 24)).parts()
        let huge = file.assembled(image, try file.parts().map)
        job = GainMapTests.job { $0.limits.pixels = 2000 }
        let report = try GainMapTests.run(huge, job)
        #expect(
            report.gainMap == nil
                && report.notices == ["the gain map is not copied: 64×48 pixels exceed the limit of 2000 pixels"])
    }

    @Test("that are items are left out if the memory does not suffice, wherever the output goes, but no XMP data is")
    func itemLimits() throws {
        var file = try HEIFHDRFile(HDRFile(size: Size(256, 128), ratio: 2), HEIFFiles()).builder().file
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"/></rdf:RDF></x:xmpmeta>
            """
        let item = file.add("mime", [], Array(packet.utf8))
        file.items[item - 1].contentType = "application/rdf+xml"
        file.references.append(("cdsc", item, [file.primary]))
        let (bytes, directory) = (file.file(), try TemporaryDirectory())
        var legible = GainMapTests.job { $0.textContrast = TextContrast() }
        legible.blur.look = try BlurLook(tint: BlurLook.Tint(red: 0, green: 0, blue: 0, opacity: 0))
        for job in try [GainMapTests.job(), legible, GainMapTests.job { $0.output.facts = [.sha256] }] {
            for target in [OutputTarget.memory, .file(path: directory.path("a.jpg"))] {
                var job = job
                (job.output.format, job.existing) = (.jpeg, .replace)
                func run() throws -> (report: BlurJob.Report, file: [UInt8]) {
                    let report = try job.run(from: .bytes(bytes), to: target)
                    return (report, target == .memory ? report.bytes : try directory.read("a.jpg"))
                }
                let memory = try job.preflight(from: .bytes(bytes), to: target).memory
                job.limits.memory = memory
                #expect(try run().report.gainMap == .kept)
                job.limits.memory = memory - 1
                #expect(try job.preflight(from: .bytes(bytes), to: target).memory < memory)
                let (report, output) = try run()
                #expect(report.gainMap == .dropped && report.notices.count == 1)
                #expect(report.notices[0].hasPrefix("the gain map is not copied: the estimated memory of "))
                job.output.stripping = .gainMap
                #expect(try output == run().file && FileEditing.contains(output, Array("Rating".utf8)))
                job.limits.memory = 1 << 20
                #expect(throws: ImageError.self) { try run() }
            }
        }
    }

    @Test("that do not fit into a held output are an error")
    func limitedSink() throws {
        let bytes = try HDRFile().bytes()
        let context = JobContext(ImageLimits())
        let input = try InputDecoder(FileContents.copy(of: bytes), JPEGCodec(), context, label: .memory)
        let plan = try BlurPlan(input.header, GainMapTests.job(), context, inputByteCount: bytes.count)
        let sink = try MemoryFile()
        sink.limit = 1500
        let error = #expect(throws: ImageError.self) {
            _ = try plan.gainMap?.write(FileContents.copy(of: [0xFF, 0xD8, 0xFF, 0xD9]), input, to: sink)
        }
        #expect(error?.reason == .outputMemoryLimit)
    }

    @Test("never cause a crash, wherever their places and their parameters are changed", arguments: 0..<8)
    func hostile(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let file = HDRFile(size: Size(48, 32), isColored: seed % 2 == 0)
        let bytes = try file.bytes()
        let mapStart = bytes.count - (try HDRRendition(input: bytes, file).map.count)
        let segments = HDRFile.segments(of: bytes).filter { [0xE1, 0xE2].contains($0.marker) }.map(\.range)
        let mapSegments = HDRFile.segments(of: Array(bytes[mapStart...])).map {
            $0.range.lowerBound + mapStart..<$0.range.upperBound + mapStart
        }
        let job = try GainMapTests.job()
        var kept = 0
        for _ in 0..<150 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let range = (segments + mapSegments).randomElement(using: &random) ?? 0..<1
                let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                let position = Int.random(in: range, using: &random)
                for index in position..<min(position + Int.random(in: 1...4, using: &random), range.upperBound) {
                    changed[index] = values.randomElement(using: &random) ?? 0
                }
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                changed = Array(changed.prefix(Int.random(in: mapStart...changed.count, using: &random)))
            }
            do throws(ImageError) {
                if try job.run(from: .bytes(changed)).gainMap == .kept { kept += 1 }
            } catch {
                #expect([.damaged, .unsupported, .overLimit].contains(error.code), "\(error)")
            }
        }
        #expect(kept > 10 && kept < 150)
    }

    @Test("that contain themselves are read once")
    func recursion() throws {
        let file = HDRFile(forms: [.iso])
        let (image, map) = try file.parts()
        let nested = file.assembled(map, map)
        let bytes = file.assembled(image, nested)
        #expect(try GainMapTests.run(bytes, GainMapTests.job()).gainMap == .kept)
    }
}
