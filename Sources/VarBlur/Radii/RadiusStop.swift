/// A radius at a position of a gradient.
public struct RadiusStop: Sendable, Hashable {
    /// The radius: finite, at least 0.
    ///
    /// A percentage refers to the length of the line of a linear gradient, and to the shorter side of the image for a radial one.
    public let radius: BlurLength

    /// The position along the gradient, at most 10⁹ from its start; a percentage refers to the length of the gradient.
    ///
    /// `nil` for an even distance from the neighboring stops; for the first and the last stop, `nil` means 0% and 100%.
    public let position: BlurLength?

    /// The position at which the radius is halfway to that of the next stop, in percent of the length of the gradient; `nil` for the
    /// middle.
    ///
    /// It is the color hint of CSS: between two stops, the fraction p of the way is replaced by p^(ln ½ / ln h) if the midpoint is at the
    /// fraction h. An easing applies to the result. A midpoint at or before the stop is a step there, and one at or beyond the next stop a
    /// step at that.
    ///
    /// Source: CSS Images Module Level 4, section 3.5.2.
    public let midpoint: Double?

    /// Creates a stop.
    ///
    /// - Parameters:
    ///   - radius: the radius.
    ///   - position: the position; `nil` for an even distance from the neighboring stops and midpoints.
    ///   - midpoint: the position of half the way to the next stop, in percent. The last stop of a gradient has none.
    /// - Throws: ``BlurError/Code/invalidRadius``, or ``BlurError/Code/invalidField`` for a position that is not finite.
    public init(
        radius: BlurLength, position: BlurLength? = nil, midpoint: Double? = nil
    ) throws(BlurError) {
        guard radius.number.isFinite, radius.number >= 0 else {
            throw BlurError(
                .invalidRadius, "the radius of a stop is \(radius.number); it must be 0 or more, and finite")
        }
        if case .percent(let percent) = radius { try FieldLimits.check(percent, name: "the radius of a stop") }
        if let position { try FieldLimits.check(position.number, name: "the position of a stop") }
        if let midpoint { try FieldLimits.check(midpoint, name: "the midpoint of a stop") }
        self.init(unchecked: radius, position, midpoint)
    }

    private init(unchecked radius: BlurLength, _ position: BlurLength?, _ midpoint: Double?) {
        (self.radius, self.position) = (radius.canonical, position?.canonical)
        // no negative zero
        self.midpoint = midpoint.map { $0 + 0 }
    }

    /// The stops of a gradient in their simplest form, without the default positions of the first and the last stop.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if there are fewer than two, or if the last has a midpoint.
    static func canonical(_ stops: [RadiusStop]) throws(BlurError) -> [RadiusStop] {
        guard var first = stops.first, var last = stops.last, stops.count >= 2 else {
            throw BlurError(.invalidField, "a gradient has \(stops.count) stops; it needs at least two")
        }
        guard last.midpoint == nil else {
            throw BlurError(.invalidField, "the last stop has a midpoint, but no stop follows it")
        }
        if first.position == .zero { first = RadiusStop(unchecked: first.radius, nil, first.midpoint) }
        if last.position == .percent(100) { last = RadiusStop(unchecked: last.radius, nil, nil) }
        return [first] + stops.dropFirst().dropLast() + [last]
    }
}
