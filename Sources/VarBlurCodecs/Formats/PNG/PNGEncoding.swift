/// The settings of the PNG encoder.
struct PNGEncoding: EncodingSettings {
    var effort: PNGCompression

    var compression: OutputCompression { OutputCompression(isLossless: true) }

    func check(_ plan: EncodingPlan) {}
}

extension ImageEncoding {
    /// PNG with the default compression.
    public static var png: ImageEncoding { .png(compression: .default) }

    /// PNG.
    public static func png(compression: PNGCompression) -> ImageEncoding {
        ImageEncoding(.png, PNGEncoding(effort: compression))
    }

    /// The settings, if the format is PNG.
    var png: PNGEncoding? { settings as? PNGEncoding }
}
