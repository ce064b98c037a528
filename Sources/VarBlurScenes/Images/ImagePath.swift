internal import VarBlurCodecs

/// The file that the path of an image stands for.
struct ImagePath {
    let source: ImageSource

    /// Resolves a path.
    ///
    /// - Returns: `nil` if the path leads out of the directory to which images are confined, or if scenes can name no files.
    init?(_ path: String, _ resources: SceneResources) {
        guard let folder = resources.directory else { return nil }
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let joined = isAbsolute || folder == "." ? path : "\(folder)/\(path)"
        guard !resources.allowsAllFiles else {
            source = .file(path: joined)
            return
        }
        guard let tree = PathName.realPath(resources.confinement ?? folder), let directory = PathName.realPath(folder),
            let path = Self.resolved(isAbsolute ? path : "\(directory)/\(path)"),
            let names = PathName.components(of: path, below: tree)
        else { return nil }
        source = .fileInTree(tree: tree, path: names.joined(separator: "/"))
    }

    /// What is wrong with the directories in which images are looked for; `nil` if they can be opened.
    static func mistake(_ resources: SceneResources) -> String? {
        for directory in [resources.directory, resources.confinement] {
            guard let directory, PathName.realPath(directory) == nil else { continue }
            return "cannot open the directory '\(directory)' of images and fonts: \(SystemError.text)"
        }
        return nil
    }

    /// An absolute path without `..`; `nil` if it leads above the root.
    private static func resolved(_ path: String) -> String? {
        var names: [String] = []
        for name in PathName.components(of: path) {
            if name != ".." { names.append(name) } else if names.popLast() == nil { return nil }
        }
        return "/" + names.joined(separator: "/")
    }
}
