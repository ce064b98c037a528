internal import LibC

extension OutputTarget {
    /// An opened output: its sink, and the action that makes the complete file appear.
    struct OpenedOutput {
        let sink: any ByteSink
        let commit: () throws(ImageError) -> Void
    }

    /// Opens the output for writing.
    ///
    /// - Parameter isDurable: whether `commit` waits until the file is on the disk.
    /// - Returns: the opened output.
    /// - Throws: an error with the code `cannotCreate` or `inputOutput`.
    func open(isDurable: Bool = true) throws(ImageError) -> OpenedOutput {
        switch self {
        case .standardOutput:
            return try Self.openDescriptor(STDOUT_FILENO)
        case .file(let path, let replacing):
            if let number = DescriptorPath.number(path) { return try Self.openDescriptor(number) }
            if FileIdentity(path: path)?.kind == .stream { return try Self.openStream(path) }
            let file = try AtomicFile(path: path, replacesFiles: replacing, isDurable: isDurable)
            return OpenedOutput(sink: file) { () throws(ImageError) in try file.commit() }
        }
    }

    /// Whether the output can be opened before the input is decoded.
    ///
    /// Opening a pipe or device early would be visible to its reader.
    var canOpenEarly: Bool {
        guard case .file(let path, _) = self else { return false }
        return DescriptorPath.number(path) == nil && FileIdentity(path: path)?.kind != .stream
    }

    /// Writes to a duplicate of a descriptor, which stays open; closing the duplicate reports delayed write errors.
    private static func openDescriptor(_ number: CInt) throws(ImageError) -> OpenedOutput {
        let copy = dup(number)
        guard copy >= 0 else { throw ImageError(.inputOutput, "it is closed", remedy: "redirect it to a file") }
        let output = FileDescriptor(copy, isOwned: true)
        return OpenedOutput(sink: output) { () throws(ImageError) in try output.closeChecked() }
    }

    private static func openStream(_ path: String) throws(ImageError) -> OpenedOutput {
        guard let stream = FileDescriptor.open(path, O_WRONLY) else {
            throw ImageError(.cannotCreate, "cannot open: \(SystemError.text)", remedy: "choose another output")
        }
        return OpenedOutput(sink: stream) { () throws(ImageError) in try stream.closeChecked() }
    }
}
