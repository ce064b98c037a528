internal import VarBlurLibC
internal import VarBlur

/// An outline that adapts to the frame in which it is placed.
public enum SceneShape: Codable, Sendable, Hashable {
    /// The whole frame, with rounded corners.
    ///
    /// - Parameters:
    ///   - cornerRadius: the radius of the corners in pixels; limited to 0 and to half of the shorter side.
    ///   - style: how the corners are rounded.
    case rectangle(cornerRadius: Double, style: CornerStyle)
    /// The whole frame, whose shorter sides are half circles.
    case capsule
    /// The largest circle in the middle of the frame.
    case circle
    /// The ellipse that touches all four sides of the frame.
    case ellipse
    /// Straight lines between points.
    ///
    /// - Parameter points: the corners in fractions of the frame's width and height. Fewer than three make an empty shape.
    case polygon(points: [ScenePoint])
    /// A badge in the largest square in the middle of the frame.
    ///
    /// - Parameter parameters: the outline.
    case hexagonBadge(parameters: HexagonBadge)
    /// An outline in the notation of SVG, as large as fits into the frame, and in the middle of it.
    ///
    /// - Parameter outline: the outline.
    case path(outline: SVGPath)

    /// The whole frame.
    public static let rectangle = SceneShape.rectangle(cornerRadius: 0, style: .circular)

    /// The hexagon with the standard parameters.
    public static let hexagonBadge = SceneShape.hexagonBadge(parameters: .standard)

    /// The whole frame, with corners of continuous curvature.
    ///
    /// - Parameter cornerRadius: the radius of the corners in pixels; limited to 0 and to half of the shorter side.
    /// - Returns: a rectangle.
    public static func rectangle(cornerRadius: Double) -> SceneShape {
        .rectangle(cornerRadius: cornerRadius, style: .continuous)
    }

    /// Returns a polygon with sides of equal length and a corner at the top, whose corners lie on the ellipse in the frame.
    ///
    /// - Parameter sides: the number of sides, at least 3.
    /// - Returns: a polygon.
    public static func regularPolygon(sides: Int) -> SceneShape {
        trapUnless(sides >= 3, "a polygon has at least 3 sides, not \(sides)")
        let points = (0..<sides).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(sides)
            return ScenePoint(x: 0.5 + 0.5 * sin(angle), y: 0.5 - 0.5 * cos(angle))
        }
        return .polygon(points: points)
    }

    /// Returns the outline in a frame.
    ///
    /// - Parameter frame: the frame. Without an area, the path is empty.
    /// - Returns: a path of closed contours, which begins at the same place in every frame.
    public func path(in frame: SceneRectangle) -> ScenePath {
        var path = ScenePath()
        guard frame.hasArea else { return path }
        switch self {
        case .rectangle(let radius, let style):
            path.roundedRectangle(in: frame, cornerRadius: radius, style: style)
        case .capsule:
            path.roundedRectangle(in: frame, cornerRadius: frame.size.shorterSide / 2, style: .circular)
        case .circle: path.ellipse(in: frame.centered(aspectRatio: 1))
        case .ellipse: path.ellipse(in: frame)
        case .polygon(let points):
            guard points.count >= 3 else { return path }
            for point in points { path.line(to: frame.point(atFractions: point)) }
            path.close()
        case .hexagonBadge(let parameters): return parameters.path(in: frame)
        case .path(let outline): return outline.path(in: frame)
        }
        return path
    }

    /// The part of a frame to which gradients refer: that into which a shape with an aspect ratio of its own is fitted.
    func gradientFrame(in frame: SceneRectangle) -> SceneRectangle {
        switch self {
        case .circle, .hexagonBadge: frame.centered(aspectRatio: 1)
        case .path(let outline): outline.fittedFrame(in: frame) ?? frame
        case .rectangle, .capsule, .ellipse, .polygon: frame
        }
    }

    /// A rectangle with the radius and the style of its corners.
    typealias RoundedRectangle = (frame: SceneRectangle, radius: Double, style: CornerStyle)

    /// The rectangle that this shape is in a frame; `nil` for other shapes.
    func roundedRectangle(in frame: SceneRectangle) -> RoundedRectangle? {
        let half = frame.size.shorterSide / 2
        switch self {
        case .rectangle(let radius, let style): return (frame, min(max(radius, 0), half), style)
        case .capsule: return (frame, half, .circular)
        case .circle: return (frame.centered(aspectRatio: 1), half, .circular)
        case .ellipse: return frame.width == frame.height ? (frame, half, .circular) : nil
        case .polygon, .hexagonBadge, .path: return nil
        }
    }
}
