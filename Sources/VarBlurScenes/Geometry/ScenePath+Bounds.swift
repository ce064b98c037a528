extension ScenePath {
    /// The smallest rectangle that contains the path; `nil` if the path is empty.
    ///
    /// Control points outside of the curves do not count. A final ``Element/move(to:)`` does.
    ///
    /// - Complexity: O(number of elements).
    public var bounds: SceneRectangle? {
        var (low, high): (ScenePoint?, ScenePoint) = (nil, .zero)
        func include(_ point: ScenePoint) {
            let least = low ?? point
            high = low == nil ? point : ScenePoint(x: max(high.x, point.x), y: max(high.y, point.y))
            low = ScenePoint(x: min(least.x, point.x), y: min(least.y, point.y))
        }
        var current = ScenePoint.zero
        for element in elements {
            guard let end = element.end else { continue }
            for t in element.extremes(from: current) { include(element.point(at: t, from: current)) }
            include(end)
            current = end
        }
        return low.map { SceneRectangle(x: $0.x, y: $0.y, width: high.x - $0.x, height: high.y - $0.y) }
    }
}

extension ScenePath.Element {
    /// The point of a line or curve at a parameter from 0 to 1.
    func point(at t: Double, from start: ScenePoint) -> ScenePoint {
        let u = 1 - t
        switch self {
        case .move(let end), .line(let end): return start * u + end * t
        case .quad(let end, let control): return start * (u * u) + control * (2 * t * u) + end * (t * t)
        case .cubic(let end, let control1, let control2):
            return start * (u * u * u) + control1 * (3 * t * u * u) + control2 * (3 * t * t * u) + end * (t * t * t)
        case .close: return start
        }
    }

    /// The parameters between 0 and 1 at which a coordinate of a curve turns around.
    fileprivate func extremes(from start: ScenePoint) -> [Double] {
        switch self {
        case .move, .line, .close: return []
        case .quad(let end, let control):
            return [\ScenePoint.x, \ScenePoint.y].compactMap { axis in
                let (first, second) = (
                    control[keyPath: axis] - start[keyPath: axis], end[keyPath: axis] - control[keyPath: axis]
                )
                let t = first / (first - second)
                return t > 0 && t < 1 ? t : nil
            }
        case .cubic(let end, let control1, let control2):
            return [\ScenePoint.x, \ScenePoint.y].flatMap { axis in
                let a = control1[keyPath: axis] - start[keyPath: axis]
                let b = control2[keyPath: axis] - control1[keyPath: axis]
                let c = end[keyPath: axis] - control2[keyPath: axis]
                return Self.roots(a - 2 * b + c, 2 * (b - a), a).filter { $0 > 0 && $0 < 1 }
            }
        }
    }

    /// The real solutions of a t² + b t + c = 0.
    private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
        let discriminant = b * b - 4 * a * c
        guard discriminant >= 0 else { return [] }
        // the sum of two numbers of the same sign loses no digits
        let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
        return [q / a, c / q].filter(\.isFinite)
    }
}
