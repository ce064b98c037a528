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
            let names = Self.names(of: isAbsolute ? path : "\(directory)/\(path)")
        else { return nil }
        let root = tree.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard names.count > root.count, zip(names, root).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) else {
            return nil
        }
        source = .fileInTree(tree: tree, path: names.dropFirst(root.count).joined(separator: "/"))
    }

    /// What is wrong with the directories in which images are looked for; `nil` if they can be opened.
    static func mistake(_ resources: SceneResources) -> String? {
        for directory in [resources.directory, resources.confinement] {
            guard let directory, PathName.realPath(directory) == nil else { continue }
            return "cannot open the directory '\(directory)' of images and fonts: \(SystemError.text)"
        }
        return nil
    }

    /// The names on an absolute path, without `.` and `..`; `nil` if it leads above the root.
    private static func names(of path: String) -> [String]? {
        var names: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            let name = String(Substring(part))
            switch name {
            case ".": continue
            case "..":
                if names.isEmpty { return nil }
                names.removeLast()
            default: names.append(name)
            }
        }
        return names
    }
}
