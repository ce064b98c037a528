extension HEIFItems {
    /// The images that lie over the image of the file, in the order of the file, without its alpha channel.
    var auxiliaryImages: [AuxiliaryImage] {
        guard let image, hasAuxiliaryTypes else { return [] }
        let picture = transformation(of: image)
        return references("auxl", to: image).prefix(Self.maximumAuxiliaryCount).compactMap { item in
            guard let name = auxiliaryType(of: item), let kind = AuxiliaryImage.Kind(type: name) else { return nil }
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
