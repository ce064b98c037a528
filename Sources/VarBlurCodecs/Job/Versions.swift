internal import CImageCodecs

/// The version shared by the libraries and the command, which are released together.
public enum ToolVersion {
    /// The semantic version, for example `1.2.3`.
    public static let text = "0.1.0"
}

/// The libraries in use that read or write files.
package enum CodecLibraries {
    /// The names and versions of libpng, libjpeg, libwebp, zlib, ISA-L, libdeflate, and Expat.
    package static var versions: [(name: String, version: String)] {
        let webP = version_of_libwebp()
        return unsafe [
            ("libpng", String(cString: version_of_libpng())), ("libjpeg", String(cString: version_of_libjpeg())),
            ("libwebp", "\(webP >> 16).\(webP >> 8 & 0xFF).\(webP & 0xFF)"),
            ("zlib", String(cString: version_of_zlib())), ("isa-l", String(cString: version_of_isal())),
            ("libdeflate", String(cString: version_of_libdeflate())), ("expat", XMLParser.libraryVersion),
        ]
    }
}
