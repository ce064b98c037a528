/// What the value of an EXIF tag may be.
struct ExifRule {
    /// The kind of a value, which decides about the types it may have and how it is copied.
    enum Content {
        /// A text that ends with a zero byte.
        case text
        /// Two texts that each end with a zero byte: the copyrights of the photographer and of the editor.
        case textPair
        /// A text of which the first eight bytes name the character set.
        case markedText
        /// A UTF-16 string, which is little-endian in most files regardless of the byte order of the data.
        case utf16Text
        case integers
        case rationals
        /// Bytes that are copied unchanged.
        case bytes
        /// The orientation, which becomes upright.
        case orientation
        /// The width of the image, which is updated.
        case width
        /// The height of the image, which is updated.
        case height
        /// The offset of another directory.
        case directory(ExifDirectory)

        /// Whether values of a type are accepted.
        ///
        /// Some writers confuse signed with unsigned numbers, and bytes with texts.
        func accepts(_ type: Int) -> Bool {
            switch self {
            case .text, .textPair: type == TIFFType.ascii || type == TIFFType.utf8 || type == TIFFType.byte
            case .markedText: type == TIFFType.undefined || type == TIFFType.ascii || type == TIFFType.byte
            case .utf16Text: type == TIFFType.byte || type == TIFFType.undefined
            case .integers: Self.isInteger(type) || type == TIFFType.undefined
            case .rationals: type == TIFFType.rational || type == TIFFType.signedRational
            case .bytes: type == TIFFType.byte || type == TIFFType.ascii || type == TIFFType.undefined
            case .orientation: Self.isInteger(type)
            case .width, .height: type == TIFFType.short || type == TIFFType.long
            case .directory: type == TIFFType.long || type == TIFFType.signedLong || type == TIFFType.directory
            }
        }

        /// Whether the value is a text, of which the number of values is the number of its bytes.
        var isText: Bool {
            switch self {
            case .text, .textPair, .markedText, .utf16Text: true
            default: false
            }
        }

        /// Whether the output has a value of its own, whatever that of the input is.
        var isReplaced: Bool {
            switch self {
            case .orientation, .width, .height: true
            default: false
            }
        }

        private static func isInteger(_ type: Int) -> Bool {
            switch type {
            case TIFFType.byte, TIFFType.short, TIFFType.long: true
            case TIFFType.signedByte, TIFFType.signedShort, TIFFType.signedLong: true
            default: false
            }
        }
    }

    static let orientationTag = 0x0112
    static let exifTag = 0x8769
    static let colorSpaceTag = 0xA001
    static let interoperabilityTag = 0xA005
    /// What readers would begin to heed in its place: the resolution and its unit, and the colors of the pixels.
    private static let heededTags = [
        0x011A, 0x011B, 0x0128, 0x013E, 0x013F, 0x0211, 0x0213, 0x0214, colorSpaceTag, 0xA500,
    ]
    /// The longest text that a filter accepts, with its zero byte.
    static let textCount = TextFilter.maxCount + 1
    /// The longest value of a text, in any character set.
    static let longestText = ExifValue.markCount + 2 * textCount

    let tag: Int
    let content: Content
    /// The number of values, or of bytes in a text as it is copied.
    let minCount: Int
    let maxCount: Int
    /// Whether the value means something else without the one of the tag before it, such as a latitude without `N` or `S`.
    private(set) var needsReference = false

    init(_ tag: Int, _ content: Content, _ minCount: Int, to maxCount: Int? = nil) {
        (self.tag, self.content, self.minCount, self.maxCount) = (tag, content, minCount, maxCount ?? minCount)
    }

    /// Numbers that need the value of the tag before theirs.
    static func referenced(_ tag: Int, _ count: Int) -> ExifRule {
        var rule = ExifRule(tag, .rationals, count)
        rule.needsReference = true
        return rule
    }

    /// A text of at most `maxCount` bytes.
    static func text(_ tag: Int, _ maxCount: Int = textCount) -> ExifRule { ExifRule(tag, .text, 1, to: maxCount) }

    /// A text that may be in UTF-16, after the name of its character set.
    static func markedText(_ tag: Int) -> ExifRule {
        ExifRule(tag, .markedText, 1, to: longestText)
    }

    /// A text in UTF-16, of any length that a text may have.
    static func utf16Text(_ tag: Int) -> ExifRule { ExifRule(tag, .utf16Text, 2, to: 2 * textCount) }

    /// Whether a value counts in a directory where it does not belong: not if it would change how readers show the pixels.
    var countsElsewhere: Bool {
        !content.isReplaced && tag != Self.interoperabilityTag && !Self.heededTags.contains(tag)
    }

    /// Whether a number of values complies; that of a text counts only when it is copied, without what follows its end.
    func allows(valueCount: Int) -> Bool { valueCount >= minCount && (content.isText || valueCount <= maxCount) }
}

/// A directory of EXIF data.
enum ExifDirectory: Int {
    /// The tags of TIFF: IFD0.
    case image
    /// The Exif tags.
    case exif
    /// The GPS tags.
    case gps
    /// The tags for interoperability.
    case interoperability

    /// The tags that are copied, in ascending order.
    ///
    /// Left out are: everything that describes or contains image data, maker notes, formats with a structure of their
    /// own (XMP, IPTC, ICC, print image matching), offsets that a copy would make wrong, and private tags.
    var rules: [ExifRule] {
        switch self {
        case .image: Self.imageRules
        case .exif: Self.exifRules
        case .gps: Self.gpsRules
        case .interoperability: Self.interoperabilityRules
        }
    }
}
