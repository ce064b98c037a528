/// Decides which datasets of IPTC-IIM data to keep: known texts and numbers.
///
/// If an occurrence of a dataset such as a keyword may contain a part of an image, all occurrences are dropped.
struct IPTCInspection {
    /// A dataset with all its occurrences.
    private struct Dataset {
        let record: UInt8
        let number: UInt8
        var isKept = true
        /// The state of the inspection of its texts.
        var state = 0
    }

    /// The maximum number of bytes of a binary value.
    private static let maxBinaryCount = 16

    private var datasets: [Dataset] = []
    private var inspector = TextInspector()
    /// Whether a dataset is dropped because it may contain an image.
    private(set) var hasPossibleImage = false

    /// Whether the accepted occurrences of a dataset are kept, after all have been inspected.
    func keeps(_ record: UInt8, _ number: UInt8) -> Bool {
        datasets.contains { $0.record == record && $0.number == number && $0.isKept }
    }

    /// Inspects an occurrence of a dataset.
    mutating func accepts(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) -> Bool {
        let index = datasets.firstIndex { $0.record == record && $0.number == number } ?? datasets.count
        if index == datasets.count { datasets.append(Dataset(record: record, number: number)) }
        guard datasets[index].isKept else { return false }
        inspector.beginGroup(datasets[index].state)
        let verdict = verdict(record, number, value)
        if verdict == .possibleImage { (datasets[index].isKept, hasPossibleImage) = (false, true) }
        datasets[index].state = inspector.groupState
        return verdict == .text
    }

    /// Inspects a value (IPTC-IIM 4.1, chapters 5 and 6; some programs use numbers above 220 for texts of their own).
    private mutating func verdict(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) -> TextInspector.Verdict {
        switch (record, number) {
        // the versions of the records, formats, and the character set, which is an escape sequence
        case (1, 0), (1, 20), (1, 22), (1, 90), (1, 120), (1, 122), (2, 0):
            value.count <= Self.maxBinaryCount ? .text : .noise
        case (1, 5), (1, 30...80), (1, 100), (2, 3...122), (2, 130...199), (2, 221...255):
            inspector.verdict(on: Self.withoutPadding(value))
        // rasterized captions, previews, and renditions of the image
        default: .noise
        }
    }

    /// A text without the zeros that some programs add to its end.
    private static func withoutPadding(_ text: [UInt8]) -> [UInt8] {
        Array(text[..<((text.lastIndex { $0 != 0 } ?? -1) + 1)])
    }
}
