internal import CImageCodecs

/// The version shared by the libraries and the command, which are released together.
public enum ToolVersion {
    /// The semantic version, for example `1.2.3`.
    public static let text = "0.1.0"
}

/// The image and zlib libraries in use; ISA-L, libdeflate, and Expat, which are also linked, have no
/// entries.
public enum CodecLibraries {
    /// The names and versions of libpng, libjpeg, and zlib.
    public static var versions: [(name: String, version: String)] {
        unsafe [
            ("libpng", String(cString: version_of_libpng())), ("libjpeg", String(cString: version_of_libjpeg())),
            ("zlib", String(cString: version_of_zlib())),
        ]
    }
}
