/// A file format that images are read from and written to.
///
/// Formats are equal if their identifiers are.
public struct ImageFormat: RawRepresentable, CaseIterable, Sendable, Hashable, Codable {
    /// The identifier in settings and reports, for example `png`.
    public let rawValue: String
    /// The name for people, for example `PNG`.
    public let name: String
    /// The file extensions in lowercase, without a dot; outputs get the first one.
    public let fileExtensions: [String]

    /// Describes a format; its codec makes it available.
    init(_ identifier: String, name: String, fileExtensions: [String]) {
        (rawValue, self.name, self.fileExtensions) = (identifier, name, fileExtensions)
    }

    /// The available format with an identifier; `nil` if there is none.
    public init?(rawValue: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    /// The available format that a file extension stands for; `nil` if there is none.
    ///
    /// - Parameter fileExtension: the extension without a dot, in upper or lower case.
    public init?(fileExtension: String) {
        let fileExtension = fileExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(fileExtension) }) else { return nil }
        self = format
    }

    /// The available formats.
    public static var allCases: [ImageFormat] { CodecRegistry.standard.formats }

    /// The names of the available formats as a list in English: `PNG or JPEG`.
    public static func nameList(_ conjunction: String) -> String {
        CodecRegistry.standard.nameList(conjunction)
    }

    /// The file extension of an output, with a dot.
    public var defaultExtension: String { "." + (fileExtensions.first ?? rawValue) }

    /// Compares the identifiers.
    public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
