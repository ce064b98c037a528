internal import CHelperMessages
internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// An SVG file in memory.
final class SVGFile {
    private let bytes: [UInt8]
    /// How long each step may take.
    private let time: Duration
    /// The SHA-256 hash of the file, as 64 hexadecimal digits.
    let hash: String
    /// The size in pixels: that of the file, or else that of its view box.
    let size: SceneSize

    /// The maximum length of a file, in bytes.
    static let greatestByteCount = 4 << 20
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
        time = limits.time ?? SVGProgram.greatestTime
        guard Self.isText(bytes) else {
            throw ImageError(
                .notAnImage, "the file is not an SVG file", remedy: "export it as uncompressed SVG in UTF-8")
        }
        if let known = Self.sizes.withLock({ [hash] sizes in sizes[hash] }) {
            size = known
            return
        }
        var task = svg_task()
        task.memory = UInt64(max(limits.memory, 0))
        let measured = try Self.perform(SVG_MEASURE, bytes, task, time: time) { (_, reply) throws(ImageError) in
            reply.size
        }
        guard measured.width > 0, measured.height > 0, max(measured.width, measured.height) <= Self.greatestSide else {
            throw ImageError(.unsupported, "the SVG file has no valid size", remedy: "give it a viewBox")
        }
        size = SceneSize(width: measured.width, height: measured.height)
        Self.sizes.withLock { [size, hash] sizes in
            if sizes.count == Self.greatestSizeCount { sizes.removeAll() }
            sizes[hash] = size
        }
    }

    /// The sizes of files by their hashes, because scenes of a batch use the same ones.
    private static let sizes = Mutex<[String: SceneSize]>([:])
    private static let greatestSizeCount = 1_000

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
    ///   - memory: how much memory drawing may take, in bytes; it gets as much as every drawing takes.
    ///   - time: how long drawing may take.
    /// - Returns: a picture of that size.
    /// - Throws: an error with the code `invalidImage`, `timeout`, `overLimit`, or `outOfMemory`.
    func picture(
        part: SceneRectangle, width: Int, height: Int, memory: Int, time: Duration
    ) throws(SceneError) -> Surface {
        let picture = try Surface(width: width, height: height)
        var task = svg_task()
        task.memory = UInt64(max(memory, documentByteCount + 8 * width * height))
        task.size = svg_size(width: size.width, height: size.height)
        task.part = svg_part(
            x: part.x, y: part.y, width: part.width, height: part.height, columns: UInt32(width), rows: UInt32(height))
        try SceneError.wrapping { () throws(ImageError) in
            try Self.perform(SVG_DRAW, bytes, task, time: min(time, self.time)) { (channel, reply) throws(ImageError) in
                guard reply.count == 4 * UInt64(width * height) else { throw Self.failure }
                try Self.receive(picture, from: channel)
            }
        }
        return picture
    }

    private static func receive(_ picture: Surface, from channel: HelperChannel) throws(ImageError) {
        try unsafe picture.pixels.withUnsafeMutablePixels { target throws(ImageError) in
            for y in unsafe 0..<target.layout.height {
                try unsafe channel.receive(
                    into: UnsafeMutableRawBufferPointer(
                        start: target.base + y * target.layout.bytesPerRow, count: 4 * target.layout.width))
            }
        }
    }

    /// Whether a file begins like XML: librsvg would also read compressed files, which can be of any length.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
        return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }

    /// Performs a task in another process, and takes its result.
    private static func perform<Result>(
        _ kind: svg_task_kind, _ bytes: [UInt8], _ task: svg_task, time: Duration,
        _ take: (HelperChannel, svg_reply) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do throws(ImageError) {
            let channel = try SVGProgram.start(
                kind, bytes, purpose: "draws SVG files", task, time: time, error: error)
            return try take(channel, try channel.reply(svg_reply()))
        } catch {
            guard error.code == .timeout else { throw error }
            throw ImageError(
                .timeout, "the SVG file takes too long to draw", remedy: "simplify it, or convert it to PNG")
        }
    }

    private static let failure = ImageError(.fault, "the SVG file was not drawn")

    /// The error for a failure of the other process.
    private static func error(_ failure: HelperFailure) -> ImageError {
        switch failure.kind {
        case HELPER_NO_LIBRARY:
            ImageError(
                .unavailable, "SVG files are drawn with librsvg, which is not installed",
                remedy: "install it (on Debian, librsvg2-2), or convert the file to PNG")
        case HELPER_BROKEN_LIBRARY:
            ImageError(
                .unavailable, "librsvg, which draws SVG files, cannot be loaded: \(failure.text)",
                remedy: "install it again (on Debian, librsvg2-2), or convert the file to PNG")
        case HELPER_UNSUPPORTED: ImageError(.unsupported, "the SVG file has no size", remedy: "give it a viewBox")
        case HELPER_OUT_OF_MEMORY:
            ImageError(
                .overLimit, "drawing the SVG file takes more memory than the limit leaves",
                remedy: "raise the limit, or simplify the file", reason: .memoryLimit)
        case HELPER_CRASH where failure.text.isEmpty: ImageError(.fault, "the program that draws SVG files has stopped")
        case HELPER_CRASH:
            ImageError(
                .damaged, "drawing the SVG file stopped unexpectedly: \(failure.text)",
                remedy: "simplify it, or convert it to PNG")
        case HELPER_DAMAGED:
            ImageError(.damaged, "the SVG file cannot be drawn", remedy: "check whether a browser shows it")
        case HELPER_OVER_LIMIT:
            ImageError(.overLimit, "drawing the SVG file takes too long", remedy: "simplify it, or convert it to PNG")
        default: self.failure
        }
    }
}
