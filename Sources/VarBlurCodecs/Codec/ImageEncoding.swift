/// An output format, with the settings of its encoder.
///
/// Each format adds functions that create encodings, for example ``png(compression:)``.
public struct ImageEncoding: Sendable, Hashable {
    /// The output format.
    public let format: ImageFormat

    /// The format's own settings.
    let settings: any EncodingSettings

    init(_ format: ImageFormat, _ settings: any EncodingSettings) {
        (self.format, self.settings) = (format, settings)
    }

    /// Compares formats and settings.
    public static func == (left: ImageEncoding, right: ImageEncoding) -> Bool {
        left.format == right.format && AnyHashable(left.settings) == AnyHashable(right.settings)
    }

    /// Hashes format and settings.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(format)
        settings.hash(into: &hasher)
    }
}

/// The settings of one format's encoder.
protocol EncodingSettings: Sendable, Hashable {
    /// What they say of an output.
    var compression: OutputCompression { get }

    /// Checks that they are in their ranges, and fit the pixel format of a plan.
    ///
    /// - Throws: an error with the code `invalidSettings` or `unsupported`.
    func check(_ plan: EncodingPlan) throws(ImageError)
}

extension ImageError {
    /// Checks the number of a setting.
    ///
    /// - Throws: an error with the code `invalidSettings`.
    static func check(_ name: String, _ number: Int, in range: ClosedRange<Int>) throws(ImageError) {
        guard range.contains(number) else {
            throw ImageError(
                .invalidSettings, "the \(name) is \(number); it must be from \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }
}

/// How an output is compressed.
public struct OutputCompression: Sendable, Hashable {
    /// Whether every sample is stored exactly.
    public var isLossless = false
    /// The quality on the scale of the encoder; `nil` for lossless outputs, and for JPEG outputs with the quantization of their inputs.
    public var quality: Int?
    /// The resolution of chroma in the notation of video, such as `4:2:0`; `nil` if there is no chroma, or for a resolution that has no name.
    public var subsampling: String?
}
