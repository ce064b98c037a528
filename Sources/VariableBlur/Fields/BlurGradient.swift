/// A linear or a radial gradient of radii.
public enum BlurGradient: Sendable, Hashable {
    /// Stops along a line.
    case linear(LinearBlurGradient)
    /// Stops around a center.
    case radial(RadialBlurGradient)

    /// The gradient as a field.
    public var field: BlurField {
        switch self {
        case .linear(let gradient): .linear(gradient)
        case .radial(let gradient): .radial(gradient)
        }
    }

    /// Returns the gradient with another easing.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if the easing is not a curve.
    public func eased(_ easing: Easing) throws(BlurError) -> BlurGradient {
        switch self {
        case .linear(let gradient):
            .linear(try LinearBlurGradient(gradient.direction, stops: gradient.stops, easing: easing))
        case .radial(let gradient):
            .radial(
                try RadialBlurGradient(gradient.shape, at: gradient.center, stops: gradient.stops, easing: easing))
        }
    }
}
