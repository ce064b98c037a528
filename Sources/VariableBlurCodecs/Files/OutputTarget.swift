internal import LibC

/// The destination of an image file.
public enum OutputTarget: Sendable, Hashable {
    /// A file, which appears under its path when it is complete; pipes and devices are written to directly.
    ///
    /// `replacing` specifies whether an existing file is replaced.
    case file(path: String, replacing: Bool)
    /// A file in a directory tree, which appears when it is complete.
    ///
    /// Below `tree`, no symbolic link is followed, missing directories are created, and `path` contains no `..`: nothing
    /// outside the tree is written, even if another process changes the tree meanwhile. A link of the file's name is
    /// replaced, if `replacing` is set; a pipe or device of that name is an error.
    case fileInTree(tree: String, path: String, replacing: Bool)
    /// Standard output.
    case standardOutput

    /// The file's location; `nil` for standard output.
    var location: FileLocation? {
        switch self {
        case .file(let path, _): FileLocation(tree: nil, path: path)
        case .fileInTree(let tree, let path, _): FileLocation(tree: tree, path: path)
        case .standardOutput: nil
        }
    }

    /// The name in messages.
    var name: String { location?.text ?? "standard output" }

    /// Attributes the errors of `body` to this target.
    func attributingErrors<Result: ~Copyable>(
        _ body: () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.attributed(to: name) }
    }

    static let existsError = ImageError(
        .exists, "the file already exists", remedy: "use --force to replace it, or choose another name")

    static let irregularFileError = ImageError(
        .invalidSettings, "only a regular file can be replaced in place", remedy: "specify an output instead")

    /// Checks the target before any work is done.
    ///
    /// - Parameters:
    ///   - input: the input file.
    ///   - isInPlace: whether the output replaces the input.
    /// - Throws: an error with the code `exists`, `cannotCreate`, `inputOutput` or `invalidSettings`.
    func check(input: FileIdentity?, isInPlace: Bool) throws(ImageError) {
        guard let location else { return }
        guard !location.path.isEmpty, location.path.utf8.last != UInt8(ascii: "/") else {
            throw ImageError(
                .cannotCreate, "the output path is empty or ends with a slash", remedy: "specify a file name")
        }
        switch self {
        case .file(let path, let replacing):
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
            guard replacing || FileIdentity(linkPath: path) == nil else { throw Self.existsError }
        case .fileInTree(_, _, let replacing):
            let existing = try location.entry()?.identity
            if isInPlace { return try Self.check(replaced: existing, input) }
            try Self.check(existing, input)
            if existing?.kind == .stream {
                throw ImageError(
                    .cannotCreate, "the output is a pipe or a device",
                    remedy: "choose another name, or specify it as the output of a single input")
            }
            guard replacing || existing == nil else { throw Self.existsError }
        case .standardOutput: break
        }
    }

    private static func check(_ existing: FileIdentity?, _ input: FileIdentity?) throws(ImageError) {
        guard let existing else { return }
        if existing.kind == .directory {
            throw ImageError(
                .cannotCreate, "the output is a directory", remedy: "specify an output file, or use --out-dir")
        }
        if existing.kind == .regular, let input, existing.isSameFile(as: input) {
            throw ImageError(
                .invalidSettings, "input and output are the same file",
                remedy: "use --in-place to replace the input")
        }
    }

    private static func check(replaced existing: FileIdentity?, _ input: FileIdentity?) throws(ImageError) {
        guard let existing, existing.kind == .regular else { throw irregularFileError }
        guard let input, existing.isSameFile(as: input) else {
            throw ImageError(
                .inputOutput, "the file was replaced while it was read", remedy: "run the command again")
        }
    }
}
