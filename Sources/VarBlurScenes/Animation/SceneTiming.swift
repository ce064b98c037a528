public import VarBlur

/// How the progress of an animation depends on time.
public enum SceneTiming: Sendable, Hashable {
    /// A curve, as in CSS.
    case easing(Easing)
    /// A damped spring.
    ///
    /// - Parameters:
    ///   - response: the period of the undamped spring as a fraction of the duration of the animation: greater than 0.
    ///   - damping: the fraction of critical damping: 1 does not overshoot.
    case spring(response: Double, damping: Double)

    /// The progress at a time.
    ///
    /// - Parameter time: the time as a fraction of the duration of the animation, limited to 0...1.
    /// - Returns: 0 at the start and 1 at the end, exactly; a spring may go beyond 1 in between.
    public func progress(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        switch self {
        case .easing(let easing): return easing.value(at: time)
        case .spring(let response, let damping): return SpringCurve.value(at: time, response, damping)
        }
    }
}
