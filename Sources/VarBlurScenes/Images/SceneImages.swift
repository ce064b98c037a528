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
    /// How much memory another process may take that draws an SVG file, in bytes.
    var drawingMemory: Int
    /// How long drawing all SVG files of a scene may still take.
    private var drawingTime = SVGProgram.greatestTotalTime

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
        let crop: Crop?
        let part: SceneRectangle
        let width: Int
        let height: Int
    }

    /// The most memory of pictures that are kept, in bytes.
    static let keptBytes = 256 << 20

    init(_ resources: SceneResources, _ limits: ImageLimits) {
        (self.resources, self.limits) = (resources, limits)
        drawingMemory = limits.memory
    }

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
            let inline: ImageSource? = DataURI.isName(name) ? .bytes(try DataURI(name).bytes) : nil
            guard inline != nil || !name.hasPrefix("file://") else {
                throw ImageError(
                    .unreadable, "scenes name files by their paths", remedy: "leave out file://", file: name)
            }
            guard inline != nil || !name.contains("://") else {
                throw ImageError(
                    .unreadable, "scenes load no images from the network", remedy: "download the image", file: name)
            }
            let known = inline ?? resources.files[name].map { ImageSource.bytes($0) }
            guard let source = known ?? ImagePath(name, resources)?.source else {
                guard resources.directory != nil else {
                    throw ImageError(
                        .unreadable, "this program lets scenes name no files", remedy: "embed the image as a data: URI",
                        file: name)
                }
                if let mistake = ImagePath.mistake(resources) {
                    throw ImageError(.unreadable, mistake, remedy: "create it, or choose another", file: name)
                }
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
            throw error.attributed(to: DataURI.label(name))
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
            let cause =
                resources.directory == nil
                ? "this program lets scenes name no files"
                : ImagePath.mistake(resources)
                    ?? "the font lies outside of the directory to which images are confined"
            throw SceneError(.missingImage, cause, path: path)
        }
        do throws(ImageError) {
            let font = try source.pathAndHash(limits: limits)
            fonts[name] = font
            return font
        } catch {
            throw SceneError(error, path: path)
        }
    }

    /// The path of the file that a name stands for; `nil` for a file in memory.
    func path(_ name: String) -> String? {
        guard !DataURI.isName(name), resources.files[name] == nil else { return nil }
        return switch ImagePath(name, resources)?.source {
        case .file(let path): path
        case .fileInTree(let tree, let path): PathName.joined(tree, path)
        case .standardInput, .bytes, nil: nil
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
    ///   - image: the image, and the part of it that is kept.
    ///   - part: the part in pixels of the upright image that is kept.
    ///   - width: the width of the result in pixels, at least 1.
    ///   - height: the height of the result in pixels, at least 1.
    /// - Returns: a picture of that size, which does not depend on pixels that are not kept.
    /// - Throws: an error with the code `invalidImage` or `outOfMemory`, or one of the crop.
    func picture(_ image: CroppedImage, part: SceneRectangle, width: Int, height: Int) throws(SceneError) -> Surface {
        let key = Key(image: image.name, crop: image.crop, part: part, width: width, height: height)
        if let index = pictures.firstIndex(where: { $0.key == key }) {
            let entry = pictures.remove(at: index)
            pictures.append(entry)
            return entry.picture
        }
        makeRoom(for: 4 * width * height)
        let kept = try bounds(image)
        let part = SceneRectangle(x: kept.x + part.x, y: kept.y + part.y, width: part.width, height: part.height)
        let picture: Surface
        switch try file(image.name) {
        case .pixels(let file):
            let crop = kept.region.rounded
            picture = Surface(
                try decoding(image.name) { () throws(ImageError) in
                    try file.picture(part.region, of: crop, width: width, height: height)
                })
        case .drawing(let drawing):
            picture = try self.picture(drawing, part, width, height)
        }
        if 4 * width * height <= Self.keptBytes { pictures.append((key, picture)) }
        return picture
    }

    /// Begins to draw a scene.
    ///
    /// - Parameter memory: how much memory another process may take that draws an SVG file, in bytes.
    func beginScene(drawingMemory memory: Int) { (drawingMemory, drawingTime) = (memory, SVGProgram.greatestTotalTime) }

    /// A part of an SVG file, drawn in the time that is left for all of them.
    func picture(
        _ drawing: SVGFile, _ part: SceneRectangle, _ width: Int, _ height: Int
    ) throws(SceneError) -> Surface {
        let start = Instant.now
        defer { drawingTime -= Instant.now - start }
        return try drawing.picture(
            part: part, width: width, height: height, memory: drawingMemory,
            time: max(drawingTime, .milliseconds(1)))
    }

    /// An image as a mask: its alpha if any pixel is not opaque, and otherwise its luma.
    ///
    /// - Parameters:
    ///   - name: the path or name of the image.
    ///   - width: the width in pixels at which an SVG file is drawn, at least 1.
    ///   - height: the height in pixels at which an SVG file is drawn, at least 1.
    ///   - isInverted: whether the mask is inverted.
    /// - Returns: the mask.
    /// - Throws: an error with the code `invalidImage`, `timeout`, or `outOfMemory`.
    func mask(_ name: String, width: Int, height: Int, isInverted: Bool) throws(SceneError) -> AlphaMask {
        switch try checkMask(name) {
        case .pixels(let file):
            let name = MaskName(name)
            return try decoding(name.file) { () throws(ImageError) in
                guard let plane = name.plane else { return try file.mask(isInverted: isInverted) }
                return try file.mask(plane, isInverted: isInverted)
            }
        case .drawing(let file):
            let whole = SceneRectangle(x: 0, y: 0, width: file.size.width, height: file.size.height)
            let pixels = [UInt8](try picture(file, whole, width, height).pixels)
            let starts = stride(from: 0, to: pixels.count, by: 4)
            // opaque pixels are the same with and without premultiplied alpha
            let isOpaque = starts.allSatisfy { pixels[$0 + 3] == .max }
            let samples = starts.map { start in
                isOpaque ? Luma.of(pixels[start + 2], pixels[start + 1], pixels[start]) : pixels[start + 3]
            }
            return try SceneError.wrapping(
                AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted))
        }
    }

    /// Reads the header of a mask, and finds the images in a photo of which it is made.
    ///
    /// - Throws: an error with the code `missingImage`, `invalidImage`, or `outOfMemory`.
    @discardableResult
    func checkMask(_ name: String, path: String = "") throws(SceneError) -> File {
        let name = MaskName(name)
        let file = try file(name.file, path: path)
        try decoding(name.file, path: path) { () throws(ImageError) in
            switch (file, name.plane) {
            case (.pixels(let photo), let plane?): try photo.check(plane)
            case (.pixels(let pixels), nil):
                guard pixels.header.pixelFormat.channels == .cmyk else { return }
                throw ImageError(.unsupported, "a CMYK image cannot be a mask", remedy: "convert it to gray first")
            case (.drawing, let plane):
                guard plane != nil else { return }
                throw ImageError(
                    .unsupported, "an SVG file tells neither subject nor depth", remedy: "use a photo that does")
            }
        }
        return file
    }

    /// Forgets pictures, the one that was not used for the longest time first.
    private func makeRoom(for byteCount: Int) {
        var kept = pictures.reduce(0) { $0 + 4 * $1.picture.width * $1.picture.height }
        while let first = pictures.first, kept + byteCount > Self.keptBytes {
            kept -= 4 * first.picture.width * first.picture.height
            pictures.removeFirst()
        }
    }

    /// Decodes a file, which errors name.
    private func decoding<Result: ~Copyable>(
        _ name: String, path: String = "", _ body: () throws(ImageError) -> Result
    ) throws(SceneError) -> Result {
        do throws(ImageError) {
            return try body()
        } catch {
            throw SceneError(error.attributed(to: DataURI.label(name)), path: path)
        }
    }

    /// The size of what is kept of an upright image, in pixels.
    ///
    /// - Throws: an error with the code `missingImage`, `invalidImage`, `timeout`, or `outOfMemory`, or one of the crop.
    func size(_ image: CroppedImage) throws(SceneError) -> SceneSize {
        let bounds = try bounds(image)
        return SceneSize(width: bounds.width, height: bounds.height)
    }

    /// What is kept of an upright image, in its pixels.
    private func bounds(_ image: CroppedImage) throws(SceneError) -> SceneRectangle {
        let size: SceneSize
        switch try file(image.name, path: image.path(of: "image")) {
        case .pixels(let file):
            size = SceneSize(width: Double(file.header.uprightWidth), height: Double(file.header.uprightHeight))
        case .drawing(let file): size = file.size
        }
        guard let crop = image.crop else { return SceneRectangle(x: 0, y: 0, width: size.width, height: size.height) }
        // a drawing may have fractions of pixels
        let (width, height) = (max(size.width.rounded(), 1), max(size.height.rounded(), 1))
        do throws(BlurError) {
            let region = try crop.region(width: Int(width), height: Int(height))
            let (scaleX, scaleY) = (size.width / width, size.height / height)
            return SceneRectangle(
                x: Double(region.x) * scaleX, y: Double(region.y) * scaleY, width: Double(region.width) * scaleX,
                height: Double(region.height) * scaleY)
        } catch {
            throw SceneError(.invalidScene, error.message, path: image.path(of: "crop"))
        }
    }
}

extension SceneRectangle {
    /// The rectangle as a part of an image.
    fileprivate var region: SourceRegion { SourceRegion(x: x, y: y, width: width, height: height) }
}

extension SceneImages.File {
    /// The number of stored pixels; 0 for a drawing.
    var pixelCount: Double {
        switch self {
        case .pixels(let file): Double(file.header.width) * Double(file.header.height)
        case .drawing: 0
        }
    }

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
