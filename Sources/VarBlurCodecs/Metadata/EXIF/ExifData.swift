internal import VarBlur

/// EXIF data that is rebuilt from an input's, for the upright, blurred image.
///
/// It consists of known tags with known types. Thus it contains no thumbnail, no other image, and no maker note, whatever
/// the input contains, and wherever.
struct ExifData {
    /// The prefix of a JPEG segment of EXIF data, which some PNG writers add, too.
    static let segmentPrefix = Array("Exif\0\0".utf8)

    private let tiff: TIFFData
    private let picture: OutputPicture
    /// The values that differ from those of the input; `nil` for tags that are left out.
    private let values: [Int: Int?]
    private let deadline: Deadline?
    private var filter = TextFilter()
    private var hasInvalidPart = false
    /// The number of bytes that may still be copied: values may overlap in the input, but must not multiply.
    private var remainingCount: Int
    private var writer = ExifWriter()

    /// Builds EXIF data for an output.
    ///
    /// - Parameters:
    ///   - source: the data of the input, from the byte order mark on, or preceded by the JPEG prefix.
    ///   - picture: the size and the colors of the output.
    ///   - deadline: the end of the allowed time.
    /// - Returns: the data, in the byte order of the input, and not significantly longer.
    /// - Throws: an error with the code `timeout` after the deadline.
    /// - Complexity: O(*n*)
    static func rebuilt(
        _ source: [UInt8], for picture: OutputPicture, deadline: Deadline? = nil
    ) throws(ImageError) -> CheckedMetadata {
        guard let tiff = TIFFData(source),
            var data = ExifData(tiff, picture, deadline: deadline),
            try data.copyDirectories()
        else { return CheckedMetadata(bytes: nil, loss: .invalid) }
        let bytes = data.writer.bytes(in: tiff.byteOrder)
        return CheckedMetadata(bytes: bytes, loss: data.loss(isEmpty: bytes == nil))
    }

    private func loss(isEmpty: Bool) -> CheckedMetadata.Loss? {
        if filter.hasRefused { return .refusedText }
        // data that has only sizes, or nothing at all, loses nothing
        guard hasInvalidPart else { return nil }
        return isEmpty ? .invalid : .partlyInvalid
    }

    private init?(_ tiff: TIFFData, _ picture: OutputPicture, deadline: Deadline?) {
        guard tiff.isComplete(directoryAt: tiff.firstDirectoryOffset) else { return nil }
        (self.tiff, self.picture, self.deadline) = (tiff, picture, deadline)
        values = picture.exifValues
        remainingCount = tiff.bytes.count
    }

    /// Copies all directories; returns whether the input is valid as a whole.
    private mutating func copyDirectories() throws(ImageError) -> Bool {
        guard try copy(.image, at: tiff.firstDirectoryOffset) else { return false }
        for directory in [ExifDirectory.exif, .gps, .interoperability] {
            guard let offset = writer.sourceOffset(of: directory) else { continue }
            guard try copy(directory, at: offset) else { return false }
        }
        return true
    }

    /// Copies a directory; returns whether the copied values together are not longer than the input.
    ///
    /// An incomplete directory is omitted.
    private mutating func copy(_ directory: ExifDirectory, at offset: Int) throws(ImageError) -> Bool {
        guard tiff.isComplete(directoryAt: offset) else {
            // some writers use 0 for a directory that does not exist
            if offset != 0 { hasInvalidPart = true }
            return true
        }
        let rules = directory.rules
        var isPreviousLost = false
        for (candidate, rule) in zip(candidates(inDirectoryAt: offset, rules), rules) {
            try deadline?.check()
            var isCopied = false
            if let entry = candidate.entry, !(rule.needsReference && isPreviousLost) {
                isCopied = copy(entry, rule, to: directory)
                guard remainingCount >= 0 else { return false }
            }
            if candidate.entry == nil && candidate.hasOther { hasInvalidPart = true }
            isPreviousLost = candidate.exists && !isCopied
        }
        return true
    }

    /// What the input has for a rule.
    private struct Candidate {
        /// Whether there is an entry with the tag.
        var exists = false
        /// Whether there is an entry with a value that does not comply with the rule, and that matters.
        var hasOther = false
        /// The first entry that complies with the rule.
        var entry: TIFFData.Entry?
    }

    /// The candidates for all rules.
    private func candidates(inDirectoryAt offset: Int, _ rules: [ExifRule]) -> [Candidate] {
        var candidates = [Candidate](repeating: Candidate(), count: rules.count)
        guard let offsets = tiff.entryOffsets(ofDirectoryAt: offset) else { return candidates }
        for offset in offsets {
            guard let index = Self.index(of: tiff.tag(at: offset), in: rules) else { continue }
            candidates[index].exists = true
            guard candidates[index].entry == nil else { continue }
            let entry = tiff.entry(at: offset)
            if let entry, rules[index].content.accepts(entry.type), rules[index].allows(valueCount: entry.valueCount) {
                candidates[index].entry = entry
            } else if entry?.valueCount != 0 && !rules[index].content.isReplaced {
                candidates[index].hasOther = true
            }
        }
        return candidates
    }

    /// The index of the rule for a tag, found by bisection.
    private static func index(of tag: Int, in rules: [ExifRule]) -> Int? {
        let index = rules.indices.bisected { rules[$0].tag >= tag }
        return index < rules.count && rules[index].tag == tag ? index : nil
    }

    /// Copies an entry that complies with a rule; returns whether its value does too.
    private mutating func copy(_ entry: TIFFData.Entry, _ rule: ExifRule, to directory: ExifDirectory) -> Bool {
        let order = tiff.byteOrder
        func size(_ side: Int) -> ExifValue {
            ExifValue(side, side > 0xFFFF ? TIFFType.long : entry.type, order)
        }
        if let changed = values[rule.tag] {
            guard let changed else { return false }
            writer.add(rule.tag, ExifValue(changed, TIFFType.short, order), to: directory)
            return true
        }
        switch rule.content {
        case .orientation:
            writer.add(rule.tag, ExifValue(ImageOrientation.up.rawValue, TIFFType.short, order), to: directory)
        case .width: writer.add(rule.tag, size(picture.width), to: directory)
        case .height: writer.add(rule.tag, size(picture.height), to: directory)
        case .directory(let target):
            guard let offset = tiff.integer(at: entry.values.lowerBound, byteCount: 4) else { return false }
            writer.add(rule.tag, target, sourceOffset: offset, to: directory)
        default:
            let earlier = filter
            guard let value = ExifValue(entry, rule, in: tiff, &filter) else {
                filter.restore(earlier)
                return false
            }
            remainingCount -= value.bytes.count
            writer.add(picture.exifTag(rule.tag), value, to: directory)
        }
        return true
    }
}
