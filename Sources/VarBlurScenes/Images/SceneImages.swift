internal import VarBlur
internal import VarBlurCodecs

/// The images of scenes: files that were read, and pictures of them that were scaled.
final class SceneImages {
    private let resources: SceneResources
    private let limits: ImageLimits
    private var files: [String: File] = [:]
    private var hashes: [String: String] = [:]
    private var fonts: [String: (path: String, hash: String)] = [:]
    /// The pictures that were used last, the latest at the end.
    private var pictures: [(key: Key, picture: Surface)] = []

    /// A file of an image.
    enum File {
        /// An image of pixels.
        case pixels(LoadedImageFile)
        /// An SVG file.
        case drawing(SVGFile)
    }

    /// A part of an image in some size.
    private struct Key: Hashable {
        let image: String
        let part: Rectangle
        let width: Int
        let height: Int
    }

    /// The most memory of pictures that are kept, in bytes.
    static let keptBytes = 256 << 20

    init(_ resources: SceneResources, _ limits: ImageLimits) { (self.resources, self.limits) = (resources, limits) }

    /// Reads a file and its header, once.
    ///
    /// - Parameters:
    ///   - name: the path or name of the image.
    ///   - path: the path of the member that names it.
    /// - Returns: the file.
    /// - Throws: an error with the code `missingImage`, `invalidImage`, `timeout`, or `outOfMemory`.
    @discardableResult
    func file(_ name: String, path: String = "") throws(SceneError) -> File {
        if let file = files[name] { return file }
        do throws(ImageError) {
            guard !name.contains("://") else {
                throw ImageError(
                    .unreadable, "scenes load no images from the network", remedy: "download the image", file: name)
            }
            let known = resources.files[name].map { ImageSource.bytes($0) }
            guard let source = known ?? ImagePath(name, resources)?.source else {
                throw ImageError(
                    .unreadable, "the image lies outside of the directory to which images are confined",
                    remedy: "copy it there, or confine images to a directory that contains it", file: name)
            }
            let isDrawing = SVGFile.isName(name)
            let file: File =
                try isDrawing
                ? .drawing(Self.drawing(source, name, limits)) : .pixels(LoadedImageFile(source, limits: limits))
            files[name] = file
            return file
        } catch {
            throw SceneError(error, path: path)
        }
    }

    private static func drawing(
        _ source: ImageSource, _ name: String, _ limits: ImageLimits
    ) throws(ImageError) -> SVGFile {
        do {
            return try SVGFile(source, limits: limits)
        } catch {
            throw error.attributed(to: name)
        }
    }

    /// A file of fonts, which is opened by its path.
    ///
    /// - Parameters:
    ///   - name: the path of the file.
    ///   - path: the path of the member that names it.
    /// - Returns: the path in the file system, and the SHA-256 hash of the file.
    /// - Throws: an error with the code `missingImage`, `overLimit`, or `outOfMemory`.
    func font(_ name: String, path: String = "") throws(SceneError) -> (path: String, hash: String) {
        if let font = fonts[name] { return font }
        guard let source = ImagePath(name, resources)?.source else {
            throw SceneError(
                .missingImage, "the font lies outside of the directory to which images are confined", path: path)
        }
        do throws(ImageError) {
            let font = try source.pathAndHash(limits: limits)
            fonts[name] = font
            return font
        } catch {
            throw SceneError(error, path: path)
        }
    }

    /// The SHA-256 hash of a file.
    ///
    /// - Throws: an error with the code `missingImage`, `invalidImage`, or `outOfMemory`.
    func hash(_ name: String) throws(SceneError) -> String {
        if let hash = hashes[name] { return hash }
        let hash = try file(name).hash
        hashes[name] = hash
        return hash
    }

    /// A part of an image in some size, in sRGB.
    ///
    /// - Parameters:
    ///   - name: the path or name of the image.
    ///   - part: the part of the upright image in its pixels.
    ///   - width: the width of the result in pixels, at least 1.
    ///   - height: the height of the result in pixels, at least 1.
    /// - Returns: a picture of that size.
    /// - Throws: an error with the code `invalidImage` or `outOfMemory`.
    func picture(_ name: String, part: Rectangle, width: Int, height: Int) throws(SceneError) -> Surface {
        let key = Key(image: name, part: part, width: width, height: height)
        if let index = pictures.firstIndex(where: { $0.key == key }) {
            let entry = pictures.remove(at: index)
            pictures.append(entry)
            return entry.picture
        }
        makeRoom(for: 4 * width * height)
        let file: LoadedImageFile
        switch try self.file(name) {
        case .pixels(let pixels): file = pixels
        case .drawing(let drawing):
            let picture = try drawing.picture(part: part, width: width, height: height)
            if 4 * width * height <= Self.keptBytes { pictures.append((key, picture)) }
            return picture
        }
        let denominator = [8, 4, 2].first {
            part.width / Double($0) >= Double(width) && part.height / Double($0) >= Double(height)
        }
        let decoded = try decoded(file, name, reducedBy: denominator ?? 1)
        let scaleX = Double(decoded.width) / Double(file.header.uprightWidth)
        let scaleY = Double(decoded.height) / Double(file.header.uprightHeight)
        let region = SourceRegion(
            x: part.x * scaleX, y: part.y * scaleY, width: part.width * scaleX, height: part.height * scaleY)
        let premultiplied = try decoded.premultiplied()
        let scaled = try SceneError.wrapping { () throws(BlurError) in
            try premultiplied.resized(toWidth: width, height: height, from: region)
        }
        let picture = try ColorConversion(file.header).picture(scaled)
        if 4 * width * height <= Self.keptBytes { pictures.append((key, picture)) }
        return picture
    }

    /// Forgets pictures, the one that was not used for the longest time first.
    private func makeRoom(for byteCount: Int) {
        var kept = pictures.reduce(0) { $0 + 4 * $1.picture.width * $1.picture.height }
        while let first = pictures.first, kept + byteCount > Self.keptBytes {
            kept -= 4 * first.picture.width * first.picture.height
            pictures.removeFirst()
        }
    }

    /// The pixels of a file.
    func decoded(
        _ file: LoadedImageFile, _ name: String, reducedBy denominator: Int = 1
    ) throws(SceneError) -> PixelBuffer {
        do throws(ImageError) {
            return try file.decoded(reducedBy: denominator)
        } catch {
            throw SceneError(error.attributed(to: name), path: "")
        }
    }

    /// The size of an upright image in pixels.
    func size(_ name: String) throws(SceneError) -> Size {
        switch try file(name) {
        case .pixels(let file):
            return Size(width: Double(file.header.uprightWidth), height: Double(file.header.uprightHeight))
        case .drawing(let file): return file.size
        }
    }
}

extension SceneImages.File {
    /// The length of the file in bytes.
    var byteCount: Int {
        switch self {
        case .pixels(let file): file.byteCount
        case .drawing(let file): file.byteCount
        }
    }

    /// The SHA-256 hash of the file.
    var hash: String {
        switch self {
        case .pixels(let file): file.hash
        case .drawing(let file): file.hash
        }
    }

    /// The memory of the decoded image, in bytes.
    var decodedByteCount: Int {
        switch self {
        case .pixels(let file): file.header.width * file.header.height * file.header.pixelFormat.bytesPerPixel
        case .drawing(let file): file.documentByteCount
        }
    }
}
