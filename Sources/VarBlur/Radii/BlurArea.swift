/// A part of an image that is blurred with one radius; outside of it, the radius falls to 0.
///
/// The part is a shape, or all that is outside of some shapes, which stay sharp.
///
/// ```swift
/// let plate = try BlurArea.Shape("xywh(120px 80px 200px 60px round 8px)")
/// let area = try BlurArea(plate, radius: .pixels(14), feather: .pixels(6))
/// try ProgressiveBlur(field: area.field).blur(&image)
/// ```
public struct BlurArea: Sendable, Hashable {
    /// The shapes: the one that is blurred, or those that stay sharp.
    public let shapes: [Shape]
    /// Whether all that is outside of the shapes is blurred.
    public let isInverted: Bool
    /// The radius of the blurred part: finite, at least 0; a percentage refers to the shorter side of the image.
    public let radius: BlurLength
    /// The distance outward from a shape over which the radius changes between 0 and the ``radius``: finite, at least 0; a percentage, up to 100%, refers to the shorter
    /// side of the image.
    public let feather: BlurLength
    /// The curve of the radius over the feather, from its smaller to its larger end.
    public let easing: Easing

    /// Creates an area.
    ///
    /// - Parameters:
    ///   - shape: the shape.
    ///   - radius: the radius inside the shape.
    ///   - feather: the distance from the shape over which the radius falls to 0.
    ///   - easing: the curve of the radius over the feather.
    /// - Throws: ``BlurError/Code/invalidRadius`` or ``BlurError/Code/invalidField``.
    public init(
        _ shape: Shape, radius: BlurLength, feather: BlurLength = .zero, easing: Easing = .linear
    ) throws(BlurError) {
        try self.init([shape], isInverted: false, radius: radius, feather: feather, easing: easing)
    }

    /// Creates the area of all that is outside of some shapes.
    ///
    /// - Parameters:
    ///   - shapes: the shapes, in which the radius is 0; without any, the area is the whole image.
    ///   - radius: the radius outside of the shapes and their feather.
    ///   - feather: the distance from the nearest shape over which the radius rises.
    ///   - easing: the curve of the radius over the feather.
    /// - Throws: ``BlurError/Code/invalidRadius`` or ``BlurError/Code/invalidField``.
    public init(
        outside shapes: [Shape], radius: BlurLength, feather: BlurLength = .zero, easing: Easing = .linear
    ) throws(BlurError) {
        try self.init(shapes, isInverted: true, radius: radius, feather: feather, easing: easing)
    }

    /// Creates the area of the only shape, or of all that is outside of the shapes.
    package init(
        _ shapes: [Shape], isInverted: Bool, radius: BlurLength, feather: BlurLength, easing: Easing = .linear
    ) throws(BlurError) {
        var canonical: [Shape] = []
        for shape in shapes { canonical.append(try shape.canonical()) }
        (self.shapes, self.isInverted) = (canonical, isInverted)
        guard radius.number.isFinite, radius.number >= 0 else {
            throw BlurError(
                .invalidRadius, "the radius of an area is \(radius.number); it must be 0 or more, and finite")
        }
        if case .percent(let percent) = radius { try FieldLimits.check(percent, name: "the radius of an area") }
        try Self.check(feather: feather)
        try easing.check()
        (self.radius, self.feather, self.easing) = (radius.canonical, feather.canonical, easing)
    }

    static func check(feather: BlurLength) throws(BlurError) {
        try FieldLimits.check(feather.number, name: "the feather of an area")
        guard feather.number >= 0 else {
            throw BlurError(.invalidField, "the feather of an area is \(feather); it must be 0 or more")
        }
        if case .percent(let percent) = feather, percent > 100 {
            throw BlurError(.invalidField, "the feather of an area is \(feather); it must be at most 100%")
        }
    }

    /// The maximum number of shapes, which bounds the time that they take.
    private static let maximumCount = 1000
    /// The maximum number of corners of all polygons.
    private static let maximumCornerCount = 10_000

    /// What is too much in the shapes of others, and what to do about it; `nil` if nothing is.
    package static func excess(of shapes: [Shape]) -> (cause: String, remedy: String)? {
        guard shapes.count <= maximumCount else {
            return ("there are more than \(maximumCount) areas", "leave some of them out")
        }
        let cornerCount = shapes.reduce(0) { count, shape in
            if case .polygon(let corners, _) = shape { count + corners.count } else { count }
        }
        guard cornerCount > maximumCornerCount else { return nil }
        return ("the areas have more than \(maximumCornerCount) corners", "simplify the polygons")
    }

    /// The area as a field.
    public var field: BlurField { .area(self) }

    /// Returns the area with another easing.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if the easing is not a curve.
    public func eased(_ easing: Easing) throws(BlurError) -> BlurArea {
        try BlurArea(shapes, isInverted: isInverted, radius: radius, feather: feather, easing: easing)
    }

    /// The shapes on which no radius of an image of a size depends.
    package func shapesOutside(width: Int, height: Int) -> [Shape] {
        let distance = feather.pixels(of: Double(min(width, height)))
        return shapes.filter {
            !$0.outline(width: width, height: height)
                .touches(x: -distance...Double(width) + distance, y: -distance...Double(height) + distance)
        }
    }
}
