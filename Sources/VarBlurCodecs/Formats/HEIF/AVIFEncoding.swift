internal import CHEIFMessages
internal import VarBlur

/// The settings of the AVIF encoder.
struct AVIFEncoding: HelperEncoding {
    /// From 0 (smallest) to 100 (best).
    var quality: Int
    /// From 0 (smallest file) to 9 (least time).
    var speed: Int
    /// The number of bits of samples that have more than 8.
    var wideBitCount = wideBitCounts[0]
    /// Whether colors have the resolution of the image.
    var hasFullColor = false

    static let defaultQuality = 60
    static let defaultSpeed = 7
    /// AVIF's profiles have up to 10 bits; only inputs of 12 bits keep these.
    static let wideBitCounts = [10, 12]

    var compression: OutputCompression {
        OutputCompression(quality: quality, subsampling: hasFullColor ? "4:4:4" : "4:2:0")
    }

    func check(_ plan: EncodingPlan) throws(ImageError) {
        try ImageError.check("AVIF quality", quality, in: 0...100)
        try ImageError.check("speed of the AVIF encoder", speed, in: 0...9)
    }

    func describe(_ task: inout heif_task) {
        task.depth = task.is_wide ? UInt32(wideBitCount) : 8
        task.quality = UInt32(quality)
        task.has_full_color = hasFullColor
        task.speed = UInt32(speed)
    }

    /// An upper bound on the memory of the encoder in bytes.
    ///
    /// The numbers of bytes per pixel are those of random pixels, rounded up.
    static func byteCount(_ plan: EncodingPlan) -> Int {
        let settings = plan.encoding.avif
        let isWide = plan.pixelFormat.depth == .sixteen
        let hasFullColor = settings?.hasFullColor ?? false
        let colorBytes = hasFullColor ? (isWide ? 76 : 54) : (isWide ? 42 : 30)
        // alpha is compressed without loss
        let alphaBytes = plan.pixelFormat.channels.hasAlpha ? (isWide ? 20 : 16) : 0
        let byteCount = fixedByteCount + plan.paddedPixelCount * (colorBytes + alphaBytes)
        // the encoder then looks at more choices
        return settings?.speed ?? 0 < 7 ? byteCount * 3 / 2 : byteCount
    }

    private static let fixedByteCount = 24 << 20
}

extension ImageEncoding {
    /// AVIF, compressed by the encoder that the system's libheif has.
    ///
    /// Samples of 16 bits are stored with 10.
    ///
    /// - Parameters:
    ///   - quality: from 0 (smallest) to 100 (best).
    ///   - speed: from 0 (smallest file) to 9 (least time).
    /// - Returns: the encoding; a number out of range is reported when it is used.
    public static func avif(quality: Int = 60, speed: Int = 7) -> ImageEncoding {
        let hasFullColor = quality >= OutputSettings.fullChromaQuality
        return ImageEncoding(.avif, AVIFEncoding(quality: quality, speed: speed, hasFullColor: hasFullColor))
    }

    /// The settings, if the format is AVIF.
    var avif: AVIFEncoding? { settings as? AVIFEncoding }
}

extension QualityScale {
    static let avif = QualityScale(points: [
        (1, 10), (30, 40), (40, 46), (50, 51), (60, 54), (65, 57), (70, 59), (75, 64), (80, 70), (85, 77), (90, 84),
        (95, 88), (100, 100),
    ])
}
