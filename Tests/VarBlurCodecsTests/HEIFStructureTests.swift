import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Files that are built from boxes: those of phones, and those that are made to harm.
@Suite("The structure of HEIC and AVIF files")
struct HEIFStructureTests {
    private let tools: HEIFFiles
    private static let side = 64
    private static let alpha = "urn:mpeg:hevc:2015:auxid:1"
    private static let phoneAuxiliaries = [
        "urn:com:apple:photo:2020:aux:hdrgainmap", "urn:mpeg:hevc:2015:auxid:2",
        "urn:com:apple:photo:2018:aux:portraiteffectsmatte", "urn:com:apple:photo:2019:aux:semanticskinmatte",
    ]

    init() throws { tools = try HEIFFiles() }

    /// A square image of one color.
    private func tile(_ format: ImageFormat, _ value: Int) throws -> HEIFBuilder.Coded {
        let image = try PixelBuffer.make(Size(Self.side, Self.side), PixelFormat(.rgb)) { x, y, channel in
            (value * 40 + channel * 60 + x / 2 + y / 4) % 256
        }
        return try HEIFBuilder.Coded(of: tools.encode(image.encoded(.png), format))
    }

    private static func pixels(_ file: [UInt8]) throws -> [Int] { try PixelBuffer.decoded(file).sampleValues() }

    // MARK: - Phones

    /// A photo of a phone: a grid of tiles, turned, with metadata, a thumbnail, and auxiliary images.
    ///
    /// Each auxiliary image is one of all targets: 0 is the grid, 1 an item of an unknown type, 2 the thumbnail.
    private func photo(
        _ images: [HEIFBuilder.Coded], targets: [Int], isWide: Bool = false, sizeFirst: Bool = true,
        isSamsung: Bool = false
    ) -> [UInt8] {
        var file = HEIFBuilder(images[0].type == "av01" ? .avif : .heic)
        file.isWide = isWide
        let tiles = images.prefix(6).map { file.add($0) }
        let turned = [HEIFBuilder.box("irot", [3])]
        file.primary = file.addGrid(tiles, columns: 3, size: Size(180, 120), turned, sizeFirst: sizeFirst)
        let thumbnail = file.add(images[6], turned)
        let other = file.add("tmap", [HEIFBuilder.size(Size(180, 120))], [0])
        let choices = [file.primary, other, thumbnail]
        file.references.append(("thmb", thumbnail, targets.count > 1 ? [file.primary, other] : [file.primary]))
        for name in Self.phoneAuxiliaries {
            let image = file.add(images[7], turned + [HEIFBuilder.auxiliary(name)])
            file.references.append(("auxl", image, targets.map { choices[$0] }))
        }
        let exif = file.add("Exif", [], [0, 0, 0, 0] + FileEditing.exif(orientation: 6, littleEndian: false))
        let xmp = file.add("mime", [], Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
        file.items[xmp - 1].contentType = "application/rdf+xml"
        file.references += [("cdsc", exif, [file.primary] + tiles), ("cdsc", xmp, [file.primary])]
        file.hasInnerData = !isSamsung
        if isSamsung {
            file.order = ["hdlr", "iref", "iprp", "iinf", "pitm", "iloc"]
            file.beginsWithData = true
        }
        return file.file()
    }

    /// The pixels of the photo, from its tiles.
    private func expectedPixels(_ images: [HEIFBuilder.Coded]) throws -> [Int] {
        let tiles = try images.prefix(6).map { image in
            var file = HEIFBuilder(image.type == "av01" ? .avif : .heic)
            file.primary = file.add(image)
            return try Self.pixels(file.file())
        }
        // turned by 270 degrees counterclockwise: x of the result is the distance from the lower edge
        var values: [Int] = []
        for row in 0..<180 {
            for column in 0..<120 {
                let (x, y) = (row, 119 - column)
                let start = ((y % Self.side) * Self.side + x % Self.side) * 3
                values += tiles[y / Self.side * 3 + x / Self.side][start..<start + 3]
            }
        }
        return values
    }

    @Test("Photos are read as phones write them", arguments: [ImageFormat.heic, .avif])
    func phones(format: ImageFormat) throws {
        let images = try (0..<8).map { try tile(format, $0) }
        let expected = try expectedPixels(images)
        for targets in [[0], [0, 1], [1, 0], [0, 0], [2, 1, 0]] {
            for (isWide, isSamsung) in [(false, false), (true, false), (false, true)] {
                let file = photo(images, targets: targets, isWide: isWide, isSamsung: isSamsung)
                let header = try ImageHeader.of(file)
                #expect((header.width, header.height) == (120, 180), "\(targets) \(isWide) \(isSamsung)")
                #expect(header.metadata.exif != nil && header.metadata.xmp != nil)
                #expect(header.notices.contains { $0.contains("gain map") })
                #expect(try Self.pixels(file) == expected, "\(targets) \(isWide) \(isSamsung)")
            }
        }
    }

    @Test("Transformations before the size are counted", arguments: [ImageFormat.heic, .avif])
    func orderOfProperties(format: ImageFormat) throws {
        let images = try (0..<8).map { try tile(format, $0) }
        #expect(try Self.pixels(photo(images, targets: [0], sizeFirst: false)) == expectedPixels(images))
        let coded = images[3]
        let crop = HEIFBuilder.box(
            "clap",
            [40, 1, 30, 1].flatMap { HEIFBuilder.number($0, 4) } + [0, 1, 0, 1].flatMap { HEIFBuilder.number($0, 4) })
        let transformations = [
            [HEIFBuilder.box("irot", [1])], [HEIFBuilder.box("imir", [0])], [crop],
            [crop, HEIFBuilder.box("irot", [3])],
            [HEIFBuilder.box("irot", [1]), HEIFBuilder.box("imir", [1])],
        ]
        for own in transformations {
            var (usual, other) = (HEIFBuilder(format), HEIFBuilder(format))
            usual.primary = usual.add(coded, own)
            other.primary = other.add(coded.type, own + coded.properties, coded.data)
            let first = try PixelBuffer.decoded(usual.file())
            let second = try PixelBuffer.decoded(other.file())
            #expect(first.width == second.width && first.height == second.height)
            #expect(first.sampleValues() == second.sampleValues())
        }
    }

    @Test("An alpha channel of two images is read", arguments: [ImageFormat.heic, .avif], [false, true])
    func alpha(format: ImageFormat, isWide: Bool) throws {
        let images = try [[1], [1, 3], [3, 1]].map { targets in
            var file = HEIFBuilder(format)
            file.isWide = isWide
            let (color, channel) = try (
                file.add(tile(format, 1)), file.add(gray(format), [HEIFBuilder.auxiliary(Self.alpha)])
            )
            _ = try file.add(tile(format, 2))
            (file.primary, file.references) = (color, [("auxl", channel, targets)])
            return file.file()
        }
        let first = try PixelBuffer.decoded(images[0])
        #expect(first.format == PixelFormat(.rgba))
        for image in images { #expect(try Self.pixels(image) == first.sampleValues()) }
    }

    @Test(
        "An alpha channel is turned, mirrored, and cropped like its image if its properties do not say",
        arguments: [ImageFormat.heic, .avif], [false, true])
    func turnedAlpha(format: ImageFormat, isGrid: Bool) throws {
        let (color, channel) = try (tile(format, 1), gray(format))
        func image(_ transformations: [[UInt8]], onlyColor: Bool, isWide: Bool) -> [UInt8] {
            var file = HEIFBuilder(format)
            file.isWide = isWide
            func add(_ part: HEIFBuilder.Coded, _ properties: [[UInt8]]) -> Int {
                guard isGrid else { return file.add(part, properties) }
                let tiles = [file.add(part), file.add(part)]
                return file.addGrid(tiles, columns: 2, size: Size(2 * Self.side, Self.side), properties)
            }
            let first = add(color, transformations)
            let alpha = add(channel, [HEIFBuilder.auxiliary(Self.alpha)] + (onlyColor ? [] : transformations))
            file.primary = first
            file.references.append(("auxl", alpha, [first]))
            return file.file()
        }
        let (turns, mirrors) = (
            (1...3).map { HEIFBuilder.box("irot", [$0]) }, (0...1).map { HEIFBuilder.box("imir", [$0]) }
        )
        // 32 × 40 pixels, with the center 4 pixels to the right of that of the image, and 2 above it
        let crop = HEIFBuilder.box(
            "clap", [32, 1, 40, 1, 4, 1, -2, 1].flatMap { HEIFBuilder.number($0, 4) })
        let plain = try Self.pixels(image([], onlyColor: true, isWide: false))
        for transformations in turns.map({ [$0] }) + mirrors.map({ [$0] }) + [
            [turns[0], mirrors[0]], [mirrors[1], turns[2]], [crop], [crop, turns[0]],
        ] {
            let expected = try Self.pixels(image(transformations, onlyColor: false, isWide: false))
            #expect(expected != plain)
            for isWide in [false, true] {
                #expect(try Self.pixels(image(transformations, onlyColor: true, isWide: isWide)) == expected)
            }
        }
    }

    @Test("An alpha channel of another size is read, or an error", arguments: [ImageFormat.heic, .avif])
    func alphaOfOtherSize(format: ImageFormat) throws {
        var file = HEIFBuilder(format)
        let color = try file.add(tile(format, 1))
        let channel = try file.add(gray(format, side: 2 * Self.side), [HEIFBuilder.auxiliary(Self.alpha)])
        file.references = [("auxl", channel, [color])]
        // a picture that is opaque would be wrong
        do {
            let header = try ImageHeader.of(file.file())
            #expect(header.pixelFormat.channels == .rgba)
        } catch let error as ImageError {
            #expect(error.code == .unsupported && error.cause.contains("alpha channel"), "\(error)")
        }
    }

    @Test("Files without a still image are not supported if they have a sequence, and damaged otherwise")
    func withoutImages() {
        for (boxes, code) in [([], .damaged), (["moov"], .unsupported), (["free"], .damaged)]
            as [([String], ImageError.Code)]
        {
            let file = HEIFBuilder.box("ftyp", Array("msf1".utf8) + HEIFBuilder.number(0, 4) + Array("msf1heic".utf8))
            let bytes = boxes.reduce(file) { $0 + HEIFBuilder.box($1, [UInt8](repeating: 0, count: 40)) }
            let error = #expect(throws: ImageError.self) { try ImageHeader.of(bytes) }
            #expect(error?.code == code, "\(boxes): \(String(describing: error))")
        }
        // a description without items, as sequences have it
        var file = HEIFBuilder(.avif)
        file.primary = 0
        for (sequence, code) in [(true, .unsupported), (false, .damaged)] as [(Bool, ImageError.Code)] {
            let bytes = file.file() + (sequence ? HEIFBuilder.box("moov", [UInt8](repeating: 0, count: 40)) : [])
            let error = #expect(throws: ImageError.self) { try ImageHeader.of(bytes) }
            #expect(error?.code == code && error?.cause.contains("still image") == sequence, "\(error as Any)")
        }
    }

    @Test(
        "The error names a compression that is not supported", arguments: [ImageFormat.heic, .avif],
        [("avc1", "AVC"), ("j2k1", "JPEG 2000"), ("jpeg", "JPEG"), ("zzzz", "zzzz"), ("\u{1B}[2m", "?[2m")])
    func compression(format: ImageFormat, coded: (type: String, name: String)) throws {
        var file = HEIFBuilder(format)
        let image = try tile(format, 1)
        file.primary = file.add(coded.type, image.properties, image.data)
        let error = try #require(Self.failure(of: file.file()))
        #expect(error.code == .unsupported && error.cause.contains("coded as \(coded.name), not as"), "\(error)")
    }

    @Test("Matrices that libheif does not have are not supported", arguments: [ImageFormat.heic, .avif])
    func matrices(format: ImageFormat) throws {
        let source = try PixelBuffer.make(Size(64, 64), PixelFormat(.rgb)) { x, y, channel in (x + y * channel) % 256 }
        let file = try tools.encode(source.encoded(.png), format)
        for matrix in [1, 2, 4, 5, 6, 7, 8, 9, 12, 3, 10, 11, 13, 14, 15, 16, 17, 200, 255] as [UInt8] {
            let error = Self.failure(of: FileEditing.describing(matrix: matrix, isLimited: false, inHEIF: file))
            let isKnown = matrix < 10 && matrix != 3 || matrix == 12
            #expect(error?.code == (isKnown ? nil : .unsupported), "\(matrix): \(error as Any)")
            #expect(error?.cause.hasSuffix("matrix coefficients \(matrix)") != false, "\(error as Any)")
        }
    }

    /// A square image without colors, as alpha channels are.
    private func gray(_ format: ImageFormat, side: Int = Self.side) throws -> HEIFBuilder.Coded {
        let image = try PixelBuffer.make(Size(side, side), PixelFormat(.gray)) { x, y, _ in (x * 3 + y) % 256 }
        return try HEIFBuilder.Coded(of: tools.encode(image.encoded(.png), format))
    }

    #if os(Linux)
        @Test("The error names a libheif that may be too old", arguments: [ImageFormat.heic, .avif])
        func oldLibrary(format: ImageFormat) throws {
            let library = try #require(dlopen("libheif.so.1", RTLD_NOW))
            let function = try #require(dlsym(library, "heif_get_version_number"))
            let version = unsafeBitCast(function, to: (@convention(c) () -> UInt32).self)()
            var file = HEIFBuilder(format)
            let coded = try tile(format, 1)
            // of a version that does not exist
            let overlay = [1, 0] + HEIFBuilder.number(0, 8) + HEIFBuilder.number(Self.side << 16 | Self.side, 4)
            let part = file.add(coded)
            file.primary = file.add("iovl", [coded.properties[1]], overlay + HEIFBuilder.number(0, 4))
            file.references.append(("dimg", file.primary, [part]))
            let error = try #require(Self.failure(of: file.file()))
            #expect([.unsupported, .damaged].contains(error.code))
            let isOld = version < 1 << 24 | 18 << 16
            #expect(error.cause.contains("libheif 1.") == isOld && error.remedy.contains("1.18") == isOld, "\(error)")
        }
    #endif

    // MARK: - Harm

    private static func failure(of file: [UInt8]) -> ImageError? {
        do {
            _ = try PixelBuffer.decoded(file).width
            return nil
        } catch { return error as? ImageError }
    }

    @Test("A grid that its tiles do not cover is damaged", arguments: [ImageFormat.heic, .avif])
    func uncoveredGrids(format: ImageFormat) throws {
        let (coded, other) = try (tile(format, 1), tile(format, 2))
        func grid(_ size: Size, _ tiles: Int = 4, columns: Int = 2, announced: Size? = nil) -> [UInt8] {
            var file = HEIFBuilder(format)
            let own = announced.map { [coded.properties[0], HEIFBuilder.size($0)] } ?? coded.properties
            let parts = (0..<tiles).map { file.add(coded.type, own, $0 % 2 == 0 ? coded.data : other.data) }
            file.primary = file.addGrid(parts, columns: columns, size: size)
            return file.file()
        }
        for size in [Size(128, 128), Size(65, 65), Size(100, 66)] { #expect(Self.failure(of: grid(size)) == nil) }
        let uncovered = [
            grid(Size(129, 128)), grid(Size(128, 129)), grid(Size(640, 480), 1, columns: 1),
            grid(Size(128, 128), 3, columns: 3),
            // tiles that announce more than they have
            grid(Size(128, 128), 1, columns: 1, announced: Size(128, 128)),
            grid(Size(200, 200), announced: Size(100, 100)),
            grid(Size(100, 100), announced: Size(50, 50)),
        ]
        for (index, file) in uncovered.enumerated() { #expect(Self.failure(of: file)?.code == .damaged, "\(index)") }
    }

    @Test("A small file that decodes far more than it shows is over a limit", arguments: [ImageFormat.heic, .avif])
    func work(format: ImageFormat) throws {
        let coded = try tile(format, 1)
        func overlay(of parts: [Int], in file: inout HEIFBuilder) -> Int {
            let color = HEIFBuilder.number(0, 8)
            let data = [0, 0] + color + HEIFBuilder.number(Self.side, 2) + HEIFBuilder.number(Self.side, 2)
            let item = file.add("iovl", [coded.properties[1]], data + HEIFBuilder.number(0, 4 * parts.count))
            file.references.append(("dimg", item, parts))
            return item
        }
        func nested(_ levels: Int, _ copies: Int) -> [UInt8] {
            var file = HEIFBuilder(format)
            file.primary = file.add(coded)
            for _ in 0..<levels { file.primary = overlay(of: Array(repeating: file.primary, count: copies), in: &file) }
            return file.file()
        }
        #expect(Self.failure(of: nested(1, 3)) == nil)
        // version 1.23 refuses overlays of overlays, which MIAF does not allow
        let twice = Self.failure(of: nested(2, 2))
        #expect(twice == nil || twice?.description.contains("MIAF") == true, "\(String(describing: twice))")
        for (levels, copies) in [(7, 10), (1, 60_000), (2, 200), (300, 1), (30, 2)] {
            #expect(Self.failure(of: nested(levels, copies))?.code == .overLimit, "\(levels) \(copies)")
        }
        var turned = HEIFBuilder(format)
        let turns = Array(repeating: HEIFBuilder.box("irot", [1]), count: 250)
        let large = [coded.properties[0], HEIFBuilder.size(Size(6000, 6000))]
        turned.primary = turned.add(coded.type, large + turns, coded.data)
        #expect(Self.failure(of: turned.file())?.code == .overLimit)
        var endless = HEIFBuilder(format)
        endless.primary = overlay(of: [1], in: &endless)
        #expect(Self.failure(of: endless.file())?.code == .damaged)
    }

    @Test("Overlays are read if their images begin on the canvas", arguments: [ImageFormat.heic, .avif])
    func overlays(format: ImageFormat) throws {
        let coded = try tile(format, 1)
        let (side, most) = (Self.side, Int(Int16.max))
        let beside = [(-1, 0), (0, -1), (-40, -39), (side, 0), (0, side), (most, 0), (0, most)]
        let places: [(x: Int, y: Int)] = [(0, 0), (7, 9), (side - 1, 3), (0, side - 1)] + beside
        // on the last canvas, a negative number would be a place without its sign
        for (x, y, width) in places.map({ ($0.x, $0.y, side) }) + [(-40, 0, 2 * most + 1)] {
            let isInside = (0..<width).contains(x) && (0..<side).contains(y)
            for byteCount in [2, 4] {
                func numbers(_ values: Int...) -> [UInt8] {
                    values.flatMap { HEIFBuilder.number($0 & (1 << (8 * byteCount) - 1), byteCount) }
                }
                var file = HEIFBuilder(format)
                let parts = [file.add(coded), file.add(coded)]
                let start = [0, byteCount == 4 ? 1 : 0] + HEIFBuilder.number(0, 8) + numbers(width, side)
                let data = start + numbers(0, 0, x, y)
                for data in [data, data.dropLast()] {
                    file.primary = file.add("iovl", [coded.properties[1]], Array(data))
                    file.references.append(("dimg", file.primary, parts))
                    let isCut = data.count < start.count + 4 * byteCount
                    let code: ImageError.Code? = isCut ? .damaged : isInside ? nil : .unsupported
                    #expect(Self.failure(of: file.file())?.code == code, "\(x) \(y) \(byteCount)")
                }
            }
        }
    }

    @Test(
        "Thousands of tiles are over a limit, as each takes a decoder", arguments: [ImageFormat.heic, .avif])
    func smallTiles(format: ImageFormat) throws {
        for (side, isAllowed) in [(16, true), (100, false)] {
            var file = HEIFBuilder(format)
            let part = try file.add(tile(format, 1))
            let parts = [Int](repeating: part, count: side * side)
            file.primary = file.addGrid(parts, columns: side, size: Size(Self.side * side, Self.side * side))
            #expect(Self.failure(of: file.file())?.code == (isAllowed ? nil : .overLimit), "\(side)")
        }
    }

    @Test("Thousands of items are over a limit at once", arguments: ["Exif", "mime", "free", "hvc1"])
    func items(type: String) throws {
        var file = HEIFBuilder(.avif)
        file.isWide = true
        file.primary = try file.add(tile(.avif, 1))
        for _ in 0..<15_000 {
            let item = file.add(type, type == "hvc1" ? file.items[0].properties : [], [0, 0, 0, 0])
            file.references.append(("cdsc", item, [1]))
        }
        let bytes = file.file()
        let start = ContinuousClock.now
        #expect(Self.failure(of: bytes)?.code == .overLimit && ContinuousClock.now - start < .seconds(20))
    }

    @Test("Changed boxes are errors without a crash", arguments: [[0], [2, 1, 0]])
    func changedBoxes(targets: [Int]) throws {
        let file = try photo((0..<8).map { try tile(.avif, $0) }, targets: targets)
        let end = try #require((0..<file.count).first { file[$0...].starts(with: Array("mdat".utf8)) })
        var random = SplitMix64(seed: 11)
        for _ in 0..<100 {
            var changed = file
            for _ in 0...Int(random.next() % 3) {
                changed[28 + Int(random.next() % UInt64(end - 28))] = [0, 1, 2, 0x7F, 0xFF][Int(random.next() % 5)]
            }
            guard let error = Self.failure(of: changed) else { continue }
            let codes: Set<ImageError.Code> = [.damaged, .unsupported, .overLimit, .outOfMemory]
            #expect(codes.contains(error.code), "\(error)")
        }
    }
}
