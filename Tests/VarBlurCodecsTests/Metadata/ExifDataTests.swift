import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("EXIF data that is built anew")
struct ExifDataTests {
    /// An entry that complies with a rule.
    private static func entry(_ rule: ExifRule, _ exif: inout HandmadeExif) -> HandmadeExif.Entry? {
        switch rule.content {
        case .text, .textPair: exif.text(rule.tag, "a")
        case .markedText: exif.entry(rule.tag, HandmadeExif.undefined, Array("ASCII\0\0\0a text\0\0".utf8))
        case .utf16Text: exif.entry(rule.tag, HandmadeExif.byte, Array("a\0b\0\0\0".utf8))
        case .integers: exif.entry(rule.tag, HandmadeExif.byte, [UInt8](repeating: 7, count: rule.minCount))
        case .rationals:
            HandmadeExif.Entry(
                tag: rule.tag, type: 5, count: rule.minCount,
                field: exif.number(exif.append((0..<2 * rule.minCount).flatMap { exif.number($0 + 3, 4) }), 4))
        case .bytes: exif.entry(rule.tag, HandmadeExif.undefined, [UInt8](repeating: 7, count: rule.minCount))
        case .orientation, .width, .height: exif.integer(rule.tag, 6, HandmadeExif.short)
        case .directory: nil
        }
    }

    /// EXIF data with all tags of all directories.
    private static func full(littleEndian: Bool) -> [UInt8] {
        var exif = HandmadeExif(littleEndian: littleEndian)
        func entries(_ directory: ExifDirectory) -> [HandmadeExif.Entry] {
            directory.rules.compactMap { $0.tag == 0x010F ? nil : entry($0, &exif) }
        }
        let interoperability = exif.directory(entries(.interoperability))
        let pointed = [exif.integer(0xA005, interoperability)]
        let pointers = [
            exif.integer(0x8769, exif.directory(entries(.exif) + pointed)),
            exif.integer(0x8825, exif.directory(entries(.gps)), HandmadeExif.directory),
        ]
        let image = entries(.image)
        return exif.finish(pointers + image.reversed())
    }

    /// The tags of a directory.
    private static func tags(_ tiff: TIFFData, at offset: Int?) -> [Int] {
        offset.flatMap { tiff.entryOffsets(ofDirectoryAt: $0) }.map { $0.map { tiff.tag(at: $0) } } ?? []
    }

    /// The value of an entry that contains an offset.
    private static func offset(_ tag: Int, _ tiff: TIFFData, at offset: Int) -> Int? {
        tiff.entryOffsets(ofDirectoryAt: offset)?.first { tiff.tag(at: $0) == tag }.flatMap {
            tiff.integer(at: $0 + 8, byteCount: 4)
        }
    }

    @Test("contains every known tag of the input, in ascending order", arguments: [false, true])
    func allTags(littleEndian: Bool) throws {
        let source = Self.full(littleEndian: littleEndian)
        let checked = try ExifData.rebuilt(source, for: OutputPicture(width: 70_000, height: 9))
        let bytes = try #require(checked.bytes)
        #expect(checked.losses.isEmpty && bytes.count <= source.count)
        #expect(bytes.starts(with: littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]))
        let tiff = try #require(TIFFData(bytes))
        let image = tiff.firstDirectoryOffset
        #expect(Self.tags(tiff, at: image) == ExifDirectory.image.rules.map(\.tag))
        let exif = try #require(Self.offset(0x8769, tiff, at: image))
        #expect(Self.tags(tiff, at: exif) == ExifDirectory.exif.rules.map(\.tag))
        #expect(Self.tags(tiff, at: Self.offset(0x8825, tiff, at: image)) == ExifDirectory.gps.rules.map(\.tag))
        #expect(
            Self.tags(tiff, at: Self.offset(0xA005, tiff, at: exif)) == ExifDirectory.interoperability.rules.map(\.tag))
        #expect(Self.offset(0xA002, tiff, at: exif) == 70_000)
        #expect(ImageOrientation(exif: source) == .right && ImageOrientation(exif: bytes) == .up)
        // Nothing is lost when an output is blurred again.
        #expect(try ExifData.rebuilt(bytes, for: OutputPicture(width: 70_000, height: 9)).bytes == bytes)
    }

    @Test("the rules are in ascending order, as bisection needs")
    func order() {
        for directory in [ExifDirectory.image, .exif, .gps, .interoperability] {
            let tags = directory.rules.map(\.tag)
            #expect(zip(tags, tags.dropFirst()).allSatisfy { $0 < $1 })
            #expect(directory.rules.allSatisfy { $0.minCount <= $0.maxCount })
        }
    }

    @Test("the first of several entries with a tag is used")
    func duplicates() throws {
        var exif = HandmadeExif()
        let source = exif.finish([
            exif.integer(0x0110, 5), exif.text(0x0110, "first"), exif.text(0x0110, "second"),
            exif.integer(0x0112, 3, HandmadeExif.short), exif.integer(0x0112, 6, HandmadeExif.short),
        ])
        let bytes = try #require(try ExifData.rebuilt(source, for: OutputPicture(width: 8, height: 8)).bytes)
        #expect(FileEditing.contains(bytes, Array("first\0".utf8)))
        #expect(!FileEditing.contains(bytes, Array("second".utf8)))
        #expect(ImageOrientation(exif: source) == .down)
    }

    @Test("texts are copied up to their end, in all character sets")
    func texts() throws {
        func copy(_ tag: Int, _ type: Int, _ value: [UInt8]) throws -> CheckedMetadata {
            var exif = HandmadeExif()
            let isComment = tag == 0x9286
            let entry = exif.entry(tag, type, value)
            return try ExifData.rebuilt(
                exif.finish([isComment ? exif.integer(0x8769, exif.directory([entry])) : entry]),
                for: OutputPicture(width: 8, height: 8))
        }
        let copied: [(Int, Int, [UInt8], [UInt8])] = [
            (0x010E, 2, Array("Grüße\0".utf8), Array("Grüße\0".utf8)),
            (0x010E, 2, Array("no end".utf8), Array("no end\0".utf8)),
            (0x010E, 2, [0x47, 0x72, 0xFC, 0xDF, 0x65, 0], [0x47, 0x72, 0xFC, 0xDF, 0x65, 0]),
            (0x8298, 2, Array("one\0two\0three\0".utf8), Array("one\0two\0".utf8)),
            (0x9C9B, 1, Array("T\0i\0t\0l\0e\0\0\0x\0".utf8), Array("T\0i\0t\0l\0e\0\0\0".utf8)),
            (0x9286, 7, Array("ASCII\0\0\0a text\0\0\0\0".utf8), Array("ASCII\0\0\0a text\0\0\0\0".utf8)),
            (0x9286, 7, Array("UNICODE\0\0a\0b\0\0\0\0".utf8), Array("UNICODE\0\0a\0b\0\0\0\0".utf8)),
            (0x9286, 7, Array("no character set".utf8), Array("no character set".utf8)),
            (0x9286, 7, [UInt8](repeating: 0, count: 264), [UInt8](repeating: 0, count: 264)),
        ]
        for (tag, type, value, expected) in copied {
            let checked = try copy(tag, type, value)
            #expect(checked.losses.isEmpty)
            #expect(FileEditing.contains(try #require(checked.bytes), expected), "\(value)")
        }
        // a copy with its zero would be longer than the tag allows
        let digits = [UInt8](repeating: 0x30, count: 32)
        #expect(!FileEditing.contains(try #require(try copy(0x0132, 2, digits).bytes), digits))
        let after = try copy(0x9286, 7, Array("ASCII\0\0\0a text\0rest".utf8))
        #expect(!FileEditing.contains(try #require(after.bytes), Array("rest".utf8)))
        let short = try copy(0x9286, 7, Array("short\0rest".utf8))
        #expect(short.losses.isEmpty)
        #expect(!FileEditing.contains(try #require(short.bytes), Array("short".utf8)))
        // Short values that are no texts are dropped without a notice.
        let noise = try copy(0x010E, 2, [1, 2, 3, 4, 5, 0])
        #expect(noise.losses.isEmpty && noise.bytes != nil)
        #expect(try copy(0x010E, 2, [UInt8](repeating: 1, count: 65)).losses == [.refusedText])
    }

    @Test("values that overlap do not multiply")
    func overlap() throws {
        var exif = HandmadeExif()
        let words = Array(String(repeating: "words and ", count: 6000).utf8)
        let offset = exif.append(words)
        func entry(_ tag: Int, _ count: Int) -> HandmadeExif.Entry {
            HandmadeExif.Entry(tag: tag, type: tag > 0x9000 ? 1 : 2, count: count, field: exif.number(offset, 4))
        }
        var two = exif
        #expect(
            try ExifData.rebuilt(two.finish([entry(0x010E, 60_000)]), for: OutputPicture(width: 8, height: 8)).losses
                == [])
        let many = exif.finish([entry(0x010E, 60_000), entry(0x8298, 60_000)])
        #expect(try ExifData.rebuilt(many, for: OutputPicture(width: 8, height: 8)).losses == [.refusedText])
    }

    @Test("EXIF data is processed in linear time")
    func time() throws {
        // Directories of 65,535 entries, each with many values, that all directories share.
        for tag in [0x0111, 0x0144, 0x014A, 0x0201, 0x010E] {
            var exif = HandmadeExif()
            let entry = HandmadeExif.Entry(tag: tag, type: 4, count: 50_000, field: exif.number(8, 4))
            let entries = [HandmadeExif.Entry](repeating: entry, count: 60_000)
            let next = exif.directory(entries)
            let source = exif.finish(entries + [exif.integer(0x8769, next), exif.integer(0x8825, next)], next: next)
            let seconds = try ProcessorTime.seconds { () throws in
                // the text has another type
                #expect(
                    try ExifData.rebuilt(source, for: OutputPicture(width: 8, height: 8)).losses
                        == (tag == 0x010E ? [.invalid] : []))
                #expect(ImageOrientation(exif: source) == .up)
            }
            #expect(seconds < 5)
        }
    }

    @Test("the time limit applies")
    func deadline() throws {
        let passed = Deadline(after: .zero)
        #expect(throws: ImageError.self) {
            try ExifData.rebuilt(
                Self.full(littleEndian: true), for: OutputPicture(width: 8, height: 8), deadline: passed)
        }
    }

    @Test("random data stays bounded and valid", arguments: 0..<40)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let whole = seed % 2 == 0 ? Self.full(littleEndian: true) : FileEditing.exifWithPreview(orientation: 6)
        for _ in 0..<100 {
            var exif = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                exif[Int.random(in: exif.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            exif = Array(exif.prefix(Int.random(in: 0...exif.count, using: &random)))
            _ = ImageOrientation(exif: exif)
            guard let bytes = try ExifData.rebuilt(exif, for: OutputPicture(width: 3, height: 4)).bytes else {
                continue
            }
            #expect(bytes.count <= exif.count + 256)
            #expect(try ExifData.rebuilt(bytes, for: OutputPicture(width: 3, height: 4)).bytes == bytes)
        }
    }

    @Test(
        "keeps what photographers need", .enabled(if: Program(named: "exiftool") != nil),
        arguments: ImageFormat.inProcess)
    func photograph(format: ImageFormat) throws {
        let exiftool = try #require(Program(named: "exiftool"))
        let directory = try TemporaryDirectory()
        let name = "photo.\(format.fileExtensions[0])"
        try directory.write(try PixelBuffer.noise(Size(24, 16)).encoded(format.usualEncoding), to: name)
        let tags = [
            "Make=Canon", "Model=EOS R5", "LensModel=RF 24-70mm F2.8", "LensInfo=24 70 2.8 2.8", "BodySerialNumber=12",
            "ExposureTime=1/250", "FNumber=5.6", "ISO=400", "FocalLength=35", "Flash#=16", "MeteringMode#=5",
            "ExposureCompensation=-1/3", "WhiteBalance#=0", "DateTimeOriginal=2024:05:06 07:08:09",
            "OffsetTimeOriginal=+02:00", "SubSecTimeOriginal=12", "GPSLatitude=52.5", "GPSLatitudeRef=N",
            "GPSLongitude=13.4", "GPSLongitudeRef=E", "GPSAltitude=34", "Rating=4", "RatingPercent=75",
            "Artist=A. Person", "Copyright=© 2024 A. Person", "XPTitle=A title", "XPKeywords=lake;forest",
            "UserComment=Grüße vom See", "ImageDescription=A lake at dawn", "Orientation#=1", "ExifVersion=0232",
            "ComponentsConfiguration#=1 2 3 0", "FlashpixVersion=0100", "ColorSpace#=1", "YCbCrPositioning#=1",
            "XResolution=300", "YResolution=300", "ResolutionUnit#=2", "ExifImageWidth=24", "ExifImageHeight=16",
            "XMP-xmp:Rating=4", "XMP-dc:Subject=lake", "XMP-dc:Description=A lake at dawn",
        ]
        let written = try exiftool.run(
            ["-q", "-overwrite_original"] + tags.map { $0.hasPrefix("XMP") ? "-\($0)" : "-EXIF:\($0)" }
                + [directory.path(name)])
        #expect(written.status == 0, "\(written.errors)")
        let report = try BlurJob().run(
            from: .file(path: directory.path(name)), to: .file(path: directory.path("out")))
        #expect(report.notices.isEmpty)
        func values(_ name: String) throws -> [Substring] {
            try exiftool.run(["-a", "-G1", "-n", "-EXIF:all", "-XMP:all", directory.path(name)]).text.split(
                separator: "\n"
            ).filter { !$0.hasPrefix("[XMP-x]") }.sorted()
        }
        #expect(try values("out") == values(name))
        #expect(try values("out").count >= tags.count - 2)
        // The ratings of Windows are outside of the Exif standard.
        let validation = ["-s3", "-a", "-validate", "-warning"]
        let warnings = try exiftool.run(validation + [directory.path("out")]).text.split(separator: "\n")
        #expect(warnings.dropFirst().allSatisfy { $0.hasPrefix("[minor] Non-standard IFD0 tag 0x47") }, "\(warnings)")
        #expect(try exiftool.run(validation + [directory.path(name)]).text.split(separator: "\n") == warnings)
    }
}
