internal import LibC

/// The parts of a path, found by bytes as the system does it: a letter may combine with the slash before it.
public enum PathName {
    /// The directory that a path's last name is in.
    package static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The extension of a path's last name, without the dot; `nil` if it has none, or is nothing but a dot and a name.
    public static func fileExtension(of path: String) -> String? {
        let name =
            path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        return String(Substring(name[name.index(after: dot)...]))
    }

    /// The path of the file itself where a path leads to it through links; the path as it is if there is no such file.
    public static func withoutLinks(_ path: String) -> String {
        guard let resolved = unsafe SystemPath.withBytes(path, { unsafe realpath($0, nil) }) else { return path }
        defer { unsafe free(resolved) }
        return unsafe SystemPath.text(resolved)
    }
}
