/// The format, the encoding, and the metadata of an output.
public struct OutputSettings: Sendable, Hashable {
    /// The format; `nil` for the format of the input.
    public var format: ImageFormat?
    /// The quality of a lossy output in any format, 1 to 100, on the scale of JPEG; `nil` for the default of the format.
    ///
    /// Equal numbers look about alike in all formats. ``jpegQuality``, ``webPQuality``, ``avifQuality``, and ``jxlQuality`` override it, and
    /// are on the scales of their encoders.
    public var quality: Int?
    /// The JPEG quality, 1 to 100; `nil` for ``quality``, else the quantization tables of a JPEG input, or 90 for other inputs.
    public var jpegQuality: Int?
    /// Whether low frequencies are quantized more finely in a JPEG output made from a JPEG input; ignored with
    /// ``quality`` or ``jpegQuality``.
    public var jpegSmoothing = JPEGSmoothing.auto
    /// Whether JPEG outputs are progressive; `nil` for the mode of the input, which is progressive only for progressive JPEG
    /// inputs.
    public var jpegIsProgressive: Bool?
    /// Whether a newly encoded JPEG output has Huffman codes of its own, whatever its size.
    ///
    /// Small and progressive outputs always have them. Others are about 3% smaller then, and are held as coefficients.
    public var jpegOptimizesCodes = false
    /// The effort of PNG compression.
    public var pngCompression = PNGCompression.default
    /// The quality of a WebP output; `nil` for ``quality``, else a lossless output of a lossless input that is not resized, and beside
    /// which there is no lossy output of the same job, or ``WebPQuality/default``.
    public var webPQuality: WebPQuality?
    /// The quality of an AVIF output, 0 to 100; `nil` for ``quality``, else 60.
    public var avifQuality: Int?
    /// The speed of the AVIF encoder, from 0 (smallest file) to 9 (least time); `nil` for 7.
    public var avifSpeed: Int?
    /// The quality of a JPEG XL output: 0 to 99, or 100 for a lossless output; `nil` for ``quality``, else lossless under the conditions of
    /// ``webPQuality``, or 90.
    public var jxlQuality: Int?
    /// The effort of the JPEG XL encoder, from 1 (least time) to 9 (smallest file); `nil` for 7, or 3 for a lossless output.
    public var jxlEffort: Int?
    /// The color behind transparent pixels in formats without an alpha channel.
    public var background: RGBColor?
    /// The metadata to remove.
    public var stripping = MetadataStripping.none
    /// Whether colors are converted to sRGB, after a resize and before the blur.
    ///
    /// The output then has no color profile. Without a profile, the chunks cICP, gAMA, and cHRM of a PNG file describe its
    /// colors, or EXIF data that names Adobe RGB; if there are none, they are sRGB already. CMYK becomes RGB, and gray stays gray. The tones of PQ and
    /// HLG are mapped (BT.2390).
    public var convertsToSRGB = false
    /// Whether a job waits until the output file is on disk (`fsync`).
    public var isDurable = true
    /// Whether an output file gets the modification time of the input; without effect for inputs that are no files.
    public var keepsTime = false
    /// The facts about the output that the report of a job contains, which take a copy of its bytes in memory.
    public var facts: [OutputFact] = []

    /// The default settings.
    public init() {}
}

extension OutputSettings {
    /// From this quality on, colors of new files have the resolution of the image (4:4:4), which colored text and the edges of shapes need.
    static let fullChromaQuality = 90

    /// Checks the quality for all formats; the encoders check their own.
    ///
    /// - Throws: an error with the code `invalidSettings`.
    func checkQuality() throws(ImageError) {
        if let quality { try ImageError.check("quality", quality, in: 1...100) }
    }

    /// The quality for JPEG outputs, if one was chosen.
    var chosenJPEGQuality: Int? { jpegQuality ?? quality }

    /// The quality for WebP outputs, if one was chosen.
    var chosenWebPQuality: WebPQuality? {
        webPQuality ?? quality.map { .lossy(QualityScale.webP.quality(forJPEG: $0)) }
    }

    /// The quality for AVIF outputs, if one was chosen.
    var chosenAVIFQuality: Int? { avifQuality ?? quality.map(QualityScale.avif.quality(forJPEG:)) }

    /// The quality for JPEG XL outputs, if one was chosen.
    var chosenJXLQuality: Int? { jxlQuality ?? quality.map(QualityScale.jxl.quality(forJPEG:)) }
}

extension OutputSettings: Codable {
    /// Decodes settings; a missing key has its default value.
    ///
    /// - Throws: a `DecodingError`. A quality out of range is reported when the settings are used.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try values.decode(&format, .format)
        try values.decode(&quality, .quality)
        try values.decode(&jpegQuality, .jpegQuality)
        try values.decode(&jpegSmoothing, .jpegSmoothing)
        try values.decode(&jpegIsProgressive, .jpegIsProgressive)
        try values.decode(&jpegOptimizesCodes, .jpegOptimizesCodes)
        try values.decode(&pngCompression, .pngCompression)
        try values.decode(&webPQuality, .webPQuality)
        try values.decode(&avifQuality, .avifQuality)
        try values.decode(&avifSpeed, .avifSpeed)
        try values.decode(&jxlQuality, .jxlQuality)
        try values.decode(&jxlEffort, .jxlEffort)
        try values.decode(&background, .background)
        try values.decode(&stripping, .stripping)
        try values.decode(&convertsToSRGB, .convertsToSRGB)
        try values.decode(&isDurable, .isDurable)
        try values.decode(&keepsTime, .keepsTime)
        try values.decode(&facts, .facts)
    }
}

/// When a JPEG output made from a JPEG input gets finer quantization steps, so that its blurred parts show no blocks.
///
/// Blurred parts consist of low frequencies. In the quantization tables of a photo, the steps of low frequencies are usually
/// so coarse that blocks of 8×8 pixels become visible. The finer steps are divisors of the steps of the input. If at least a quarter of the
/// image is unblurred, its coefficients are multiplied by the quotients, so that their values stay the same; otherwise, unblurred parts
/// hardly change. ``BlurJob/Report/quantization`` tells which steps an output has.
public enum JPEGSmoothing: String, CaseIterable, Sendable, Hashable, Codable {
    /// Only if the blur is wide. If unblurred parts are kept, also only if blocks would be visible, and the output is at most 1.4 times as
    /// long as the input; if the whole image is re-encoded, only if the output is smaller than the input.
    case auto
    /// Always.
    case on
    /// Never; the compressed data of unblurred parts can then be copied.
    case off
}

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

/// The quality of a WebP output.
public enum WebPQuality: Sendable, Hashable {
    /// Lossy compression: 0 is the smallest and 100 the best.
    case lossy(Int)
    /// Every pixel is stored exactly.
    case lossless

    /// The default quality of an output for inputs that are not lossless: `lossy(80)`.
    ///
    /// WebP files do not record the quality they were encoded with.
    public static let `default` = WebPQuality.lossy(80)
}

extension WebPQuality: Codable {
    /// Decodes a number, or the text `lossless`.
    ///
    /// - Throws: a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let quality = try? value.decode(Int.self) {
            self = .lossy(quality)
        } else if let text = try? value.decode(String.self), text == "lossless" {
            self = .lossless
        } else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "a WebP quality is a whole number from 0 to 100, or lossless")
        }
    }

    /// Encodes a number, or the text `lossless`.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .lossy(let quality): try value.encode(quality)
        case .lossless: try value.encode("lossless")
        }
    }
}
