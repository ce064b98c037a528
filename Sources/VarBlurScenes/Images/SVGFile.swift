internal import CSceneLibraries
internal import LibC
internal import VarBlur
internal import VarBlurCodecs

/// An SVG file in memory.
final class SVGFile {
    private let bytes: [UInt8]
    /// How long each step may take, in seconds.
    private let time: Double
    /// The SHA-256 hash of the file, as 64 hexadecimal digits.
    let hash: String
    /// The size in pixels: that of the file, or else that of its view box.
    let size: Size

    /// The maximum length of a file, in bytes.
    static let greatestByteCount = 4 << 20
    /// How long reading or drawing a file may take, in seconds.
    private static let greatestTime = 10.0
    /// The maximum width and height, in pixels.
    private static let greatestSide = 1_000_000.0

    /// Whether the name of a file is that of an SVG file.
    static func isName(_ name: String) -> Bool {
        DataURI.isName(name)
            ? DataURI.isSVG(name) : String(decoding: name.utf8.suffix(4), as: UTF8.self).lowercased() == ".svg"
    }

    /// Reads a file and its size.
    ///
    /// - Parameters:
    ///   - source: where the file comes from.
    ///   - limits: the limits of images; a file is at most ``greatestByteCount`` long.
    /// - Throws: an error with the name of the file.
    init(_ source: ImageSource, limits: ImageLimits) throws(ImageError) {
        var limits = limits
        limits.inputBytes = min(limits.inputBytes, Self.greatestByteCount)
        (bytes, hash) = try source.bytesAndHash(limits: limits, formats: "SVG")
        time = min(limits.time.map { $0 / .seconds(1) } ?? Self.greatestTime, Self.greatestTime)
        guard Self.isText(bytes) else {
            throw ImageError(
                .notAnImage, "the file is not an SVG file", remedy: "export it as uncompressed SVG in UTF-8")
        }
        var size = svg_size()
        try Self.check(unsafe svg_image_measure(bytes, bytes.count, time, &size))
        guard size.width > 0, size.height > 0, max(size.width, size.height) <= Self.greatestSide else {
            throw ImageError(.unsupported, "the SVG file has no valid size", remedy: "give it a viewBox")
        }
        self.size = Size(width: size.width, height: size.height)
    }

    /// The length of the file in bytes.
    var byteCount: Int { bytes.count }

    /// An upper bound on the memory of what the file describes, in bytes, without pixels.
    var documentByteCount: Int { 64 * bytes.count }

    /// Draws a part of the image.
    ///
    /// - Parameters:
    ///   - part: the part, in pixels of the image.
    ///   - width: the width of the result in pixels, at least 1.
    ///   - height: the height of the result in pixels, at least 1.
    /// - Returns: a picture of that size.
    /// - Throws: an error with the code `invalidImage`, `timeout`, or `outOfMemory`.
    func picture(part: Rectangle, width: Int, height: Int) throws(SceneError) -> Surface {
        let picture = try Surface(width: width, height: height)
        let place = svg_part(
            x: part.x, y: part.y, width: part.width, height: part.height, columns: Int32(width), rows: Int32(height))
        let whole = svg_size(width: size.width, height: size.height)
        var pixels = unsafe UnsafeMutablePointer<UInt8>?(nil)
        do throws(ImageError) {
            try Self.check(unsafe svg_image_draw(bytes, bytes.count, time, whole, place, &pixels))
        } catch {
            throw SceneError(error)
        }
        guard let drawn = unsafe pixels else { return picture }
        defer { unsafe free(drawn) }
        unsafe picture.pixels.withUnsafeMutablePixels { target in
            for y in 0..<height {
                unsafe (target.base + y * target.layout.bytesPerRow).copyMemory(
                    from: drawn + 4 * width * y, byteCount: 4 * width)
            }
        }
        return picture
    }

    /// Whether a file begins like XML: librsvg would also read compressed files, which can be of any length.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
        return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }

    private static func check(_ status: svg_status) throws(ImageError) {
        switch status {
        case SVG_OK: return
        case SVG_NO_LIBRARY:
            throw ImageError(
                .unavailable, "SVG files are drawn with librsvg, which is not installed",
                remedy: "install it (on Debian, librsvg2-2), or convert the file to PNG")
        case SVG_NO_SIZE:
            throw ImageError(.unsupported, "the SVG file has no size", remedy: "give it a viewBox")
        case SVG_TIMEOUT:
            throw ImageError(
                .timeout, "the SVG file takes too long to draw", remedy: "simplify it, or convert it to PNG")
        case SVG_NO_MEMORY: throw ImageError(.outOfMemory, "not enough memory for an SVG file")
        default:
            throw ImageError(.damaged, "the SVG file cannot be drawn", remedy: "check whether a browser shows it")
        }
    }
}
