// Which layers have a size of their own, and which ones are as large as their area.
extension SceneLayer {
    /// Whether the area decides on the width and on the height.
    var isFlexible: (width: Bool, height: Bool) {
        let isFlexible: (width: Bool, height: Bool) =
            switch content {
            case .text: (false, false)
            case .stack(let stack): stack.isFlexible
            case .glass(let glass): glass.isFlexible
            case .image, .qrCode: hasAspectRatio ? (false, false) : (true, true)
            case .fill, .blur, .shape, .overlay: (true, true)
            }
        return (placement.width == nil && isFlexible.width, placement.height == nil && isFlexible.height)
    }

    /// Whether the layer, or one in a stack that it is, is as high as the cell of a grid lets it be.
    var fillsCells: Bool {
        if case .stack(let stack) = content, !stack.isGrid {
            return placement.height == nil && stack.layers.contains { !$0.isAbsent && $0.fillsCells }
        }
        return isFlexible.height
    }

    /// Whether one side follows from the other one.
    var hasAspectRatio: Bool {
        switch content {
        case .image, .qrCode: (placement.width == nil) != (placement.height == nil)
        case .text, .stack, .glass, .fill, .blur, .shape, .overlay: false
        }
    }

    /// The width divided by the height of contents of which only one is given; `nil` if that is not so.
    ///
    /// - Throws: an error of the image.
    func givenAspectRatio(_ images: SceneImages) throws(SceneError) -> Double? {
        guard hasAspectRatio else { return nil }
        guard case .image(let image) = content else { return 1 }
        let size = try images.size(CroppedImage(image))
        return size.width / size.height
    }
}

extension StackLayer {
    /// Whether the area decides on the width and on the height: for a grid, and for layers without a height in it.
    fileprivate var isFlexible: (width: Bool, height: Bool) {
        guard isGrid else { return (false, false) }
        return (true, layers.contains { !$0.isAbsent && $0.fillsCells })
    }
}

extension GlassLayer {
    /// Whether the area decides on the width and on the height: for pieces that fill it, or are at a side of it.
    var isFlexible: (width: Bool, height: Bool) {
        let items = axis == nil ? items + (transition?.items ?? []) : []
        let isPlaced = items.contains { $0.placement.chosenAlignment != nil }
        return (
            isPlaced || items.contains(where: \.isFlexible.width),
            isPlaced || items.contains(where: \.isFlexible.height)
        )
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
