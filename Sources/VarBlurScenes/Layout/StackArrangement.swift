internal import VarBlur

/// The places of boxes side by side, below one another, overlapping, or in several lines.
struct StackArrangement {
    let axis: StackLayer.Axis
    /// The distance between boxes in pixels.
    let spacing: Double
    let alignment: SceneAlignment
    /// The distances of the baselines of boxes side by side from their tops, in pixels; `nil` if boxes are aligned by ``alignment``.
    var baselines: [Double]?
    /// The alignments of single boxes, which replace ``alignment`` and baselines; `nil` for boxes without one.
    var ownAlignments: [SceneAlignment?] = []
    /// Whether boxes side by side follow one another from right to left.
    var isRightToLeft = false
    /// How boxes side by side are divided into lines; `nil` if all are in one.
    var lines: StackLines?

    /// The size of all boxes together; a box that is `nil` takes no room.
    ///
    /// `width` is the width at which lines end.
    func size(of boxes: [SceneSize?], width: Double = .infinity) -> SceneSize {
        if let lines {
            let sizes = lines.division(of: boxes, width: width, spacing).map { row($0).size(of: picked($0, boxes)) }
            let gap = lines.spacing * Double(max(sizes.count - 1, 0))
            let widths = sizes.map { lines.grid?.totalWidth(spacing) ?? $0.width }
            return SceneSize(width: widths.max() ?? 0, height: sizes.map(\.height).reduce(gap, +))
        }
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
        if axis == .horizontal && isRightToLeft {
            return mirrored.areas(of: boxes, in: frame).map { $0.mirrored(in: frame) }
        }
        if let lines { return areas(of: boxes, in: lines, frame) }
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

    /// The arrangement of which this one is the mirror image.
    private var mirrored: StackArrangement {
        StackArrangement(
            axis: axis, spacing: spacing, alignment: alignment.mirrored, baselines: baselines,
            ownAlignments: ownAlignments.map { $0?.mirrored }, lines: lines)
    }

    /// The areas of boxes in several lines.
    private func areas(of boxes: [SceneSize?], in lines: StackLines, _ frame: SceneRectangle) -> [SceneRectangle] {
        var areas = boxes.map { _ in SceneRectangle(x: frame.x, y: frame.y, width: 0, height: 0) }
        var line = frame
        line.y += (frame.height - size(of: boxes, width: frame.width).height) * alignment.unitPoint.y
        for indices in lines.division(of: boxes, width: frame.width, spacing) {
            let (row, boxes) = (row(indices), picked(indices, boxes))
            line.height = row.size(of: boxes).height
            let places = lines.grid.map { row.areas(of: boxes, in: $0, line) } ?? row.areas(of: boxes, in: line)
            for (index, area) in zip(indices, places) { areas[index] = area }
            line.y += line.height + lines.spacing
        }
        return areas
    }

    /// The areas of boxes in the cells of a row, from its first column on.
    private func areas(of boxes: [SceneSize?], in grid: StackLines.Grid, _ row: SceneRectangle) -> [SceneRectangle] {
        boxes.enumerated().map { index, box in
            let size = box ?? SceneSize(width: 0, height: 0)
            let unit = (ownAlignments[index] ?? alignment).unitPoint
            let x = row.x + Double(index) * (grid.columnWidth + spacing)
            return SceneRectangle(
                x: x + (grid.columnWidth - size.width) * unit.x, y: row.y + (row.height - size.height) * unit.y,
                width: size.width, height: size.height)
        }
    }

    /// The arrangement of the boxes of one line.
    private func row(_ indices: [Int]) -> StackArrangement {
        StackArrangement(
            axis: axis, spacing: spacing, alignment: alignment, baselines: baselines.map { picked(indices, $0) },
            ownAlignments: picked(indices, ownAlignments))
    }

    private func picked<Element>(_ indices: [Int], _ elements: [Element]) -> [Element] { indices.map { elements[$0] } }

    /// Whether boxes fit into an area and into a number of lines; 0 stands for any number.
    func fits(_ boxes: [SceneSize?], in area: SceneSize, lineLimit: Int) -> Bool {
        let (size, width) = (size(of: boxes, width: area.width), lines?.grid?.columnWidth ?? area.width)
        return size.width <= area.width + Self.tolerance && size.height <= area.height + Self.tolerance
            && boxes.allSatisfy { ($0?.width ?? 0) <= width + Self.tolerance }
            && (lineLimit == 0 || lines?.division(of: boxes, width: area.width, spacing).count ?? 1 <= lineLimit)
    }

    /// The greatest number of boxes, from the first one on, that fit into an area and into a number of lines.
    func fittingCount(_ boxes: [SceneSize?], in area: SceneSize, lineLimit: Int) -> Int {
        var (fitting, tooMany) = (0, boxes.count + 1)
        while tooMany - fitting > 1 {
            let count = (fitting + tooMany) / 2
            let first = boxes.indices.map { $0 < count ? boxes[$0] : nil }
            if fits(first, in: area, lineLimit: lineLimit) { fitting = count } else { tooMany = count }
        }
        return fitting
    }

    /// The difference of lengths in pixels that is taken for an error of rounding.
    static let tolerance = 1e-6

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

extension SceneRectangle {
    /// The mirror image in a frame.
    fileprivate func mirrored(in frame: SceneRectangle) -> SceneRectangle {
        SceneRectangle(x: frame.x + frame.maxX - maxX, y: y, width: width, height: height)
    }
}

/// How boxes side by side are divided into lines.
struct StackLines {
    /// The columns of a grid.
    struct Grid {
        /// The number of columns.
        let count: Int
        /// The width of each of them in pixels.
        let columnWidth: Double

        /// The width of all columns with the distances between them.
        func totalWidth(_ spacing: Double) -> Double { Double(count) * (columnWidth + spacing) - spacing }
    }

    /// The distance between lines in pixels.
    let spacing: Double
    /// The columns; `nil` for lines with as many boxes as fit.
    let grid: Grid?

    /// The boxes of each line, by their indices; `nil` is in none.
    func division(of boxes: [SceneSize?], width: Double, _ spacing: Double) -> [[Int]] {
        var (lines, end) = ([[Int]](), 0.0)
        for case (let index, let box?) in boxes.enumerated() {
            let next = end + spacing + box.width
            let continues = grid.map { lines.last?.count ?? $0.count < $0.count }
            if !lines.isEmpty, continues ?? (next <= width + StackArrangement.tolerance) {
                lines[lines.count - 1].append(index)
                end = next
            } else {
                lines.append([index])
                end = box.width
            }
        }
        return lines
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
            let words = usable.map(\.rawValue).list("or")
            return (
                index,
                "'alignment' has no effect along a \(rawValue) axis, where boxes follow one another; across it, there are \(words)"
            )
        }
    }
}
