internal import VarBlurLibC
internal import VarBlurCodecs

/// A text file that people write, such as a list of settings.
package enum SmallTextFile {
    /// The maximum size of a file in bytes.
    static let maximumByteCount = 1 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path; `nil` for standard input.
    ///   - name: what the file is, in messages.
    ///   - maximumByteCount: the maximum size in bytes.
    /// - Returns: the bytes without a byte order mark; `nil` with `errno` set if the file cannot be read.
    /// - Throws: `UsageError` if the file exceeds the maximum size; no more than that is read.
    static func bytes(
        ofFile path: String?, _ name: String, maximumByteCount: Int = maximumByteCount
    ) throws(UsageError) -> [UInt8]? {
        var descriptor = STDIN_FILENO
        if let path { descriptor = unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) } }
        guard descriptor >= 0 else { return nil }
        defer { if path != nil { close(descriptor) } }
        guard let bytes = contents(of: descriptor, limit: maximumByteCount) else { return nil }
        guard bytes.count <= maximumByteCount else {
            let file = path.map { " '\(ImageError.printable($0))'" } ?? " on standard input"
            throw UsageError("the \(name)\(file) is larger than \(maximumByteCount) bytes", remedy: "check the path")
        }
        return bytes
    }

    /// Calls a function with each line of a text and its number, without spaces around it; not with lines that are empty or begin with `#`.
    ///
    /// - Throws: the error of the function.
    static func forEachLine(
        of text: String, _ body: (_ line: String, _ number: Int) throws(UsageError) -> Void
    ) throws(UsageError) {
        // bytes, not characters: "\r\n" is a single character, and characters may be long
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = Substring(line).trimmed
            if !line.isEmpty && line.utf8.first != UInt8(ascii: "#") { try body(String(line), index + 1) }
        }
    }

    /// Reads an open file to its end, or so far that its excess shows.
    ///
    /// - Parameters:
    ///   - descriptor: the file, which may be one that does not block.
    ///   - limit: the maximum size in bytes.
    /// - Returns: the bytes without a byte order mark; `nil` with `errno` set if the file cannot be read.
    package static func contents(of descriptor: CInt, limit: Int) -> [UInt8]? {
        let mark = Array("\u{FEFF}".utf8)
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count <= limit + mark.count {
            let count = unsafe systemReadWaiting(descriptor, &part, part.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }
}
