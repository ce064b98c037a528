/// The size of the picture of a scene, and the part of it that the first image fills.
struct CanvasSize {
    let width: Int
    let height: Int
    /// The canvas before it is extended.
    let base: SceneRectangle
    let canvas: SceneCanvas

    /// Determines the size.
    ///
    /// - Throws: an error with the code `invalidScene` or `overLimit`.
    init(_ scene: Scene, _ images: SceneImages, _ limits: SceneLimits) throws(SceneError) {
        canvas = scene.canvas
        let inner = try Self.size(scene, images)
        let size = SceneSize(width: Double(inner.width), height: Double(inner.height))
        guard let insets = canvas.extend?.insets else {
            (width, height) = inner
            base = SceneRectangle(x: 0, y: 0, width: size.width, height: size.height)
            try Scene.check(width, height, limits)
            return
        }
        let (left, right) = (
            insets.leading.pixels(of: size.width).rounded(), insets.trailing.pixels(of: size.width).rounded()
        )
        let (top, bottom) = (
            insets.top.pixels(of: size.height).rounded(), insets.bottom.pixels(of: size.height).rounded()
        )
        base = SceneRectangle(x: left, y: top, width: size.width, height: size.height)
        let extended = (size.width + left + right, size.height + top + bottom)
        guard extended.0 < 1e12, extended.1 < 1e12 else {
            throw SceneError(.overLimit, "the extended canvas is too large", path: "canvas.extend")
        }
        (width, height) = (Int(extended.0), Int(extended.1))
        try Scene.check(width, height, limits)
        // nothing else would fill the extension
        guard
            (width, height) == inner
                || scene.layers.contains(where: { if case .image = $0.content { true } else { false } })
        else {
            throw SceneError(
                .invalidScene,
                "there is no image to extend: one of the 'layers' of the document itself has to be an image",
                path: "canvas.extend")
        }
    }

    /// The size of the canvas: given, or that of the first image.
    private static func size(_ scene: Scene, _ images: SceneImages) throws(SceneError) -> (width: Int, height: Int) {
        let canvas = scene.canvas
        if let width = canvas.width, let height = canvas.height { return (width, height) }
        let references = scene.imageReferences.filter { !$0.isMask }
        guard let image = references.first(where: { !$0.isOutline }) ?? references.first else {
            throw SceneError(
                .invalidScene, "a scene without images needs a width and a height", path: "canvas")
        }
        var size = try images.size(CroppedImage(image))
        size.width *= canvas.scale
        size.height *= canvas.scale
        if let width = canvas.width {
            return (width, max(1, Int((Double(width) * size.height / size.width).rounded())))
        }
        if let height = canvas.height {
            return (max(1, Int((Double(height) * size.width / size.height).rounded())), height)
        }
        return (max(1, Int(size.width.rounded())), max(1, Int(size.height.rounded())))
    }
}
