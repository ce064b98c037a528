internal import VarBlurCodecs

/// The directory of a scene, and the one that its images must lie in.
struct SceneFolder: Sendable {
    private let path: String
    /// The directory that images must lie in.
    let confinement: String

    /// The maximum number of images that are listed.
    private static let maximumCount = 200

    /// The directory of a file.
    ///
    /// - Parameters:
    ///   - file: the path of the file.
    ///   - confinement: the directory that images must lie in; `nil` for that of the file.
    init(ofFile file: String, confinement: String?) {
        let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
        path = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
        self.confinement = confinement ?? path
    }

    /// Whether a path leads to a file that may be an image of the scene, wherever symbolic links lead.
    ///
    /// This is for the message only: links may change before the image is opened, which then follows none.
    func contains(_ name: String) -> Bool {
        let joined = name.utf8.first == UInt8(ascii: "/") ? name : "\(path)/\(name)"
        guard let folder = System.realPath(confinement), let file = System.realPath(joined) else { return false }
        return file.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// The names of the images in the directory of the scene itself, in the order of their names.
    var imageNames: [String] {
        let images = System.names(inDirectory: path).filter { name in
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
            return ImageFormat(fileExtension: String(name[name.index(after: dot)...])) != nil
                && System.isRegularFile("\(path)/\(name)")
        }
        return Array(images.sorted().prefix(Self.maximumCount))
    }
}
