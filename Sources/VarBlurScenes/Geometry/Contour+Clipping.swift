extension ScenePath.Contour {
    /// The part of the contour inside a rectangle, with lines along its sides where the contour leaves and enters it.
    ///
    /// Inside the rectangle, the area that the contour encloses is the same, also if it winds around points several times.
    /// Source: Sutherland and Hodgman, "Reentrant polygon clipping", 1974.
    ///
    /// - Returns: the contour itself if it is inside; `nil` if all of it is outside.
    func clipped(to rectangle: SceneRectangle) -> ScenePath.Contour? {
        if points.allSatisfy(rectangle.contains) { return self }
        var rest = points
        for side in Self.sides(of: rectangle) where !rest.isEmpty { rest = Self.clipped(rest, isClosed, side) }
        return rest.count > 1 ? ScenePath.Contour(points: rest, isClosed: isClosed) : nil
    }

    /// A distance that is 0 on one side of the rectangle, and positive inside.
    private typealias Side = (ScenePoint) -> Double

    private static func sides(of rectangle: SceneRectangle) -> [Side] {
        [
            { $0.x - rectangle.x }, { rectangle.maxX - $0.x }, { $0.y - rectangle.y }, { rectangle.maxY - $0.y },
        ]
    }

    private static func clipped(_ points: [ScenePoint], _ isClosed: Bool, _ side: Side) -> [ScenePoint] {
        var result: [ScenePoint] = []
        var previous = isClosed ? points.last : nil
        for point in points {
            if let start = previous {
                let (before, after) = (side(start), side(point))
                if (before < 0) != (after < 0) {
                    result.append(start.interpolated(to: point, before / (before - after)))
                }
            }
            if side(point) >= 0 { result.append(point) }
            previous = point
        }
        return result
    }
}
