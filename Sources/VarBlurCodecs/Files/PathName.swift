internal import VarBlurLibC

/// The parts of a path, separated by bytes as the system does it: in a Swift string, a slash followed by a combining
/// character is not equal to "/".
package enum PathName {
    private static let slash = UInt8(ascii: "/")

    /// The directory of a path's last component.
    package static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The names in a path, without empty ones and `.`.
    package static func components(of path: String) -> [String] {
        path.utf8.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }.map { String(Substring($0)) }
    }

    /// The last name of a path; slashes at the end do not count.
    package static func last(of path: String) -> String {
        String(Substring(path.utf8.split(separator: slash).last ?? path.utf8[...]))
    }

    /// A path in a directory.
    package static func joined(_ directory: String, _ path: String) -> String {
        directory.utf8.last == slash ? directory + path : "\(directory)/\(path)"
    }

    /// A path without `./` at its start; `.` if nothing is left.
    ///
    /// The slashes after the dot are part of what is dropped: the rest of `.//a` is not an absolute path.
    package static func withoutLeadingDot(_ path: String) -> String {
        guard path.utf8.starts(with: "./".utf8) else { return path }
        let rest = path.utf8.dropFirst().drop { $0 == slash }
        return rest.isEmpty ? "." : String(Substring(rest))
    }

    /// The names on the way from a directory to a path, as they are written; `nil` if the path is not below the directory.
    ///
    /// Neither links nor `..` are resolved.
    package static func components(of path: String, below directory: String) -> [String]? {
        let isAbsolute = { (path: String) in path.utf8.first == slash }
        let (names, start) = (components(of: path), components(of: directory))
        guard isAbsolute(path) == isAbsolute(directory), names.count > start.count,
            zip(names, start).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        else { return nil }
        return Array(names[start.count...])
    }

    /// The extension of a path's last component, without the dot; `nil` if there is none, as in `.hidden`.
    package static func fileExtension(of path: String) -> String? {
        let name = path.utf8.split(separator: slash, omittingEmptySubsequences: false).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        return String(Substring(name[name.index(after: dot)...]))
    }

    /// The canonical path without symbolic links; the same path if there is no such file.
    package static func withoutLinks(_ path: String) -> String { realPath(path) ?? path }

    /// The canonical path without symbolic links; `nil` if there is no such file.
    package static func realPath(_ path: String) -> String? {
        guard let resolved = unsafe SystemPath.withBytes(path, { unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe SystemPath.text(resolved)
    }
}
