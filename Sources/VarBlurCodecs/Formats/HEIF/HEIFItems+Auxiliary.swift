extension HEIFItems {
    /// The images that lie over the image of the file, in the order of the file, without its alpha channel.
    var auxiliaryImages: [AuxiliaryImage] {
        guard let image, hasAuxiliaryTypes else { return [] }
        let items = references("auxl").filter { $0.to.contains(image) && $0.from != Self.picture }.map(\.from)
        return items.prefix(Self.maximumAuxiliaryCount).compactMap { item in
            guard let name = auxiliaryType(of: item), let kind = AuxiliaryImage.Kind(type: name) else { return nil }
            return overlay(item, kind, of: image)
        }
    }

    /// Another rendition that is derived from the image of the file and a gain map (ISO 21496-1); `nil` if there is none.
    var toneMapping: (item: Int, map: AuxiliaryImage)? {
        guard let image, case let derived = items(ofType: "tmap"), !derived.isEmpty else { return nil }
        let parts = references("dimg").first {
            $0.to.count == 2 && $0.to[0] == image && ![image, Self.picture].contains($0.to[1])
                && derived.contains($0.from)
        }
        return parts.map { ($0.from, overlay($0.to[1], .gainMap, of: image)) }
    }

    /// An item that lies over an image.
    private func overlay(_ item: Int, _ kind: AuxiliaryImage.Kind, of image: Int) -> AuxiliaryImage {
        let (picture, own) = (transformation(of: image), transformation(of: item))
        // one that is not cropped like the picture does not lie over it; of gain maps, no crop is known to be the same
        let isPlaced = kind == .gainMap ? !picture.isCropped && !own.isCropped : !picture.isCropped || own.isCropped
        return AuxiliaryImage(
            kind: isPlaced ? kind : .other, contents: file, item: item,
            // writers transform either all images or only the picture
            orientation: own.isNone ? picture.orientation : .up)
    }

    /// The number that stands for the picture where an item is asked for, and which no item may have.
    private static let picture = 0
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
