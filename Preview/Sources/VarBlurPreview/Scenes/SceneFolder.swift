internal import VariableBlurCodecs

/// The directory of a scene, in which the images lie that can be chosen on the page.
struct SceneFolder: Sendable {
    private let path: String

    /// The maximum number of images that are listed.
    private static let maximumCount = 200

    /// The directory of a file.
    init(ofFile path: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            self.path = "."
            return
        }
        self.path = slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether a path leads to a file in the directory or below it, wherever symbolic links lead.
    func contains(_ name: String) -> Bool {
        let joined = name.utf8.first == UInt8(ascii: "/") ? name : "\(path)/\(name)"
        guard let folder = System.realPath(path), let file = System.realPath(joined) else { return false }
        return file.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// The names of the images in the directory itself, in the order of their names.
    var imageNames: [String] {
        let images = System.names(inDirectory: path).filter { name in
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
            return ImageFormat(fileExtension: String(name[name.index(after: dot)...])) != nil
        }
        return Array(images.sorted().prefix(Self.maximumCount))
    }
}
