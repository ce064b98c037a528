/// The trade-off between time and size for a PNG output.
///
/// The compression does not affect the pixels, which are always lossless.
public enum PNGCompression: String, CaseIterable, Sendable, Hashable, Codable {
    /// Takes about as long as decoding.
    case fast

    /// About as small as libpng's default, in a fraction of its time.
    case `default`

    /// As small as is practical, in many times the time of `default`.
    ///
    /// Compares many ways to compress each band of rows. Unblurred rows of a PNG input keep their compressed
    /// data only if it is at least as small.
    case small
}

/// The settings of the PNG encoder.
struct PNGEncoding: EncodingSettings {
    var compression: PNGCompression
}

extension ImageEncoding {
    /// PNG with the default compression.
    public static var png: ImageEncoding { .png(compression: .default) }

    /// PNG.
    public static func png(compression: PNGCompression) -> ImageEncoding {
        ImageEncoding(.png, PNGEncoding(compression: compression))
    }

    /// The settings, if the format is PNG.
    var png: PNGEncoding? { settings as? PNGEncoding }
}
