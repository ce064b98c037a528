internal import VarBlurLibC
internal import VarBlurCodecs

/// A text file that people write, such as a list of settings.
enum SmallTextFile {
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
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = unsafe read(descriptor, &part, part.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes.starts(with: "\u{FEFF}".utf8) ? Array(bytes.dropFirst(3)) : bytes }
            bytes += part[..<count]
            guard bytes.count <= maximumByteCount else {
                let file = path.map { " '\(ImageError.printable($0))'" } ?? " on standard input"
                throw UsageError(
                    "the \(name)\(file) is larger than \(maximumByteCount) bytes", remedy: "check the path")
            }
        }
    }
}
