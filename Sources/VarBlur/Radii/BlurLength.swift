/// A length in pixels, or relative to the image.
///
/// The reference length of a percentage is documented where the length is used.
public enum BlurLength: Sendable, Hashable {
    /// A number of pixels.
    case pixels(Double)
    /// A percentage; 50 means one half.
    case percent(Double)

    /// A length of zero.
    public static let zero = BlurLength.pixels(0)

    /// The number of pixels or percent.
    var number: Double {
        switch self {
        case .pixels(let pixels): pixels
        case .percent(let percent): percent
        }
    }

    /// The length in pixels, if 100% are `whole` pixels.
    public func pixels(of whole: Double) -> Double {
        switch self {
        case .pixels(let pixels): pixels
        case .percent(let percent): percent / 100 * whole
        }
    }

    /// The same length; a percentage of zero becomes zero pixels, so that equal lengths compare as equal.
    var canonical: BlurLength { number == 0 ? .zero : self }
}

/// The range of the numbers of a field, which is so small that no calculation with them overflows.
enum FieldLimits {
    /// The greatest magnitude of a number.
    static let greatest = 1e9

    /// Checks the magnitude of a number; a radius in pixels has no limit.
    ///
    /// - Throws: ``BlurError/Code/invalidField``.
    static func check(_ number: Double, name: String) throws(BlurError) {
        guard abs(number) <= greatest else {
            throw BlurError(.invalidField, "\(name) is \(number); it must be between -1000000000 and 1000000000")
        }
    }
}
