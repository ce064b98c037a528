/// The sizes and places of layers.
struct SceneLayout {
    /// The size of the canvas, to which percentages refer.
    let canvas: Size
    let text: TextEngine

    /// The width and height that a layer is given, in pixels; `nil` where its contents or its area decide.
    func fixedSize(_ placement: Placement) -> (width: Double?, height: Double?) {
        (placement.width?.pixels(of: canvas.width), placement.height?.pixels(of: canvas.height))
    }

    /// A rectangle without the insets of its sides.
    func inset(_ area: Rectangle, by insets: Insets) -> Rectangle {
        let (left, right) = (insets.leading.pixels(of: canvas.width), insets.trailing.pixels(of: canvas.width))
        let (top, bottom) = (insets.top.pixels(of: canvas.height), insets.bottom.pixels(of: canvas.height))
        return Rectangle(
            x: area.x + left, y: area.y + top, width: max(area.width - left - right, 0),
            height: max(area.height - top - bottom, 0))
    }

    /// The frame of a layer in an area.
    ///
    /// - Throws: an error with the code `outOfMemory`, or `invalidScene` for invalid markup.
    func frame(of layer: Layer, in area: Rectangle) throws(SceneError) -> Rectangle {
        let inner = inset(area, by: layer.placement.padding)
        return place(layer.placement, try size(of: layer, in: inner.size), in: inner)
    }

    /// The frame of a piece of glass in an area: as large as its label, unless it is given a size.
    ///
    /// - Throws: an error of a text in the label.
    func frame(of item: GlassItem, in area: Rectangle) throws(SceneError) -> Rectangle {
        let inner = inset(area, by: item.placement.padding)
        let fixed = fixedSize(item.placement)
        let offered = Size(width: fixed.width ?? inner.width, height: fixed.height ?? inner.height)
        var label: (width: Double?, height: Double?)
        for layer in item.label {
            let padding = layer.placement.padding
            let contents = inset(Rectangle(x: 0, y: 0, width: offered.width, height: offered.height), by: padding)
            let size = try size(of: layer, in: contents.size)
            let extra = extra(padding)
            // layers that fill the piece have no size of their own
            let fixed = fixedSize(layer.placement)
            let (isWide, isHigh) = (fixed.width != nil, fixed.height != nil)
            if !layer.isFlexible || isWide { label.width = max(label.width ?? 0, size.width + extra.width) }
            if !layer.isFlexible || isHigh { label.height = max(label.height ?? 0, size.height + extra.height) }
        }
        let size = Size(
            width: fixed.width ?? label.width ?? inner.width, height: fixed.height ?? label.height ?? inner.height)
        return place(item.placement, size, in: inner)
    }

    /// The width and the height that padding adds.
    private func extra(_ padding: Insets) -> Size {
        Size(
            width: padding.leading.pixels(of: canvas.width) + padding.trailing.pixels(of: canvas.width),
            height: padding.top.pixels(of: canvas.height) + padding.bottom.pixels(of: canvas.height))
    }

    private func place(_ placement: Placement, _ size: Size, in area: Rectangle) -> Rectangle {
        let point = placement.alignment.unitPoint
        return Rectangle(
            x: area.x + (area.width - size.width) * point.x + placement.offsetX.pixels(of: canvas.width),
            y: area.y + (area.height - size.height) * point.y + placement.offsetY.pixels(of: canvas.height),
            width: size.width, height: size.height)
    }

    /// The size of a layer without its padding, if it is offered an area.
    func size(of layer: Layer, in area: Size) throws(SceneError) -> Size {
        let fixed = fixedSize(layer.placement)
        let offered = Size(width: fixed.width ?? area.width, height: fixed.height ?? area.height)
        var size = offered
        switch layer.content {
        case .text(let text):
            size = try textLayout(text, width: offered.width).size
        case .stack(let stack): size = try stackSize(stack, in: offered)
        case .image, .fill, .blur, .glass, .shape, .overlay: break
        }
        return Size(width: fixed.width ?? size.width, height: fixed.height ?? size.height)
    }

    /// The layout of a text that is offered a width.
    ///
    /// - Throws: an error with the code `outOfMemory`, `invalidScene` for invalid markup, or `overLimit` for a font that is too large.
    func textLayout(_ layer: TextLayer, width: Double) throws(SceneError) -> TextLayout {
        let size = layer.size.pixels(of: canvas.height)
        guard size <= TextLayer.greatestSize else {
            let (height, greatest) = (SceneText.number(size.rounded(.up)), SceneText.number(TextLayer.greatestSize))
            throw SceneError(.overLimit, "the font is \(height) pixels high; \(greatest) is the maximum")
        }
        return try text.layout(layer, size: size, width: width)
    }

    private func stackSize(_ stack: StackLayer, in area: Size) throws(SceneError) -> Size {
        let sizes = try outerSizes(stack, in: area)
        let gap = spacing(stack) * Double(max(sizes.count - 1, 0))
        let (widths, heights) = (sizes.map(\.width), sizes.map(\.height))
        switch stack.axis {
        case .horizontal: return Size(width: widths.reduce(gap, +), height: heights.max() ?? 0)
        case .vertical: return Size(width: widths.max() ?? 0, height: heights.reduce(gap, +))
        case .depth: return Size(width: widths.max() ?? 0, height: heights.max() ?? 0)
        }
    }

    private func spacing(_ stack: StackLayer) -> Double {
        stack.spacing.pixels(of: stack.axis == .horizontal ? canvas.width : canvas.height)
    }

    /// The frames that a stack offers to its layers, with their padding.
    func areas(of stack: StackLayer, in frame: Rectangle) throws(SceneError) -> [Rectangle] {
        let sizes = try outerSizes(stack, in: frame.size)
        let alignment = stack.contentAlignment.unitPoint
        let gap = spacing(stack)
        let content = try stackSize(stack, in: frame.size)
        var (x, y) = (frame.x, frame.y)
        if stack.axis == .horizontal { x += (frame.width - content.width) * alignment.x }
        if stack.axis == .vertical { y += (frame.height - content.height) * alignment.y }
        return sizes.map { size in
            var area = Rectangle(x: x, y: y, width: size.width, height: size.height)
            if stack.axis != .horizontal { area.x = frame.x + (frame.width - size.width) * alignment.x }
            if stack.axis != .vertical { area.y = frame.y + (frame.height - size.height) * alignment.y }
            if stack.axis == .horizontal { x += size.width + gap }
            if stack.axis == .vertical { y += size.height + gap }
            return area
        }
    }

    /// The sizes of the layers of a stack with their padding; layers without a size of their own share what the others leave.
    private func outerSizes(_ stack: StackLayer, in area: Size) throws(SceneError) -> [Size] {
        let isHorizontal = stack.axis == .horizontal
        var sizes: [Size] = []
        var flexible: [Int] = []
        for (index, layer) in stack.layers.enumerated() {
            let extra = extra(layer.placement.padding)
            let offered = Size(width: max(area.width - extra.width, 0), height: max(area.height - extra.height, 0))
            let size = try size(of: layer, in: offered)
            sizes.append(Size(width: size.width + extra.width, height: size.height + extra.height))
            let fixed = fixedSize(layer.placement)
            if stack.axis != .depth, layer.isFlexible, (isHorizontal ? fixed.width : fixed.height) == nil {
                flexible.append(index)
            }
        }
        guard !flexible.isEmpty else { return sizes }
        let used = sizes.indices.filter { !flexible.contains($0) }.reduce(0.0) {
            $0 + (isHorizontal ? sizes[$1].width : sizes[$1].height)
        }
        let whole = isHorizontal ? area.width : area.height
        let rest = whole - used - spacing(stack) * Double(sizes.count - 1)
        let share = max(rest, 0) / Double(flexible.count)
        for index in flexible {
            if isHorizontal { sizes[index].width = share } else { sizes[index].height = share }
        }
        return sizes
    }
}

extension Layer {
    /// Whether the layer fills its area unless it is given a size.
    var isFlexible: Bool {
        switch content {
        case .text, .stack: false
        case .image, .fill, .blur, .glass, .shape, .overlay: true
        }
    }
}
