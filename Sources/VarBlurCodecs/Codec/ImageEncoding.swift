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
protocol EncodingSettings: Sendable, Hashable {}
