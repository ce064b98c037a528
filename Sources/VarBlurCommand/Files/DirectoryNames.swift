internal import LibC
internal import VariableBlurCodecs

/// What a directory holds.
enum DirectoryNames {
    /// The names that do not begin with a dot, in the order of their bytes; `nil` if it cannot be read.
    static func all(in directory: String) -> [String]? {
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
}

/// Directories that outputs need.
enum OutputDirectory {
    /// Makes a directory and those above it, as far as they are not there.
    ///
    /// - Throws: an error of the code `cannotCreate`.
    static func make(_ path: String) throws(ImageError) {
        if FileIdentity(path: path)?.kind == .directory { return }
        let above = PathName.directory(of: path)
        if above != "." && above != "/" && above != path { try make(above) }
        guard unsafe SystemPath.withBytes(path, { unsafe mkdir($0, 0o777) }) == 0 || errno == EEXIST,
            FileIdentity(path: path)?.kind == .directory
        else {
            throw ImageError(
                .cannotCreate, "the directory cannot be made", remedy: "check its name and its permissions", file: path)
        }
    }
}
