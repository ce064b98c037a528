internal import VarBlur

/// The settings of the JPEG encoder.
struct JPEGEncoding: EncodingSettings {
    var style: JPEGStyle
    var quality: Int?
    var smoothing = JPEGSmoothing.off
    /// Whether the file has Huffman codes of its own, whatever its size.
    var optimizesCodes = false

    /// The quality of outputs whose inputs are no JPEG files.
    static let defaultQuality = 90

    var compression: OutputCompression {
        OutputCompression(
            quality: quality ?? (style.quantization == nil ? Self.defaultQuality : nil),
            subsampling: style.subsampling)
    }

    func check(_ plan: EncodingPlan) throws(ImageError) {
        guard style.channels == plan.pixelFormat.channels,
            style.quantization.map({ $0.tables.count == style.sampling.count }) ?? true
        else {
            throw ImageError(.unsupported, "the settings of the JPEG encoder do not fit \(plan.pixelFormat.name)")
        }
        try ImageError.check("JPEG quality", quality ?? Self.defaultQuality, in: 1...100)
    }
}

extension JPEGStyle {
    /// The channels of the pixels that the encoder takes.
    fileprivate var channels: ChannelLayout {
        switch color {
        case .gray: .gray
        case .yCbCr, .rgb: .rgb
        case .cmyk, .ycck: .cmyk
        }
    }
}

extension ImageEncoding {
    /// JPEG.
    ///
    /// - Parameters:
    ///   - style: the color space, the sampling, and the kind of scans. Its color space must match the pixels. Sampling factors that no file
    ///     can have are replaced with the default.
    ///   - quality: 1 to 100; `nil` for the quantization tables of the style, or 90 if it has none.
    /// - Returns: an encoding of the format JPEG.
    public static func jpeg(_ style: JPEGStyle, quality: Int?) -> ImageEncoding {
        ImageEncoding(.jpeg, JPEGEncoding(style: style.withPossibleSampling, quality: quality))
    }

    /// JPEG of RGB pixels, as YCbCr with chroma of half the resolution (4:2:0).
    ///
    /// - Parameter quality: 1 to 100.
    /// - Returns: an encoding of the format JPEG.
    public static func jpeg(quality: Int) -> ImageEncoding { .jpeg(JPEGStyle(.yCbCr), quality: quality) }

    /// The settings, if the format is JPEG.
    var jpeg: JPEGEncoding? { settings as? JPEGEncoding }
}

extension ImageHeader {
    /// The JPEG style (color space, sampling, scans, tables); `nil` for other formats.
    public internal(set) var jpegStyle: JPEGStyle? {
        get { encoding?.jpeg?.style }
        set { encoding = newValue.map { .jpeg($0, quality: nil) } }
    }
}

extension EncodingPlan {
    /// The number of pixels up to which a JPEG file gets Huffman codes of its own.
    ///
    /// They take up to 0.15 ms, 3% of the time of the shortest run, and make files of 64×43 pixels 19% smaller, and files of 160×107
    /// pixels 6%.
    private static let mostPixelsWithOwnCodes = 20_000

    /// Whether a JPEG file is collected as coefficients before it is written, so that its Huffman codes suit them.
    ///
    /// Applies to progressive and to small files, and to those for which that was asked.
    var collectsCoefficients: Bool {
        guard let jpeg = encoding.jpeg else { return false }
        return jpeg.style.isProgressive || jpeg.optimizesCodes || width * height <= Self.mostPixelsWithOwnCodes
    }

    /// Whether the file is a progressive JPEG file; setting it has no effect on other formats.
    var isProgressiveJPEG: Bool {
        get { encoding.jpeg?.style.isProgressive ?? false }
        set {
            guard var settings = encoding.jpeg else { return }
            settings.style.isProgressive = newValue
            encoding = ImageEncoding(.jpeg, settings)
        }
    }
}
