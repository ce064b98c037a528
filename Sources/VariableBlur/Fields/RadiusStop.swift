/// A radius at a position of a gradient.
public struct RadiusStop: Sendable, Hashable {
    /// The radius: finite, at least 0.
    ///
    /// A percentage refers to the length of the gradient line of a ``LinearBlurGradient``, and to the shorter side of the image
    /// for a ``RadialBlurGradient``.
    public let radius: BlurLength

    /// The position along the gradient, at most 10⁹ from its start; a percentage refers to the length of the gradient.
    ///
    /// `nil` for an even distance from the neighboring stops; for the first and the last stop, `nil` means 0% and 100%.
    public let position: BlurLength?

    /// Creates a stop.
    ///
    /// - Throws: ``BlurError/Code/invalidRadius``, or ``BlurError/Code/invalidField`` for a position that is not finite.
    public init(radius: BlurLength, position: BlurLength? = nil) throws(BlurError) {
        guard radius.number.isFinite, radius.number >= 0 else {
            throw BlurError(
                .invalidRadius, "the radius of a stop is \(radius.number); it must be 0 or more, and finite")
        }
        if case .percent(let percent) = radius { try FieldLimits.check(percent, name: "the radius of a stop") }
        if let position { try FieldLimits.check(position.number, name: "the position of a stop") }
        self.init(unchecked: radius, position)
    }

    private init(unchecked radius: BlurLength, _ position: BlurLength?) {
        (self.radius, self.position) = (radius.canonical, position?.canonical)
    }

    /// The stops of a gradient in their simplest form, without the default positions of the first and the last stop.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if there are fewer than two.
    static func canonical(_ stops: [RadiusStop]) throws(BlurError) -> [RadiusStop] {
        guard var first = stops.first, var last = stops.last, stops.count >= 2 else {
            throw BlurError(.invalidField, "a gradient has \(stops.count) stops; it needs at least two")
        }
        if first.position == .zero { first = RadiusStop(unchecked: first.radius, nil) }
        if last.position == .percent(100) { last = RadiusStop(unchecked: last.radius, nil) }
        return [first] + stops.dropFirst().dropLast() + [last]
    }
}
