internal import LibC

/// Where an image file goes to.
public enum OutputTarget: Sendable, Hashable {
    /// A file, written under another name and renamed when it is complete; pipes and devices are written to directly.
    case file(path: String, replacing: Bool)
    /// Standard output.
    case standardOutput

    /// The name by which errors call it.
    var name: String {
        switch self {
        case .file(let path, _): path.isEmpty ? "''" : path
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

    /// Fails, before any work is done, where the output is in nobody's interest.
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
        if isInPlace && existing?.kind != .regular {
            throw ImageError(.invalidSettings, "only a file can be changed in place", remedy: "name an output instead")
        }
        if existing?.kind == .stream || DescriptorPath.number(path) != nil { return }
        if let existing, let input, existing.isSameFile(as: input), !isInPlace {
            throw ImageError(
                .invalidSettings, "input and output are the same file",
                remedy: "use --in-place to replace the input")
        }
        guard replacing || FileIdentity(linkPath: path) == nil else { throw Self.existsError }
    }

    func open(isDurable: Bool = true) throws(ImageError) -> Opened {
        switch self {
        case .standardOutput:
            return try Self.openDescriptor(STDOUT_FILENO)
        case .file(let path, let replacing):
            if let number = DescriptorPath.number(path) { return try Self.openDescriptor(number) }
            if FileIdentity(path: path)?.kind == .stream { return try Self.openStream(path) }
            let file = try AtomicFile(path: path, replacesFiles: replacing, isDurable: isDurable)
            return Opened(sink: file) { () throws(ImageError) in try file.commit() }
        }
    }

    /// Whether opening it early has no consequences: a pipe's reader would see it opened.
    var opensEarly: Bool {
        guard case .file(let path, _) = self else { return false }
        return DescriptorPath.number(path) == nil && FileIdentity(path: path)?.kind != .stream
    }

    /// A descriptor that stays open; a copy of it is closed at the end, which reports what the system had kept back.
    private static func openDescriptor(_ number: CInt) throws(ImageError) -> Opened {
        let copy = dup(number)
        guard copy >= 0 else { throw ImageError(.inputOutput, "it is closed", remedy: "redirect it to a file") }
        let output = FileDescriptor(copy, isOwned: true)
        return Opened(sink: output) { () throws(ImageError) in try output.closeChecked() }
    }

    private static func openStream(_ path: String) throws(ImageError) -> Opened {
        guard let stream = FileDescriptor.open(path, O_WRONLY) else {
            throw ImageError(.cannotCreate, "it cannot be opened: \(SystemError.text)", remedy: "choose another output")
        }
        return Opened(sink: stream) { () throws(ImageError) in try stream.closeChecked() }
    }
}
