internal import VariableBlurCodecs

/// Paths without links and detours, so that two names for a file are found to be the same.
struct CanonicalPath {
    private var directories: [String: String] = [:]

    /// The path of a file that need not be there: its directory without links, and its name.
    mutating func file(_ path: String) -> String {
        let directory = PathName.directory(of: path)
        let canonical: String
        if let known = directories[directory] {
            canonical = known
        } else {
            canonical = Self.of(directory)
            directories[directory] = canonical
        }
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last ?? path.utf8[...]
        return canonical + "/" + String(Substring(name))
    }

    /// The path of a directory, of which the last parts need not be there.
    static func of(_ directory: String) -> String {
        if FileIdentity(path: directory) != nil { return PathName.withoutLinks(directory) }
        let trimmed = directory.utf8.last == UInt8(ascii: "/") ? String(directory.dropLast()) : directory
        let above = PathName.directory(of: trimmed)
        guard above != trimmed, !trimmed.isEmpty else { return directory }
        let name = trimmed.utf8.split(separator: UInt8(ascii: "/")).last ?? trimmed.utf8[...]
        switch String(Substring(name)) {
        case ".": return of(above)
        case "..": return PathName.directory(of: of(above))
        case let name: return of(above) + "/" + name
        }
    }
}
