import TestSupport
import Testing

@testable import VarBlurCodecs

@Suite("EXIF data of writers that deviate from the standard")
struct ExifToleranceTests {
    /// Rebuilt EXIF data with values in a directory.
    private static func rebuilt(
        _ pointer: Int?, _ values: [(tag: Int, type: Int, bytes: [UInt8])]
    ) throws -> CheckedMetadata {
        var exif = HandmadeExif()
        let sizes = [3: 2, 8: 2, 4: 4, 9: 4, 5: 8, 10: 8]
        let entries = values.map { value in
            let entry = exif.entry(value.tag, value.type, value.bytes)
            let count = value.bytes.count / sizes[value.type, default: 1]
            return HandmadeExif.Entry(tag: value.tag, type: value.type, count: count, field: entry.field)
        }
        let pointed = pointer.map { [exif.integer($0, exif.directory(entries))] }
        return try ExifData.rebuilt(exif.finish(pointed ?? entries), for: OutputPicture(width: 8, height: 8))
    }

    /// The bytes of an entry in rebuilt data.
    private static func value(_ tag: Int, _ pointer: Int?, _ checked: CheckedMetadata) throws -> [UInt8]? {
        let bytes = try #require(checked.bytes)
        let tiff = try #require(TIFFData(bytes))
        func entry(_ tag: Int, _ offset: Int) -> TIFFData.Entry? {
            tiff.entryOffsets(ofDirectoryAt: offset)?.first { tiff.tag(at: $0) == tag }.flatMap { tiff.entry(at: $0) }
        }
        var offset = tiff.firstDirectoryOffset
        if let pointer {
            guard let target = entry(pointer, offset) else { return nil }
            offset = try #require(tiff.integer(at: target.values.lowerBound, byteCount: 4))
        }
        return entry(tag, offset).map { Array(tiff.bytes[$0.values]) }
    }

    private static let (exif, gps) = (0x8769, 0x8825)

    @Test("values of unusual types and lengths are copied")
    func types() throws {
        let japanese = Array("JIS\0\0\0\0\0\u{1B}$BF|K\\\u{1B}(B".utf8)
        let long = Array(String(repeating: "Anna Berg; ", count: 120).utf8) + [0]
        let cases: [(Int?, Int, Int, [UInt8])] = [
            (Self.exif, 0x9286, 2, Array("ASCII\0\0\0A text\0".utf8)), (Self.exif, 0x9286, 2, Array("A text\0".utf8)),
            (Self.exif, 0x9286, 1, Array("UNICODE\0H\0i\0".utf8)), (Self.exif, 0x9286, 7, japanese),
            (Self.exif, 0x8827, 8, [1, 0x90]), (Self.exif, 0x882A, 8, [0xFF, 0xFE]), (Self.exif, 0x882B, 3, [0, 2]),
            (Self.exif, 0x9211, 4, [0, 0, 1, 2]), (Self.exif, 0x9213, 2, Array("cropped\0".utf8)),
            (Self.gps, 0x1B, 2, Array("GPS\0".utf8)), (Self.gps, 0x05, 7, [1]), (nil, 0x013B, 2, long),
            (nil, 0x0131, 1, Array("A program\0".utf8)), (nil, 0xC62F, 2, Array("1234\0".utf8)),
            (nil, 0xC614, 2, Array("A model\0".utf8)), (nil, 0xC68B, 1, Array("a.raw\0".utf8)),
            (nil, 0x011D, 2, Array("Page 1\0".utf8)),
        ]
        for (pointer, tag, type, bytes) in cases {
            let checked = try Self.rebuilt(pointer, [(tag, type, bytes)])
            #expect(checked.losses.isEmpty)
            #expect(try Self.value(tag, pointer, checked) == bytes, "\(tag) \(type)")
        }
        let rest = try Self.rebuilt(Self.exif, [(0x9286, 2, Array("A comment\0rest".utf8))])
        #expect(try Self.value(0x9286, Self.exif, rest) == Array("A comment\0".utf8))
    }

    /// Printable text of a length, without what looks like data.
    private static func words(_ count: Int) -> [UInt8] {
        Array(String(repeating: "a word, ", count: count / 8 + 1).utf8.prefix(count))
    }

    @Test("a text is kept as far as its tag and the limit of all texts allow, and never vanishes without a notice")
    func textLengths() throws {
        let camera = HandmadeExif.camera.utf8.count
        for (pointer, directory) in [(nil, ExifDirectory.image), (Self.exif, .exif), (Self.gps, .gps)] {
            for rule in directory.rules where rule.content.isText && rule.tag != 0x010F {
                let isShort = rule.maxCount < ExifRule.textCount
                let isUTF16 = if case .utf16Text = rule.content { true } else { false }
                func value(_ count: Int) -> [UInt8] {
                    isUTF16 ? Self.words(count).flatMap { [$0, 0] } + [0, 0] : Self.words(count) + [0]
                }
                let type = rule.content.accepts(TIFFType.ascii) ? TIFFType.ascii : TIFFType.byte
                let longest = isShort ? rule.maxCount - 1 : TextFilter.maxCount - camera
                let kept = value(longest)
                let padded = kept + [UInt8](repeating: 0, count: 400)
                for (bytes, isKept) in [(kept, true), (padded, true), (value(longest + 1), false)] {
                    let checked = try Self.rebuilt(pointer, [(rule.tag, type, bytes)])
                    let copy = try Self.value(rule.tag, pointer, checked)
                    #expect(checked.losses == (isKept ? [] : [.refusedText]), "\(rule.tag) \(bytes.count)")
                    #expect((copy?.starts(with: kept) ?? false) == isKept, "\(rule.tag) \(bytes.count)")
                }
            }
        }
    }

    @Test("a value is not copied without the reference that it needs")
    func references() throws {
        let altitude: [UInt8] = [0, 0, 0, 5, 0, 0, 0, 1]
        let latitude = altitude + altitude + altitude
        for (tag, value, reference, refused) in [
            (0x05, altitude, (1, [1] as [UInt8]), (2, [1, 0] as [UInt8])),
            (0x01, latitude, (2, [0x53, 0]), (4, [0, 0, 0, 0])),
            (0x03, latitude, (2, [0x57, 0]), (2, [1, 2, 0])),
        ] {
            for (source, isCopied) in [
                ([reference], true), ([refused], false), ([], true), ([refused, reference], true),
            ] {
                let references = source.map { (tag, $0.0, $0.1) }
                let version = (0x00, 1, [2, 3, 0, 0] as [UInt8])
                let checked = try Self.rebuilt(Self.gps, [version] + references + [(tag + 1, 5, value)])
                // the first entry of an accepted type counts
                if tag == 0x03 && source.count == 2 { continue }
                #expect(try Self.value(tag + 1, Self.gps, checked) == (isCopied ? value : nil), "\(tag) \(source)")
            }
        }
        for rules in [ExifDirectory.image, .exif, .gps, .interoperability].map(\.rules) {
            for (previous, rule) in zip(rules, rules.dropFirst()) where rule.needsReference {
                #expect(previous.tag == rule.tag - 1 && !previous.needsReference)
            }
        }
    }

    @Test("pointers may have a signed type; known values of other types are lost with a notice")
    func lostValues() throws {
        for pointer in [Self.exif, Self.gps] {
            for (type, losses) in [(4, []), (9, []), (13, []), (3, [CheckedMetadata.Loss.invalid])] {
                var exif = HandmadeExif()
                let tag = pointer == Self.gps ? 0x1D : 0x9003
                let entry = exif.text(tag, "2024")
                let directory = exif.directory([entry])
                let checked = try ExifData.rebuilt(
                    exif.finish([exif.integer(pointer, directory, type)]), for: OutputPicture(width: 8, height: 8))
                #expect(checked.losses == losses, "\(pointer) \(type)")
                #expect(try Self.value(tag, pointer, checked) == (losses.isEmpty ? Array("2024\0".utf8) : nil))
            }
        }
        for (pointer, tag) in [(nil, 0x0110), (Self.exif, 0x829A), (Self.gps, 0x02)] as [(Int?, Int)] {
            let checked = try Self.rebuilt(pointer, [(tag, 4, [0, 0, 0, 1])])
            #expect(checked.losses == [.invalid] && checked.bytes != nil, "\(tag)")
            // an entry without values loses none
            #expect(try Self.rebuilt(pointer, [(tag, 4, [])]).losses.isEmpty)
        }
    }

    @Test("a size of an unusual type is no loss, because the output has its own")
    func unusualSizes() throws {
        let checked = try Self.rebuilt(Self.exif, [(0xA002, 5, [0, 0, 0, 8, 0, 0, 0, 1])])
        #expect(checked.losses.isEmpty && checked.bytes != nil)
    }

    @Test("data that is empty, or has only the size of the image, is not invalid")
    func emptyData() throws {
        func rebuilt(_ entries: [HandmadeExif.Entry]) throws -> CheckedMetadata {
            var exif = HandmadeExif()
            let offset = exif.directory(entries)
            let bytes = exif.bytes[..<4] + exif.number(offset, 4) + exif.bytes[8...]
            return try ExifData.rebuilt(Array(bytes), for: OutputPicture(width: 8, height: 8))
        }
        let exif = HandmadeExif()
        let sizes = [exif.integer(0x0100, 8), exif.integer(0x0101, 8, HandmadeExif.short)]
        for (entries, losses) in [
            ([], []), (sizes, []), ([exif.integer(0x0110, 1)], [CheckedMetadata.Loss.invalid]),
        ] {
            let checked = try rebuilt(entries)
            #expect(checked.bytes == nil && checked.losses == losses)
        }
    }

    @Test("texts whose counts are far too large are copied up to their ends")
    func longCounts() throws {
        for padding in [3_000, 200_000] {
            var exif = HandmadeExif()
            let tags = [0x010E, 0x0110, 0x0131, 0x0132, 0x8298]
            let offsets = tags.map { _ in exif.append(Array("a text\0\0".utf8)) }
            _ = exif.append([UInt8](repeating: 0xFF, count: padding))
            let entries = zip(tags, offsets).map { tag, offset in
                HandmadeExif.Entry(tag: tag, type: 2, count: padding, field: exif.number(offset, 4))
            }
            let checked = try ExifData.rebuilt(exif.finish(entries), for: OutputPicture(width: 8, height: 8))
            #expect(checked.losses.isEmpty)
            for tag in tags { #expect(try Self.value(tag, nil, checked)?.starts(with: Array("a text\0".utf8)) == true) }
        }
    }

    @Test("a directory that does not exist is announced")
    func missingDirectories() throws {
        for (offset, losses) in [(1 << 20, [CheckedMetadata.Loss.invalid]), (0, [])] {
            for pointer in [Self.exif, Self.gps] {
                var exif = HandmadeExif()
                let checked = try ExifData.rebuilt(
                    exif.finish([exif.integer(pointer, offset)]), for: OutputPicture(width: 8, height: 8))
                #expect(checked.losses == losses && checked.bytes != nil)
                let notices = losses.map { _ in "parts of the EXIF data are invalid and are not copied" }
                #expect(checked.notices("EXIF", for: "PNG") == notices)
            }
        }
    }

    /// Values for the directories IFD0 and Exif, as rebuilt in both.
    private static func rebuilt(
        image: [(Int, String)], exif details: [(Int, String)],
        for picture: OutputPicture = OutputPicture(width: 8, height: 8)
    ) throws -> (checked: CheckedMetadata, value: (Int, Int?) throws -> String?) {
        var exif = HandmadeExif()
        let directory = exif.directory(details.map { exif.text($0.0, $0.1) })
        let pointer = details.isEmpty ? [] : [exif.integer(0x8769, directory)]
        let checked = try ExifData.rebuilt(exif.finish(image.map { exif.text($0.0, $0.1) } + pointer), for: picture)
        return (
            checked,
            { tag, pointer in
                try value(tag, pointer, checked).map { String(decoding: $0.dropLast(), as: UTF8.self) }
            }
        )
    }

    @Test("values in the wrong one of the directories IFD0 and Exif are copied to where they belong")
    func misplacedValues() throws {
        let (date, model, lens) = (0x9003, 0x0110, 0xA434)
        // also if there is no other directory
        for details in [[], [(lens, "A lens")]] {
            let (checked, value) = try Self.rebuilt(image: [(date, "2024")], exif: details)
            #expect(try checked.losses.isEmpty && value(date, Self.exif) == "2024" && value(date, nil) == nil)
            #expect(try value(lens, Self.exif) == details.first?.1)
        }
        let (checked, value) = try Self.rebuilt(image: [], exif: [(model, "A model"), (date, "2024")])
        #expect(try checked.losses.isEmpty && value(model, nil) == "A model" && value(model, Self.exif) == nil)
        // what is in its place counts
        let both = try Self.rebuilt(
            image: [(model, "right"), (date, "wrong")], exif: [(date, "right"), (model, "wrong")])
        #expect(try both.checked.losses.isEmpty && both.value(model, nil) == "right")
        #expect(try both.value(date, Self.exif) == "right" && both.value(date, nil) == nil)
        // unless it is invalid, which is told
        let damaged = try Self.rebuilt(image: [(model, "right"), (0x829A, "no number")], exif: [(lens, "A lens")])
        #expect(try damaged.checked.losses == [.invalid] && damaged.value(model, nil) == "right")
    }

    @Test("of misplaced values, sizes and orientations are new anyway, and colors are left out with a notice")
    func misplacedColors() throws {
        let (image, details) = ([0xA002, 0xA003], [0x0112])
        for (inImage, inExif, losses) in [
            (image, details, []), ([0xA001], [], [CheckedMetadata.Loss.invalid]), ([0xA005], [], [.invalid]),
        ] {
            var exif = HandmadeExif()
            let other = exif.integer(0x9207, 2, HandmadeExif.short)
            let directory = exif.directory([other] + inExif.map { exif.integer($0, 6, HandmadeExif.short) })
            let source = exif.finish(
                inImage.map { exif.integer($0, 2, $0 == 0xA005 ? HandmadeExif.long : HandmadeExif.short) }
                    + [exif.integer(0x8769, directory)])
            let checked = try ExifData.rebuilt(source, for: OutputPicture(width: 8, height: 8))
            #expect(checked.losses == losses)
            for tag in inImage + inExif {
                #expect(try Self.value(tag, nil, checked) == nil && Self.value(tag, Self.exif, checked) == nil)
            }
            #expect(try !ExifData.namesAdobeRGB(#require(checked.bytes)))
        }
        // the tags of colors and resolutions of the standard, with values that would be valid in their place
        let counts = [0x011A: 1, 0x011B: 1, 0x013E: 2, 0x013F: 6, 0x0211: 3, 0x0214: 6, 0xA500: 1]
        for tag in Array(counts.keys) + [0x0128, 0x0213] {
            var exif = HandmadeExif()
            var entry = exif.integer(tag, 2, HandmadeExif.short)
            if let count = counts[tag] {
                let numbers = (0..<count).flatMap { _ in exif.number(1, 4) + exif.number(2, 4) }
                entry = HandmadeExif.Entry(
                    tag: tag, type: HandmadeExif.rational, count: count, field: exif.number(exif.append(numbers), 4))
            }
            let metering = exif.integer(0x9207, 2, HandmadeExif.short)
            let directory = exif.directory(tag == 0xA500 ? [metering] : [metering, entry].sorted { $0.tag < $1.tag })
            let pointer = exif.integer(0x8769, directory)
            let source = exif.finish(tag == 0xA500 ? [pointer, entry] : [pointer])
            let checked = try ExifData.rebuilt(source, for: OutputPicture(width: 8, height: 8))
            #expect(checked.losses == [.invalid], "\(tag)")
            #expect(try Self.value(tag, nil, checked) == nil && Self.value(tag, Self.exif, checked) == nil)
        }
    }

    @Test("of a directory that is both IFD0 and Exif are those of each")
    func sharedDirectory() throws {
        var exif = HandmadeExif()
        // after the head and the text of finish()
        let place = 18
        let source = exif.finish([
            exif.integer(0x0112, 6, HandmadeExif.short), exif.integer(0x8769, place),
            exif.integer(0xA001, 1, HandmadeExif.short),
        ])
        #expect(Array(source[4..<8]) == exif.number(place, 4))
        let checked = try ExifData.rebuilt(source, for: OutputPicture(width: 8, height: 8))
        #expect(try checked.losses.isEmpty && Self.value(0xA001, Self.exif, checked) != nil)
    }
}
