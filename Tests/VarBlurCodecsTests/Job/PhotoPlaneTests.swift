import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// What photos of phones know of themselves, in files that are built from boxes as phones write them.
@Suite("The subject and the depth of a HEIC photo")
struct PhotoPlaneTests {
    private let tools: HEIFFiles
    private static let size = Size(128, 96)
    static let matte = "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
    private static let depth = "urn:mpeg:hevc:2015:auxid:2"
    private static let gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap"

    init() throws { tools = try HEIFFiles() }

    func coded(
        _ size: Size, _ channels: ChannelLayout, _ value: (Int, Int) -> Int
    ) throws -> HEIFBuilder.Coded {
        let image = try PixelBuffer.make(size, PixelFormat(channels)) { x, y, channel in
            (value(x, y) + channel * 60) % 256
        }
        return try HEIFBuilder.Coded(of: tools.encode(image.encoded(.png), .heic, ["-q", "90"]))
    }

    private func picture() throws -> HEIFBuilder.Coded {
        try coded(Self.size, .rgb) { x, y in (x * 37 ^ y * 11) % 200 }
    }

    /// A gray image of half the size: dark at the left and bright at the right, and darker below.
    private func plane(
        _ size: Size = Size(64, 64), from dark: Int = 20, to bright: Int = 240
    ) throws -> HEIFBuilder.Coded {
        try coded(size, .gray) { x, y in (x < size.width / 3 ? dark : bright) - y / 8 }
    }

    /// A photo with images over it, each with the name of its type, further properties, and XMP data.
    func photo(
        _ picture: HEIFBuilder.Coded, turned properties: [[UInt8]] = [], isTiled: Bool = false,
        _ images: [(name: String, image: HEIFBuilder.Coded, properties: [[UInt8]], xmp: String?)]
    ) -> HEIFBuilder {
        var file = HEIFBuilder(.heic)
        if isTiled {
            let tiles = (0..<4).map { _ in file.add(picture) }
            file.primary = file.addGrid(
                tiles, columns: 2, size: Size(2 * Self.size.width, 2 * Self.size.height), properties)
        } else {
            file.primary = file.add(picture, properties)
        }
        let other = file.add("tmap", [HEIFBuilder.size(Self.size)], [0])
        for (name, image, own, xmp) in images {
            let item = file.add(image, own + [HEIFBuilder.auxiliary(name)])
            // one target up to iOS 17, two since
            file.references.append(("auxl", item, item % 2 == 0 ? [file.primary] : [other, file.primary]))
            guard let xmp else { continue }
            let text = file.add("mime", [], Array(xmp.utf8))
            file.items[text - 1].contentType = "application/rdf+xml"
            file.references.append(("cdsc", text, [item]))
        }
        return file
    }

    private func alone(_ image: HEIFBuilder.Coded, _ properties: [[UInt8]]) -> [UInt8] {
        var file = HEIFBuilder(.heic)
        file.primary = file.add(image, properties)
        return file.file()
    }

    private let job = BlurJob(radius: 6, format: .png) { $0.blur.minimumRadius = .pixels(6) }

    private func output(_ file: [UInt8], _ change: (inout BlurJob) throws -> Void) throws -> [UInt8] {
        var job = job
        try change(&job)
        return try job.run(from: .bytes(file)).bytes
    }

    func mask(
        _ plane: PhotoPlane, of file: [UInt8], _ limits: ImageLimits = ImageLimits()
    ) throws -> AlphaMask {
        try loaded(plane, of: file, limits).mask
    }

    private func loaded(
        _ plane: PhotoPlane, of file: [UInt8], _ limits: ImageLimits = ImageLimits(), besides otherBytes: Int = 0
    ) throws -> LoadedMask {
        try MaskFile.read(
            plane, of: FileContents(file), .up, isInverted: false, painting: [], besides: otherBytes,
            JobContext(startingNow: limits), codecs: .standard, as: .matte)
    }

    static func values(_ mask: AlphaMask) -> [Int] {
        var values: [Int] = []
        mask.withSampleBytes { bytes in
            values =
                mask.bytesPerSample == 1
                ? bytes.map { Int($0) } : unsafe bytes.bindMemory(to: UInt16.self).map { Int($0) }
        }
        return values
    }

    // MARK: - Mattes

    @Test("A matte has the effect of the same image as a file, however both are turned")
    func orientations() throws {
        let (picture, plane) = (try picture(), try plane(Size(96, 64)))
        var turns: [[[UInt8]]] = [[], [HEIFBuilder.box("irot", [1]), HEIFBuilder.box("imir", [1])]]
        for quarters in 1...3 { turns.append([HEIFBuilder.box("irot", [UInt8(quarters)])]) }
        for axis in 0...1 { turns.append([HEIFBuilder.box("imir", [UInt8(axis)])]) }
        for turn in turns {
            let expected = try output(photo(picture, turned: turn, []).file()) {
                $0.matteSource = .image(.bytes(alone(plane, turn)))
            }
            // phones turn all images; a writer that turns only the picture means the same
            for own in [turn, []] {
                let file = photo(
                    picture, turned: turn, [(Self.gainMap, plane, own, nil), (Self.matte, plane, own, nil)]
                ).file()
                #expect(try output(file) { $0.matteSource = .photo(.subject) } == expected, "\(turn) \(own)")
            }
        }
        let tiled = photo(picture, isTiled: true, [(Self.matte, plane, [], nil)]).file()
        #expect(
            try output(tiled) { $0.matteSource = .photo(.subject) }
                == output(tiled) { $0.matteSource = .image(.bytes(alone(plane, []))) })
    }

    @Test("Mattes are those that another program decodes")
    func otherProgram() throws {
        let (picture, turn) = (try picture(), [HEIFBuilder.box("irot", [3])])
        var photo = photo(
            picture, turned: turn,
            [(Self.gainMap, try plane(), turn, nil), (Self.matte, try plane(Size(96, 64)), turn, nil)]
        )
        // the program refuses several targets
        for index in photo.references.indices { photo.references[index].to = [photo.primary] }
        let file = photo.file()
        let images = try tools.decodeAuxiliaryImages(file)
        let decoded = try PixelBuffer.decoded(#require(images.first { $0.key.contains("matte") }?.value))
        let samples = decoded.sampleValues()
        let expected = stride(from: 0, to: samples.count, by: decoded.format.channels.count).map { samples[$0] }
        let matte = try mask(.subject, of: file)
        #expect(matte.width == 64 && matte.height == 96 && Self.values(matte) == expected)
    }

    @Test("A matte is turned, cropped, and resized like the picture")
    func framing() throws {
        let (picture, plane) = (try picture(), try plane(Self.size))
        let file = photo(picture, [(Self.matte, plane, [], nil)]).file()
        let whole = Self.values(try mask(.subject, of: file))
        let (left, top, width, height) = (24, 10, 80, 60)
        let part = try AlphaMask(
            width: width, height: height,
            samples: (0..<width * height).map {
                UInt8(whole[($0 / width + top) * Self.size.width + $0 % width + left])
            })
        let crop = try Crop("\(width)x\(height)+\(left)+\(top)")
        #expect(
            try output(file) { ($0.matteSource, $0.crop) = (.photo(.subject), crop) }
                == output(file) { ($0.blur.matte, $0.crop) = (part, crop) })
        for turn in ImageOrientation.allCases {
            let turned = try PixelBuffer.decoded(output(file) { ($0.matteSource, $0.turn) = (.photo(.subject), turn) })
            let size = turn.swapsAxes ? Size(Self.size.height, Self.size.width) : Self.size
            #expect(turned.width == size.width && turned.height == size.height)
            // the subject keeps its pixels: a corner of it, and what is there in the picture
            let place = turn.uprightPosition(
                x: Self.size.width - 1, y: 0, width: Self.size.width, height: Self.size.height)
            let original = try PixelBuffer.decoded(photo(picture, []).file()).sampleValues()
            let start = (place.y * turned.width + place.x) * 3
            let corner = (Self.size.width - 1) * 3
            for channel in 0..<3 {
                #expect(abs(turned.sampleValues()[start + channel] - original[corner + channel]) <= 16, "\(turn)")
            }
        }
        // several outputs of one input, of which each has its own part
        var job = job
        (job.matteSource, job.crop) = (.photo(.subject), crop)
        let outputs = [nil, Resize(width: .pixels(40), height: nil)].map {
            BlurJob.Output(resize: $0, settings: job.output)
        }
        let together = try job.run(from: .bytes(file), to: outputs).map { try $0.get().bytes }
        let single = try outputs.map { one in
            try output(file) { ($0.matteSource, $0.crop, $0.resize) = (.photo(.subject), crop, one.resize) }
        }
        #expect(together == single)
    }

    @Test("Mattes of parts of persons count together, others do not")
    func semanticMattes() throws {
        let size = Size(64, 64)
        func part(_ range: Range<Int>, _ size: Size = size) throws -> HEIFBuilder.Coded {
            try coded(size, .gray) { x, _ in range.contains(x * 64 / size.width) ? 255 : 0 }
        }
        let names = [
            "urn:com:apple:photo:2019:aux:semanticskinmatte", "urn:com:apple:photo:2019:aux:semantichairmatte",
            "urn:com:apple:photo:2020:aux:semanticskymatte", "tag:apple.com,2026:photo:aux:semanticfaceskinmatte",
        ]
        let parts = try [part(0..<16), part(16..<32, Size(128, 128)), part(32..<48), part(48..<64)]
        let file = photo(try picture(), zip(names, parts).map { ($0, $1, [], nil) }).file()
        let union = try mask(.subject, of: file)
        #expect(union.width == 128 && union.height == 128)
        for (x, isCovered) in [(8, true), (48, true), (80, false), (112, true)] {
            let value = Self.values(union)[64 * 128 + x]
            #expect(isCovered ? value > 60_000 : value < 5_000, "\(x): \(value)")
        }
        #expect(
            try ImageHeader.of(file).auxiliaryImages == [.semanticMatte, .other])
    }

    // MARK: - Depth

    private static func xmp(_ properties: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/">\(properties)</rdf:Description>
        </rdf:RDF></x:xmpmeta>
        """
    }

    @Test("Depth is the inverse of the distance, from the nearest to the farthest")
    func depth() throws {
        let (picture, plane) = (try picture(), try plane())
        let gray = try PixelBuffer.decoded(alone(plane, [])).sampleValues().map { Double($0) / 255 }
        let range = "<apdi:FloatMinValue>0.5</apdi:FloatMinValue><apdi:FloatMaxValue>4</apdi:FloatMaxValue>"
        func invalid(_ least: String, _ greatest: String) -> String {
            "<apdi:NativeFormat>1717855600</apdi:NativeFormat><apdi:FloatMinValue>\(least)</apdi:FloatMinValue>"
                + "<apdi:FloatMaxValue>\(greatest)</apdi:FloatMaxValue>"
        }
        func inverse(_ sample: Double) -> Double { 1 - sample }
        func distance(_ sample: Double) -> Double { 1 - (1 / (0.5 + 3.5 * sample) - 0.25) / 1.75 }
        let cases: [(String?, (Double) -> Double)] = [
            (nil, inverse), ("<apdi:AuxiliaryImageType>disparity</apdi:AuxiliaryImageType>" + range, inverse),
            ("<apdi:AuxiliaryImageType>depth</apdi:AuxiliaryImageType>" + range, distance),
            ("<apdi:NativeFormat>1751410032</apdi:NativeFormat>" + range, distance),
            (invalid("nan", "nan"), { $0 }), (invalid("2", "1"), { $0 }), (invalid("0", "inf"), { $0 }),
            (invalid("-1", "1"), { $0 }),
        ]
        for name in [Self.depth, "urn:mpeg:mpegB:cicp:systems:auxiliary:depth"] {
            for (properties, expected) in cases {
                let file = photo(picture, [(name, plane, [], properties.map(Self.xmp))]).file()
                let values = Self.values(try mask(.depth, of: file))
                let error = zip(values, gray).map { abs(Double($0) / 65535 - expected($1)) }.max() ?? 1
                #expect(values.count == gray.count && error < 1e-4, "\(properties ?? ""): \(error)")
            }
        }
    }

    @Test("A subject is found by its depth, unless all is equally far")
    func threshold() throws {
        let file = photo(try picture(), [(Self.depth, try plane(), [], nil)]).file()
        let subject = try mask(.subject, of: file)
        #expect(Self.values(subject)[32 * 64 + 5] == 0 && Self.values(subject)[32 * 64 + 60] == 65535)
        let gray = try coded(Size(64, 64), .gray) { _, _ in 90 }
        let flat = photo(try picture(), [(Self.depth, gray, [], nil)]).file()
        #expect(throws: ImageError.self) { try mask(.subject, of: flat) }
        #expect(Set(Self.values(try mask(.depth, of: flat))).count == 1)
    }

    // MARK: - Errors

    @Test("A photo that does not know it is an error that says what it has")
    func absence() throws {
        let (picture, plane) = (try picture(), try plane())
        let files: [(file: [UInt8], has: String)] = [
            (photo(picture, []).file(), "nothing"),
            (photo(picture, [(Self.gainMap, plane, [], nil)]).file(), "gain-map"),
            (try PixelBuffer.noise(Size(9, 7)).encoded(.png), "nothing"),
            (try PixelBuffer.noise(Size(9, 7)).encoded(.jpeg(quality: 80)), "nothing"),
        ]
        for (file, has) in files {
            for plane in PhotoPlane.allCases {
                do {
                    _ = try mask(plane, of: file)
                    Issue.record("\(has)")
                } catch {
                    let error = try #require(error as? ImageError)
                    #expect(error.code == .unsupported && error.cause.contains("has \(has)"), "\(error)")
                }
            }
        }
    }

    // MARK: - Memory

    @Test("All that is allocated for a plane counts, and is refused beyond the limit")
    func memory() throws {
        let size = Size(300, 200)
        let picture = try PixelBuffer.noise(Size(96, 72), PixelFormat(.rgb)).encoded(.jpeg(quality: 80))
        func part(_ size: Size) throws -> HEIFBuilder.Coded { try coded(size, .gray) { x, _ in x % 256 } }
        let skin = "urn:com:apple:photo:2019:aux:semanticskinmatte"
        let parts = try [part(Size(64, 64)), part(Size(128, 128)), part(Size(64, 128))]
        var files: [(file: [UInt8], least: Int)] = [
            (photo(try self.picture(), parts.map { (skin, $0, [], nil) }).file(), 4 * 128 * 128)
        ]
        for (depth, bytes) in [(SampleDepth.eight, 3), (.sixteen, 2)] {
            let map = try PixelBuffer.make(size, PixelFormat(.gray, depth)) { x, _, _ in x * 250 / size.width }
            let file = FileEditing.addingDepth(try map.encoded(.png), toJPEG: picture)
            files.append((file, bytes * size.width * size.height))
        }
        for (index, (file, least)) in files.enumerated() {
            for plane in index == 0 ? [PhotoPlane.subject] : PhotoPlane.allCases {
                let meter = MemoryMeter()
                let memory = try meter.measure { try loaded(plane, of: file) }.readingBytes
                #expect(memory >= meter.peak && meter.peak >= least && memory >= least, "\(index) \(plane): \(memory)")
                var limits = ImageLimits()
                for otherBytes in [0, 1 << 20] {
                    limits.memory = otherBytes + memory
                    _ = try loaded(plane, of: file, limits, besides: otherBytes)
                    limits.memory -= 1
                    let error = #expect(throws: ImageError.self) {
                        try loaded(plane, of: file, limits, besides: otherBytes)
                    }
                    #expect(error?.code == .overLimit)
                }
            }
        }
    }

    @Test("A whole mask counts beside its part")
    func wholeMemory() throws {
        let file = try picture()
        let header = try ImageHeader.of(photo(file, []).file())
        func estimate(_ side: Int, _ crop: Crop?) throws -> Int {
            var job = job
            (job.maskSource, job.matteSource, job.crop) = (.photo(.depth), .photo(.subject), crop)
            let mask = try AlphaMask(
                width: side, height: side, samples: (0..<side * side).map { UInt16($0 % side) })
            (job.blur.mask, job.blur.matte) = (mask, mask)
            let context = JobContext(startingNow: ImageLimits())
            return try BlurPlan(header, job, context, inputByteCount: 0).memoryEstimate()
        }
        for crop in [nil, try Crop("80x60+24+10")] {
            #expect(try estimate(700, crop) - estimate(500, crop) == 2 * 2 * (700 * 700 - 500 * 500))
        }
    }

    @Test("Of the name of an image's type, no more is read than any type has")
    func longName() throws {
        let (picture, plane) = (try picture(), try plane())
        let name = Self.matte + String(repeating: "x", count: 1 << 20)
        let items = try HEIFItems(
            FileContents(photo(picture, Array(repeating: (name, plane, [], nil), count: 3)).file()))
        let names = (1...6).compactMap { items.auxiliaryType(of: $0) }
        #expect(names.count == 3 && names.allSatisfy { $0.utf8.count <= 256 && $0.hasPrefix(Self.matte + "x") })
        #expect(items.auxiliaryImages.map(\.kind) == [.other, .other, .other])
    }

    // MARK: - Damage

    @Test("Images that are damaged, or parts of themselves, are errors")
    func damage() throws {
        let (picture, plane) = (try picture(), try plane())
        var cyclic = photo(picture, [])
        let grid = cyclic.addGrid([4, 4], columns: 2, size: Size(64, 64), [HEIFBuilder.auxiliary(Self.matte)])
        cyclic.references.append(("auxl", grid, [1]))
        cyclic.references[cyclic.references.count - 2].to = [grid, grid]
        var absent = photo(picture, [(Self.matte, plane, [], nil)])
        absent.items[2].data = []
        var cut = absent
        cut.items[2].data = Array(plane.data.prefix(plane.data.count / 2))
        for file in [cyclic, absent, cut] {
            #expect(throws: ImageError.self) { try mask(.subject, of: file.file()) }
            // the picture itself is intact
            #expect(try output(file.file()) { _ in }.count > 0)
        }
        var limits = ImageLimits()
        limits.memory = 1 << 20
        #expect(throws: ImageError.self) {
            try mask(.subject, of: photo(picture, [(Self.matte, plane, [], nil)]).file(), limits)
        }
        var random = SplitMix64(seed: 7)
        let file = photo(picture, [(Self.matte, plane, [], nil), (Self.depth, plane, [], Self.xmp(""))]).file()
        for _ in 0..<40 {
            var changed = file
            for _ in 0..<3 { changed[Int(random.next() % 900)] = UInt8(truncatingIfNeeded: random.next()) }
            for plane in PhotoPlane.allCases { _ = try? mask(plane, of: changed) }
        }
    }
}
