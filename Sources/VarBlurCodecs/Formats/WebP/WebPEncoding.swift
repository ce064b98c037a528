/// The settings of the WebP encoder.
struct WebPEncoding: EncodingSettings {
    var quality: WebPQuality

    var compression: OutputCompression {
        switch quality {
        case .lossless: OutputCompression(isLossless: true)
        case .lossy(let quality): OutputCompression(quality: quality, subsampling: "4:2:0")
        }
    }
}

extension ImageEncoding {
    /// WebP.
    public static func webP(_ quality: WebPQuality) -> ImageEncoding {
        ImageEncoding(.webP, WebPEncoding(quality: quality))
    }

    /// The settings, if the format is WebP.
    var webP: WebPEncoding? { settings as? WebPEncoding }
}
