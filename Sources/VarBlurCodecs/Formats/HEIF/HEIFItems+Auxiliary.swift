extension HEIFItems {
    /// The images that lie over the image of the file, in the order of the file, without its alpha channel.
    var auxiliaryImages: [AuxiliaryImage] {
        guard let image, hasAuxiliaryTypes else { return [] }
        let picture = transformation(of: image)
        return references("auxl", to: image).prefix(Self.maximumAuxiliaryCount).compactMap { item in
            guard let name = auxiliaryType(of: item), let kind = AuxiliaryImage.Kind(heif: name) else { return nil }
            let own = transformation(of: item)
            // one that is not cropped like the picture does not lie over it
            let isPlaced = !picture.isCropped || own.isCropped
            return AuxiliaryImage(
                kind: isPlaced ? kind : .other, contents: file, item: item,
                // writers transform either all images or only the picture
                orientation: own.isNone ? picture.orientation : .up)
        }
    }

    /// More auxiliary images than any photo has.
    private static let maximumAuxiliaryCount = 64

    private func transformation(of item: Int) -> (orientation: ImageOrientation, isCropped: Bool, isNone: Bool) {
        var (orientation, isCropped, isNone) = (ImageOrientation.up, false, true)
        for property in properties(of: item) where ["irot", "imir", "clap"].contains(property.type) {
            isNone = false
            let value = property.contents.first.map { file[$0] } ?? 0
            switch property.type {
            case "irot":
                // counterclockwise, in quarters
                orientation = orientation.followed(by: [.up, .left, .down, .right][Int(value & 3)])
            case "imir": orientation = orientation.followed(by: value & 1 == 0 ? .downMirrored : .upMirrored)
            default: isCropped = true
            }
        }
        return (orientation, isCropped, isNone)
    }
}

extension AuxiliaryImage.Kind {
    /// The kind of an image by the name of its type; `nil` for an alpha channel.
    init?(heif name: String) {
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
        "hands",
        "tattoo",
    ]
}
