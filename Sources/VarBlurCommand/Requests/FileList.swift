internal import VarBlurLibC
internal import VarBlurCodecs

/// A list of input files, in a file or on standard input.
struct FileList: Sendable, Hashable {
    /// The path of the list; `-` is standard input.
    let path: String
    /// Whether each path ends with a zero byte instead of a line break.
    let isSeparatedByZeros: Bool

    /// Reads the list.
    ///
    /// - Parameter usesStandardInput: whether an image, a mask, or a list of areas is read from standard input.
    /// - Returns: the paths; empty entries are left out.
    /// - Throws: `UsageError` for a list that cannot be read.
    /// - Complexity: O(*n*) for a list of *n* bytes.
    func paths(usesStandardInput: Bool) throws(UsageError) -> [String] {
        let isStandardInput = path.isSame(as: "-")
        guard !isStandardInput || !usesStandardInput else {
            throw UsageError(
                "standard input cannot be both an image and the list of files", remedy: "read one of them from a file")
        }
        guard !isStandardInput || isatty(STDIN_FILENO) != 1 else {
            throw UsageError(
                "standard input is a terminal",
                remedy: "redirect the list of files: find photos -name '*.jpg' | varblur …")
        }
        guard
            let bytes = try SmallTextFile.bytes(
                ofFile: isStandardInput ? nil : path, "list of files", maximumByteCount: Self.maximumByteCount)
        else { throw .unreadable("list of files", path) }
        if isSeparatedByZeros { return bytes.split(separator: 0).map { SystemPath.text(bytes: Array($0)) } }
        guard !bytes.contains(0) else {
            throw UsageError(
                "the list of files contains a zero byte", remedy: "use --files-from0 for the output of find -print0")
        }
        return bytes.split(separator: 0x0A).compactMap { line in
            let line = line.last == 0x0D ? line.dropLast() : line
            return line.isEmpty ? nil : SystemPath.text(bytes: Array(line))
        }
    }

    /// The maximum size of a list in bytes.
    private static let maximumByteCount = 1 << 28
}
