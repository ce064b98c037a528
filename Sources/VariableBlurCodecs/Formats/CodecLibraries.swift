internal import CImageCodecs

/// The libraries that read and write files.
public enum CodecLibraries {
    /// Their names and versions.
    public static var versions: [(name: String, version: String)] {
        unsafe [
            ("libpng", String(cString: version_of_libpng())), ("libjpeg", String(cString: version_of_libjpeg())),
            ("zlib", String(cString: version_of_zlib())),
        ]
    }
}
