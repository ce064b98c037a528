/// A well-known file format that is neither read nor written, so that messages can name it.
package struct UnsupportedFormat: Sendable {
    /// The name for people, for example `GIF`.
    package let name: String
    /// The indefinite article of the name.
    let article: String
    /// Whether files contain frames, which are blurred one by one from a pipe.
    package let isVideo: Bool
    /// The file extensions in lowercase, without a dot.
    private let fileExtensions: [String]
    /// Whether a file that begins with some bytes has the format.
    private let recognizes: @Sendable (FileStart) -> Bool

    private static let all = [
        UnsupportedFormat("GIF", ["gif"]) { $0.has("GIF87a") || $0.has("GIF89a") },
        UnsupportedFormat("TIFF", ["tif", "tiff"]) { start in
            ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { start.has($0) }
        },
        // The size of the header that follows the 14 bytes of the file header.
        UnsupportedFormat("BMP", ["bmp"]) { $0.has("BM") && $0.bytes.count > 17 && $0.has("\0\0\0", at: 15) },
        UnsupportedFormat("JPEG 2000", ["jp2"]) { $0.has([0xFF, 0x4F, 0xFF, 0x51]) || $0.has("jP  \r\n", at: 4) },
        UnsupportedFormat("Netpbm", ["pbm", "pgm", "ppm", "pnm"]) { start in
            // the number of the kind, white space, and a width or a comment
            guard start.has("P"), start.bytes.count > 3 else { return false }
            return UInt8(ascii: "1")...UInt8(ascii: "6") ~= start.bytes[1] && (9...13).contains(start.bytes[2])
                || UInt8(ascii: "1")...UInt8(ascii: "6") ~= start.bytes[1] && start.bytes[2] == 0x20
                    && (start.bytes[3] == UInt8(ascii: "#") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= start.bytes[3])
        },
        UnsupportedFormat("video", ["mp4", "mov", "m4v", "webm", "mkv", "avi"], isVideo: true) { start in
            ["ftypqt", "ftypisom", "ftypmp4", "ftypiso", "ftypM4V", "ftypavc1"].contains { start.has($0, at: 4) }
                || start.has([0x1A, 0x45, 0xDF, 0xA3]) || start.has("RIFF") && start.has("AVI ", at: 8)
        },
        UnsupportedFormat("PDF", ["pdf"]) { $0.has("%PDF-") },
        UnsupportedFormat("SVG", article: "an", ["svg"]) { $0.rootElement == "svg" },
    ]

    private init(
        _ name: String, article: String = "a", _ fileExtensions: [String], isVideo: Bool = false,
        recognizes: @escaping @Sendable (FileStart) -> Bool
    ) {
        (self.name, self.article, self.fileExtensions) = (name, article, fileExtensions)
        (self.isVideo, self.recognizes) = (isVideo, recognizes)
    }

    /// How a video is blurred.
    package static let videoRemedy =
        "blur its frames: ffmpeg -i in.mp4 -f yuv4mpegpipe - | varblur --y4m | ffmpeg -i - out.mp4"

    /// The format of a file of another kind than the supported ones; `nil` if it is not a well-known one.
    ///
    /// - Parameter start: the first bytes of the file.
    init?(recognizing start: FileStart) {
        guard let format = Self.all.first(where: { $0.recognizes(start) }) else { return nil }
        self = format
    }

    /// The format with a file extension; `nil` if it is a supported format, or not a well-known one.
    ///
    /// - Parameter fileExtension: the extension without a dot, in upper or lower case.
    package init?(fileExtension: String) {
        // Comparing with a long name may take long, if it is not normalized
        guard fileExtension.utf8.count <= 4, let format = Self.all.first(where: { $0.has(fileExtension) }) else {
            return nil
        }
        self = format
    }

    private func has(_ fileExtension: String) -> Bool { fileExtensions.contains(fileExtension.lowercased()) }
}
