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
        guard let folder = PathName.realPath(confinement), !joined.utf8.contains(0),
            let file = PathName.realPath(joined)
        else { return false }
        return file.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Another directory for the confinement of images, which allows further paths.
    ///
    /// - Parameter names: the paths of images in the scene, whether they exist or not.
    /// - Returns: `nil` if all of them are allowed already.
    func confinement(allowing names: [String]) -> String? {
        guard let folder = PathName.realPath(path), let root = PathName.realPath(confinement).map(Self.steps) else {
            return nil
        }
        let common = names.reduce(root) { common, name in
            let file = Self.steps(name.utf8.first == UInt8(ascii: "/") ? name : "\(folder)/\(name)")
            return Array(zip(common, file.dropLast()).prefix { $0 == $1 }.map(\.0))
        }
        return common.count == root.count ? nil : "/" + common.joined(separator: "/")
    }

    /// The names on an absolute path, without `.` and `..`.
    private static func steps(_ path: String) -> [Substring] {
        path.split(separator: "/").reduce(into: []) { steps, name in
            if name == ".." { _ = steps.popLast() } else if name != "." { steps.append(name) }
        }
    }

    /// Copies an image into the directory of the scene.
    ///
    /// No file is replaced: if there is another one of this name, the copy gets a number.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: its name, which gets the extension of the format if it has another one.
    ///   - format: its format.
    /// - Returns: the path of the copy, or of an equal file, relative to the directory.
    /// - Throws: an `ImageError` if the file cannot be written.
    func add(_ bytes: [UInt8], name: String, _ format: ImageFormat) throws(ImageError) -> String {
        var stem = Substring(name.drop { $0 == "." })
        var suffix = format.defaultExtension
        if let dot = stem.lastIndex(of: "."), ImageFormat(fileExtension: String(stem[dot...].dropFirst())) == format {
            (stem, suffix) = (stem[..<dot], String(stem[dot...]))
        }
        if stem.isEmpty { stem = "image" }
        for number in 1...Self.maximumCount {
            let copy = number == 1 ? "\(stem)\(suffix)" : "\(stem)-\(number)\(suffix)"
            if try System.create("\(path)/\(copy)", bytes) { return copy }
            let isRegular = System.isRegularFile("\(path)/\(copy)")
            if isRegular, try System.contents(ofFile: "\(path)/\(copy)", limit: .max) == bytes { return copy }
        }
        throw ImageError(.exists, "there are too many images of this name", file: name)
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
