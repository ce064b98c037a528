/// Contents of a layer that have a size.
protocol PlacedContent: LayerContent {
    /// Whether the area decides on the width and on the height of contents for which none is given.
    var isFlexible: (width: Bool, height: Bool) { get }
    /// Whether the contents, or those of a layer in them, are as high as the cell of a grid lets them be.
    var fillsCells: Bool { get }
    /// Whether one side follows from the other one if only that is given.
    var keepsAspectRatio: Bool { get }
    /// Whether layers in the contents depend on the size of these, because they must not reach beyond it.
    var isLimited: Bool { get }

    /// The size of the contents if they are offered an area, whose height may be that of the layer.
    ///
    /// - Throws: an error of a text.
    func size(in area: SceneSize, hasHeight: Bool, _ layout: SceneLayout) throws(SceneError) -> SceneSize

    /// The width divided by the height of contents that keep it.
    ///
    /// - Throws: an error of the image.
    func aspectRatio(_ images: SceneImages) throws(SceneError) -> Double

    /// The vertical position of a baseline in a frame, or of the first layer in the contents that has one; `nil` without texts.
    ///
    /// - Throws: an error of a text.
    func baseline(
        _ baseline: StackLayer.Baseline, in frame: SceneRectangle, _ layout: SceneLayout
    ) throws(SceneError) -> Double?
}

extension PlacedContent {
    var isFlexible: (width: Bool, height: Bool) { (true, true) }

    var fillsCells: Bool { isFlexible.height }

    var keepsAspectRatio: Bool { false }

    var isLimited: Bool { false }

    func size(in area: SceneSize, hasHeight: Bool, _ layout: SceneLayout) throws(SceneError) -> SceneSize { area }

    func aspectRatio(_ images: SceneImages) throws(SceneError) -> Double { 1 }

    func baseline(
        _ baseline: StackLayer.Baseline, in frame: SceneRectangle, _ layout: SceneLayout
    ) throws(SceneError) -> Double? { nil }
}

extension SceneLayer.Content {
    /// The value of the type of the contents.
    var placed: any PlacedContent { value(as: (any PlacedContent).self) }
}

extension SceneLayer {
    /// Whether the area decides on the width and on the height.
    var isFlexible: (width: Bool, height: Bool) {
        let isFlexible = hasAspectRatio ? (false, false) : content.placed.isFlexible
        return (placement.width == nil && isFlexible.0, placement.height == nil && isFlexible.1)
    }

    /// Whether the layer, or one in a stack that it is, is as high as the cell of a grid lets it be.
    var fillsCells: Bool { placement.height == nil && !hasAspectRatio && content.placed.fillsCells }

    /// Whether one side follows from the other one.
    var hasAspectRatio: Bool {
        (placement.width == nil) != (placement.height == nil) && content.placed.keepsAspectRatio
    }

    /// Whether the layer is a stack, or contains one, whose layers depend on its size, because they must not reach beyond it.
    var isLimited: Bool { !isAbsent && content.placed.isLimited }
}
