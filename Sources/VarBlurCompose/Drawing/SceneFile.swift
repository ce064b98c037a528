internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlurCodecs

/// The file of a scene.
struct SceneFile {
    /// The path; `-` for standard input.
    let path: String
    /// The name in messages.
    let label: String

    private var isStandardInput: Bool { path.isSame(as: "-") }

    /// Reads the file.
    ///
    /// - Parameter limit: the maximum number of bytes; some more are read, so that the excess shows.
    /// - Returns: the bytes of the file without a byte order mark.
    /// - Throws: a failure with the exit status 66 or 74.
    func contents(limit: Int) throws(ComposeFailure) -> [UInt8] {
        let descriptor =
            isStandardInput ? STDIN_FILENO : unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw failure("cannot open", .unreadable) }
        defer { if !isStandardInput { close(descriptor) } }
        if let bytes = SmallTextFile.contents(of: descriptor, limit: limit) { return bytes }
        throw failure("cannot read", errno == EISDIR ? .unreadable : .inputOutput)
    }

    private func failure(_ action: String, _ code: ImageError.Code) -> ComposeFailure {
        ComposeFailure(ImageError(code, "\(action): \(SystemError.text)", remedy: "check the path", file: label))
    }
}
