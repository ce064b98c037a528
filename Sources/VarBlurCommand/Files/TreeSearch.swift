internal import VarBlurCodecs

/// Finds the image files in a directory and its subdirectories.
///
/// Directories are opened one below the other, so that no other process can lead the search to another place.
struct TreeSearch {
    /// The maximum number of directories on the path from the named directory to a file.
    static let maximumDepth = 100

    private let tree: String
    private let followsLinks: Bool
    private let excluded: FileIdentity.Key?
    private(set) var result = InputSearch.Result()
    /// The directories that were searched; with links, there may be several ways to a directory.
    private var visited: Set<FileIdentity.Key> = []
    /// The directories that links lead to, which are searched last: their own paths take precedence.
    private var linked: [Place] = []

    /// A directory, by its path from the named one.
    private struct Place {
        let path: String
        let depth: Int

        func appending(_ name: String) -> Place {
            Place(path: path.isSame(as: ".") ? name : "\(path)/\(name)", depth: depth + 1)
        }
    }

    /// A search of a named directory.
    ///
    /// - Parameters:
    ///   - tree: the directory; links on the way to it are followed.
    ///   - followsLinks: whether links below it are followed.
    ///   - excluded: a directory that is not searched.
    init(_ tree: String, followsLinks: Bool, excluding excluded: FileIdentity.Key?) {
        (self.tree, self.followsLinks, self.excluded) = (tree, followsLinks, excluded)
    }

    /// Searches the directory.
    ///
    /// - Complexity: O(files), with at most ``maximumDepth`` directories open at once.
    mutating func run() {
        search(OpenDirectory.openToList(tree), Place(path: ".", depth: 0))
        var next = 0
        while next < linked.count {
            let place = linked[next]
            next += 1
            search(OpenDirectory.openToList(path(place)), place)
        }
    }

    private func path(_ place: Place) -> String {
        place.path.isSame(as: ".") ? tree : PathName.joined(tree, place.path)
    }

    private mutating func search(_ opened: OpenDirectory?, _ place: Place) {
        guard let directory = opened, let key = FileIdentity(directory)?.key else {
            return fail(place, "the directory cannot be listed", remedy: "check its permissions")
        }
        if key == excluded || followsLinks && !visited.insert(key).inserted { return }
        guard place.depth <= Self.maximumDepth else {
            return fail(
                place, "more than \(Self.maximumDepth) directories are nested",
                remedy: "name a directory further down as an input")
        }
        guard let names = directory.names() else {
            return fail(place, "the directory cannot be listed", remedy: "check its permissions")
        }
        for name in names {
            switch FileIdentity(name: name, in: directory)?.kind {
            case .directory: search(directory.subdirectoryToList(name), place.appending(name))
            case .regular: addImage(name, place)
            case .symbolicLink: handleLink(name, directory, place)
            case .stream, nil: break
            }
        }
    }

    private mutating func handleLink(_ name: String, _ directory: OpenDirectory, _ place: Place) {
        let target = FileIdentity(linkTarget: name, in: directory)?.kind
        guard followsLinks else {
            if target == .directory || Self.isImage(name) { result.skippedLinkCount += 1 }
            return
        }
        switch target {
        case .directory: linked.append(place.appending(name))
        // a link that leads nowhere is reported when it is read
        case .regular, nil: addImage(name, place)
        case .stream, .symbolicLink: break
        }
    }

    private mutating func addImage(_ name: String, _ place: Place) {
        guard Self.isImage(name) else { return }
        let found = InputFile.Found(tree: tree, directory: place.path, name: name, followsLinks: followsLinks)
        result.inputs.append(InputFile(path: PathName.joined(tree, found.path), found: found))
    }

    private static func isImage(_ name: String) -> Bool { ImageFormat(ofPath: name) != nil }

    private mutating func fail(_ place: Place, _ cause: String, remedy: String) {
        let path = path(place)
        let found = InputFile.Found(tree: tree, directory: place.path, name: ".", followsLinks: followsLinks)
        let error = ImageError(.unreadable, cause, remedy: remedy, file: path)
        result.inputs.append(InputFile(path: path, found: found, error: error))
    }
}
