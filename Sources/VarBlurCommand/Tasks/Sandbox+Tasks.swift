internal import VarBlurCodecs

extension Sandbox {
    /// Gives up all files but those of some tasks: the directories of their inputs and masks can still be read, and files in the
    /// directories of their outputs also be created, replaced, and removed.
    ///
    /// - Parameters:
    ///   - mode: whether it is an error if the system cannot do that.
    ///   - tasks: all tasks of the process.
    ///   - masks: the paths of the masks that all of them read.
    /// - Throws: an error with the code `unsupported`, only if the mode is `on`.
    static func enter(_ mode: Mode, for tasks: [ImageTask], masks: [String]) throws(ImageError) {
        guard mode != .off else { return }
        var (read, written): (Set<String>, Set<String>) = ([], [])
        for task in tasks {
            let source: String? =
                switch task.source {
                case .file(let path): directory(ofInput: path)
                case .fileInTree(let tree, _): PathName.withoutLinks(tree)
                default: nil
                }
            if let source { read.insert(source) }
            switch task.target {
            case .input: if let source { written.insert(source) }
            case .file(let path): written.insert(place(ofOutput: path))
            case .fileInTree(let tree, _): written.insert(place(ofOutput: PathName.joined(tree, "file")))
            case .standardOutput, .memory: break
            }
            if let mask = task.maskOutput { written.insert(place(ofOutput: mask)) }
        }
        for mask in masks { read.insert(directory(ofInput: mask)) }
        try enter(mode, for: .files, readable: limited(read), writable: limited(written))
    }

    private static func directory(ofInput path: String) -> String {
        PathName.directory(of: PathName.withoutLinks(path))
    }

    /// The nearest directory of an output that exists, or a pipe or device itself.
    private static func place(ofOutput path: String) -> String {
        if FileIdentity(path: path)?.kind == .stream { return path }
        var place = PathName.directory(of: path)
        while FileIdentity(path: place) == nil, PathName.directory(of: place) != place {
            place = PathName.directory(of: place)
        }
        return PathName.withoutLinks(place)
    }

    /// The number of directories for each of which the process may have an open file.
    private static let greatestCount = 200

    /// The directories, or if there are too many of them, one that contains all.
    private static func limited(_ directories: Set<String>) -> [String] {
        guard directories.count > greatestCount else { return directories.sorted() }
        let lists = directories.map { $0.split(separator: "/") }
        let first = lists[0]
        let count = first.indices.first { index in lists.contains { !($0.count > index && $0[index] == first[index]) } }
        return ["/" + first.prefix(count ?? first.count).joined(separator: "/")]
    }
}
