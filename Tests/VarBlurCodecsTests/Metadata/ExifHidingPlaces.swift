import TestSupport

/// Metadata with a hidden preview.
struct HidingPlace: Sendable, CustomStringConvertible {
    /// The kind of metadata.
    enum Kind {
        case exif, xmp, iptc
    }

    let description: String
    let kind: Kind
    let bytes: [UInt8]
    /// Whether the rest of the metadata is kept.
    var keepsRest = true

    init(_ kind: Kind, _ description: String, keepsRest: Bool = true, _ bytes: [UInt8]) {
        (self.kind, self.description, self.keepsRest, self.bytes) = (kind, description, keepsRest, bytes)
    }

    /// EXIF data, by a function that adds entries to the first directory.
    init(exif description: String, littleEndian: Bool = false, _ build: (inout HandmadeExif) -> [HandmadeExif.Entry]) {
        var exif = HandmadeExif(littleEndian: littleEndian)
        let entries = build(&exif)
        self.init(.exif, description, exif.finish(entries))
    }

    /// EXIF data with more directories after the first one, by a function that returns the offset of the second.
    init(next description: String, _ build: (inout HandmadeExif) -> Int) {
        var exif = HandmadeExif()
        let next = build(&exif)
        self.init(.exif, description, exif.finish(next: next))
    }
}

extension HidingPlace {
    private static let preview = PlantedPreview.bytes

    /// Entries for a preview, with the tags of its position and its size.
    private static func image(
        _ exif: inout HandmadeExif, _ offsetTag: Int, _ countTag: Int, _ type: Int = HandmadeExif.long
    ) -> [HandmadeExif.Entry] {
        [exif.integer(offsetTag, exif.append(preview), type), exif.integer(countTag, preview.count)]
    }

    static let exif = directories + pointers + structure + values + texts

    /// Images in the first directory and those that follow it.
    private static let directories: [HidingPlace] = [
        HidingPlace(exif: "strips in IFD0") { image(&$0, 0x0111, 0x0117) },
        HidingPlace(exif: "tiles in IFD0") { image(&$0, 0x0144, 0x0145) },
        HidingPlace(exif: "a JPEG file in IFD0", littleEndian: true) { image(&$0, 0x0201, 0x0202) },
        HidingPlace(exif: "an offset of type SHORT") { image(&$0, 0x0201, 0x0202, HandmadeExif.short) },
        HidingPlace(exif: "an offset of type IFD") { image(&$0, 0x0201, 0x0202, HandmadeExif.directory) },
        HidingPlace(next: "a JPEG file in IFD1") { $0.directory(image(&$0, 0x0201, 0x0202)) },
        HidingPlace(next: "an offset of type IFD in IFD1") {
            $0.directory(image(&$0, 0x0201, 0x0202, HandmadeExif.directory))
        },
        HidingPlace(next: "strips in IFD1") { $0.directory(image(&$0, 0x0111, 0x0117)) },
        HidingPlace(next: "tiles in IFD1") { $0.directory(image(&$0, 0x0144, 0x0145)) },
        HidingPlace(next: "strips in IFD2") {
            let third = $0.directory(image(&$0, 0x0111, 0x0117))
            return $0.directory([], next: third)
        },
        HidingPlace(next: "a JPEG file in IFD2") {
            let third = $0.directory(image(&$0, 0x0201, 0x0202))
            return $0.directory([], next: third)
        },
        HidingPlace(next: "tags twice in IFD1") {
            let first = [$0.integer(0x0201, 0), $0.integer(0x0202, 0)]
            return $0.directory(first + image(&$0, 0x0201, 0x0202))
        },
        HidingPlace(next: "an incomplete IFD1") { $0.directory(image(&$0, 0x0201, 0x0202), count: 9999) },
        HidingPlace(next: "IFD1 beyond the end") {
            _ = $0.append(preview)
            return 1 << 30
        },
        HidingPlace(next: "IFD1 that is its own successor") {
            let entries = image(&$0, 0x0201, 0x0202)
            return $0.directory(entries, next: $0.bytes.count)
        },
    ]

    /// Images behind pointers.
    private static let pointers: [HidingPlace] =
        [
            (0x014A, HandmadeExif.long, "SubIFDs"), (0x014A, HandmadeExif.directory, "SubIFDs of type IFD"),
            (0x8769, HandmadeExif.long, "the Exif directory"), (0x8825, HandmadeExif.long, "the GPS directory"),
            (0xA005, HandmadeExif.long, "the directory for interoperability"), (0xC4A5, HandmadeExif.long, "PrintIM"),
        ].flatMap { tag, type, name in
            [
                HidingPlace(exif: "strips in \(name)") {
                    let offset = $0.directory(image(&$0, 0x0111, 0x0117))
                    return [$0.integer(tag, offset, type)]
                },
                HidingPlace(exif: "a JPEG file after \(name)") {
                    let next = $0.directory(image(&$0, 0x0201, 0x0202))
                    let version = $0.entry(0x9000, HandmadeExif.undefined, Array("0230".utf8))
                    let offset = $0.directory([version], next: next)
                    return [$0.integer(tag, offset, type)]
                },
            ]
        }

    /// Images where no entry refers to them as one.
    private static let structure: [HidingPlace] = [
        HidingPlace(exif: "bytes between the values") {
            _ = $0.append(preview)
            return []
        },
        HidingPlace(
            .exif, "bytes after the end",
            { () -> [UInt8] in
                var exif = HandmadeExif()
                return exif.finish() + preview
            }()),
        HidingPlace(.exif, "BigTIFF", keepsRest: false, Array("MM\0+".utf8) + [0, 8, 0, 0] + preview),
        HidingPlace(
            .exif, "a directory beyond the end", keepsRest: false, Array("MM\0*".utf8) + [1, 0, 0, 0] + preview),
        HidingPlace(.exif, "no header", keepsRest: false, preview),
        HidingPlace(exif: "an entry of an unknown type") { exif in
            let offset = exif.append(preview)
            return [HandmadeExif.Entry(tag: 0x010E, type: 99, count: preview.count, field: exif.number(offset, 4))]
        },
        HidingPlace(exif: "a signed number of values") { exif in
            let offset = exif.append(preview)
            return [HandmadeExif.Entry(tag: 0x9000, type: 7, count: -1, field: exif.number(offset, 4))]
        },
        HidingPlace(exif: "a tag that occurs twice") {
            [$0.text(0x010E, "A title"), $0.entry(0x010E, HandmadeExif.ascii, preview)]
        },
    ]

    /// The preview itself as a value.
    private static let values: [HidingPlace] =
        [
            (0x010E, "the description"), (0x02BC, "XMP"), (0x4746, "the rating"), (0x83BB, "IPTC"),
            (0x8298, "the copyright"),
            (0x8649, "Photoshop resources"), (0x8773, "an ICC profile"), (0x9C9C, "a comment of Windows"),
            (0xC4A5, "PrintIM"), (0xC634, "private data of DNG"), (0xEA1C, "padding"), (0xFFFE, "a private tag"),
        ].map { tag, name in
            HidingPlace(exif: "bytes as \(name)") { [$0.entry(tag, tag == 0x9C9C ? 1 : 7, preview)] }
        }
        + [
            (0x8769, 0x927C, "the maker note"), (0x8769, 0x9286, "the user comment"),
            (0x8769, 0xA302, "the CFA pattern"),
            (0x8769, 0x9000, "the version"), (0x8769, 0x8828, "the OECF"), (0x8769, 0xA40B, "device settings"),
            (0x8825, 0x1B, "the processing method"), (0x8825, 0x02, "the latitude"),
        ].map { pointer, tag, name in
            HidingPlace(exif: "bytes as \(name)") {
                let value = $0.entry(tag, HandmadeExif.undefined, preview)
                return [$0.integer(pointer, $0.directory([value]))]
            }
        }
        + [
            HidingPlace(exif: "bytes after a text") {
                [$0.entry(0x0110, HandmadeExif.ascii, Array("A model\0".utf8) + preview.prefix(900))]
            },
            HidingPlace(exif: "bytes after two texts") {
                [$0.entry(0x8298, HandmadeExif.ascii, Array("A person\0another\0".utf8) + preview)]
            },
            HidingPlace(exif: "bytes after the name of a character set") {
                let value = $0.entry(0x9286, HandmadeExif.undefined, Array("UNICODE\0".utf8) + preview)
                return [$0.integer(0x8769, $0.directory([value]))]
            },
            HidingPlace(exif: "bytes after a comment") {
                let value = $0.entry(0x9286, HandmadeExif.undefined, Array("ASCII\0\0\0A text\0".utf8) + preview)
                return [$0.integer(0x8769, $0.directory([value]))]
            },
        ]

    /// The preview encoded as a text.
    private static let texts: [HidingPlace] =
        [
            ("Base64", PlantedPreview.base64), ("lines of Base64", PlantedPreview.lines(PlantedPreview.base64, of: 76)),
            ("Base64 without a signature", PlantedPreview.headlessBase64),
            (
                "escaped lines of Base64",
                PlantedPreview.parts(PlantedPreview.base64, of: 60).joined(separator: "\\r\\n")
            ),
            ("Base64 with escapes", PlantedPreview.base64.replacing("/", with: "\\/").replacing("+", with: "%2B")),
            ("Base64 in JSON", "{\"title\": \"A title\", \"preview\": \"\(PlantedPreview.base64)\"}"),
            ("a URL with data", "A title, data:image/jpeg;base64,\(PlantedPreview.base64)"),
            ("hexadecimal digits", PlantedPreview.hexadecimal), ("decimal numbers", PlantedPreview.decimal),
            ("pairs of digits", PlantedPreview.parts(PlantedPreview.hexadecimal, of: 2).joined(separator: " ")),
        ].map { name, text in HidingPlace(exif: "\(name) as the description") { [$0.text(0x010E, text)] } }
        + [
            HidingPlace(exif: "Base64 in UTF-8") { [$0.entry(0x010E, 129, Array(PlantedPreview.base64.utf8))] },
            HidingPlace(exif: "Base64 as a comment of Windows") {
                [$0.entry(0x9C9C, HandmadeExif.byte, PlantedPreview.utf16(PlantedPreview.base64, littleEndian: true))]
            },
            HidingPlace(exif: "Base64 as a user comment") {
                let text = PlantedPreview.utf16(PlantedPreview.base64, littleEndian: false)
                let value = $0.entry(0x9286, HandmadeExif.undefined, Array("UNICODE\0".utf8) + text)
                return [$0.integer(0x8769, $0.directory([value]))]
            },
        ]
}
