/// The places of boxes side by side, below one another, or overlapping.
struct StackArrangement {
    let axis: StackLayer.Axis
    /// The distance between boxes in pixels.
    let spacing: Double
    let alignment: SceneAlignment
    /// The distances of the baselines of boxes side by side from their tops, in pixels; `nil` if boxes are aligned by ``alignment``.
    var baselines: [Double]?
    /// The alignments of single boxes, which replace ``alignment`` and baselines; `nil` for boxes without one.
    var ownAlignments: [SceneAlignment?] = []

    /// The size of all boxes together; a box that is `nil` takes no room.
    func size(of boxes: [SceneSize?]) -> SceneSize {
        let sizes = boxes.compactMap(\.self)
        let gap = spacing * Double(max(sizes.count - 1, 0))
        let (widths, heights) = (sizes.map(\.width), sizes.map(\.height))
        return switch axis {
        case .horizontal: SceneSize(width: widths.reduce(gap, +), height: rowHeight(of: boxes) ?? heights.max() ?? 0)
        case .vertical: SceneSize(width: widths.max() ?? 0, height: heights.reduce(gap, +))
        case .depth: SceneSize(width: widths.max() ?? 0, height: heights.max() ?? 0)
        }
    }

    /// The areas of boxes in a frame.
    func areas(of boxes: [SceneSize?], in frame: SceneRectangle) -> [SceneRectangle] {
        let (point, content) = (alignment.unitPoint, size(of: boxes))
        var (x, y) = (frame.x, frame.y)
        if axis == .horizontal { x += (frame.width - content.width) * point.x }
        if axis == .vertical { y += (frame.height - content.height) * point.y }
        let line = greatestBaseline(of: boxes)
        return boxes.enumerated().map { index, size in
            guard let size else { return SceneRectangle(x: x, y: y, width: 0, height: 0) }
            let own = index < ownAlignments.count ? ownAlignments[index]?.unitPoint : nil
            if axis == .depth, own != nil { return frame }
            let unit = own ?? point
            var area = SceneRectangle(x: x, y: y, width: size.width, height: size.height)
            if axis != .horizontal { area.x = frame.x + (frame.width - size.width) * unit.x }
            if axis != .vertical {
                let drop = own == nil ? line.map { $0 - (baselines?[index] ?? 0) } : nil
                area.y = frame.y + (frame.height - (drop == nil ? size.height : content.height)) * unit.y + (drop ?? 0)
            }
            if axis == .horizontal { x += size.width + spacing }
            if axis == .vertical { y += size.height + spacing }
            return area
        }
    }

    /// The greatest distance of a baseline from the top of its box; `nil` if baselines are not aligned.
    private func greatestBaseline(of boxes: [SceneSize?]) -> Double? {
        baselines.map { zip($0, boxes).reduce(0) { $1.1 == nil ? $0 : max($0, $1.0) } }
    }

    /// The height of boxes whose baselines are aligned; `nil` if they are not.
    private func rowHeight(of boxes: [SceneSize?]) -> Double? {
        guard let baselines, let line = greatestBaseline(of: boxes) else { return nil }
        return zip(baselines, boxes).reduce(line) { max($0, line + ($1.1?.height ?? 0) - $1.0) }
    }
}

extension StackLayer.Axis {
    /// What is wrong with the own alignments of boxes along this axis, with the index of each.
    func mistakes(in placements: [Placement]) -> [(index: Int, message: String)] {
        let (unusable, usable): ([SceneAlignment], [SceneAlignment]) =
            switch self {
            case .horizontal: ([.leading, .trailing], [.top, .center, .bottom])
            case .vertical: ([.top, .bottom], [.leading, .center, .trailing])
            case .depth: ([], [])
            }
        return placements.enumerated().compactMap { index, placement in
            guard let alignment = placement.chosenAlignment, unusable.contains(alignment) else { return nil }
            let words = SceneText.list(usable.map(\.rawValue))
            return (
                index,
                "'alignment' has no effect along a \(rawValue) axis, where boxes follow one another; across it, there are \(words)"
            )
        }
    }
}
