/// An extent at which an overlay comes to rest.
public struct Notch: Codable, Sendable, Hashable {
    /// An extent.
    public enum Dimension: Codable, Sendable, Hashable {
        /// A number of pixels.
        case absolute(pixels: Double)
        /// A fraction of the length of the canvas, 0 to 1.
        case fractional(fraction: Double)
    }

    /// The name.
    public var name: String
    /// The extent from the side of the canvas.
    public var dimension: Dimension

    /// Creates a notch.
    public init(_ name: String, _ dimension: Dimension) { (self.name, self.dimension) = (name, dimension) }

    /// Returns the extent in pixels on a canvas of a length.
    func extent(length: Double) -> Double {
        switch dimension {
        case .absolute(let pixels): min(pixels, length)
        case .fractional(let fraction): fraction * length
        }
    }
}

/// A list of notches that an overlay cannot have.
public struct NotchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the mistake: one line without a final period.
    public let message: String

    /// The message.
    public var description: String { message }
}
