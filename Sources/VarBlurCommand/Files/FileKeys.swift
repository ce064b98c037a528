internal import VarBlurLibC
internal import VarBlurCodecs

/// Keys that are equal for paths of the same file, however they are written; the file need not exist.
struct FileKeys {
    /// A directory that exists, and the bytes of the path from there.
    struct Key: Hashable {
        /// `nil` if no directory on the path exists.
        var directory: FileIdentity.Key?
        var path: [UInt8]
    }

    private var directories: [[UInt8]: Key] = [:]

    /// The key of a file: its directory, whatever links lead there, and its name.
    ///
    /// - Complexity: O(directories of the path), except that each directory is looked up only once.
    mutating func key(_ path: String) -> Key {
        var key = directoryKey(PathName.directory(of: path))
        key.path += [UInt8(ascii: "/")] + SystemPath.bytes(PathName.last(of: path))
        return key
    }

    private mutating func directoryKey(_ directory: String) -> Key {
        let bytes = SystemPath.bytes(directory)
        if let known = directories[bytes] { return known }
        let key = newDirectoryKey(directory, bytes)
        directories[bytes] = key
        return key
    }

    private mutating func newDirectoryKey(_ directory: String, _ bytes: [UInt8]) -> Key {
        if let identity = FileIdentity(path: directory) { return Key(directory: identity.key, path: []) }
        guard !SystemPath.isTooLong(directory) else { return Key(directory: nil, path: bytes) }
        let slash = UInt8(ascii: "/")
        let end = directory.utf8.lastIndex { $0 != slash } ?? directory.startIndex
        let trimmed = String(Substring(directory.utf8[...end]))
        let (parent, name) = (PathName.directory(of: trimmed), PathName.last(of: trimmed))
        // the root and the working directory have no parent
        guard !parent.utf8.elementsEqual(directory.utf8) else { return Key(directory: nil, path: bytes) }
        var key = directoryKey(parent)
        if name.utf8.elementsEqual(".".utf8) { return key }
        if name.utf8.elementsEqual("..".utf8) {
            key.path = Array(key.path[..<(key.path.lastIndex(of: slash) ?? 0)])
        } else {
            key.path += [slash] + SystemPath.bytes(name)
        }
        return key
    }
}
