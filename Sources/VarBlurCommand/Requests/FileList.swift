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
        let bytes = try StandardInput.list(
            path, "list of files", example: "find photos -name '*.jpg'", usesStandardInput: usesStandardInput,
            maximumByteCount: Self.maximumByteCount)
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
