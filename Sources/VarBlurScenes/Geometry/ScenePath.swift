/// An outline of straight lines and Bézier curves.
///
/// A path has any number of contours, each of which begins with ``Element/move(to:)``. The inside of a path is everything that its
/// contours run around a number of times other than 0 (the nonzero winding rule); for this purpose, every contour counts as closed.
public struct ScenePath: Sendable, Hashable {
    /// A part of a path, which begins where the previous one ends.
    public enum Element: Codable, Sendable, Hashable {
        /// Begins a contour.
        case move(to: ScenePoint)
        /// A straight line.
        case line(to: ScenePoint)
        /// A quadratic Bézier curve.
        case quad(to: ScenePoint, control: ScenePoint)
        /// A cubic Bézier curve.
        case cubic(to: ScenePoint, control1: ScenePoint, control2: ScenePoint)
        /// A straight line to the first point of the contour, which ends there.
        case close

        /// The last point; `nil` for ``close``.
        public var end: ScenePoint? {
            switch self {
            case .move(let end), .line(let end), .quad(let end, _), .cubic(let end, _, _): end
            case .close: nil
            }
        }
    }

    /// The parts of the path in order.
    public private(set) var elements: [Element] = []
    /// The last point; `nil` while the path is empty.
    public private(set) var currentPoint: ScenePoint?
    /// The first point of the last contour.
    private var start = ScenePoint.zero

    /// Creates an empty path.
    public init() {}

    /// Whether the path has no elements.
    public var isEmpty: Bool { elements.isEmpty }

    /// Begins a contour.
    public mutating func move(to point: ScenePoint) {
        elements.append(.move(to: point))
        (start, currentPoint) = (point, point)
    }

    /// Adds a straight line, or begins a contour if there is no current point.
    public mutating func line(to point: ScenePoint) { append(.line(to: point), ending: point) }

    /// Adds a quadratic Bézier curve, which begins at its control point if there is no current point.
    public mutating func quad(to point: ScenePoint, control: ScenePoint) {
        if currentPoint == nil { move(to: control) }
        append(.quad(to: point, control: control), ending: point)
    }

    /// Adds a cubic Bézier curve, which begins at its first control point if there is no current point.
    public mutating func cubic(to point: ScenePoint, control1: ScenePoint, control2: ScenePoint) {
        if currentPoint == nil { move(to: control1) }
        append(.cubic(to: point, control1: control1, control2: control2), ending: point)
    }

    /// Closes the last contour, whose first point becomes the current one.
    public mutating func close() {
        guard currentPoint != nil, elements.last != .close else { return }
        elements.append(.close)
        currentPoint = start
    }

    /// Moves the end of a final curve, to which rounding has added an error.
    mutating func endCurve(at point: ScenePoint) {
        guard case .cubic(_, let control1, let control2) = elements.last else { return }
        elements[elements.count - 1] = .cubic(to: point, control1: control1, control2: control2)
        currentPoint = point
    }

    private mutating func append(_ element: Element, ending point: ScenePoint) {
        guard let currentPoint else { return move(to: point) }
        // a contour that continues after it was closed begins where the closed one began
        if elements.last == .close { move(to: currentPoint) }
        elements.append(element)
        self.currentPoint = point
    }

    /// Returns the path with every point, including control points, replaced by another one.
    public func mapPoints(_ transform: (ScenePoint) -> ScenePoint) -> ScenePath {
        var path = ScenePath()
        path.elements = elements.map { element in
            switch element {
            case .move(let end): .move(to: transform(end))
            case .line(let end): .line(to: transform(end))
            case .quad(let end, let control): .quad(to: transform(end), control: transform(control))
            case .cubic(let end, let control1, let control2):
                .cubic(to: transform(end), control1: transform(control1), control2: transform(control2))
            case .close: .close
            }
        }
        path.currentPoint = currentPoint.map(transform)
        path.start = transform(start)
        return path
    }

    /// Returns the path, scaled and moved so that one rectangle becomes another one.
    ///
    /// A direction in which `source` has no extent is moved, but not scaled.
    public func mapped(from source: SceneRectangle, to target: SceneRectangle) -> ScenePath {
        let scaleX = source.width > 0 ? target.width / source.width : 1
        let scaleY = source.height > 0 ? target.height / source.height : 1
        return mapPoints {
            ScenePoint(x: target.x + ($0.x - source.x) * scaleX, y: target.y + ($0.y - source.y) * scaleY)
        }
    }
}
