internal import VarBlurLibC
internal import VarBlur

/// An opened output: a file, or a pipe or a device.
protocol OpenedOutput: ByteSink {
    /// Gets the complete output ready, so that `commit` takes little time.
    func prepare() throws(ImageError)

    /// Makes the complete output appear.
    func commit() throws(ImageError)

    /// Undoes `commit`, unless that has replaced a file, or written to a pipe.
    func withdraw()
}

extension AtomicFile: OpenedOutput {}

extension FileDescriptor: OpenedOutput {
    func prepare() {}

    func commit() throws(ImageError) { try closeChecked() }

    func withdraw() {}
}

extension OutputTarget {
    /// Opens the output for writing.
    ///
    /// - Parameters:
    ///   - replaces: whether an existing file may be replaced.
    ///   - backupSuffix: what follows the name under which a replaced file is kept; `nil` to keep none.
    ///   - isDurable: whether `commit` waits until the file is on the disk.
    ///   - modificationTime: the modification time of a file; `nil` for that of the last write.
    ///   - deadline: until when to wait for the reader of a pipe.
    /// - Returns: the opened output.
    /// - Throws: an error with the code `cannotCreate`, `inputOutput`, or `timeout`.
    func open(
        replaces: Bool, backupSuffix: String? = nil, isDurable: Bool = true, modificationTime: timespec? = nil,
        until deadline: Deadline? = nil
    ) throws(ImageError) -> any OpenedOutput {
        switch self {
        case .standardOutput:
            return try Self.openDescriptor(STDOUT_FILENO, until: deadline)
        case .file(let path):
            if let number = DescriptorPath.number(path) { return try Self.openDescriptor(number, until: deadline) }
            if FileIdentity(path: path)?.kind == .stream { return try Self.openStream(path, until: deadline) }
        case .fileInTree:
            break
        case .input, .memory:
            trap("only a job can write to its input or to memory")
        }
        guard let location else { trap("an output that is no stream is a file") }
        return try AtomicFile(
            location, replacesFiles: replaces, backupSuffix: backupSuffix, isDurable: isDurable,
            modificationTime: modificationTime)
    }

    /// Whether the output can be opened before the input is decoded.
    ///
    /// Opening a pipe or device early would be visible to its reader.
    var canOpenEarly: Bool {
        switch self {
        case .standardOutput, .input, .memory: false
        case .file(let path): DescriptorPath.number(path) == nil && FileIdentity(path: path)?.kind != .stream
        case .fileInTree: true
        }
    }

    /// The existing regular file with the target's name, open for reading; `nil` if there is none, or a link.
    func openExisting(until deadline: Deadline?) -> FileDescriptor? {
        guard canOpenEarly, let entry = try? location?.entry() else { return nil }
        return try? FileDescriptor.openInput(until: deadline) { entry.directory.openFile(entry.name, $0) }
    }

    /// Writes to a duplicate of a descriptor, which stays open; closing the duplicate reports delayed write errors.
    private static func openDescriptor(_ number: CInt, until deadline: Deadline?) throws(ImageError) -> FileDescriptor {
        let copy = dup(number)
        guard copy >= 0 else { throw ImageError(.inputOutput, "it is closed", remedy: "redirect it to a file") }
        let output = FileDescriptor(copy, isOwned: true)
        (output.deadline, output.isShared) = (deadline, true)
        return output
    }

    private static func openStream(_ path: String, until deadline: Deadline?) throws(ImageError) -> FileDescriptor {
        guard let stream = try FileDescriptor.openStream(path, until: deadline) else {
            throw ImageError(.cannotCreate, "cannot open: \(SystemError.text)", remedy: "choose another output")
        }
        guard FileIdentity(stream)?.kind == .stream else {
            throw ImageError(.cannotCreate, "the pipe or device was replaced", remedy: "try again")
        }
        return stream
    }
}
