/// The extents at which an overlay comes to rest, and the motion toward them.
///
/// ```swift
/// let notches = try MagneticNotches(
///     [Notch("min", .absolute(pixels: 120)), Notch("max", .fractional(fraction: 0.9))], length: 800)
/// let notch = notches.nearest(to: 300, velocity: 900)  // "max"
/// ```
public struct MagneticNotches: Sendable, Hashable {
    /// All notches, sorted by extent.
    public let notches: [Notch]
    /// The names of notches at which the overlay does not rest.
    public let disabled: Set<String>
    /// The length of the canvas in pixels along which the overlay moves.
    public let length: Double

    /// The projection time in seconds: a released overlay is assumed to keep its velocity for this long.
    private static let coastingTime = 0.25

    /// Creates notches.
    ///
    /// - Parameters:
    ///   - notches: the notches in any order.
    ///   - disabled: the names of notches at which the overlay does not rest.
    ///   - length: the length of the canvas in pixels, above 0.
    /// - Throws: an error if two notches have the same name, a disabled notch does not exist, or a number is out of range.
    public init(_ notches: [Notch], disabled: Set<String> = [], length: Double) throws(NotchError) {
        guard length.isFinite, length > 0 else {
            throw NotchError(message: "the length of the canvas is \(length); it has to be above 0")
        }
        var names: Set<String> = []
        for notch in notches {
            try notch.check()
            guard names.insert(notch.name).inserted else {
                throw NotchError(message: "two notches have the name \(notch.name)")
            }
        }
        if let unknown = disabled.subtracting(names).min() {
            throw NotchError(message: "there is no notch \(unknown) to disable")
        }
        self.notches = notches.sorted {
            let (a, b) = ($0.extent(length: length), $1.extent(length: length))
            return a == b ? $0.name < $1.name : a < b
        }
        (self.disabled, self.length) = (disabled, length)
    }

    /// The notches at which the overlay may rest.
    public var enabled: [Notch] { notches.filter { !disabled.contains($0.name) } }

    /// The extents between which the overlay moves, in pixels; `nil` if no notch is enabled.
    public var range: ClosedRange<Double>? {
        guard let least = enabled.first, let greatest = enabled.last else { return nil }
        return least.extent(length: length)...greatest.extent(length: length)
    }

    /// Returns the extent of a notch in pixels, 0 to ``length``.
    ///
    /// - Parameter name: the name of a notch, which may be disabled.
    /// - Returns: `nil` if there is no such notch.
    public func extent(of name: String) -> Double? {
        notches.first { $0.name == name }?.extent(length: length)
    }

    /// Returns the extent limited to the least and the greatest enabled notch.
    ///
    /// Without an enabled notch, it is limited to the canvas.
    public func limited(_ extent: Double) -> Double {
        let range = range ?? 0...length
        return min(max(extent, range.lowerBound), range.upperBound)
    }

    /// Returns the enabled notch at which a released overlay comes to rest.
    ///
    /// The overlay would move on for a quarter of a second at its velocity. The notch nearest to that place is the result; of two that are
    /// equally far away, the one in the direction of the motion, or without a motion the smaller one.
    ///
    /// - Parameters:
    ///   - extent: the extent at which the overlay is released, in pixels.
    ///   - velocity: the velocity at which the extent grows, in pixels per second.
    /// - Returns: the name of the notch; `nil` if no notch is enabled.
    public func nearest(to extent: Double, velocity: Double = 0) -> String? {
        let target = limited(extent + velocity * Self.coastingTime)
        let ordered = velocity > 0 ? enabled.reversed() : enabled
        return ordered.min {
            abs($0.extent(length: length) - target) < abs($1.extent(length: length) - target)
        }?.name
    }

    /// Returns how far an extent is between two notches.
    ///
    /// - Parameters:
    ///   - extent: the extent of the overlay in pixels.
    ///   - first: the name of the notch at 0; `nil` for the least enabled one.
    ///   - last: the name of the notch at 1; `nil` for the greatest enabled one.
    /// - Returns: 0 to 1; `nil` if there is no such notch. If both notches have the same extent, it is 0 below that extent, and else 1.
    public func progress(at extent: Double, from first: String? = nil, to last: String? = nil) -> Double? {
        guard let start = first.map({ self.extent(of: $0) }) ?? range?.lowerBound,
            let end = last.map({ self.extent(of: $0) }) ?? range?.upperBound
        else { return nil }
        guard start != end else { return extent < start ? 0 : 1 }
        return min(max((extent - start) / (end - start), 0), 1)
    }
}

extension Notch {
    fileprivate func check() throws(NotchError) {
        switch dimension {
        case .absolute(let pixels):
            guard pixels.isFinite, pixels >= 0 else {
                throw NotchError(message: "the notch \(name) is at \(pixels) px; it has to be 0 or more, and finite")
            }
        case .fractional(let fraction):
            guard (0...1).contains(fraction) else {
                throw NotchError(message: "the notch \(name) is at the fraction \(fraction); it has to be 0 to 1")
            }
        }
    }
}
