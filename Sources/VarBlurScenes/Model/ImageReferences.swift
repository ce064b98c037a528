internal import VarBlur

/// An image that a scene uses.
struct ImageReference {
    let name: String
    /// The path of the member that names it.
    var path: String
    /// Whether it is the mask or the matte of a blur.
    var isMask = false
    /// Whether it only masks a layer.
    var isOutline = false
    /// The part of the image that is kept; `nil` for all of it.
    var crop: Crop?

    /// The name of its file.
    var file: String { isMask ? MaskName(name).file : name }

    /// The name of the member that names it.
    var member: String { path.split(separator: ".").last.map(String.init) ?? "" }

    /// The reference in an object that is below a path.
    func below(_ outer: String) -> ImageReference {
        var reference = self
        reference.path = "\(outer).\(path)"
        return reference
    }
}

extension Scene {
    /// The images of the scene, in the order of the layers; of each layer, its own first.
    var imageReferences: [ImageReference] { layers.imageReferences(below: "layers") }
}

extension [SceneLayer] {
    /// The images of the layers.
    fileprivate func imageReferences(below path: String) -> [ImageReference] {
        enumerated().flatMap { index, layer in layer.imageReferences("\(path)[\(index)]") }
    }
}

extension SceneLayer {
    fileprivate func imageReferences(_ path: String) -> [ImageReference] {
        guard !isAbsent else { return [] }
        let value = content.value
        let outlines = mask.imageReferences(below: "\(path).maskedBy").map { outline in
            var outline = outline
            outline.isOutline = true
            return outline
        }
        return value.images.map { $0.below(path) }
            + value.children.flatMap { $0.layers.imageReferences(below: "\(path).\($0.path)") }
            + background.imageReferences(below: "\(path).background") + outlines
    }
}
