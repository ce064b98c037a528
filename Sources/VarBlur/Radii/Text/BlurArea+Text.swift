extension BlurArea: CustomStringConvertible {
    /// Parses an area.
    ///
    ///     area-blur(shape, radius [, feather length]?)
    ///     area-blur(outside shape*, radius [, feather length]?)
    ///
    /// After `outside`, there are any number of shapes, separated by spaces. A shape is that of ``Shape/init(_:)``. Lengths are in `px` or `%`: `area-blur(circle(40px at 50% 30%), 12px, feather 6px)`. The
    /// easing is ``Easing/linear``; see ``eased(_:)``.
    ///
    /// - Throws: an error with the position of the syntax error.
    /// - Complexity: O(length of `text`).
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        self = try scanner.area()
    }

    /// The area as a string, which ``init(_:)`` parses to the same area, without its easing, unless a radius in pixels is above 10⁹.
    public var description: String {
        let part = ((isInverted ? [Self.outside] : []) + shapes.map(\.description)).joined(separator: " ")
        return "area-blur(\(part), \(radius)\(feather == .zero ? "" : ", feather \(feather)"))"
    }

    /// Whether a text begins like an area.
    static func begins(_ text: String) -> Bool {
        var scanner = TextScanner(text)
        scanner.skipSpaces()
        return scanner.word() == Self.function
    }

    /// The name of the function.
    static let function = "area-blur"
    /// The word that precedes shapes that stay sharp.
    static let outside = "outside"
}

extension BlurField {
    /// Parses one or more gradients and areas, separated by spaces, in the syntax of `BlurGradient` and `BlurArea`.
    ///
    /// - Parameter text: a string with at least one field.
    /// - Returns: the gradients and areas in their order.
    /// - Throws: an error with the position of the syntax error.
    /// - Complexity: O(length of `text`).
    public static func list(_ text: String) throws(BlurTextError) -> [BlurField] {
        var scanner = TextScanner(text)
        return try scanner.fields()
    }
}

extension BlurArea.Shape: CustomStringConvertible {
    /// Parses a shape in the syntax of CSS.
    ///
    ///     xywh(x y width height [round radii]?)
    ///     inset(top [right [bottom [left]?]?]? [round radii]?)
    ///     rect(top right bottom left [round radii]?)
    ///     circle([radius]? [at position]?)
    ///     ellipse([radius radius]? [at position]?)
    ///     polygon([nonzero | evenodd,]? x y, x y, x y, …)
    ///
    /// - Lengths are in `px` or `%`. A side of `rect` may be `auto`: the edge of the image.
    /// - The radii of corners are one to four lengths, clockwise from the top left; after a slash, as in `round 8px / 4px`, the vertical
    ///   ones follow.
    /// - A radius of a circle or an ellipse is a length, `closest-side` (the default), or `farthest-side`.
    /// - A position consists of one or two lengths, or of the keywords `left`, `right`, `top`, `bottom`, and `center`.
    ///
    /// - Throws: an error with the position of the syntax error.
    /// - Complexity: O(length of `text`).
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        self = try scanner.shape()
        try scanner.end("the closing parenthesis")
    }

    /// Parses one or more shapes, separated by spaces, in the syntax of ``init(_:)``.
    ///
    /// - Parameter text: a string with at least one shape.
    /// - Returns: the shapes in their order.
    /// - Throws: an error with the position of the syntax error.
    /// - Complexity: O(length of `text`).
    public static func list(_ text: String) throws(BlurTextError) -> [BlurArea.Shape] {
        var scanner = TextScanner(text)
        var shapes: [BlurArea.Shape] = []
        repeat { shapes.append(try scanner.shape()) } while !scanner.isAtEnd
        return shapes
    }

    /// The shape as a string without redundant parts, which ``init(_:)`` parses to the same shape.
    public var description: String {
        switch self {
        case .xywh(let x, let y, let width, let height, let corners):
            return "xywh(\(x) \(y) \(width) \(height)\(corners.text))"
        case .inset(let top, let right, let bottom, let left, let corners):
            return "inset(\(SideText.shortest([top, right, bottom, left]))\(corners.text))"
        case .rect(let top, let right, let bottom, let left, let corners):
            return "rect(\(top) \(right) \(bottom) \(left)\(corners.text))"
        case .circle(let radius, let center):
            let parts = [radius == .closestSide ? nil : radius.text, center.text.map { "at \($0)" }]
            return "circle(\(parts.compactMap(\.self).joined(separator: " ")))"
        case .ellipse(let x, let y, let center):
            let isDefault = x == .closestSide && y == .closestSide
            let parts = [isDefault ? nil : "\(x.text) \(y.text)", center.text.map { "at \($0)" }]
            return "ellipse(\(parts.compactMap(\.self).joined(separator: " ")))"
        case .polygon(let points, let rule):
            let start = rule == .nonzero ? [] : [rule.rawValue]
            return "polygon(\((start + points.map { "\($0.x) \($0.y)" }).joined(separator: ", ")))"
        }
    }
}

extension BlurArea.Extent {
    fileprivate var text: String {
        switch self {
        case .length(let length): length.description
        case .closestSide: "closest-side"
        case .farthestSide: "farthest-side"
        }
    }
}

extension BlurArea.Corners {
    /// The text after the lengths of a rectangle; empty for square corners.
    fileprivate var text: String {
        let (x, y) = (SideText.shortest(clockwise.map(\.x)), SideText.shortest(clockwise.map(\.y)))
        if self == .square { return "" }
        return x == y ? " round \(x)" : " round \(x) / \(y)"
    }
}

/// The values of four sides or corners, of which the last ones may be left out.
enum SideText {
    static func shortest(_ lengths: [BlurLength]) -> String {
        var lengths = lengths
        if lengths[3] == lengths[1] { lengths.removeLast() }
        if lengths.count == 3, lengths[2] == lengths[0] { lengths.removeLast() }
        if lengths.count == 2, lengths[1] == lengths[0] { lengths.removeLast() }
        return lengths.map(\.description).joined(separator: " ")
    }

    /// The values of all four.
    static func completed(_ lengths: [BlurLength]) -> [BlurLength] {
        let second = lengths.count > 1 ? lengths[1] : lengths[0]
        return [
            lengths[0], second, lengths.count > 2 ? lengths[2] : lengths[0], lengths.count > 3 ? lengths[3] : second,
        ]
    }
}
