internal import VarBlurLibC
internal import Synchronization
internal import VarBlurCodecs

/// What a directory with fonts contains, for digests.
enum FontDirectory {
    /// Directories are searched down to this depth.
    private static let maximumDepth = 16
    /// The first bytes of a font, which contain the checksums of its tables (OpenType specification, "Table Directory").
    private static let startLength = 4096
    /// More fonts than most systems have.
    private static let maximumHashCount = 4096

    /// The hashes of files that were read, because many scenes use the same fonts; at most ``maximumHashCount``.
    private static let hashes = Mutex<[FileVersion: String]>([:])

    /// A text that differs if the names, the sizes, or the checksums of fonts do.
    ///
    /// - Parameter directories: the paths of the directories; the paths themselves make no difference.
    /// - Returns: the text; empty without directories.
    /// - Complexity: O(files); each of them is read once.
    static func text(of directories: [String]) -> String {
        directories.map { directory in
            var visited: Set<FileIdentity.Key> = []
            return entries(directory, depth: 0, &visited).joined(separator: "\n")
        }
        .joined(separator: "\n\n")
    }

    /// The files in a directory; links are followed, to each directory once.
    private static func entries(_ path: String, depth: Int, _ visited: inout Set<FileIdentity.Key>) -> [String] {
        guard depth <= maximumDepth, let directory = OpenDirectory.openToList(path),
            let key = FileIdentity(directory)?.key, visited.insert(key).inserted, let names = directory.names()
        else { return [] }
        var entries: [String] = []
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let identity = FileIdentity(linkTarget: name, in: directory) else { continue }
            switch identity.kind {
            case .directory:
                entries += self.entries(PathName.joined(path, name), depth: depth + 1, &visited).map { "\(name)/\($0)" }
            case .regular: entries.append("\(name) \(hash(PathName.joined(path, name), identity))")
            case .symbolicLink, .stream: break
            }
        }
        return entries
    }

    /// The size of a file, and the hash of its start; empty if it cannot be read.
    private static func hash(_ path: String, _ identity: FileIdentity) -> String {
        if let version = identity.version, let known = hashes.withLock({ $0[version] }) { return known }
        let descriptor = unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: startLength)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return "" }
        // each byte as a character of Latin-1
        let start = String(decoding: bytes[..<count].map { UInt16($0) }, as: UTF16.self)
        let text = "\(identity.byteCount) \(JobDigest(text: start))"
        if let version = identity.version {
            hashes.withLock { hashes in
                // a process that runs for long may have seen many versions of a file
                if hashes.count >= maximumHashCount { hashes.remove(at: hashes.startIndex) }
                hashes[version] = text
            }
        }
        return text
    }
}
