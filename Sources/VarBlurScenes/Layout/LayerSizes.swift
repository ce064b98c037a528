// The sizes of contents that are not simply as large as their area.

extension ImageLayer: PlacedContent {
    var keepsAspectRatio: Bool { true }

    func aspectRatio(_ images: SceneImages) throws(SceneError) -> Double {
        let size = try images.size(CroppedImage(self))
        return size.width / size.height
    }
}

extension QRCodeLayer: PlacedContent {
    var keepsAspectRatio: Bool { true }
}

extension TextLayer: PlacedContent {
    var isFlexible: (width: Bool, height: Bool) { (false, false) }

    func size(in area: SceneSize, hasHeight: Bool, _ layout: SceneLayout) throws(SceneError) -> SceneSize {
        try layout.textLayout(self, width: area.width, height: hasHeight ? area.height : nil).size
    }

    func baseline(
        _ baseline: StackLayer.Baseline, in frame: SceneRectangle, _ layout: SceneLayout
    ) throws(SceneError) -> Double? {
        let lines = try layout.textLayout(self, in: frame)
        return lines.origin(in: frame).y + lines.baseline(baseline)
    }
}

extension StackLayer: PlacedContent {
    /// Whether the area decides on the width and on the height: for a grid, and for layers without a height in it.
    var isFlexible: (width: Bool, height: Bool) { isGrid ? (true, fillsCells) : (false, false) }

    var fillsCells: Bool { layers.contains { !$0.isAbsent && $0.fillsCells } }

    var isLimited: Bool { usedOverflow != .visible || layers.contains(where: \.isLimited) }

    func size(in area: SceneSize, hasHeight: Bool, _ layout: SceneLayout) throws(SceneError) -> SceneSize {
        try layout.plan(of: self, in: area).size
    }

    func baseline(
        _ baseline: StackLayer.Baseline, in frame: SceneRectangle, _ layout: SceneLayout
    ) throws(SceneError) -> Double? {
        let places = try layout.plan(of: self, in: frame.size).parts(in: frame)
        for (layer, area) in baseline == .first ? places : places.reversed() {
            if let found = try layout.baseline(baseline, of: layer, in: area) { return found }
        }
        return nil
    }
}

extension GlassLayer: PlacedContent {
    /// Whether the area decides on the width and on the height: for pieces that fill it, or are at a side of it.
    var isFlexible: (width: Bool, height: Bool) {
        let items = axis == nil ? items + (transition?.items ?? []) : []
        let isPlaced = items.contains { $0.placement.chosenAlignment != nil }
        return (
            isPlaced || items.contains(where: \.isFlexible.width),
            isPlaced || items.contains(where: \.isFlexible.height)
        )
    }

    func size(in area: SceneSize, hasHeight: Bool, _ layout: SceneLayout) throws(SceneError) -> SceneSize {
        try layout.size(of: self, in: area)
    }
}

extension GlassItem {
    /// Whether the piece has no width or no height of its own, and no label that has one.
    fileprivate var isFlexible: (width: Bool, height: Bool) {
        let label = label.filter { !$0.isAbsent }.map(\.isFlexible)
        return (
            placement.width == nil && label.allSatisfy(\.width), placement.height == nil && label.allSatisfy(\.height)
        )
    }
}
