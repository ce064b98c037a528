internal import VarBlurLibC

/// Where a file is: at a path, or in a directory tree in which no symbolic link is followed.
struct FileLocation: Sendable, Hashable {
    /// The top of the tree, to which links may lead; `nil` if the path is resolved as usual.
    let tree: String?
    /// The path, from the top of the tree if there is one.
    let path: String

    /// A directory and the name of a file in it.
    struct Entry {
        let directory: OpenDirectory
        let name: String

        var identity: FileIdentity? { FileIdentity(name: name, in: directory) }

        /// Checks that a file can be kept under its name followed by a suffix.
        ///
        /// - Throws: an error with the code `exists` or `invalidSettings`.
        func checkBackup(_ suffix: String) throws(ImageError) {
            guard !suffix.isEmpty, !suffix.utf8.contains(UInt8(ascii: "/")) else {
                throw ImageError(
                    .invalidSettings, "the suffix of a backup is empty or contains a slash",
                    remedy: "choose a suffix such as .orig")
            }
            if FileIdentity(name: name + suffix, in: directory) != nil {
                errno = EEXIST
                throw backupError(name + suffix)
            }
        }

        /// The error of a file that cannot be kept under another name; `errno` says why.
        func backupError(_ backup: String) -> ImageError {
            let shown = ImageError.printable(backup)
            if errno == EEXIST {
                return ImageError(
                    .exists, "the backup '\(shown)' already exists",
                    remedy: "choose another suffix, or move it elsewhere")
            }
            return ImageError(
                .cannotCreate, "cannot create the backup '\(shown)': \(SystemError.text)",
                remedy: "choose another suffix")
        }
    }

    /// The whole path, for messages.
    var text: String {
        guard let tree, !tree.utf8.elementsEqual(".".utf8) else { return path.isEmpty ? "''" : path }
        return PathName.joined(tree, path)
    }

    /// The open directory of the file, and the file's name in it.
    ///
    /// - Parameter isCreating: whether missing directories of the tree are created.
    /// - Returns: the directory and the name; `nil` if a directory is missing, with `errno` set.
    /// - Throws: an error with the code `cannotCreate` if a directory cannot be opened or created.
    /// - Complexity: O(directories of the path below the tree) system calls.
    func entry(isCreating: Bool = false) throws(ImageError) -> Entry? {
        guard !SystemPath.hasNull(path) else {
            errno = ENOENT
            return nil
        }
        guard let tree else {
            guard path.utf8.last != UInt8(ascii: "/") else {
                errno = EISDIR
                return nil
            }
            guard let directory = OpenDirectory.open(PathName.directory(of: path)) else { return nil }
            return Entry(directory: directory, name: PathName.last(of: path))
        }
        var components = try componentsInTree()
        let name = components.removeLast()
        guard var directory = OpenDirectory.open(tree) else { return nil }
        for component in components {
            guard let next = try step(from: directory, to: component, isCreating) else { return nil }
            directory = next
        }
        return Entry(directory: directory, name: name)
    }

    /// The names on the path; no name leads up.
    private func componentsInTree() throws(ImageError) -> [String] {
        // the system has the same limit for a path as a whole
        guard !SystemPath.isTooLong(path) else {
            throw ImageError(.cannotCreate, "the path is too long", remedy: "choose shorter names")
        }
        let components = PathName.components(of: path)
        guard !components.isEmpty, !components.contains(where: { $0.utf8.elementsEqual("..".utf8) }) else {
            throw ImageError(.cannotCreate, "the path leads out of its directory", remedy: "choose a path without '..'")
        }
        return components
    }

    private func step(
        from directory: OpenDirectory, to name: String, _ isCreating: Bool
    ) throws(ImageError) -> OpenDirectory? {
        if let next = directory.subdirectory(name) { return next }
        if errno == ENOENT {
            guard isCreating else { return nil }
            // another process may create the directory at the same time
            if directory.createDirectory(name) || errno == EEXIST, let next = directory.subdirectory(name) {
                return next
            }
        }
        let cause = SystemError.text
        if FileIdentity(name: name, in: directory)?.kind == .symbolicLink {
            throw ImageError(
                .cannotCreate,
                "'\(ImageError.printable(name))' is a symbolic link, which could lead out of the directory",
                remedy: "replace the link with a directory, or choose another one")
        }
        throw ImageError(
            .cannotCreate, "cannot open the directory '\(ImageError.printable(name))': \(cause)",
            remedy: "check its permissions")
    }
}
