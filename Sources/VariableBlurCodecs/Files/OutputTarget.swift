/// The destination of an image file.
public enum OutputTarget: Sendable, Hashable {
    /// A file, which appears under its path when it is complete; pipes and devices are written to directly.
    ///
    /// `replacing` specifies whether an existing file is replaced.
    case file(path: String, replacing: Bool)
    /// Standard output.
    case standardOutput

    /// The name in messages.
    var name: String {
        switch self {
        case .file(let path, _): path.isEmpty ? "''" : path
        case .standardOutput: "standard output"
        }
    }

    /// Attributes the errors of `body` to this target.
    func attributingErrors<Result: ~Copyable>(
        _ body: () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.attributed(to: name) }
    }

    static let existsError = ImageError(
        .exists, "the file already exists", remedy: "use --force to replace it, or choose another name")

    /// Checks the target before any work is done.
    ///
    /// - Parameters:
    ///   - input: the input file.
    ///   - isInPlace: whether the output replaces the input.
    /// - Throws: an error with the code `exists`, `cannotCreate` or `invalidSettings`.
    func check(input: FileIdentity?, isInPlace: Bool) throws(ImageError) {
        guard case .file(let path, let replacing) = self else { return }
        guard !path.isEmpty, path.last != "/" else {
            throw ImageError(
                .cannotCreate, "the output path is empty or ends with a slash", remedy: "specify a file name")
        }
        let existing = FileIdentity(path: path)
        if existing?.kind == .directory {
            throw ImageError(
                .cannotCreate, "the output is a directory", remedy: "specify an output file, or use --out-dir")
        }
        if isInPlace && existing?.kind != .regular {
            throw ImageError(
                .invalidSettings, "only a regular file can be replaced in place", remedy: "specify an output instead")
        }
        if existing?.kind == .stream || DescriptorPath.number(path) != nil { return }
        if let existing, let input, existing.isSameFile(as: input), !isInPlace {
            throw ImageError(
                .invalidSettings, "input and output are the same file",
                remedy: "use --in-place to replace the input")
        }
        guard replacing || FileIdentity(linkPath: path) == nil else { throw Self.existsError }
    }
}
