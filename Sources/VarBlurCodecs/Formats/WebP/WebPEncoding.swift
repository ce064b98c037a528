/// The settings of the WebP encoder.
struct WebPEncoding: EncodingSettings {
    var quality: WebPQuality

    func check(_ plan: EncodingPlan) throws(ImageError) {
        if case .lossy(let quality) = quality { try ImageError.check("WebP quality", quality, in: 0...100) }
    }

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

extension QualityScale {
    static let webP = QualityScale(points: [
        (1, 1), (30, 29), (40, 43), (50, 57), (60, 67), (65, 75), (70, 78), (75, 81), (80, 84), (85, 88), (90, 93),
        (95, 98), (100, 100),
    ])
}
