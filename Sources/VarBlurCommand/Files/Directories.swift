internal import LibC
internal import VariableBlurCodecs

/// Lists and creates directories.
enum Directories {
    /// The names in a directory, sorted by their bytes, without those that begin with a dot.
    ///
    /// - Returns: `nil` if the directory cannot be read.
    static func names(in directory: String) -> [String]? {
        guard let stream = unsafe SystemPath.withBytes(directory, { unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe SystemPath.text(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Creates a directory and its missing parents.
    ///
    /// - Throws: an error with the code `cannotCreate`.
    static func create(_ path: String) throws(ImageError) {
        if FileIdentity(path: path)?.kind == .directory { return }
        let parent = PathName.directory(of: path)
        if parent != "." && parent != "/" && parent != path { try create(parent) }
        // Another process may create the directory at the same time.
        guard unsafe SystemPath.withBytes(path, { unsafe mkdir($0, 0o777) }) == 0 || errno == EEXIST,
            FileIdentity(path: path)?.kind == .directory
        else {
            throw ImageError(
                .cannotCreate, "the directory cannot be created", remedy: "check its name and its permissions",
                file: path)
        }
    }
}
