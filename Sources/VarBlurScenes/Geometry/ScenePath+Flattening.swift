extension ScenePath {
    /// A contour of straight lines.
    public struct Contour: Sendable, Hashable {
        /// The corners in order; a closed contour does not repeat its first point.
        public let points: [ScenePoint]
        /// Whether a line joins the last point with the first one.
        public let isClosed: Bool
    }

    /// The default tolerance of ``flattened(tolerance:)`` in pixels, which no picture of 8 bits shows.
    public static let defaultTolerance = 0.01

    /// Returns the contours of the path, whose curves are replaced by straight lines.
    ///
    /// The number of lines of a curve follows from the greatest second difference of its control points (Wang, "The subdivision
    /// method for finding the intersection between two Bézier curves or surfaces", 1984).
    ///
    /// - Parameter tolerance: the greatest distance between a curve and its lines in pixels, above 0.
    /// - Returns: all contours with at least two points. Repeated points are left out.
    public func flattened(tolerance: Double = defaultTolerance) -> [Contour] {
        var (contours, points): ([Contour], [ScenePoint]) = ([], [])
        func finish(isClosed: Bool) {
            if isClosed, points.count > 1, points.first == points.last { points.removeLast() }
            if points.count > 1 { contours.append(Contour(points: points, isClosed: isClosed)) }
            points = []
        }
        func add(_ point: ScenePoint) { if points.last != point { points.append(point) } }
        for element in elements {
            switch element {
            case .move(let point):
                finish(isClosed: false)
                add(point)
            case .line(let point): add(point)
            case .quad, .cubic:
                guard let start = points.last, let end = element.end else { continue }
                let count = element.lineCount(from: start, tolerance: tolerance)
                for index in 1..<max(count, 1) {
                    add(element.point(at: Double(index) / Double(count), from: start))
                }
                add(end)
            case .close: finish(isClosed: true)
            }
        }
        finish(isClosed: false)
        return contours
    }
}

extension ScenePath.Contour {
    /// The lines, with the one that joins the last point with the first one also where the contour is open.
    var edges: some Sequence<(ScenePoint, ScenePoint)> { zip(points, points.dropFirst() + points.prefix(1)) }

    /// The length of a closed contour.
    var closedLength: Double { edges.reduce(0) { $0 + $1.0.distance(to: $1.1) } }

    /// The area that the contour encloses if it does not cross itself, positive if it runs clockwise.
    var area: Double { edges.reduce(0) { $0 + $1.0.cross($1.1) } / 2 }
}

extension ScenePath.Element {
    /// No curve is divided further, so that far control points do not exhaust the memory.
    private static let greatestLineCount = 2000.0

    /// The number of straight lines that replace a curve.
    fileprivate func lineCount(from start: ScenePoint, tolerance: Double) -> Int {
        let square: Double
        switch self {
        case .move, .line, .close: return 1
        case .quad(let end, let control):
            square = 0.25 * (start - control * 2 + end).length / tolerance
        case .cubic(let end, let control1, let control2):
            let (first, second) = (start - control1 * 2 + control2, control1 - control2 * 2 + end)
            square = 0.75 * max(first.length, second.length) / tolerance
        }
        let count = square.squareRoot().rounded(.up)
        return count.isFinite ? Int(min(max(count, 1), Self.greatestLineCount)) : 1
    }
}
