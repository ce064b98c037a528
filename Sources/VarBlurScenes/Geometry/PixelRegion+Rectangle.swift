internal import VarBlur

extension PixelRegion {
    /// The pixels that a rectangle touches, as far as they lie inside another region; `nil` if there are none.
    init?(covering rectangle: SceneRectangle, inside limits: PixelRegion) {
        guard let common = rectangle.intersection(SceneRectangle(limits)) else { return nil }
        let (left, top) = (Int(common.x.rounded(.down)), Int(common.y.rounded(.down)))
        let (right, bottom) = (Int(common.maxX.rounded(.up)), Int(common.maxY.rounded(.up)))
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    var columns: Range<Int> { x..<x + width }
    var rows: Range<Int> { y..<y + height }

    func union(_ other: PixelRegion) -> PixelRegion {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRegion(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }

    func intersection(_ other: PixelRegion) -> PixelRegion? {
        let (columns, rows) = (columns.clamped(to: other.columns), rows.clamped(to: other.rows))
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        return PixelRegion(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The region with all sides moved outward.
    func outset(by distance: Int) -> PixelRegion {
        PixelRegion(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
    }
}

extension SceneRectangle {
    /// A rectangle of whole pixels.
    init(_ region: PixelRegion) {
        self.init(x: Double(region.x), y: Double(region.y), width: Double(region.width), height: Double(region.height))
    }
}
