import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("JPEG XL files")
struct JXLTests {
    private let tools: HEIFFiles

    init() throws { tools = try HEIFFiles() }

    private static let formats = [ChannelLayout.gray, .grayAlpha, .rgb, .rgba].flatMap { channels in
        [PixelFormat(channels), PixelFormat(channels, .sixteen)]
    }

    /// Whether djxl 0.7 writes PNG files of a format.
    private static func isWritten(_ format: PixelFormat) -> Bool {
        format.depth == .eight || !format.channels.hasAlpha
    }

    private static func job(_ change: (inout BlurJob) -> Void = { _ in }) -> BlurJob {
        BlurJob(radius: 0, format: .jxl, change)
    }

    // MARK: Reading

    @Test("Pixels are those of djxl, lossless and lossy", arguments: formats)
    func pixels(format: PixelFormat) throws {
        for (size, arguments) in [
            (Size(1, 1), ["-d", "0"]), (Size(33, 17), ["-d", "0", "-e", "3"]), (Size(70, 300), ["-d", "1"]),
            (Size(300, 40), ["-d", "3", "-p"]), (Size(64, 64), ["-m", "1", "-d", "1"]),
            (Size(61, 64), ["-d", "1", "--container=1", "-e", "3"]),
        ] {
            let image = try HEIFTests.picture(size, format)
            let file = try tools.encodeJXL(image.encoded(.png), arguments)
            let header = try ImageHeader.of(file)
            #expect(header.format == .jxl && header.width == size.width && header.height == size.height)
            #expect(header.pixelFormat == format && header.profile == nil && header.notices.isEmpty)
            let decoded = try PixelBuffer.decoded(file)
            if Self.isWritten(format) {
                let expected = try PixelBuffer.decoded(tools.decodeJXL(file))
                #expect(decoded.sampleValues() == expected.sampleValues(), "\(size) \(arguments)")
            }
            let isLossless = arguments.starts(with: ["-d", "0"])
            #expect(header.isLossless == isLossless)
            #expect((decoded.sampleValues() == image.sampleValues()) == isLossless || size.width == 1)
        }
    }

    @Test("The orientation of the file is applied once, and that of its EXIF data is not")
    func orientation() throws {
        let jpeg = try HEIFTests.picture(Size(96, 64)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        for value in 1...8 {
            let turned = FileEditing.oriented(jpeg, value)
            // cjxl moves the orientation of the EXIF data into the file
            let file = try tools.encodeJXL(turned, ["-j", "0", "-d", "0", "-e", "1"])
            let header = try ImageHeader.of(file)
            #expect(header.orientation == .up && (header.width == 64) == (value > 4), "\(value)")
            #expect(InputSummary(header).orientation.rawValue == value)
            var job = Self.job { $0.output.format = .png }
            let upright = try PixelBuffer.decoded(job.run(from: .bytes(turned)).bytes)
            job.output.format = .jxl
            let report = try job.run(from: .bytes(file))
            #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == upright.sampleValues(), "\(value)")
            #expect(try ImageHeader.of(report.bytes).width == header.width)
        }
    }

    @Test("A JPEG file in a JPEG XL file is lossy, and its EXIF data, compressed or not, is read up to the limit")
    func packedJPEG() throws {
        let jpeg = try HEIFTests.picture(Size(96, 64)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        let exif = FileEditing.exif(orientation: 1, littleEndian: false)
        let source = FileEditing.addingJPEGSegment(0xE1, Array("Exif\0\0".utf8) + exif, to: jpeg)
        for arguments in [["-j", "1"], ["-j", "1", "-e", "3", "--container=1"]] {
            let file = try tools.encodeJXL(source, arguments)
            let header = try ImageHeader.of(file)
            #expect(!header.isLossless && header.metadata.exif == exif)
            let context = JobContext(startingNow: ImageLimits(), stripping: .all)
            #expect(try CodecRegistry.standard.makeReader(of: FileContents(file), context).header.metadata.exif == nil)
            var limits = ImageLimits()
            limits.metadata = exif.count - 1
            let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file, limits: limits).width }
            #expect(error?.reason == .metadataLimit)
        }
    }

    @Test("A JPEG file in a JPEG XL file that does not tell that it was one is lossy, and so are its outputs")
    func strippedJPEG() throws {
        let jpeg = try HEIFTests.picture(Size(96, 64)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        let exif = Array("Exif\0\0".utf8) + FileEditing.exif(orientation: 1, littleEndian: false)
        // with EXIF data, it is between the parts of the image
        for source in [jpeg, FileEditing.addingJPEGSegment(0xE1, exif, to: jpeg)] {
            var file = try tools.encodeJXL(source, ["-j", "1", "--container=1"])
            let boxes = try HEIFBoxes.boxes(of: FileContents(file), in: 0..<file.count)
            // each part has a number of four bytes
            let bare = boxes.filter { $0.type == "jxlp" }.flatMap { file[$0.contents.dropFirst(4)] }
            let box = try #require(boxes.first { $0.type == "jbrd" }).contents
            file.removeSubrange(box.lowerBound - 8..<box.upperBound)
            for file in [file, bare] {
                #expect(try !ImageHeader.of(file).isLossless)
                #expect(try !ImageHeader.of(Self.job().run(from: .bytes(file)).bytes).isLossless)
            }
        }
        let profile = try HEIFTests.picture(Size(40, 30)).encoded(.png, profile: SRGBTests.p3)
        for arguments in [["-e", "1"], ["-e", "7", "--container=1"], ["-p"], ["-e", "3", "-g", "0"]] {
            #expect(try ImageHeader.of(tools.encodeJXL(profile, ["-d", "0"] + arguments)).isLossless)
        }
    }

    @Test("What a filled area covers leaves no trace, even in a photo that does not tell that it was a JPEG file")
    func filledArea() throws {
        let image = try HEIFTests.picture(Size(700, 600))
        for (arguments, isJPEG) in [(["-j", "1", "--container=1"], true), (["-d", "0", "-e", "1"], false)] {
            let outputs = try [0, 255].map { value in
                var image = try image.copy()
                for y in 100..<120 { for x in 90..<130 { image[x, y, 0] = value } }
                let source = try image.encoded(isJPEG ? .jpeg(JPEGStyle(.yCbCr), quality: 60) : .png)
                var job = BlurJob(radius: 0, format: .png)
                job.fill = AreaFill([try BlurArea.Shape("xywh(90px 100px 40px 20px)")], color: .black)
                var file = try tools.encodeJXL(source, arguments)
                // what tells that the file was a JPEG file
                let boxes = try HEIFBoxes.boxes(of: FileContents(file), in: 0..<file.count)
                if isJPEG {
                    let box = try #require(boxes.first { $0.type == "jbrd" }).contents
                    file.removeSubrange(box.lowerBound - 8..<box.upperBound)
                }
                return try job.run(from: .bytes(file))
            }
            #expect(outputs[0].bytes == outputs[1].bytes)
            #expect(outputs[0].notices.map { $0.contains("256×256 pixels, and 64 pixels") } == [true])
            #expect(try PixelBuffer.decoded(outputs[0].bytes)[500, 400, 1] > 0)
        }
    }

    @Test("Samples of floating-point numbers are reduced, with a notice, as are lost gain maps")
    func notices() throws {
        // rows from below, in the order of bytes that a negative scale says
        let values: [Float] = [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1, 4, 4, 4]
        let samples = values.flatMap { HEIFBuilder.number(Int($0.bitPattern), 4).reversed() }
        let map = Array("PF\n2 2\n-1.0\n".utf8) + samples
        let file = try tools.encodeJXL(map, ["-d", "0", "--container=1"])
        let kind = "samples of floating-point numbers, or of more than 16 bits,"
        let reduced = "\(kind) are reduced to 16 bits from black to white"
        #expect(try ImageHeader.of(file).notices == [reduced])
        #expect(try PixelBuffer.decoded(file)[1, 0, 0] == 65535)
        let box = HEIFBuilder.box("jhgm", [0, 0, 0])
        // behind the signature and the brands, or at the end
        for file in [file[..<32] + box + file[32...], file + box] {
            let lost = "the file contains a gain map, which is not copied"
            #expect(try ImageHeader.of(Array(file)).notices == [reduced, lost])
        }
    }

    @Test("The first image of an animation is read, with a notice")
    func animation() throws {
        var container = PNGAnimation(AnimationShape(width: 20, height: 10, frameCount: 2, framesPerSecond: 10))
        let (region, format) = (PixelRegion(x: 0, y: 0, width: 20, height: 10), PixelFormat(.rgba))
        let first = try PixelBuffer.noise(Size(20, 10), format, seed: 3)
        let second = try PixelBuffer.noise(Size(20, 10), format, seed: 4)
        let parts = [try first.encoded(.png), try second.encoded(.png)].map { container.frame($0, region) }
        let file = try tools.encodeJXL(parts.flatMap { $0 } + container.end)
        let header = try ImageHeader.of(file)
        #expect(header.notices == ["the file is an animation; only its first image is read"])
        #expect(try PixelBuffer.decoded(file).sampleValues() == first.sampleValues())
    }

    @Test("Profiles are read; sRGB has none, and PQ and HLG are code points")
    func colors() throws {
        let png = try HEIFTests.picture(Size(40, 30)).encoded(.png)
        for (space, codes) in [
            ("RGB_D65_SRG_Rel_SRG", nil), ("RGB_D65_202_Rel_PeQ", [9, 16, 0, 1]),
            ("RGB_D65_202_Rel_HLG", [9, 18, 0, 1]),
            ("RGB_D65_DCI_Rel_PeQ", [12, 16, 0, 1]),
        ] as [(String, [UInt8]?)] {
            let file = try tools.encodeJXL(png, ["-x", "color_space=\(space)", "-d", "0", "-e", "1"])
            let header = try ImageHeader.of(file)
            #expect(header.profile == nil && header.colorChunk("cICP") == codes, "\(space)")
        }
        let wide = try tools.encodeJXL(png, ["-x", "color_space=RGB_D65_DCI_Rel_SRG", "-d", "0", "-e", "1"])
        #expect(
            try ImageHeader.of(wide).profile?.hasValidHeader == true && ImageHeader.of(wide).colorChunk("cICP") == nil)
    }

    @Test("Cut and changed files are errors without a crash")
    func damage() throws {
        var random = SplitMix64(seed: 7)
        for (format, arguments) in [
            (PixelFormat(.rgb), ["-d", "1"]), (PixelFormat(.rgba), ["-d", "0", "-e", "3"]),
            (PixelFormat(.gray, .sixteen), ["-d", "0", "--container=1"]), (PixelFormat(.rgb), ["-d", "1", "-p"]),
        ] {
            let file = try tools.encodeJXL(HEIFTests.picture(Size(64, 48), format).encoded(.png), arguments)
            for _ in 0..<60 {
                do { _ = try PixelBuffer.decoded(FileEditing.damaging(file, from: 2, &random)).width } catch let error
                    as ImageError
                {
                    let codes: Set<ImageError.Code> = [
                        .damaged, .unsupported, .overLimit, .outOfMemory, .notAnImage,
                    ]
                    #expect(codes.contains(error.code), "\(error)")
                }
            }
        }
    }

    @Test("A cut file is read as far as it goes, if damage is allowed")
    func allowedDamage() throws {
        let image = try HEIFTests.picture(Size(700, 600))
        let file = try tools.encodeJXL(image.encoded(.png), ["-d", "1"])
        let cut = Array(file[..<(file.count * 3 / 4)])
        let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(cut).width }
        #expect(error?.code == .damaged && error?.reason == .damagedPixels)
        var limits = ImageLimits()
        limits.allowsDamage = true
        let decoded = try PixelBuffer.decoded(cut, limits: limits)
        #expect(abs(decoded[5, 5, 1] - image[5, 5, 1]) < 30)
        #expect(try PixelBuffer.decoded(cut, limits: limits).sampleValues() == decoded.sampleValues())
    }

    @Test("Limits are checked before pixels are decoded")
    func limits() throws {
        let file = try tools.encodeJXL(HEIFTests.picture(Size(40, 30)).encoded(.png))
        var limits = ImageLimits()
        limits.pixels = 1199
        #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file, limits: limits).width }
        limits = ImageLimits()
        limits.memory = 1 << 20
        let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file, limits: limits).width }
        #expect(error?.reason == .memoryLimit)
        // a size of 2^30 × 2^30, of which the first bits say that they are long
        let huge: [UInt8] = [0xFF, 0x0A, 0xF8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(huge).width }
        // a box of 1 GiB
        let container = try tools.encodeJXL(
            HEIFTests.picture(Size(40, 30)).encoded(.png), ["-d", "0", "--container=1"])
        let box: [UInt8] = [0x40, 0, 0, 0] + Array("Exif".utf8)
        let long = Array(container[..<32] + box + container[32...])
        #expect(#expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(long).width }?.code == .damaged)
    }

    // MARK: Writing

    @Test("Lossless outputs of lossless inputs have all samples, which djxl reads too", arguments: formats)
    func lossless(format: PixelFormat) throws {
        for size in [Size(1, 1), Size(33, 47), Size(300, 260)] {
            let image = try HEIFTests.picture(size, format)
            let report = try Self.job().run(from: .bytes(image.encoded(.png)))
            let header = try ImageHeader.of(report.bytes)
            #expect(header.pixelFormat == format && header.isLossless && report.notices.isEmpty)
            #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == image.sampleValues())
            if Self.isWritten(format) {
                #expect(try PixelBuffer.decoded(tools.decodeJXL(report.bytes)).sampleValues() == image.sampleValues())
            }
        }
    }

    @Test("The estimates of memory suffice for large images")
    func memory() throws {
        for (format, quality) in [
            (PixelFormat(.rgb), 90), (PixelFormat(.rgba, .sixteen), 100), (PixelFormat(.gray), 90),
        ] {
            let image = try HEIFTests.picture(Size(2400, 1600), format)
            let file = try image.encoded(.jxl(quality: quality, effort: 3))
            #expect(try PixelBuffer.decoded(file).height == 1600)
        }
        // flat parts, and dots in which the encoder looks for patches
        var random = SplitMix64(seed: 9)
        let dots = try PixelBuffer.make(Size(1300, 900), PixelFormat(.rgb)) { _, _, _ in
            random.next() % 40 == 0 ? Int(random.next() % 256) : 255
        }
        for (quality, effort) in [(90, nil), (90, 8), (100, 5), (100, 7)] as [(Int, Int?)] {
            let file = try dots.encoded(.jxl(quality: quality, effort: effort))
            #expect(try PixelBuffer.decoded(file).height == 900)
        }
        // sides are rounded up to blocks
        for size in [Size(2, 40_000), Size(40_000, 2)] {
            for encoding in [ImageEncoding.jxl(), .avif()] {
                let file = try PixelBuffer.noise(size, PixelFormat(.rgb)).encoded(encoding)
                #expect(try PixelBuffer.decoded(file).height == size.height)
            }
        }
    }

    @Test("Quality and effort change the size, and threads do not change a byte")
    func settings() throws {
        let image = try PixelBuffer.noise(Size(300, 260)).encoded(.png)
        func file(_ change: (inout BlurJob) -> Void) throws -> [UInt8] {
            try Self.job(change).run(from: .bytes(image)).bytes
        }
        let usual = try file { $0.output.jxlQuality = 90 }
        #expect(try file { _ in } == file { ($0.output.jxlQuality, $0.output.jxlEffort) = (100, 3) })
        #expect(try !ImageHeader.of(usual).isLossless && usual.count < file { _ in }.count)
        var last = 0
        // version 0.11 writes more at the lowest qualities than at some above
        #expect(try file { $0.output.jxlQuality = 0 }.count < usual.count)
        for quality in [10, 29, 30, 60, 90, 99, 100] {
            let count = try file { $0.output.jxlQuality = quality }.count
            #expect(count > last, "\(quality)")
            last = count
        }
        #expect(try file { ($0.output.jxlQuality, $0.output.jxlEffort) = (90, 7) } == usual)
        #expect(try file { ($0.output.jxlQuality, $0.output.jxlEffort) = (90, 3) } != usual)
        #expect(try file { ($0.output.jxlQuality, $0.blur.execution) = (90, BlurExecution(threadCount: 1)) } == usual)
        #expect(try file { $0.output.quality = 100 }.count < file { _ in }.count)
        for change in [{ $0.output.jxlQuality = 101 }, { $0.output.jxlEffort = 10 }] as [(inout BlurJob) -> Void] {
            let error = #expect(throws: ImageError.self) { _ = try file(change) }
            #expect(error?.code == .invalidSettings)
        }
    }

    @Test("An output is lossless only if the input is, it is not resized, and no lossy one is beside it")
    func losslessRule() throws {
        let image = try HEIFTests.picture(Size(40, 30))
        func isLossless(_ encoding: ImageEncoding, _ change: (inout BlurJob) -> Void = { _ in }) throws -> Bool {
            try ImageHeader.of(Self.job(change).run(from: .bytes(image.encoded(encoding))).bytes).isLossless
        }
        #expect(try isLossless(.png) && isLossless(.webP(.lossless)) && isLossless(.jxl(quality: 100)))
        #expect(try !isLossless(.jpeg(JPEGStyle(.yCbCr), quality: 90)) && !isLossless(.jxl(quality: 90)))
        #expect(try !isLossless(.png) { $0.resize = try? Resize("20x") })
        #expect(try !isLossless(.png) { $0.output.quality = 80 })
    }

    @Test("Alpha is kept in lossy files, where libjxl can do so")
    func alpha() throws {
        let image = try PixelBuffer.make(Size(96, 64), PixelFormat(.rgba)) { x, y, channel in
            channel < 3 ? (x * 7 + y * 5 + channel * 60) % 256 : (x / 8 + y / 8) % 3 == 0 ? 255 : (x * 5 + y * 3) % 256
        }
        let file = try image.encoded(.png)
        let version = try tools.inspect(file, "in.png", "djxl", ["--version"])
        let isOld = version.contains("v0.7") || version.contains("v0.8")
        for quality in [30, 60, 90] {
            let result = try PixelBuffer.decoded(
                Self.job { $0.output.jxlQuality = quality }.run(from: .bytes(file)).bytes)
            let difference = (0..<64).flatMap { y in (0..<96).map { abs(result[$0, y, 3] - image[$0, y, 3]) } }.max()
            #expect(difference == 0 || isOld, "\(quality): \(difference ?? 0)")
        }
    }

    @Test("Profile, EXIF, XMP, and the digest are kept")
    func metadata() throws {
        var handmade = HandmadeProfile(curve: HandmadeProfile.curve([563]))
        handmade.addPrimaries([[0.52, 0.24, 0], [0.29, 0.69, 0.04], [0.15, 0.07, 0.78]])
        let profile = ICCProfile(bytes: handmade.bytes)
        let source = try HEIFTests.picture(Size(40, 30)).encoded(
            .jpeg(JPEGStyle(.yCbCr), quality: 95), profile: profile)
        let exif = FileEditing.exif(orientation: 6, littleEndian: true)
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"/></rdf:RDF></x:xmpmeta>
            """
        let jpeg = FileEditing.addingJPEGSegment(
            0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8),
            to: FileEditing.addingJPEGSegment(0xE1, Array("Exif\0\0".utf8) + exif, to: source))
        for quality in [90, 100] {
            let job = Self.job { ($0.writesDigest, $0.output.jxlQuality) = (true, quality) }
            let report = try job.run(from: .bytes(jpeg))
            let header = try ImageHeader.of(report.bytes)
            #expect(header.width == 30 && header.height == 40)
            // libjxl converts lossy samples to other colors, which have a profile, too
            #expect(
                (header.profile?.bytes == profile.bytes) == (quality == 100) && header.profile?.hasValidHeader == true)
            let colors = try [jpeg, report.bytes].map { file in
                let job = Self.job { ($0.output.format, $0.output.convertsToSRGB) = (.png, true) }
                return try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes).sampleValues()
            }
            let differences = zip(colors[0], colors[1]).map { abs($0 - $1) }
            #expect(differences.reduce(0, +) < 6 * differences.count, "\(quality)")
            #expect(header.metadata.digest == report.digest?.description && report.digest != nil)
            #expect(try #require(header.metadata.exif).starts(with: exif.prefix(4)))
            #expect(report.notices.isEmpty)
            #expect(try PixelBuffer.decoded(tools.decodeJXL(report.bytes)).width == 30)
            let tags = try tools.inspect(
                report.bytes, "out.jxl", "exiftool", ["-s3", "-n", "-Orientation", "-Rating", "out.jxl"])
            #expect(tags == "1\n3\n", "\(tags)")
        }
    }

    @Test("Code points of PQ and HLG are kept, others become a profile, and what cannot be stored is said")
    func codePoints() throws {
        let png = try HEIFTests.picture(Size(40, 30)).encoded(.png)
        func header(_ codes: [UInt8]) throws -> (header: ImageHeader, notices: [String]) {
            let report = try Self.job().run(from: .bytes(FileEditing.addingPNGChunk("cICP", codes + [0, 1], to: png)))
            return (try ImageHeader.of(report.bytes), report.notices)
        }
        for codes in [[9, 16], [9, 18], [12, 16], [1, 16]] as [[UInt8]] {
            let result = try header(codes)
            #expect(result.header.colorChunk("cICP") == codes + [0, 1] && result.notices.isEmpty, "\(codes)")
        }
        for codes in [[12, 13], [9, 14], [1, 8], [11, 17], [1, 4]] as [[UInt8]] {
            let result = try header(codes)
            #expect(result.header.profile?.hasValidHeader == true && result.notices.isEmpty, "\(codes)")
        }
        #expect(try header([1, 13]).header.profile == nil)
        #expect(try header([5, 13]).notices.count == 1 && header([9, 9]).notices.count == 1)
    }
}
