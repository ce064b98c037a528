internal import CHelperMessages
internal import CVarBlurPlatform
internal import VarBlurLibC
internal import Synchronization
internal import VarBlurCodecs

/// A file of fonts that Fontconfig can read: the file itself, or one in memory with what a web font (WOFF or WOFF2) contains.
final class FontFile {
    /// The path of the file, as long as this object exists.
    let path: String
    private let memoryFile: CInt?

    /// The greatest length of what a web font contains, in bytes.
    private static let greatestByteCount = 64 << 20
    /// How much memory unpacking one may take, in bytes.
    private static let memory = 4 * greatestByteCount

    /// Unpacks a file if it is a web font.
    ///
    /// - Throws: an error with the name of the file.
    init(_ path: String) throws(ImageError) {
        do throws(ImageError) {
            guard let format = Self.webFormat(of: path) else {
                var limits = ImageLimits()
                limits.inputBytes = .max
                try Self.check(ImageSource.file(path: path).bytesAndHash(limits: limits, formats: "font").bytes)
                (self.path, memoryFile) = (path, nil)
                return
            }
            let font = try Self.unpacked(path, format)
            try Self.check(font)
            (self.path, memoryFile) = try Self.file(of: font)
        } catch {
            throw error.attributed(to: path)
        }
    }

    deinit { if let memoryFile { close(memoryFile) } }

    private static func check(_ file: [UInt8]) throws(ImageError) {
        guard let fonts = FontTables.fonts(in: file) else {
            throw ImageError(
                .overLimit, "the file has more than \(FontTables.greatestCount) fonts", remedy: "choose another font")
        }
        guard !fonts.contains(where: CompositeGlyphs.exceedLimit) else {
            throw ImageError(
                .overLimit,
                "a glyph of the font consists of more than \(CompositeGlyphs.greatestCount) others, or of itself",
                remedy: "choose another font")
        }
        guard !fonts.contains(where: GlyphPictures.exceedLimit) else {
            throw ImageError(
                .overLimit, "the pictures of the font's glyphs have too many pixels", remedy: "choose another font")
        }
    }

    /// The format of a web font by its first bytes; `nil` for other files.
    private static func webFormat(of path: String) -> String? {
        let descriptor = unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: 4)
        guard unsafe read(descriptor, &start, start.count) == start.count else { return nil }
        return ["wOFF": "WOFF", "wOF2": "WOFF2"][String(decoding: start, as: UTF8.self)]
    }

    private static func unpacked(_ path: String, _ format: String) throws(ImageError) -> [UInt8] {
        var limits = ImageLimits()
        limits.inputBytes = greatestByteCount
        let (file, _) = try ImageSource.file(path: path).bytesAndHash(limits: limits, formats: format)
        var task = svg_task()
        (task.memory, task.font_limit) = (UInt64(memory), UInt64(greatestByteCount))
        let channel = try SVGProgram.start(
            SVG_UNPACK_FONT, file, purpose: "unpacks \(format) files", task, time: SVGProgram.greatestTime
        ) { failure in error(failure, format) }
        let reply = try channel.reply(svg_reply())
        guard reply.count <= UInt64(greatestByteCount) else {
            throw ImageError(.fault, "the \(format) file was not unpacked")
        }
        return try channel.receive(Int(reply.count))
    }

    private static func error(_ failure: HelperFailure, _ format: String) -> ImageError {
        let remedy = "convert it to TrueType or OpenType"
        return switch failure.kind {
        case HELPER_NO_LIBRARY:
            ImageError(
                .unavailable, "FreeType, which unpacks \(format) files, is not installed",
                remedy: "install it (on Debian, libfreetype6)")
        case HELPER_BROKEN_LIBRARY:
            ImageError(
                .unavailable, "FreeType, which unpacks \(format) files, cannot be loaded: \(failure.text)",
                remedy: "install it again (on Debian, libfreetype6)")
        case HELPER_NO_CODEC:
            ImageError(
                .unavailable, "FreeType cannot unpack \(format) files, because it was built without their compression",
                remedy: remedy)
        case HELPER_OVER_LIMIT, HELPER_OUT_OF_MEMORY:
            ImageError(
                .overLimit, "the \(format) file contains more than \(greatestByteCount >> 20) MiB", remedy: remedy)
        case HELPER_CRASH where failure.text.isEmpty:
            ImageError(.fault, "the program that unpacks \(format) files has stopped")
        case HELPER_DAMAGED, HELPER_UNSUPPORTED, HELPER_CRASH:
            ImageError(.damaged, "the \(format) file is damaged", remedy: ImageError.fetchAgain)
        default: ImageError(.fault, "the \(format) file was not unpacked")
        }
    }

    // MARK: - Files in memory

    /// Writes bytes into a file in memory.
    private static func file(of bytes: [UInt8]) throws(ImageError) -> (path: String, descriptor: CInt) {
        let descriptor = memory_file_open()
        guard descriptor >= 0 else {
            throw ImageError(.outOfMemory, "cannot create a file in memory: \(SystemError.text)")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || count < 0 && errno == EINTR else {
                defer { close(descriptor) }
                throw ImageError(.outOfMemory, "cannot write a file in memory: \(SystemError.text)")
            }
            rest = rest.dropFirst(max(count, 0))
        }
        return (uniquePath(of: descriptor), descriptor)
    }

    private static let fileCount = Atomic<Int>(0)

    /// A path of an open file that no other file of this process had.
    ///
    /// Cairo keeps fonts by their paths, also after their files were closed; the number of a descriptor is used again.
    private static func uniquePath(of descriptor: CInt) -> String {
        #if os(Linux)
            let directory = "/proc/self"
        #else
            let directory = "/dev"
        #endif
        let number = String(fileCount.add(1, ordering: .relaxed).newValue, radix: 2)
        return directory + number.map { $0 == "1" ? "/." : "/" }.joined() + "/fd/\(descriptor)"
    }
}
