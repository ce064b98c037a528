/// Decides which datasets of IPTC-IIM data to keep: known texts and numbers.
///
/// If an occurrence of a dataset such as a keyword may contain a part of an image, all occurrences are dropped. A dataset
/// that is not repeatable is kept once, so that many short values do not add up to an image.
struct IPTCInspection {
    /// The kind of a value.
    private enum Content {
        case text
        /// A version, a format, or the character set, which is an escape sequence.
        case binary
    }

    /// What is known about a dataset from its occurrences so far.
    private struct State {
        var isKept = true
        var isAccepted = false
        /// The state of the inspection of its texts.
        var text = 0
    }

    /// The maximum number of bytes of a binary value.
    private static let maxBinaryCount = 16
    /// The first of the numbers that programs use for texts of their own.
    private static let firstPrivateNumber = 221

    /// The states of the datasets of records 1 and 2.
    private var states = [State](repeating: State(), count: 2 * 256)
    private var inspector = TextInspector()
    /// Whether a dataset is dropped because it may contain an image.
    private(set) var hasPossibleImage = false

    /// Whether the accepted occurrences of a known dataset are kept, after all have been inspected.
    func keeps(_ record: UInt8, _ number: UInt8) -> Bool { states[Self.index(record, number)].isKept }

    /// Inspects an occurrence of a dataset.
    ///
    /// - Complexity: O(bytes of the value)
    mutating func accepts(_ record: UInt8, _ number: UInt8, _ value: ArraySlice<UInt8>) -> Bool {
        guard let content = Self.content(record, number) else { return false }
        let index = Self.index(record, number)
        guard states[index].isKept, !states[index].isAccepted || Self.isRepeatable(record, number) else {
            return false
        }
        if content == .binary {
            states[index].isAccepted = value.count <= Self.maxBinaryCount
            return states[index].isAccepted
        }
        inspector.beginGroup(states[index].text)
        let verdict = inspector.verdict(on: Self.withoutPadding(value))
        states[index].text = inspector.groupState
        if verdict == .possibleImage { (states[index].isKept, hasPossibleImage) = (false, true) }
        if verdict == .text { states[index].isAccepted = true }
        return verdict == .text
    }

    /// The position in the table of states.
    private static func index(_ record: UInt8, _ number: UInt8) -> Int { Int(record - 1) * 256 + Int(number) }

    /// What a dataset contains (IPTC-IIM 4.1, chapters 5 and 6); `nil` if it is unknown.
    ///
    /// Unknown are also rasterized captions, previews, and renditions of the image.
    private static func content(_ record: UInt8, _ number: UInt8) -> Content? {
        switch (record, number) {
        case (1, 0), (1, 20), (1, 22), (1, 90), (1, 120), (1, 122), (2, 0): .binary
        case (1, 5), (1, 30...80), (1, 100), (2, 3...122), (2, 130...199), (2, 221...255): .text
        default: nil
        }
    }

    /// Whether a dataset may occur several times (IPTC-IIM 4.1, chapters 5 and 6).
    private static func isRepeatable(_ record: UInt8, _ number: UInt8) -> Bool {
        switch (record, number) {
        case (1, 5), (1, 50): true
        case (2, 4), (2, 12), (2, 20), (2, 25...27), (2, 45), (2, 47), (2, 50): true
        case (2, 80), (2, 85), (2, 118), (2, 122): true
        default: record == 2 && number >= firstPrivateNumber
        }
    }

    /// A text without the zeros that some programs add to its end.
    private static func withoutPadding(_ text: ArraySlice<UInt8>) -> [UInt8] {
        Array(text[..<((text.lastIndex { $0 != 0 } ?? text.startIndex - 1) + 1)])
    }
}
