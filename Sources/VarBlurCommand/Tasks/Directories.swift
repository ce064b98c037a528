internal import VarBlurLibC
package import VarBlurCodecs

/// Creates directories that are named on the command line.
package enum Directories {
    /// Creates a directory and its missing parents, after following links.
    ///
    /// - Throws: an error with the code `cannotCreate`.
    package static func create(_ path: String) throws(ImageError) {
        if FileIdentity(path: path)?.kind == .directory { return }
        if !SystemPath.isTooLong(path) {
            // Another process may create a directory at the same time, so only the last one has to exist in the end.
            for parent in parents(of: path) { _ = unsafe SystemPath.withBytes(parent) { unsafe mkdir($0, 0o777) } }
            if FileIdentity(path: path)?.kind == .directory { return }
        }
        if FileIdentity(path: path) != nil {
            throw ImageError(
                .cannotCreate, "the directory cannot be created, because a file has its name",
                remedy: "choose another directory",
                file: path)
        }
        throw ImageError(
            .cannotCreate, "the directory cannot be created", remedy: "check its name and its permissions",
            file: path)
    }

    /// The directories on a path, from the first to the whole path.
    private static func parents(of path: String) -> [String] {
        let slash = UInt8(ascii: "/")
        let ends = path.utf8.indices.dropFirst().filter { path.utf8[$0] == slash } + [path.endIndex]
        return ends.map { String(path[..<$0]) }
    }
}
