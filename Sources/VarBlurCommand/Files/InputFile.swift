internal import VarBlurCodecs

/// A file to read: named on the command line, or found in a directory that is named there.
struct InputFile {
    /// The path as the user wrote it, or below the named directory.
    let path: String
    /// Where the file was found; `nil` if the file itself is named.
    var found: Found?
    /// Why the path cannot be read as an image.
    var error: ImageError?

    /// The position of a file below a named directory.
    struct Found {
        /// The named directory.
        let tree: String
        /// The path from there to the directory of the file; `.` for the named directory itself.
        let directory: String
        let name: String
        /// Whether symbolic links below the named directory are followed.
        let followsLinks: Bool

        /// The path from the named directory.
        var path: String { directory.isSame(as: ".") ? name : "\(directory)/\(name)" }
    }

    /// The named directory that the file must not leave; `nil` if links are followed.
    var tree: String? {
        guard let found, !found.followsLinks else { return nil }
        return found.tree
    }

    var source: ImageSource {
        guard let tree, let found else { return .file(path: path) }
        return .fileInTree(tree: tree, path: found.path)
    }
}
