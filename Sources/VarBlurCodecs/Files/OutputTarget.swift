internal import VarBlurLibC

/// The destination of an image file.
public enum OutputTarget: Sendable, Hashable {
    /// A file that appears at its path when it is complete; pipes and devices are written to directly.
    case file(path: String)
    /// A file in a directory tree that appears when it is complete.
    ///
    /// `path` must not contain `..`. Below `tree`, no symbolic link is followed, and missing directories are created. Nothing
    /// outside the tree is written, even if another process changes the tree at the same time. A symbolic link at the path of
    /// the file counts as an existing output. A pipe or a device there is an error.
    case fileInTree(tree: String, path: String)
    /// Standard output.
    case standardOutput
    /// The input, a regular file, is replaced in place.
    ///
    /// If its path is a symbolic link, the target of the link is replaced.
    ///
    /// A file that contains a ``JobDigest`` has been blurred before. ``ExistingOutput/skip`` and ``ExistingOutput/skipSame``
    /// leave such a file unchanged, whatever its settings were. ``ExistingOutput/fail`` does not apply.
    case input
    /// The whole file in memory, in ``BlurJob/Report/bytes`` of a job; errors have no file name.
    case memory

    /// The file's location; `nil` for standard output, for memory, and for the input before it is known.
    var location: FileLocation? {
        switch self {
        case .file(let path): FileLocation(tree: nil, path: path)
        case .fileInTree(let tree, let path): FileLocation(tree: tree, path: path)
        case .standardOutput, .input, .memory: nil
        }
    }

    /// The name in messages.
    var label: FileLabel { self == .memory ? .memory : FileLabel(text: location?.text ?? "standard output") }

    /// The same target, with the file of the source in place of ``input``.
    ///
    /// - Throws: an error with the code `invalidSettings` if the source is not a file.
    func resolved(for source: ImageSource) throws(ImageError) -> OutputTarget {
        guard self == .input else { return self }
        switch source {
        case .file(let path): return .file(path: PathName.withoutLinks(path))
        case .fileInTree(let tree, let path): return .fileInTree(tree: tree, path: path)
        case .standardInput, .bytes: throw Self.irregularFileError.attributed(to: source.label.text)
        }
    }

    static let existsError = ImageError(
        .exists, "the file already exists", remedy: "replace it, or choose another name", reason: .outputExists)

    static let irregularFileError = ImageError(
        .invalidSettings, "only a regular file can be replaced in place", remedy: "specify an output instead")

    /// Checks that the target, if it is a file, has a name.
    ///
    /// - Throws: an error with the code `cannotCreate`.
    package func checkName() throws(ImageError) {
        guard let location, location.path.isEmpty || location.path.utf8.last == UInt8(ascii: "/") else { return }
        throw ImageError(
            .cannotCreate, "the output path is empty or ends with a slash", remedy: "specify a file name")
    }

    /// Checks the target before any work is done.
    ///
    /// - Parameters:
    ///   - input: the input file.
    ///   - replaces: whether an existing file may be replaced.
    ///   - isInPlace: whether the output replaces the input.
    /// - Throws: an error with the code `exists`, `cannotCreate`, `inputOutput`, or `invalidSettings`.
    package func check(input: FileIdentity?, replaces: Bool, isInPlace: Bool) throws(ImageError) {
        guard let location else { return }
        try checkName()
        switch self {
        case .file(let path):
            let existing = FileIdentity(path: path)
            if isInPlace { return try Self.check(replaced: existing, input) }
            // an open terminal blocks its writer, and would show an image as characters
            if existing?.kind == .stream, let number = DescriptorPath.number(path), isatty(number) == 1 {
                throw ImageError(
                    .cannotCreate, "the output is a terminal", remedy: "specify an output file, or redirect the output")
            }
            if existing?.kind != .directory && (existing?.kind == .stream || DescriptorPath.number(path) != nil) {
                return
            }
            try Self.check(existing, input)
            guard replaces || FileIdentity(linkPath: path) == nil else { throw Self.existsError }
        case .fileInTree:
            let existing = try location.entry()?.identity
            if isInPlace { return try Self.check(replaced: existing, input) }
            try Self.check(existing, input)
            if existing?.kind == .stream {
                throw ImageError(
                    .cannotCreate, "the output is a pipe or a device",
                    remedy: "choose another name, or specify it as the output of a single input")
            }
            guard replaces || existing == nil else { throw Self.existsError }
        case .standardOutput, .input, .memory: break
        }
    }

    private static func check(_ existing: FileIdentity?, _ input: FileIdentity?) throws(ImageError) {
        guard let existing else { return }
        if existing.kind == .directory {
            throw ImageError(
                .cannotCreate, "the output is a directory", remedy: "specify an output file",
                reason: .outputIsDirectory)
        }
        if existing.kind == .regular, let input, existing.isSameFile(as: input) {
            throw ImageError(
                .invalidSettings, "input and output are the same file",
                remedy: "choose another output", reason: .outputIsInput)
        }
    }

    private static func check(replaced existing: FileIdentity?, _ input: FileIdentity?) throws(ImageError) {
        guard let existing, existing.kind == .regular else { throw irregularFileError }
        guard let input, existing.isSameFile(as: input) else {
            throw ImageError(
                .inputOutput, "the file was replaced while it was read", remedy: "try again")
        }
    }
}
