/// The curve of the radius between two stops.
///
/// An easing maps the position, from the smaller radius (0) to the larger radius (1), to the radius on the same scale. A
/// short linear ramp has a visible line where it begins. An eased ramp begins smoothly, but is steeper in the middle.
public enum Easing: Sendable, Hashable {
    /// The radius changes by the same amount at every pixel.
    case linear
    /// 3a² - 2a³: smooth at both ends.
    case smoothstep
    /// (1 - cos πa) / 2: smooth at both ends.
    case sine
    /// A cubic Bézier curve from (0, 0) to (1, 1), as in CSS.
    ///
    /// - Parameters:
    ///   - x1: the position of the first control point, 0 to 1.
    ///   - y1: the value of the first control point.
    ///   - x2: the position of the second control point, 0 to 1.
    ///   - y2: the value of the second control point.
    case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)

    /// The CSS curve `ease`: a steep start and a long, smooth end.
    public static let ease = Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    /// The CSS curve `ease-in`: smooth where the radius is small.
    public static let easeIn = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    /// The CSS curve `ease-out`: smooth where the radius is large.
    public static let easeOut = Easing.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    /// The CSS curve `ease-in-out`: smooth at both ends.
    public static let easeInOut = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// Returns the eased value at a position.
    ///
    /// The result is the same on every platform: it is computed without C library functions.
    ///
    /// - Parameter position: the position on the ramp, clamped to 0...1.
    /// - Returns: 0 to 1; values of a Bézier curve are clamped to this range.
    public func value(at position: Double) -> Double {
        let a = min(max(position, 0), 1)
        switch self {
        case .linear: return a
        case .smoothstep: return a * a * (3 - 2 * a)
        case .sine: return Self.sine(a)
        case .cubicBezier(let x1, let y1, let x2, let y2):
            if a == 0 || a == 1 { return a }
            let t = Self.parameter(at: a, x1, x2)
            return min(max(Self.bezier(t, y1, y2), 0), 1)
        }
    }

    /// Checks the control points of a Bézier curve.
    ///
    /// - Throws: ``BlurError/Code/invalidField``.
    func check() throws(BlurError) {
        guard case .cubicBezier(let x1, let y1, let x2, let y2) = self else { return }
        guard (0...1).contains(x1), (0...1).contains(x2), y1.isFinite, y2.isFinite else {
            throw BlurError(
                .invalidField,
                "the easing cubic-bezier(\(x1), \(y1), \(x2), \(y2)) is not a curve; its first and third number must be "
                    + "0 to 1, and all must be finite")
        }
    }

    /// sin²(πa / 2), by the symmetry around 1/2.
    private static func sine(_ a: Double) -> Double {
        let sine = ExactAngle.sine(radians: min(a, 1 - a) * (Double.pi / 2))
        return a <= 0.5 ? sine * sine : 1 - sine * sine
    }

    /// A coordinate of the curve whose end points are 0 and 1.
    private static func bezier(_ t: Double, _ p1: Double, _ p2: Double) -> Double {
        let (c, b) = (3 * p1, 3 * p2 - 6 * p1)
        return ((1 - c - b) * t + b) * t * t + c * t
    }

    /// Solves `bezier(t, x1, x2) = x`, whose left side rises with t, by Newton's method within a bracket that bisection narrows.
    private static func parameter(at x: Double, _ x1: Double, _ x2: Double) -> Double {
        let (c, b) = (3 * x1, 3 * x2 - 6 * x1)
        let a = 1 - c - b
        var (low, high, t) = (0.0, 1.0, x)
        for _ in 0..<60 {
            let error = bezier(t, x1, x2) - x
            if abs(error) < 1e-15 { return t }
            if error < 0 { low = t } else { high = t }
            let slope = (3 * a * t + 2 * b) * t + c
            let next = t - error / slope
            t = next > low && next < high ? next : (low + high) / 2
        }
        return t
    }
}
