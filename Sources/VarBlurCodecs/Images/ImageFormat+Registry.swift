/// The formats of ``CodecRegistry/standard``.
extension ImageFormat: RawRepresentable, CaseIterable, Codable {
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

    /// The available format that the extension of a path names; `nil` if there is none.
    package init?(ofPath path: String) {
        guard let fileExtension = PathName.fileExtension(of: path) else { return nil }
        self.init(fileExtension: fileExtension)
    }

    /// Compares the bytes of a file extension with those of one in lowercase.
    private static func isSame(_ fileExtension: String, _ lowercase: String) -> Bool {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return fileExtension.utf8.elementsEqual(lowercase.utf8) { (letters.contains($0) ? $0 | 0x20 : $0) == $1 }
    }

    /// The formats that are read.
    public static var allCases: [ImageFormat] { CodecRegistry.standard.codecs.map(\.format) }

    /// The formats that are also written.
    public static var written: [ImageFormat] { CodecRegistry.standard.formats(where: \.isWritten) }

    /// The format of an output with a name or a file extension, in upper or lower case; `nil` if files of it are not written.
    package static func written(_ name: String) -> ImageFormat? {
        ImageFormat(fileExtension: name).flatMap { written.contains($0) ? $0 : nil }
    }

    /// The names of the formats that are read as a list in English: `PNG, JPEG, or WebP`.
    package static func nameList(_ conjunction: String) -> String {
        CodecRegistry.standard.nameList(conjunction)
    }

    /// The names of the formats that are written as a list in English.
    package static func writtenNameList(_ conjunction: String) -> String {
        CodecRegistry.standard.nameList(conjunction, where: \.isWritten)
    }

    /// The names of the formats that are written with an alpha channel as a list in English.
    package static var alphaNameList: String { CodecRegistry.standard.alphaNameList }
}
