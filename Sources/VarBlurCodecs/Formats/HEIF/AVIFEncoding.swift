/// The settings of the AVIF encoder.
struct AVIFEncoding: EncodingSettings {
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
    /// From this quality on, which may be that of all formats, colors have the resolution of the image.
    static let fullColorQuality = 90

    var compression: OutputCompression {
        OutputCompression(quality: quality, subsampling: hasFullColor ? "4:4:4" : "4:2:0")
    }

    var isValid: Bool { (0...100).contains(quality) && (0...9).contains(speed) }
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
        let hasFullColor = quality >= AVIFEncoding.fullColorQuality
        return ImageEncoding(.avif, AVIFEncoding(quality: quality, speed: speed, hasFullColor: hasFullColor))
    }

    /// The settings, if the format is AVIF.
    var avif: AVIFEncoding? { settings as? AVIFEncoding }
}
