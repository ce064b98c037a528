internal import VarBlurCodecs

/// A list of input files, in a file or on standard input.
struct FileList: Sendable, Hashable {
    /// The path of the list; `-` is standard input.
    let path: String
    /// Whether each path ends with a zero byte instead of a line break.
    let isSeparatedByZeros: Bool

    /// Reads lists.
    ///
    /// - Parameters:
    ///   - lists: the lists.
    ///   - usesStandardInput: whether an image, a mask, or a list of areas is read from standard input.
    /// - Returns: the paths in all lists; empty entries are left out.
    /// - Throws: `UsageError` for a list that cannot be read.
    /// - Complexity: O(*n*) for lists of *n* bytes.
    static func paths(in lists: [FileList], usesStandardInput: Bool) throws(UsageError) -> [String] {
        let contents = try StandardInput.lists(
            lists.map(\.path), "list of files", example: "find photos -name '*.jpg'",
            usesStandardInput: usesStandardInput, maximumByteCount: maximumByteCount)
        var paths: [String] = []
        for (list, bytes) in zip(lists, contents) { paths += try list.paths(bytes) }
        return paths
    }

    private func paths(_ bytes: [UInt8]) throws(UsageError) -> [String] {
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
