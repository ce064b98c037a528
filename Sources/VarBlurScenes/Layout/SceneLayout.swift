/// The sizes and places of layers.
struct SceneLayout {
    /// The size of the canvas, to which percentages refer.
    let canvas: SceneSize
    let text: TextEngine
    let images: SceneImages

    /// The width and height that a layer is given, in pixels; `nil` where its contents or its area decide.
    func fixedSize(_ placement: Placement) -> (width: Double?, height: Double?) {
        (
            placement.width.map { max($0.pixels(of: canvas.width), 0) },
            placement.height.map { max($0.pixels(of: canvas.height), 0) }
        )
    }

    /// A rectangle without the insets of its sides.
    func inset(_ area: SceneRectangle, by insets: Insets) -> SceneRectangle {
        let extra = extra(insets)
        return SceneRectangle(
            x: area.x + insets.leading.pixels(of: canvas.width), y: area.y + insets.top.pixels(of: canvas.height),
            width: max(area.width - extra.width, 0), height: max(area.height - extra.height, 0))
    }

    /// The width and the height that insets add.
    func extra(_ insets: Insets) -> SceneSize {
        SceneSize(
            width: insets.leading.pixels(of: canvas.width) + insets.trailing.pixels(of: canvas.width),
            height: insets.top.pixels(of: canvas.height) + insets.bottom.pixels(of: canvas.height))
    }

    /// The frame of the contents of a layer in an area.
    ///
    /// - Throws: an error with the code `outOfMemory`, or `invalidScene` for invalid markup.
    func frame(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) -> SceneRectangle {
        inset(try outerFrame(of: layer, in: area), by: layer.contentPadding)
    }

    /// The frame of a layer in an area: that of its contents with their padding, which the background fills.
    ///
    /// - Throws: an error with the code `outOfMemory`, or `invalidScene` for invalid markup.
    func outerFrame(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) -> SceneRectangle {
        let inner = inset(area, by: layer.placement.padding)
        return place(layer.placement, try size(of: layer, in: inner.size), in: inner)
    }

    /// The rotation and the scale of a layer in an area; `nil` if there are none.
    func transform(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) -> Similarity? {
        guard layer.rotation != 0 || layer.scale != 1 else { return nil }
        let anchor = try outerFrame(of: layer, in: area).point(
            atFractions: ScenePoint(x: layer.anchor.x, y: layer.anchor.y))
        return Similarity(degrees: layer.rotation, scale: layer.scale, around: anchor)
    }

    private func place(_ placement: Placement, _ size: SceneSize, in area: SceneRectangle) -> SceneRectangle {
        let point = placement.alignment.unitPoint
        return SceneRectangle(
            x: area.x + (area.width - size.width) * point.x + placement.offsetX.pixels(of: canvas.width),
            y: area.y + (area.height - size.height) * point.y + placement.offsetY.pixels(of: canvas.height),
            width: size.width, height: size.height)
    }

    /// The size of a layer without the padding around it, if it is offered an area.
    func size(of layer: SceneLayer, in area: SceneSize) throws(SceneError) -> SceneSize {
        let fixed = fixedSize(layer.placement)
        let extra = extra(layer.contentPadding)
        let offered = SceneSize(
            width: max((fixed.width ?? area.width) - extra.width, 0),
            height: max((fixed.height ?? area.height) - extra.height, 0))
        let content = layer.content.placed
        var size = try content.size(in: offered, hasHeight: fixed.height != nil, self)
        if layer.hasAspectRatio {
            let ratio = try content.aspectRatio(images)
            if fixed.width == nil { size.width = offered.height * ratio } else { size.height = offered.width / ratio }
        }
        return SceneSize(
            width: fixed.width ?? (size.width + extra.width), height: fixed.height ?? (size.height + extra.height))
    }

    /// The layout of a text in its frame.
    ///
    /// - Throws: an error with the code `outOfMemory`, `invalidScene` for invalid markup, or `overLimit` for a font that is too large.
    func textLayout(_ layer: TextLayer, in frame: SceneRectangle) throws(SceneError) -> TextLayout {
        try textLayout(layer, width: frame.width, height: frame.height)
    }

    /// The layout of a text that is offered a width, and a height if it is limited.
    func textLayout(_ layer: TextLayer, width: Double, height: Double?) throws(SceneError) -> TextLayout {
        let size = layer.size.pixels(of: canvas.height)
        guard size <= TextLayer.greatestSize else {
            let (height, greatest) = (SceneText.number(size.rounded(.up)), SceneText.number(TextLayer.greatestSize))
            throw SceneError(.overLimit, "the font is \(height) pixels high; \(greatest) is the maximum")
        }
        guard size > 0 else { throw SceneError(.invalidScene, "the size of the font has to be more than 0") }
        let least = layer.minSize?.pixels(of: canvas.height) ?? size
        guard !least.isNaN else { throw SceneError(.invalidScene, "the minimum size of the font is not a number") }
        return try text.layout(layer, sizes: min(max(least, 0.01), size)...size, width: width, height: height)
    }

    // MARK: - Pieces of glass

    /// The distance between the boxes of an axis.
    func pixels(_ spacing: SceneLength, _ axis: StackLayer.Axis) -> Double {
        spacing.pixels(of: axis == .horizontal ? canvas.width : canvas.height)
    }

    /// The arrangement of pieces of a layer; `nil` if each is placed by itself.
    private func arrangement(_ glass: GlassLayer, of items: [GlassItem]) -> StackArrangement? {
        glass.axis.map {
            StackArrangement(
                axis: $0, spacing: pixels(glass.itemSpacing, $0), alignment: glass.contentAlignment,
                ownAlignments: items.map(\.placement.chosenAlignment), isRightToLeft: glass.isRightToLeft)
        }
    }

    /// The size of a glass layer: that of its pieces, or of the area where they depend on it.
    func size(of glass: GlassLayer, in area: SceneSize) throws(SceneError) -> SceneSize {
        if let arrangement = arrangement(glass, of: glass.items) {
            return arrangement.size(of: try outerSizes(glass.items, in: area))
        }
        let isFlexible = glass.isFlexible
        if isFlexible.width && isFlexible.height { return area }
        var size = try extent(of: glass.items, in: area)
        if let transition = glass.transition {
            let (start, progress) = (try extent(of: transition.items, in: area), min(max(transition.progress, 0), 1))
            size.width = start.width + (size.width - start.width) * progress
            size.height = start.height + (size.height - start.height) * progress
        }
        return SceneSize(
            width: isFlexible.width ? area.width : size.width, height: isFlexible.height ? area.height : size.height)
    }

    /// The size of the smallest area around a point in which pieces are centered, apart from their offsets.
    private func extent(of items: [GlassItem], in area: SceneSize) throws(SceneError) -> SceneSize {
        zip(items, try outerSizes(items, in: area)).reduce(SceneSize(width: 0, height: 0)) { extent, item in
            let (placement, size) = (item.0.placement, item.1 ?? SceneSize(width: 0, height: 0))
            return SceneSize(
                width: max(extent.width, size.width + 2 * abs(placement.offsetX.pixels(of: canvas.width))),
                height: max(extent.height, size.height + 2 * abs(placement.offsetY.pixels(of: canvas.height))))
        }
    }

    /// The frames of the pieces of a glass layer: as large as their labels, unless they are given a size.
    ///
    /// - Throws: an error of a text in a label.
    func frames(of items: [GlassItem], _ layer: GlassLayer, in frame: SceneRectangle) throws(SceneError)
        -> [SceneRectangle]
    {
        let areas =
            try arrangement(layer, of: items)?.areas(of: outerSizes(items, in: frame.size), in: frame)
            ?? items.map { _ in frame }
        var frames: [SceneRectangle] = []
        for (item, area) in zip(items, areas) {
            let inner = inset(area, by: item.placement.padding)
            frames.append(place(item.placement, try size(of: item, in: inner.size), in: inner))
        }
        return frames
    }

    private func outerSizes(_ items: [GlassItem], in area: SceneSize) throws(SceneError) -> [SceneSize?] {
        var sizes: [SceneSize?] = []
        for item in items {
            let extra = extra(item.placement.padding)
            let size = try size(
                of: item,
                in: SceneSize(width: max(area.width - extra.width, 0), height: max(area.height - extra.height, 0)))
            sizes.append(SceneSize(width: size.width + extra.width, height: size.height + extra.height))
        }
        return sizes
    }

    private func size(of item: GlassItem, in area: SceneSize) throws(SceneError) -> SceneSize {
        let fixed = fixedSize(item.placement)
        let offered = SceneRectangle(x: 0, y: 0, width: fixed.width ?? area.width, height: fixed.height ?? area.height)
        var label: (width: Double?, height: Double?)
        for layer in item.label where !layer.isAbsent {
            let padding = layer.placement.padding
            let size = try size(of: layer, in: inset(offered, by: padding).size)
            let extra = extra(padding)
            // layers that fill the piece have no size of their own
            if !layer.isFlexible.width { label.width = max(label.width ?? 0, size.width + extra.width) }
            if !layer.isFlexible.height { label.height = max(label.height ?? 0, size.height + extra.height) }
        }
        return SceneSize(
            width: fixed.width ?? label.width ?? area.width, height: fixed.height ?? label.height ?? area.height)
    }
}
