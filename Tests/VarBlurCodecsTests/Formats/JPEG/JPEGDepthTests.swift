import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Depth as Android's cameras write it: in the XMP data, or behind the image.
@Suite("The depth of a JPEG photo")
struct JPEGDepthTests {
    private static let size = Size(48, 32)
    private static let prefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let secondPrefix = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    private static let name = "0123456789ABCDEF0123456789ABCDEF"

    private static func samples(_ x: Int, _ y: Int) -> Int { (x * 5 + y * 2) % 256 }

    /// The map as a PNG or JPEG file.
    private static func map(_ encoding: ImageEncoding, bits: Int = 8) throws -> [UInt8] {
        try PixelBuffer.make(size, PixelFormat(encoding == .png ? .gray : .rgb)) { x, y, _ in
            bits == 1 ? (x / 8 + y / 8) % 2 * 255 : samples(x, y)
        }.encoded(encoding)
    }

    private static func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/"
            xmlns:xmpNote="http://ns.adobe.com/xmp/note/" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static func photo(
        _ segments: [[UInt8]], orientation: Int = 1, following: [UInt8] = [], size: Size = Size(96, 64)
    ) throws -> [UInt8] {
        let image = try PixelBuffer.noise(size, PixelFormat(.rgb)).encoded(.jpeg(quality: 80))
        let exif = Array("Exif\0\0".utf8) + FileEditing.exif(orientation: orientation, littleEndian: true)
        // each segment is put before the others
        return ([exif] + segments).reversed().reduce(image) {
            FileEditing.addingJPEGSegment(0xE1, $1, to: $0)
        } + following
    }

    /// Segments with a second packet, in parts.
    private static func parts(of packet: [UInt8], _ count: Int) -> [[UInt8]] {
        let length = (packet.count + count - 1) / count
        return stride(from: 0, to: packet.count, by: length).map { start in
            secondPrefix + Array(name.utf8) + HEIFBuilder.number(packet.count, 4) + HEIFBuilder.number(start, 4)
                + packet[start..<min(start + length, packet.count)]
        }
    }

    private static func values(_ file: [UInt8], _ plane: PhotoPlane = .depth) throws -> (AlphaMask, [Int]) {
        let mask = try MaskFile.read(
            plane, of: FileContents(file), .up, isInverted: false, painting: [], besides: 0,
            JobContext(startingNow: ImageLimits()), codecs: .standard, as: .mask
        ).mask
        var values: [Int] = []
        mask.withSampleBytes { bytes in values = unsafe bytes.bindMemory(to: UInt16.self).map { Int($0) } }
        return (mask, values)
    }

    private static func expected(_ alpha: (Double) -> Double = { $0 }) -> [Int] {
        (0..<size.width * size.height).map {
            Int((alpha(Double(samples($0 % size.width, $0 / size.width)) / 255) * 65535).rounded())
        }
    }

    private static func differ(_ first: [Int], _ second: [Int]) -> Int {
        first.count == second.count ? zip(first, second).map { abs($0 - $1) }.max() ?? 0 : .max
    }

    @Test("Depth in the XMP data: as an attribute or an element, in one packet or in parts in any order")
    func data() throws {
        let base64 = Data(try Self.map(.png)).base64EncodedString()
        let range = "GDepth:Near=\"0.5\" GDepth:Far=\"4\" GDepth:Mime=\"image/png\""
        let linear: (Double) -> Double = { 1 - (1 / (0.5 + 3.5 * $0) - 0.25) / 1.75 }
        let note = "xmpNote:HasExtendedXMP=\"\(Self.name)\""
        for (format, alpha) in [("RangeInverse", { $0 }), ("RangeLinear", linear)] as [(String, (Double) -> Double)] {
            let attributes = "GDepth:Format=\"\(format)\" \(range)"
            let first = Self.prefix + Self.packet("\(attributes) \(note)")
            let second = Self.packet("GDepth:Data=\"\(base64)\"")
            let parts = Self.parts(of: second, 3)
            let files = [
                [Self.prefix + Self.packet("\(attributes) GDepth:Data=\"\(base64)\"")],
                [Self.prefix + Self.packet(attributes, "<GDepth:Data>\(base64)</GDepth:Data>")],
                // some phones leave out the padding
                [Self.prefix + Self.packet("\(attributes) GDepth:Data=\"\(base64.filter { $0 != "=" })\"")],
                [first] + parts, [first, parts[2], parts[0], parts[1]],
            ]
            for segments in files {
                let file = try Self.photo(segments)
                #expect(try Self.differ(Self.values(file).1, Self.expected(alpha)) <= 2, "\(format)")
                #expect(try ImageHeader.of(file).auxiliaryImages == [.depth])
            }
            // incomplete, or of another packet
            var others = parts
            others[1][Self.secondPrefix.count] = UInt8(ascii: "F")
            for segments in [[first] + parts.dropLast(), [first] + others, [first], parts] {
                let file = try Self.photo(Array(segments))
                #expect(throws: ImageError.self) { try Self.values(file) }
                #expect(try ImageHeader.of(file).auxiliaryImages.isEmpty)
            }
        }
    }

    @Test("Depth behind the image, where the directory says")
    func directory() throws {
        let map = try Self.map(.jpeg(quality: 100))
        let container = "http://ns.google.com/photos/"
        let tail: [UInt8] = [1, 2, 3, 4, 5]
        func items(_ names: String, _ wrap: (String) -> String) -> String {
            [
                "Item:Mime=\"image/jpeg\" Item:Semantic=\"Primary\" Item:DataURI=\"primary_image\"",
                "Item:Mime=\"image/jpeg\" \(names) Item:Length=\"\(map.count)\" Item:Padding=\"0\"",
                "Item:Mime=\"video/mp4\" Item:Semantic=\"MotionPhoto\" Item:DataURI=\"v\" Item:Length=\"\(tail.count)\"",
            ].map(wrap).joined()
        }
        let inside: (String) -> String = { "<rdf:li rdf:parseType=\"Resource\"><Container:Item \($0)/></rdf:li>" }
        let flat: (String) -> String = { "<rdf:li \($0)/>" }
        for (version, item) in [("dd/1.0/container/", "dd/1.0/item/"), ("1.0/container/", "1.0/container/item/")] {
            for names in ["Item:DataURI=\"android/depthmap\"", "Item:DataURI=\"x\" Item:Semantic=\"Depth\""] {
                for wrap in [inside, flat] {
                    let elements = """
                        <Device:Container rdf:parseType="Resource"><Container:Directory><rdf:Seq>\(items(names, wrap))</rdf:Seq>
                        </Container:Directory></Device:Container><Device:Cameras><rdf:Seq><rdf:li rdf:parseType="Resource">
                        <Camera:DepthMap DepthMap:Format="RangeInverse" DepthMap:Near="0.2" DepthMap:Far="9" DepthMap:Units="Meters"
                        DepthMap:DepthURI="android/depthmap" DepthMap:ItemSemantic="Depth"/></rdf:li></rdf:Seq></Device:Cameras>
                        """
                    let namespaces = """
                        xmlns:Device="\(container)dd/1.0/device/" xmlns:Camera="\(container)dd/1.0/camera/"
                        xmlns:DepthMap="\(container)dd/1.0/depthmap/" xmlns:Container="\(container)\(version)"
                        xmlns:Item="\(container)\(item)"
                        """
                    let segment = Self.prefix + Self.packet(namespaces, elements)
                    let file = try Self.photo([segment], following: map + tail)
                    #expect(try Self.differ(Self.values(file).1, Self.expected()) < 65535 / 20, "\(version) \(names)")
                    let longer = file + Array("appended".utf8)
                    #expect(try Self.values(longer).1 == Self.values(file).1)
                    #expect(try ImageHeader.of(longer).auxiliaryImages == [.depth])
                    #expect(throws: ImageError.self) { try Self.values(Self.photo([segment], following: [])) }
                }
            }
        }
    }

    @Test("Images of an iPhone behind the picture")
    func iPhone() throws {
        let apple = "http://ns.apple.com/pixeldatainfo/1.0/"
        func image(_ type: String, _ others: String = "") throws -> [UInt8] {
            let packet = Self.packet(
                "xmlns:apdi=\"\(apple)\"", "<apdi:AuxiliaryImageType>\(type)</apdi:AuxiliaryImageType>\(others)")
            return FileEditing.addingJPEGSegment(0xE1, Self.prefix + packet, to: try Self.map(.jpeg(quality: 100)))
        }
        /// A photo with an index of its images.
        func photo(_ images: [[UInt8]]) throws -> [UInt8] {
            let picture = try Self.photo([])
            let number = HEIFBuilder.number
            let head = Array("MPF\0MM\0*".utf8) + number(8, 4) + number(1, 2) + number(0xB002, 2) + number(7, 2)
            let count = images.count + 1
            let length = head.count + 8 + 4 + 16 * count
            let origin = 2 + 4 + 4
            var (entries, offset) = (
                number(0x030000, 4) + number(picture.count + length + 4, 4) + number(0, 8), picture.count + length + 4
            )
            for image in images {
                entries += number(0, 4) + number(image.count, 4) + number(offset - origin, 4) + number(0, 4)
                offset += image.count
            }
            let segment = head + number(16 * count, 4) + number(26, 4) + number(0, 4) + entries
            return FileEditing.addingJPEGSegment(0xE2, segment, to: picture) + images.flatMap { $0 }
        }
        let (depth, matte) = (try image("disparity"), try image("urn:com:apple:photo:2018:aux:portraiteffectsmatte"))
        let gainMap = try image("urn:com:apple:photo:2020:aux:hdrgainmap")
        let file = try photo([gainMap, matte, depth])
        #expect(try ImageHeader.of(file).auxiliaryImages == [.portraitMatte, .depth, .gainMap])
        let lost = "the file contains a portrait matte, a depth map, and a gain map, which are not copied"
        let report = try BlurJob(radius: 2).run(from: .bytes(file))
        #expect(report.notices == [lost] && report.gainMap == .dropped)
        let other = try Self.map(.jpeg(quality: 100))
        let others = try BlurJob(radius: 2).run(from: .bytes(photo([depth, other])))
        #expect(others.notices == ["the file contains a depth map and additional images, which are not copied"])
        #expect(
            try BlurJob(radius: 2).run(from: .bytes(photo([depth]))).notices.first?.contains("which is not") == true)
        #expect(try Self.differ(Self.values(file).1, Self.expected { 1 - $0 }) < 65535 / 20)
        #expect(throws: ImageError.self) { try Self.values(photo([gainMap, matte])) }
        #expect(throws: ImageError.self) {
            try Self.values(photo([image("depth", "<apdi:AuxiliaryImageSubType>x</apdi:AuxiliaryImageSubType>")]))
        }
    }

    @Test("Depth of one bit is turned with the picture, and also tells the subject")
    func orientation() throws {
        let base64 = Data(try Self.map(.png, bits: 1)).base64EncodedString()
        let segment =
            Self.prefix
            + Self.packet("GDepth:Format=\"RangeInverse\" GDepth:Near=\"1\" GDepth:Data=\"\(base64)\"")
        for orientation in ImageOrientation.allCases {
            let file = try Self.photo([segment], orientation: orientation.rawValue)
            let (mask, values) = try Self.values(file)
            let (_, subject) = try Self.values(file, .subject)
            let turned = orientation.swapsAxes
            #expect(mask.width == (turned ? Self.size.height : Self.size.width))
            for (x, y) in [(1, 1), (9, 1), (1, 9), (47, 31), (40, 3)] {
                let place = orientation.uprightPosition(x: x, y: y, width: Self.size.width, height: Self.size.height)
                let index = place.y * mask.width + place.x
                let isFar = (x / 8 + y / 8) % 2 == 1
                #expect(values[index] == (isFar ? 65535 : 0) && subject[index] == (isFar ? 0 : 65535), "\(orientation)")
            }
        }
    }

    @Test("Random packets are depth, or typed errors")
    func damage() throws {
        let base64 = Data(try Self.map(.png)).base64EncodedString()
        let segment =
            Self.prefix
            + Self.packet("GDepth:Format=\"RangeInverse\" GDepth:Near=\"1\" GDepth:Data=\"\(base64)\"")
        var random = SplitMix64(seed: 3)
        for _ in 0..<60 {
            var changed = segment
            for _ in 0..<2 {
                let place = Self.prefix.count + Int(random.next() % UInt64(segment.count - Self.prefix.count))
                changed[place] = UInt8(truncatingIfNeeded: random.next())
            }
            let file = try Self.photo([changed])
            _ = try ImageHeader.of(file)
            do { _ = try Self.values(file) } catch { #expect(error is ImageError) }
        }
        var limits = ImageLimits()
        limits.metadata = 100
        let file = try Self.photo([segment])
        #expect(throws: ImageError.self) {
            try MaskFile.read(
                .depth, of: FileContents(file), .up, isInverted: false, painting: [], besides: 0,
                JobContext(startingNow: limits), codecs: .standard, as: .mask)
        }
    }

    /// Photos whose depth differs only in a part that an area covers.
    private static func coveredFiles(_ part: PixelRegion, _ orientation: ImageOrientation) throws -> [[UInt8]] {
        try [{ _, _ in 0 }, { x, y in (x * y * 37) % 256 }].map { (covered: (Int, Int) -> Int) in
            let map = try PixelBuffer.make(size, PixelFormat(.gray)) { x, y, _ in
                let isCovered =
                    (part.x..<part.x + part.width).contains(x) && (part.y..<part.y + part.height).contains(y)
                return isCovered ? covered(x, y) : samples(x, y) / 2 + 60
            }
            let data = Data(try map.encoded(.png)).base64EncodedString()
            let range = "GDepth:Format=\"RangeInverse\" GDepth:Near=\"1\" GDepth:Far=\"9\" GDepth:Mime=\"image/png\""
            return try photo(
                [prefix + packet("\(range) GDepth:Data=\"\(data)\"")], orientation: orientation.rawValue)
        }
    }

    /// That area of the photo, which is turned upright and then further.
    private static func coveredArea(
        _ part: PixelRegion, _ orientation: ImageOrientation, _ turn: ImageOrientation
    ) throws -> AreaFill {
        let upright = orientation.uprightRegion(SourceRegion(part), width: size.width, height: size.height)
        let first = orientation.turned(width: size.width, height: size.height)
        let area = turn.uprightRegion(upright, width: first.width, height: first.height)
        let whole = turn.turned(width: first.width, height: first.height)
        let (x, y) = (100 / Double(whole.width), 100 / Double(whole.height))
        let text = "xywh(\(area.x * x)% \(area.y * y)% \(area.width * x)% \(area.height * y)%)"
        return AreaFill([try BlurArea.Shape(text)], color: RGBColor(red: 200, green: 30, blue: 90))
    }

    @Test("What a filled area covers has no effect through a mask, however the photo is turned and resized")
    func filledAreas() throws {
        let look = try BlurLook(tint: BlurLook.Tint(red: 1, green: 1, blue: 1, opacity: 0.8))
        let uses: [(MaskRole, PhotoPlane, isInverted: Bool)] = [
            (.mask, .depth, false), (.mask, .depth, true), (.mask, .subject, false), (.matte, .subject, false),
            (.matte, .subject, true),
        ]
        var random = SplitMix64(seed: 1130)
        for (number, orientation) in ImageOrientation.allCases.enumerated() {
            let (width, height) = (Int.random(in: 4...16, using: &random), Int.random(in: 4...12, using: &random))
            let part = PixelRegion(
                x: Int.random(in: 0...Self.size.width - width, using: &random),
                y: Int.random(in: 0...Self.size.height - height, using: &random), width: width, height: height)
            let files = try Self.coveredFiles(part, orientation)
            let (role, plane, isInverted) = uses[number % uses.count]
            for turn in [ImageOrientation.up, .right, .upMirrored] {
                var job = BlurJob(radius: 4, format: .png) {
                    ($0.blur.minimumRadius, $0.blur.look, $0.turn) = (.pixels(1), look, turn)
                    ($0.isMaskInverted, $0.isMatteInverted) = (isInverted, isInverted)
                }
                job[role] = .photo(plane)
                #expect(try job.run(from: .bytes(files[0])).bytes != job.run(from: .bytes(files[1])).bytes)
                job.fill = try Self.coveredArea(part, orientation, turn)
                let filled = try files.map { try job.run(from: .bytes($0)).bytes }
                #expect(filled[0] == filled[1], "\(orientation) \(turn) \(role) \(plane)")
                // the area is neither blurred nor tinted
                let pixels = try PixelBuffer.decoded(filled[0])
                let paintedCount = (0..<pixels.width * pixels.height).filter {
                    let (x, y) = ($0 % pixels.width, $0 / pixels.width)
                    return pixels[x, y, 0] == 200 && pixels[x, y, 1] == 30 && pixels[x, y, 2] == 90
                }.count
                #expect(paintedCount >= 4 * width * height)
                job.resize = Resize(width: .percent(60), height: nil)
                let small = try files.map { try job.run(from: .bytes($0)).bytes }
                #expect(small[0] == small[1], "\(orientation) \(turn) \(role) \(plane)")
            }
        }
    }

    @Test("The nearest rows continue a map whose rows areas cover, in a time that grows with their number")
    func coveredRows() throws {
        for (size, encoding) in [(Size(8, 400), ImageEncoding.jpeg(quality: 100)), (Size(4, 40_000), .png)] {
            let map = try PixelBuffer.make(size, PixelFormat(encoding == .png ? .gray : .rgb)) { _, y, _ in y % 250 }
            let data = Data(try map.encoded(encoding)).base64EncodedString()
            let file = try Self.photo(
                [
                    Self.prefix
                        + Self.packet("GDepth:Format=\"RangeInverse\" GDepth:Near=\"1\" GDepth:Data=\"\(data)\"")
                ], size: size)
            let areas = try ["0 0 100% 25%", "0 55% 100% 10%", "0 80% 100% 4%"].map {
                try BlurArea.Shape("xywh(\($0))")
            }
            let context = JobContext(startingNow: ImageLimits())
            let job = BlurJob(radius: 1) { $0.fill = AreaFill(areas, color: .black) }
            let fill = try #require(try job.fillPlan(ImageHeader.of(file), context))
            let start = ContinuousClock.now
            let mask = try MaskFile.read(
                .depth, of: FileContents(file), .up, isInverted: false, painting: [fill], besides: 0, context,
                codecs: .standard, as: .mask
            ).mask
            #expect(ContinuousClock.now - start < .seconds(20))
            var rows: [Int] = []
            mask.withSampleBytes { bytes in
                let samples = unsafe bytes.bindMemory(to: UInt16.self)
                rows = (0..<size.height).map { Int(samples[$0 * size.width]) }
            }
            var header = try ImageHeader.of(map.encoded(encoding))
            let traces = try fill.blocks(of: header, overUprightImage: true, nil)
            header.blocks = .pixels
            let painted = try fill.blocks(of: header, overUprightImage: true, nil)
            func touches(_ blocks: CoveredBlocks, _ y: Int) -> Bool {
                !blocks.columns(ofRow: y, width: size.width, ratio: (1, 1), isInterpolated: true).isEmpty
            }
            let kept = (0..<size.height).filter { !touches(traces, $0) }
            #expect(kept.count > size.height / 8 && kept.count < size.height * 3 / 4)
            for y in 0..<size.height where y % (size.height / 400) == 0 {
                let nearest = try #require(kept.min { abs($0 - y) < abs($1 - y) })
                #expect(rows[y] == (touches(painted, y) ? 0 : rows[nearest]), "\(y)")
            }
        }
    }

    @Test("An output whose areas cannot be placed is the only one that fails, with masks of the photo as without")
    func failedOutput() throws {
        let file = try Self.coveredFiles(PixelRegion(x: 8, y: 8, width: 4, height: 4), .up)[0]
        for hasMasks in [false, true] {
            var job = BlurJob(radius: 4, format: .png) {
                $0.fill = try? AreaFill([BlurArea.Shape("xywh(50% 50% 10% 10%)")], color: .black)
                $0.limits.side = 400
            }
            if hasMasks { (job.maskSource, job.matteSource) = (.photo(.depth), .photo(.subject)) }
            let outputs = [40.0, 500].map { BlurJob.Output(resize: Resize(width: .pixels($0), height: nil)) }
            #expect(try job.preflight(from: .bytes(file), to: outputs).map { (try? $0.get())?.width } == [40, nil])
            for isAtomic in [false, true] {
                job.writesAllOrNothing = isAtomic
                let directory = try TemporaryDirectory()
                let placed = outputs.enumerated().map { index, output in
                    var output = output
                    output.target = .file(path: directory.path("\(index).png"))
                    return output
                }
                let results = try job.run(from: .bytes(file), to: placed)
                let errors = results.map { result in
                    if case .failure(let error) = result { error } else { nil as ImageError? }
                }
                #expect(errors[1]?.code == .overLimit && errors[1]?.cause.contains("another output") == false)
                #expect((errors[0] == nil) == !isAtomic && errors[0]?.cause.contains("another output") != false)
            }
        }
    }
}
