internal import LibC
internal import VarBlurCodecs

/// What a directory with fonts contains, for digests.
enum FontDirectory {
    /// The directories of fonts are searched down to this depth, without links to directories.
    private static let maximumDepth = 16
    /// The first bytes of a font, which contain the checksums of all its tables (OpenType specification, "Table Directory").
    private static let startLength = 4096

    /// A text that differs if the names, the sizes, or the contents of fonts do.
    ///
    /// - Parameter directories: the paths of the directories; the paths themselves make no difference.
    /// - Returns: the text; empty without directories.
    /// - Complexity: O(files).
    static func text(of directories: [String]) -> String {
        directories.map { entries($0, depth: 0).joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func entries(_ path: String, depth: Int) -> [String] {
        guard depth <= maximumDepth, let directory = OpenDirectory.openToList(path), let names = directory.names()
        else {
            return []
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.flatMap { name -> [String] in
            switch FileIdentity(name: name, in: directory)?.kind {
            case .directory: return entries(PathName.joined(path, name), depth: depth + 1).map { "\(name)/\($0)" }
            case .regular, .symbolicLink: return ["\(name) \(start(PathName.joined(path, name)))"]
            case .stream, nil: return []
            }
        }
    }

    /// The size of a file, and the hash of its start; empty if it cannot be read.
    private static func start(_ path: String) -> String {
        guard let identity = FileIdentity(path: path), identity.kind == .regular else { return "" }
        let descriptor = unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: startLength)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return "" }
        // each byte as a character of Latin-1
        let text = String(decoding: bytes[..<count].map { UInt16($0) }, as: UTF16.self)
        return "\(identity.byteCount) \(JobDigest(text: text))"
    }
}
