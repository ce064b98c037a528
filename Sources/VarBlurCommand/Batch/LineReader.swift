internal import VarBlurJSON
internal import VarBlurCodecs

/// Reads lines from standard input as they arrive.
package struct LineReader {
    /// A line without its line break.
    package struct Line: Sendable {
        /// Counted from 1.
        let number: Int
        /// `nil` if the line is longer than the reader allows.
        let bytes: [UInt8]?
        /// What is wrong with the line; `nil` if that is not known yet.
        var mistake: String?
        /// The message that takes the place of the line; its number is that of the line.
        var message: Message?

        var isBlank: Bool { bytes?.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ?? false }
    }

    /// The maximum length of a line in bytes.
    private let maximumLength: Int
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var unread = 0..<0
    private var number = 0
    private var isAtEnd = false
    /// The line breaks before the latest line and after it; only for rows of values, which may contain them.
    private var lineBreaks: (before: [UInt8], after: [UInt8]) = ([], [])
    /// Converts rows of comma-separated values; `nil` for JSON.
    private var rows: CSVRows?

    init(maximumLength: Int, rows: CSVRows? = nil) { (self.maximumLength, self.rows) = (maximumLength, rows) }

    /// The next line, or `nil` at the end of the input.
    ///
    /// - Throws: an error with the code `inputOutput`.
    mutating func next() throws(ImageError) -> Line? {
        if MessageStreams.areUsed {
            return try MessageStreams.next().map { Line(number: Int($0.number), bytes: nil, message: $0) }
        }
        guard rows != nil else { return try nextLine() }
        while let row = try nextRow() {
            if row.isBlank { return row }
            if let line = rows?.line(row) { return line }
        }
        return nil
    }

    /// The next row of comma-separated values, which may have several lines.
    private mutating func nextRow() throws(ImageError) -> Line? {
        guard let first = try nextLine() else { return nil }
        guard var bytes = first.bytes else { return first }
        var position = CSVPosition()
        position.advance(bytes)
        while position.isOpen, let more = try nextLine() {
            guard let line = more.bytes, bytes.count + line.count + 1 < maximumLength else {
                return Line(number: first.number, bytes: nil)
            }
            let added = lineBreaks.before + line
            position.advance(added)
            bytes += added
        }
        return Line(number: first.number, bytes: bytes)
    }

    /// The next line, which a line feed ends; with rows of values, also a carriage return, or both.
    private mutating func nextLine() throws(ImageError) -> Line? {
        let endsAtReturns = rows != nil
        var line: [UInt8] = []
        var (isEmpty, isTooLong) = (true, false)
        while true {
            if unread.isEmpty { try fillBuffer() }
            if unread.isEmpty {
                if isEmpty { return nil }
                if endsAtReturns { lineBreaks = (lineBreaks.after, []) }
                break
            }
            // it is read only now, so that a row is not kept waiting for the next one
            if isEmpty, lineBreaks.after == [0x0D], buffer[unread.lowerBound] == 0x0A {
                lineBreaks.after.append(0x0A)
                unread.removeFirst()
                continue
            }
            isEmpty = false
            let end = buffer[unread].firstIndex { $0 == 0x0A || endsAtReturns && $0 == 0x0D }
            let part = unread.lowerBound..<(end ?? unread.upperBound)
            isTooLong = isTooLong || line.count + part.count > maximumLength
            if isTooLong { line = [] } else { line += buffer[part] }
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            guard let end else { continue }
            if endsAtReturns { lineBreaks = (lineBreaks.after, [buffer[end]]) }
            break
        }
        number += 1
        if number == 1, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
        return Line(number: number, bytes: isTooLong ? nil : line)
    }

    private mutating func fillBuffer() throws(ImageError) {
        if isAtEnd { return }
        let count = try StandardInput.read(into: &buffer, remedy: "redirect JSON Lines to it")
        unread = 0..<count
        isAtEnd = count == 0
    }
}
