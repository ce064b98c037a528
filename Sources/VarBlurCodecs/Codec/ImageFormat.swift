/// An image file format that can be read and written.
///
/// Formats are equal if their identifiers are.
public struct ImageFormat: RawRepresentable, CaseIterable, Sendable, Hashable, Codable {
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

    /// The available format with an identifier; `nil` if there is none.
    public init?(rawValue: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    /// The available format with a file extension; `nil` if there is none.
    ///
    /// - Parameter fileExtension: the extension without a dot, in upper or lower case.
    public init?(fileExtension: String) {
        let isOwn = { (format: ImageFormat) in
            format.fileExtensions.contains { Self.isSame(fileExtension, $0) }
        }
        guard let format = Self.allCases.first(where: isOwn) else { return nil }
        self = format
    }

    /// Compares the bytes of a file extension with those of one in lowercase.
    private static func isSame(_ fileExtension: String, _ lowercase: String) -> Bool {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return fileExtension.utf8.elementsEqual(lowercase.utf8) { (letters.contains($0) ? $0 | 0x20 : $0) == $1 }
    }

    /// The available formats.
    public static var allCases: [ImageFormat] { CodecRegistry.standard.formats }

    /// The names of the available formats as a list in English: `PNG, JPEG, or WebP`.
    package static func nameList(_ conjunction: String) -> String {
        CodecRegistry.standard.nameList(conjunction)
    }

    /// The file extension of an output, with a dot.
    public var defaultExtension: String { "." + (fileExtensions.first ?? rawValue) }

    /// Compares the identifiers.
    public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
