/// A value of an option, as the page sends it.
enum OptionValue: Codable, Hashable, Sendable {
    case flag(Bool)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .text(let text): try container.encode(text)
        }
    }
}

/// A picture and the options for it.
struct JobDescription: Codable, Hashable, Sendable {
    /// The identifier of the picture.
    let picture: String
    /// The identifier of the mask; `nil` for none.
    let mask: String?
    /// The identifier of the matte; `nil` for none.
    let matte: String?
    /// The options, by their names without dashes.
    let options: [String: OptionValue]
}

/// A part of a picture, and the resolution at which it is shown.
struct RenderRequest: Codable, Sendable {
    let job: JobDescription
    /// The number of pixels of the picture for each pixel shown, along both axes.
    let ratio: Int
    /// Column, row, width, and height in pixels shown; `nil` for the whole picture.
    let region: [Int]?
    /// Whether all pixels of the picture are blurred before they are reduced, as in the output.
    let isExact: Bool
    /// Whether the picture is shown as it is, without the blur.
    let isOriginal: Bool
    /// Whether the part is shown beside others, and therefore not replaced by later ones; `nil` for no.
    var isBeside: Bool?
}

/// A request for the properties of a picture.
struct OpenRequest: Decodable, Sendable {
    let picture: String
    /// Whether what is intact of a damaged file is shown; `nil` for no.
    let allowsDamage: Bool?
}

/// A file that can be chosen.
struct ListedPicture: Codable, Sendable {
    let id: String
    /// The path on the command line, or the name of a file that the user has chosen on the page.
    let path: String
    /// Whether it is a file of the command line; `nil` for no.
    var isFile: Bool?
    /// Whether what is intact of a damaged file is shown; `nil` for no.
    var allowsDamage: Bool?
}
