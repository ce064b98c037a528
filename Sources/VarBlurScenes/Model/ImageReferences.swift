internal import VarBlur

/// An image that a scene uses.
struct ImageReference {
    let name: String
    /// The path of the member that names it.
    let path: String
    /// Whether it is the mask or the matte of a blur.
    var isMask = false
    /// The part of the image that is kept; `nil` for all of it.
    var crop: Crop?
}

extension Scene {
    /// The images of the scene, in the order of the document.
    var imageReferences: [ImageReference] { layers.imageReferences(below: "layers") }
}

extension [SceneLayer] {
    /// The images of the layers.
    fileprivate func imageReferences(below path: String) -> [ImageReference] {
        enumerated().flatMap { index, layer in layer.imageReferences("\(path)[\(index)]") }
    }
}

extension [GlassItem] {
    /// The images of the labels.
    fileprivate func imageReferences(below path: String) -> [ImageReference] {
        enumerated().flatMap { index, item in item.label.imageReferences(below: "\(path)[\(index)].label") }
    }
}

extension SceneLayer {
    fileprivate func imageReferences(_ path: String) -> [ImageReference] {
        isAbsent
            ? []
            : background.imageReferences(below: "\(path).background") + mask.imageReferences(below: "\(path).maskedBy")
                + contentReferences(path)
    }

    private func contentReferences(_ path: String) -> [ImageReference] {
        switch content {
        case .image(let layer):
            [ImageReference(name: layer.image, path: "\(path).image", crop: layer.crop)]
                + (layer.blur?.imageReferences("\(path).blur") ?? [])
        case .blur(let layer): layer.imageReferences(path)
        case .glass(let layer):
            layer.items.imageReferences(below: "\(path).items")
                + (layer.transition?.items ?? []).imageReferences(below: "\(path).transition.items")
        case .stack(let layer):
            layer.layers.imageReferences(below: "\(path).layers") + layer.more.imageReferences(below: "\(path).more")
        case .overlay(let layer):
            layer.content.imageReferences(below: "\(path).content")
                + layer.above.imageReferences(below: "\(path).above")
        case .fill, .shape, .text, .qrCode: []
        }
    }
}

extension BlurLayer {
    /// The mask and the matte.
    fileprivate func imageReferences(_ path: String) -> [ImageReference] {
        [(mask, "mask"), (matte, "matte")].filter { !$0.0.isEmpty }.map {
            ImageReference(name: $0.0, path: "\(path).\($0.1)", isMask: true)
        }
    }
}
