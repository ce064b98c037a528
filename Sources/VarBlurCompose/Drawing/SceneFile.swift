internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlurCodecs

/// The file of a scene.
struct SceneFile {
    /// The path; `-` for standard input.
    let path: String
    /// The name in messages.
    let label: String

    private var isStandardInput: Bool { path == "-" }

    /// Reads the file.
    ///
    /// - Parameter limit: the maximum number of bytes; one byte more is read, so that the excess shows.
    /// - Returns: the bytes of the file, at most `limit` + 1, without a byte order mark.
    /// - Throws: a failure with the exit status 66 or 74.
    func contents(limit: Int) throws(ComposeFailure) -> [UInt8] {
        let descriptor =
            isStandardInput ? STDIN_FILENO : unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw failure("cannot open", .unreadable) }
        defer { if !isStandardInput { close(descriptor) } }
        var bytes = [UInt8](repeating: 0, count: min(limit, 1 << 20) + 1)
        var count = 0
        while count < bytes.count {
            let added = unsafe bytes.withUnsafeMutableBytes {
                unsafe systemReadWaiting(descriptor, $0.baseAddress.map { unsafe $0 + count }, $0.count - count)
            }
            guard added >= 0 else { throw failure("cannot read", errno == EISDIR ? .unreadable : .inputOutput) }
            if added == 0 { break }
            count += added
        }
        let contents = bytes[..<count]
        return Array(contents.starts(with: "\u{FEFF}".utf8) ? contents.dropFirst(3) : contents)
    }

    private func failure(_ action: String, _ code: ImageError.Code) -> ComposeFailure {
        let cause = unsafe String(cString: strerror(errno))
        return ComposeFailure(ImageError(code, "\(action): \(cause)", remedy: "check the path", file: label))
    }
}
