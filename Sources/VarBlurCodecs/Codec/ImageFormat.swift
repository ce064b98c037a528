/// An image file format that can be read, and, except for HEIC, written.
///
/// Formats are equal if their identifiers are.
public struct ImageFormat: Sendable, Hashable {
    /// The identifier in settings and reports, for example `png`.
    public let rawValue: String
    /// The display name, for example `PNG`.
    public let name: String
    /// The file extensions in lowercase, without a dot; outputs get the first one.
    public let fileExtensions: [String]

    /// Describes a format; its codec makes it available.
    init(_ identifier: String, name: String, fileExtensions: [String]) {
        (rawValue, self.name, self.fileExtensions) = (identifier, name, fileExtensions)
    }

    /// The file extension of an output, with a dot.
    public var defaultExtension: String { "." + (fileExtensions.first ?? rawValue) }

    /// Compares the identifiers.
    public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
