/// The number of pixels per unit of length, or the aspect ratio of the pixels.
public struct PixelDensity: Sendable, Hashable {
    /// The unit of length.
    public enum Unit: Sendable, Hashable {
        /// Unknown: only the ratio of the two values is meaningful.
        case none
        /// Pixels per inch.
        case inch
        /// Pixels per centimeter.
        case centimeter
        /// Pixels per meter.
        case meter

        /// The length of the unit in meters.
        fileprivate var length: Double? {
            switch self {
            case .none: nil
            case .inch: 0.0254
            case .centimeter: 0.01
            case .meter: 1
            }
        }
    }

    /// Pixels per unit, horizontally; at least 1.
    public let x: Int
    /// Pixels per unit, vertically; at least 1.
    public let y: Int
    /// The unit of both values.
    public let unit: Unit

    /// Creates a density; `nil` unless both values are positive.
    public init?(x: Int, y: Int, unit: Unit) {
        guard x > 0, y > 0 else { return nil }
        (self.x, self.y, self.unit) = (x, y, unit)
    }

    /// The density of an image after it has been turned upright.
    func turned(_ orientation: ImageOrientation) -> PixelDensity {
        orientation.swapsAxes ? PixelDensity(x: y, y: x, unit: unit) ?? self : self
    }

    /// The density in another unit; `nil` if a value is 0 or above `limit` after rounding.
    ///
    /// A density without a unit remains unitless.
    func converted(to other: Unit, limit: Int) -> PixelDensity? {
        var (horizontal, vertical) = (Double(x), Double(y))
        if let length = unit.length, let otherLength = other.length {
            horizontal = (horizontal / length * otherLength).rounded()
            vertical = (vertical / length * otherLength).rounded()
        }
        guard horizontal <= Double(limit), vertical <= Double(limit) else { return nil }
        return PixelDensity(x: Int(horizontal), y: Int(vertical), unit: unit == .none ? .none : other)
    }
}
