/// The quality of a WebP output.
public enum WebPQuality: Sendable, Hashable, Codable {
    /// Lossy compression: 0 is the smallest and 100 the best.
    case lossy(Int)
    /// Every pixel is stored exactly.
    case lossless

    /// The default quality of an output for inputs that are not lossless: `lossy(80)`.
    ///
    /// WebP files do not record the quality they were encoded with.
    public static let `default` = WebPQuality.lossy(80)

    /// Whether the quality is in its range.
    var isValid: Bool {
        switch self {
        case .lossy(let quality): (0...100).contains(quality)
        case .lossless: true
        }
    }
}

/// The settings of the WebP encoder.
struct WebPEncoding: EncodingSettings {
    var quality: WebPQuality
}

extension ImageEncoding {
    /// WebP.
    public static func webP(_ quality: WebPQuality) -> ImageEncoding {
        ImageEncoding(.webP, WebPEncoding(quality: quality))
    }

    /// The settings, if the format is WebP.
    var webP: WebPEncoding? { settings as? WebPEncoding }
}
