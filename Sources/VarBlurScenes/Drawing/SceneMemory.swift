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
            let file = try images.file(reference.name, path: reference.path)
            files[reference.name] = file.byteCount
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
            + max(contentByteCount(of: layer), byteCount(of: layer.background + layer.mask))
    }

    private func byteCount(of layers: [SceneLayer]) -> Int { layers.reduce(0) { max($0, byteCount(of: $1)) } }

    /// The picture of layers that a blur among them reads, and its copy.
    private func groupByteCount(_ layers: [SceneLayer]) -> Int {
        layers.contains(where: \.blursBackground) ? 2 * canvas : 0
    }

    /// The copy around a frame, the mask of radii and its samples, the engine, and the result.
    private func byteCount(of blur: BlurLayer) -> Int {
        (blur.matte.isEmpty ? 8 : 12) * canvas
            + [blur.mask, blur.matte].reduce(0) { $0 + (SVGFile.isName($1) ? 8 * canvas : 0) }
    }

    private func contentByteCount(of layer: SceneLayer) -> Int {
        switch layer.content {
        // a blur may need pixels of the image beyond the canvas
        case .image(let image):
            (image.shadow == nil ? 0 : 4 * canvas) + (image.isColored ? 3 * canvas : 0)
                + (image.blur.map { 2 * byteCount(of: $0) } ?? 0)
        case .fill: 0
        case .blur(let blur): byteCount(of: blur)
        case .glass(let glass):
            7 * canvas + AdaptiveTint.byteCount + byteCount(of: glass.items.flatMap(\.label))
        // coverages of one byte for each pixel, in an area that is larger than the canvas by the reach of the shadow
        case .shape, .text, .qrCode: 4 * canvas
        // the picture without the stack, the coverages of its shadow, and pictures of layers that are blurred alone
        case .stack(let stack):
            groupByteCount(stack.layers + stack.more) + byteCount(of: stack.layers + stack.more)
                + (stack.shadow == nil ? 0 : 6 * canvas)
        case .overlay(let overlay):
            8 * canvas + byteCount(of: overlay.content + overlay.above)
        }
    }
}
