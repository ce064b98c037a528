internal import VarBlur
internal import VarBlurCodecs

/// An estimate of the memory of drawing a scene, before anything is drawn.
///
/// The test of it compares the estimate with the memory that scenes really take.
struct SceneMemory {
    /// The bytes of a picture of the whole canvas.
    private let canvas: Int
    private let images: SceneImages

    /// The estimate for a picture of a size.
    init(width: Int, height: Int, _ images: SceneImages) { (canvas, self.images) = (4 * width * height, images) }

    /// An upper bound on the memory of a scene, its images, and the conversion of its picture for an encoder, in bytes.
    ///
    /// - Throws: an error of an image.
    func byteCount(of scene: Scene) throws(SceneError) -> Int {
        var (files, largest, pictureCount) = ([String: Int](), 0, 0)
        for reference in scene.imageReferences {
            let file = try images.file(reference.file, path: reference.path)
            files[reference.file] = file.byteCount
            // the decoded image, its premultiplied copy, and their scaled copy before it becomes a picture
            largest = max(largest, 2 * file.decodedByteCount + 2 * canvas)
            pictureCount += 1
        }
        let temporary = byteCount(of: scene.layers)
        let kept = min(pictureCount * canvas, SceneImages.keptBytes)
        let extended = scene.canvas.extend == nil ? 0 : 2 * canvas
        // the picture, its copy for the caller, that of a later frame, and the one without premultiplied alpha
        return files.values.reduce(0, +) + 4 * canvas + kept + max(largest, temporary, extended) + Self.fixedBytes
    }

    /// Tables of filters and of fonts.
    private static let fixedBytes = 4 << 20

    /// The temporary memory of a layer, in bytes.
    private func byteCount(of layer: SceneLayer) -> Int {
        // what is behind a layer is kept, and so is the layer itself before it is masked or blended
        let (opacity, mask) = (layer.opacity < 1 ? 2 * canvas : 0, layer.mask.isEmpty ? 0 : 3 * canvas)
        let blend = layer.blendMode == .normal ? 0 : 2 * canvas
        return opacity + mask + blend + groupByteCount(layer.background)
            + max(
                layer.content.drawn.byteCount(canvas: canvas) + byteCount(of: layer.content.value.childLayers),
                byteCount(of: layer.background + layer.mask))
    }

    private func byteCount(of layers: [SceneLayer]) -> Int { layers.reduce(0) { max($0, byteCount(of: $1)) } }

    /// The picture of layers that a blur among them reads, and its copy.
    private func groupByteCount(_ layers: [SceneLayer]) -> Int {
        layers.contains(where: \.blursBackground) ? 2 * canvas : 0
    }
}
