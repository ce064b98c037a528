internal import VarBlur

/// An image of a scene, and the part of it that is kept.
struct CroppedImage {
    /// The path or name of the image.
    let name: String
    /// The part that is kept; `nil` for all of it.
    let crop: Crop?
    /// The path of the layer in the document; empty if it is not known.
    let layerPath: String

    /// The image of a layer.
    init(_ layer: ImageLayer, path: String = "") { (name, crop, layerPath) = (layer.image, layer.crop, path) }

    /// The image that a reference names.
    init(_ reference: ImageReference) {
        (name, crop) = (reference.name, reference.crop)
        layerPath = String(reference.path.prefix(upTo: reference.path.lastIndex(of: ".") ?? reference.path.startIndex))
    }

    /// The path of a member of the layer; empty if that of the layer is not known.
    func path(of member: String) -> String { layerPath.isEmpty ? "" : "\(layerPath).\(member)" }
}
