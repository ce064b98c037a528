/// The signed distance of points from the outline of a shape in pixels: negative inside, positive outside.
///
/// Rectangles with circular corners, capsules and circles have exact distances. Corners of continuous curvature are replaced by circular
/// arcs that differ from them by at most 0.01 pixels up to a radius of 20,000 pixels, and other outlines by straight lines that differ by
/// at most 0.006 pixels.
public struct ShapeDistance: Sendable {
    /// The smallest rectangle that contains the shape; `nil` for an empty shape, from which every point is infinitely far away.
    public let bounds: SceneRectangle?

    let outline: Outline

    /// How the distance is computed.
    enum Outline: Sendable {
        case empty
        case roundedRectangle(RoundedRectangleDistance)
        case continuousRectangle(ContinuousRectangleDistance)
        case segments(SegmentDistance)
    }

    /// The tolerance of curves in pixels: finer than that of drawn outlines, because the normals of the lines bend light.
    private static let tolerance = 0.006

    /// Prepares the distances from a shape.
    ///
    /// - Parameters:
    ///   - shape: the shape.
    ///   - frame: the frame of the shape. Without an area, the shape is empty.
    public init(_ shape: SceneShape, in frame: SceneRectangle) {
        if frame.hasArea, let (rectangle, radius, style) = shape.roundedRectangle(in: frame),
            style == .circular || radius == 0
        {
            self.init(
                bounds: rectangle,
                .roundedRectangle(RoundedRectangleDistance(rectangle, cornerRadius: radius)))
        } else if frame.hasArea, case .rectangle(let radius, .continuous) = shape, radius > 0 {
            self.init(
                bounds: frame,
                .continuousRectangle(ContinuousRectangleDistance(frame, cornerRadius: radius)))
        } else {
            self.init(shape.path(in: frame))
        }
    }

    /// Prepares the distances from a path, whose contours all count as closed.
    ///
    /// - Complexity: O(length of the path).
    public init(_ path: ScenePath) {
        let segments = SegmentDistance(path.flattened(tolerance: Self.tolerance))
        self.init(bounds: segments.isEmpty ? nil : path.bounds, segments.isEmpty ? .empty : .segments(segments))
    }

    private init(bounds: SceneRectangle?, _ outline: Outline) { (self.bounds, self.outline) = (bounds, outline) }

    /// Returns the signed distance of a point in pixels.
    ///
    /// - Complexity: O(1), or O(number of lines of the outline).
    public func distance(to point: ScenePoint) -> Double {
        switch outline {
        case .empty: .infinity
        case .roundedRectangle(let rectangle): rectangle.distance(to: point)
        case .continuousRectangle(let rectangle): rectangle.distance(to: point)
        case .segments(let segments): segments.distance(to: point)
        }
    }
}

extension SceneShape {
    /// Returns the signed distance of a point from the outline in a frame, in pixels: negative inside, positive outside.
    ///
    /// For many points, a ``ShapeDistance`` is faster.
    public func signedDistance(to point: ScenePoint, in frame: SceneRectangle) -> Double {
        ShapeDistance(self, in: frame).distance(to: point)
    }
}
