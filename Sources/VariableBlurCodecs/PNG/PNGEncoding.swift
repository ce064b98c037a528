/// The effort of PNG compression.
public enum PNGCompression: String, CaseIterable, Sendable, Hashable, Codable {
    /// As fast as decoding.
    case fast
    /// Nearly as small as the files of libpng, in a fraction of the time.
    case `default`
    /// As small as is reasonable, in a multiple of the time.
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
