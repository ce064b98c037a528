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
