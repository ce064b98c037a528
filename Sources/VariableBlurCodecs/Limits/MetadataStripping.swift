/// The metadata to remove from the output.
public enum MetadataStripping: String, CaseIterable, Sendable, Hashable, Codable {
    /// Strips only previews of the original image, and metadata that the output format does not support.
    case none
    /// Strips metadata that does not affect the appearance: EXIF, XMP, IPTC, text chunks, comments, and times.
    case safe
    /// Strips everything, including the color profile, without which colors may look different.
    case all
}
