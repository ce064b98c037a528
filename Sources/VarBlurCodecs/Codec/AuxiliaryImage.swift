internal import VarBlur

/// An image in a file that says more about its picture, over the whole of which it lies.
struct AuxiliaryImage {
    /// What an image is for, and its name in reports.
    enum Kind: String, CaseIterable, Sendable {
        /// The coverage of the persons in a portrait.
        case portraitMatte = "portrait-matte"
        /// The coverage of a part of persons, such as hair.
        case semanticMatte = "semantic-matte"
        case depth
        case gainMap = "gain-map"
        case other
    }

    let kind: Kind
    /// The file that contains it: that of the picture, or a part of it.
    let contents: FileContents
    /// The item that it is in the file; 0 for the picture of the file.
    var item = 0
    /// How it is turned upright, unless its file tells.
    var orientation = ImageOrientation.up
    /// What the samples of a depth map mean; `nil` if its own XMP data tells.
    var scale: DepthScale?
}

extension AuxiliaryImage.Kind {
    /// The kind of an image by the name of its type; `nil` for an alpha channel.
    init?(type name: String) {
        if ["urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth"].contains(name) {
            self = .depth
            return
        }
        let alphas = [
            "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
        ]
        if alphas.contains(name) { return nil }
        // the year before differs with the version of the system
        let parts = name.split(separator: ":")
        let isApple = name.hasPrefix("urn:com:apple:photo:") || name.hasPrefix("tag:apple.com,")
        let word = isApple && parts.dropLast().last == "aux" ? parts.last.map { String($0) } ?? "" : ""
        self =
            switch word {
            case "portraiteffectsmatte": .portraitMatte
            case "hdrgainmap": .gainMap
            default: Self.partsOfPersons.contains { word.hasPrefix("semantic\($0)matte") } ? .semanticMatte : .other
            }
    }

    /// What mattes show of persons; others show the sky, for example.
    private static let partsOfPersons = [
        "person", "skin", "faceskin", "nonfaceskin", "hair", "teeth", "glasses", "lips", "nose", "eyebrows", "ears",
        "hands", "tattoo",
    ]
}

extension AuxiliaryImage.Kind {
    /// The notice that images of some kinds, and others if there are any, are not copied; `nil` if there are none.
    static func notice(ofLost kinds: [Self], andOthers hasOthers: Bool = false) -> String? {
        let names = allCases.filter { kinds.contains($0) }.map(\.noun) + (hasOthers ? ["additional images"] : [])
        guard let name = names.first else { return nil }
        let isOne = names.count == 1 && name.hasPrefix("a ")
        return "the file contains \(names.list("and")), which \(isOne ? "is" : "are") not copied"
    }

    private var noun: String {
        switch self {
        case .portraitMatte: "a portrait matte"
        case .semanticMatte: "semantic mattes"
        case .depth: "a depth map"
        case .gainMap: "a gain map"
        case .other: "auxiliary images of other kinds"
        }
    }
}

extension AuxiliaryXMP {
    /// What Apple's image is for, of which this is the packet; `nil` for other packets.
    var appleKind: AuxiliaryImage.Kind? {
        guard let type = properties["AuxiliaryImageType"]?.first else { return nil }
        let isDepth = ["disparity", "depth"].contains(type) && properties["AuxiliaryImageSubType"] == nil
        return isDepth ? .depth : AuxiliaryImage.Kind(type: type)
    }
}
