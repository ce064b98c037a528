/// A part of an image that is blurred with one radius; outside of it, the radius falls to 0.
///
/// ```swift
/// let plate = try BlurArea.Shape("xywh(120px 80px 200px 60px round 8px)")
/// let area = try BlurArea(plate, radius: .pixels(14), feather: .pixels(6))
/// try ProgressiveBlur(field: area.field).blur(&image)
/// ```
public struct BlurArea: Sendable, Hashable {
    /// The shape.
    public let shape: Shape
    /// The radius inside the shape: finite, at least 0; a percentage refers to the shorter side of the image.
    public let radius: BlurLength
    /// The distance from the shape over which the radius falls to 0: finite, at least 0; a percentage, up to 100%, refers to the shorter
    /// side of the image.
    public let feather: BlurLength
    /// The curve of the radius over the feather, from the outer end to the shape.
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
        self.shape = try shape.canonical()
        guard radius.number.isFinite, radius.number >= 0 else {
            throw BlurError(
                .invalidRadius, "the radius of an area is \(radius.number); it must be 0 or more, and finite")
        }
        if case .percent(let percent) = radius { try FieldLimits.check(percent, name: "the radius of an area") }
        try Self.check(feather: feather)
        try easing.check()
        (self.radius, self.feather, self.easing) = (radius.canonical, feather.canonical, easing)
    }

    private static func check(feather: BlurLength) throws(BlurError) {
        try FieldLimits.check(feather.number, name: "the feather of an area")
        guard feather.number >= 0 else {
            throw BlurError(.invalidField, "the feather of an area is \(feather); it must be 0 or more")
        }
        if case .percent(let percent) = feather, percent > 100 {
            throw BlurError(.invalidField, "the feather of an area is \(feather); it must be at most 100%")
        }
    }

    /// The area as a field.
    public var field: BlurField { .area(self) }

    /// Returns the area with another easing.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if the easing is not a curve.
    public func eased(_ easing: Easing) throws(BlurError) -> BlurArea {
        try BlurArea(shape, radius: radius, feather: feather, easing: easing)
    }

    /// Whether any radius of an image of a size may be above 0 because of the area.
    package func reaches(width: Int, height: Int) -> Bool {
        let distance = feather.pixels(of: Double(min(width, height)))
        return shape.outline(width: width, height: height)
            .touches(x: -distance...Double(width) + distance, y: -distance...Double(height) + distance)
    }
}
