internal import CImageCodecs

/// The version shared by the libraries and the command, which are released together.
public enum ToolVersion {
    /// The semantic version, for example `1.2.3`.
    public static let text = "0.1.0"
}

/// The image and zlib libraries in use; ISA-L, libdeflate, and Expat, which are also linked, have no
/// entries.
public enum CodecLibraries {
    /// The names and versions of libpng, libjpeg, libwebp, and zlib.
    public static var versions: [(name: String, version: String)] {
        let webP = version_of_libwebp()
        return unsafe [
            ("libpng", String(cString: version_of_libpng())), ("libjpeg", String(cString: version_of_libjpeg())),
            ("libwebp", "\(webP >> 16).\(webP >> 8 & 0xFF).\(webP & 0xFF)"),
            ("zlib", String(cString: version_of_zlib())),
        ]
    }
}
