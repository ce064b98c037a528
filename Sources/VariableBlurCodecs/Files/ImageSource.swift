internal import LibC

/// Where an image file is read from.
public enum ImageSource: Sendable, Hashable {
    /// A file; pipes and devices are read to their end.
    case file(path: String)
    /// Standard input, read to its end.
    case standardInput

    /// The name in messages.
    var name: String {
        switch self {
        case .file(let path): path.isEmpty ? "''" : path
        case .standardInput: "standard input"
        }
    }

    /// Attributes the errors of `body` to this source.
    func attributingErrors<Result: ~Copyable>(
        _ body: () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.attributed(to: name) }
    }

    /// Reads the whole file.
    ///
    /// - Throws: an error with the code `unreadable`, `inputOutput`, `overLimit`, `timeout` or `outOfMemory`.
    func read(
        limits: ImageLimits, codecs: CodecRegistry = .standard
    ) throws(ImageError) -> (contents: FileContents, identity: FileIdentity?) {
        let descriptor = try open()
        let identity = FileIdentity(descriptor)
        guard identity?.kind != .directory else {
            throw ImageError(.unreadable, "the input is a directory", remedy: "specify a \(codecs.nameList("or")) file")
        }
        let expected = identity?.kind == .regular ? identity?.byteCount ?? 0 : 0
        try Self.check(expected, limits)
        let contents = try FileContents(capacity: expected + 1)
        while true {
            // one byte more than expected, so that the end of the file is found without more memory
            let limit = contents.count <= expected ? expected + 1 - contents.count : 1 << 16
            if let deadline = limits.deadline { try descriptor.waitForInput(until: deadline) }
            guard try unsafe contents.append(upTo: limit, descriptor.read) > 0 else { break }
            try Self.check(contents.count, limits)
        }
        return (contents, identity)
    }

    private func open() throws(ImageError) -> FileDescriptor {
        guard case .file(let path) = self else { return FileDescriptor(STDIN_FILENO, isOwned: false) }
        guard let descriptor = FileDescriptor.open(path, O_RDONLY) else {
            let remedy = errno == EACCES || errno == EPERM ? "check the file's permissions" : "check the path"
            throw ImageError(.unreadable, "cannot open: \(SystemError.text)", remedy: remedy)
        }
        return descriptor
    }

    /// The least memory of any decoder.
    private static let decoderBytes = 1 << 16

    private static func check(_ count: Int, _ limits: ImageLimits) throws(ImageError) {
        guard count <= limits.inputBytes else {
            throw ImageError(
                .overLimit, "the file is larger than the limit of \(ImageLimits.size(limits.inputBytes))",
                remedy: "check that this is the right file, or raise --max-input")
        }
        try limits.check(memory: count + decoderBytes)
    }
}
