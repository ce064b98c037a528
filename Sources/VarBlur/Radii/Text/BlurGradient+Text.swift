extension BlurGradient: CustomStringConvertible {
    /// Parses a gradient in CSS syntax, as proposed for the `blur` filter of CSS (w3c/csswg-drafts issue 13285).
    ///
    ///     linear-blur([angle | to side-or-corner,]? stop, stop, …)
    ///     radial-blur([circle | ellipse]? [size]? [at position]?, stop, stop, …)
    ///
    /// - An angle is in `deg`, `turn`, `rad`, or `grad`. The default direction is `to bottom`.
    /// - A size is `closest-side`, `closest-corner`, `farthest-side`, or `farthest-corner` (the default), a length in `px` for a circle,
    ///   or two in `px` or `%` for an ellipse. Lengths require `circle`, `ellipse`, or `at`.
    /// - A position consists of one or two lengths in `px` or `%`, or of the keywords `left`, `right`, `top`, `bottom`, and
    ///   `center`.
    /// - A stop is a radius, optionally followed by one or two positions, in `px` or `%`: `8px 20% 40%`. The position `auto` is the
    ///   default.
    /// - A percentage alone between two stops is a midpoint, as in CSS: with `20px, 30%, 0px`, the radius is 10 px at 30%. A stop there
    ///   whose radius is in `%` therefore needs a position, as in `3% 50%` or `3% auto`.
    ///
    /// The easing is ``Easing/linear``; see ``eased(_:)``.
    ///
    /// - Throws: an error with the position of the syntax error.
    /// - Complexity: O(length of `text`).
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        self = try scanner.gradient()
    }

    /// Parses one or more gradients, separated by spaces, in the syntax of ``init(_:)``.
    ///
    /// - Parameter text: a string with at least one gradient.
    /// - Returns: the gradients in their order.
    /// - Throws: an error with the position of the syntax error.
    /// - Complexity: O(length of `text`).
    public static func list(_ text: String) throws(BlurTextError) -> [BlurGradient] {
        var scanner = TextScanner(text)
        return try scanner.gradients()
    }

    /// The gradient as a string without redundant parts.
    ///
    /// ``init(_:)`` parses it to the same gradient, without its easing, unless a radius in pixels is above 10⁹.
    public var description: String {
        let arguments = (shape.text.map { [$0] } ?? []) + StopText.list(stops)
        return "\(shape.name)(\(arguments.joined(separator: ", ")))"
    }
}

extension BlurGradient.Shape {
    fileprivate var name: String {
        switch self {
        case .linear: "linear-blur"
        case .radial: "radial-blur"
        }
    }

    /// The text of the direction, or of the shape and the center; `nil` for the default.
    fileprivate var text: String? {
        switch self {
        case .linear(let direction): return direction.text
        case .radial(let ending, let center):
            let position = center.text.map { "at \($0)" }
            let parts = [ending.text(isBare: position != nil), position].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
    }
}

extension BlurGradient.Direction {
    /// The text of the direction; `nil` for the default.
    fileprivate var text: String? {
        switch self {
        case .toBottom: nil
        case .corner(let corner): "to \(corner.rawValue)"
        case .degrees(let degrees): "\(ReadableNumber.text(positive(degrees)))deg"
        }
    }

    /// The angle of 0 to 360°, if it is exactly the same.
    private func positive(_ degrees: Double) -> Double {
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive.remainder(dividingBy: 360) == degrees ? positive : degrees
    }
}

extension BlurGradient.EndingShape {
    /// The text of shape and size, `nil` for the default.
    ///
    /// With `isBare`, lengths do not need the name of the shape.
    fileprivate func text(isBare: Bool) -> String? {
        switch self {
        case .ellipse(.farthestCorner): nil
        case .ellipse(let extent): extent.rawValue
        case .circle(.farthestCorner): "circle"
        case .circle(let extent): "circle \(extent.rawValue)"
        case .circleOfRadius(let radius): (isBare ? "" : "circle ") + BlurLength.pixels(radius).canonical.description
        case .ellipseOfRadii(let x, let y): (isBare ? "" : "ellipse ") + "\(x) \(y)"
        }
    }
}
