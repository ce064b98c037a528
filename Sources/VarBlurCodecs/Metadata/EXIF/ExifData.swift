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
    ///   - maxCount: the number of bytes that the output can store; the longest texts are left out if there are more.
    ///   - deadline: the end of the allowed time.
    /// - Returns: the data, in the byte order of the input, and not significantly longer.
    /// - Throws: an error with the code `timeout` after the deadline.
    /// - Complexity: O(*n*)
    static func rebuilt(
        _ source: [UInt8], for picture: OutputPicture, maxCount: Int = .max, deadline: Deadline? = nil
    ) throws(ImageError) -> CheckedMetadata {
        guard let tiff = TIFFData(source),
            var data = ExifData(tiff, picture, deadline: deadline),
            try data.copyDirectories()
        else { return CheckedMetadata(nil, (.invalid, true)) }
        var bytes = data.writer.bytes(in: tiff.byteOrder)
        let excess = (bytes?.count ?? 0) - maxCount
        if excess > 0 {
            data.writer.removeLongest(excess: excess)
            bytes = data.writer.bytes(in: tiff.byteOrder)
        }
        return CheckedMetadata(
            bytes, (.refusedText, data.filter.hasRefused), (.invalid, data.hasInvalidPart), (.tooLong, excess > 0))
    }

    private init?(_ tiff: TIFFData, _ picture: OutputPicture, deadline: Deadline?) {
        guard tiff.isComplete else { return nil }
        (self.tiff, self.picture, self.deadline) = (tiff, picture, deadline)
        values = picture.exifValues
        remainingCount = tiff.bytes.count
    }

    /// Copies all directories; returns whether the input is valid as a whole.
    private mutating func copyDirectories() throws(ImageError) -> Bool {
        let image = tiff.firstDirectoryOffset
        let pointer = candidates(.image, at: image).first { $0.entry?.tag == ExifRule.exifTag }?.entry
        let exif = pointer.flatMap { tiff.integer(at: $0.values.lowerBound, byteCount: 4) }
        guard try copy(.image, at: image, misplacedAt: exif) else { return false }
        if exif == nil { writer.add(ExifRule.exifTag, .exif, sourceOffset: 0, to: .image) }
        guard try copy(.exif, at: exif ?? 0, misplacedAt: image) else { return false }
        for directory in [ExifDirectory.gps, .interoperability] {
            guard let offset = writer.sourceOffset(of: directory) else { continue }
            guard try copy(directory, at: offset) else { return false }
        }
        return true
    }

    /// Copies a directory; returns whether the copied values together are not longer than the input.
    ///
    /// An incomplete directory is omitted. Values that it lacks are taken from another one, where some writers store them.
    private mutating func copy(
        _ directory: ExifDirectory, at offset: Int, misplacedAt other: Int? = nil
    ) throws(ImageError) -> Bool {
        // some writers use 0 for a directory that does not exist
        if offset != 0 && !tiff.isComplete(directoryAt: offset) { hasInvalidPart = true }
        var isPreviousLost = false
        for (candidate, rule) in zip(candidates(directory, at: offset, misplacedAt: other), directory.rules) {
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

    /// The candidates for all rules of a directory, in its place and then in another one.
    private func candidates(_ directory: ExifDirectory, at offset: Int, misplacedAt other: Int? = nil) -> [Candidate] {
        let rules = directory.rules
        var candidates = [Candidate](repeating: Candidate(), count: rules.count)
        for (number, place) in [offset, other == offset ? nil : other].enumerated() {
            guard let place, tiff.isComplete(directoryAt: place), let offsets = tiff.entryOffsets(ofDirectoryAt: place)
            else { continue }
            for offset in offsets {
                guard let index = Self.index(of: tiff.tag(at: offset), in: rules) else { continue }
                let isCounted = number == 0 || rules[index].countsElsewhere
                note(offset, rules[index], isCounted: isCounted, in: &candidates[index])
            }
        }
        return candidates
    }

    /// Notes the entry at an offset as a candidate for a rule, unless there is one before it.
    private func note(_ offset: Int, _ rule: ExifRule, isCounted: Bool, in candidate: inout Candidate) {
        candidate.exists = true
        guard candidate.entry == nil else { return }
        let entry = tiff.entry(at: offset)
        if let entry, isCounted, rule.content.accepts(entry.type), rule.allows(valueCount: entry.valueCount) {
            candidate.entry = entry
        } else if entry?.valueCount != 0 && !rule.content.isReplaced {
            candidate.hasOther = true
        }
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
