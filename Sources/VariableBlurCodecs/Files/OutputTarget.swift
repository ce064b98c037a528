#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where an image file goes to.
public enum OutputTarget: Sendable, Hashable {
    /// A file, written under another name and renamed when it is complete; pipes and devices are written to directly.
    case file(path: String, replacing: Bool)
    /// Standard output.
    case standardOutput

    /// The name by which errors call it.
    var name: String {
        switch self {
        case .file(let path, _): path
        case .standardOutput: "standard output"
        }
    }

    static let existsError = ImageError(
        .exists, "it exists already", remedy: "use --force to replace it, or choose another name")

    /// An output that has been opened: a sink, and what makes the file appear once it is complete.
    struct Opened {
        let sink: any ByteSink
        let commit: () throws(ImageError) -> Void
    }

    /// Fails, before any work is done, where `open` would fail.
    ///
    /// - Parameters:
    ///   - input: the file that is read.
    ///   - isInPlace: whether input and output are meant to be the same file.
    /// - Throws: an error of the code `exists`, `cannotCreate` or `invalidSettings`.
    func check(input: FileIdentity?, isInPlace: Bool) throws(ImageError) {
        guard case .file(let path, let replacing) = self else { return }
        guard !path.isEmpty, path.last != "/" else {
            throw ImageError(
                .cannotCreate, "the output's name is no file name", remedy: "choose another name")
        }
        let existing = FileIdentity(path: path)
        if existing?.kind == .directory {
            throw ImageError(.cannotCreate, "it is a directory", remedy: "give the output a file name")
        }
        if existing?.kind == .stream { return }
        if let existing, let input, existing.isSameFile(as: input), !isInPlace {
            throw ImageError(
                .invalidSettings, "input and output are the same file",
                remedy: "use --in-place to replace the input")
        }
        guard replacing || FileIdentity(linkPath: path) == nil else { throw Self.existsError }
    }

    func open() throws(ImageError) -> Opened {
        switch self {
        case .standardOutput:
            let output = FileDescriptor(STDOUT_FILENO, isOwned: false)
            return Opened(sink: output) { () throws(ImageError) in }
        case .file(let path, let replacing):
            if FileIdentity(path: path)?.kind == .stream { return try Self.openStream(path) }
            let file = try AtomicFile(path: path, replacesFiles: replacing)
            return Opened(sink: file) { () throws(ImageError) in try file.commit() }
        }
    }

    private static func openStream(_ path: String) throws(ImageError) -> Opened {
        guard let stream = FileDescriptor.open(path, O_WRONLY) else {
            throw ImageError(.cannotCreate, "it cannot be opened: \(SystemError.text)")
        }
        return Opened(sink: stream) { () throws(ImageError) in try stream.closeChecked() }
    }
}
