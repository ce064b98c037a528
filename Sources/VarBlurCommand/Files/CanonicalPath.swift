internal import VariableBlurCodecs

/// Resolves symbolic links, `.` and `..`, so that two paths of the same file compare equal.
struct CanonicalPath {
    private var cachedDirectories: [String: String] = [:]

    /// The canonical path of a file, which need not exist: its canonical directory and its name.
    mutating func file(_ path: String) -> String {
        let directory = PathName.directory(of: path)
        let canonical: String
        if let cached = cachedDirectories[directory] {
            canonical = cached
        } else {
            canonical = Self.of(directory)
            cachedDirectories[directory] = canonical
        }
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last ?? path.utf8[...]
        return canonical + "/" + String(Substring(name))
    }

    /// The canonical path of a directory, whose last components need not exist.
    static func of(_ directory: String) -> String {
        if FileIdentity(path: directory) != nil { return PathName.withoutLinks(directory) }
        let trimmed = directory.utf8.last == UInt8(ascii: "/") ? String(directory.dropLast()) : directory
        let parent = PathName.directory(of: trimmed)
        guard parent != trimmed, !trimmed.isEmpty else { return directory }
        let name = trimmed.utf8.split(separator: UInt8(ascii: "/")).last ?? trimmed.utf8[...]
        switch String(Substring(name)) {
        case ".": return of(parent)
        case "..": return PathName.directory(of: of(parent))
        case let name: return of(parent) + "/" + name
        }
    }
}
