internal import VarBlurLibC

/// The motion of a damped spring from 0 to 1 without initial velocity.
enum SpringCurve {
    /// The position at a time.
    ///
    /// The rest of the motion at the end of the animation is distributed over it, so that it ends at 1.
    static func value(at time: Double, _ response: Double, _ damping: Double) -> Double {
        position(time, response, damping) / position(1, response, damping)
    }

    /// Source: the solution of x'' + 2ζω x' + ω² (x - 1) = 0 with x(0) = x'(0) = 0 and ω = 2π / response.
    private static func position(_ time: Double, _ response: Double, _ damping: Double) -> Double {
        let omega = 2 * Double.pi / response
        if damping >= 1 { return 1 - exp(-omega * time) * (1 + omega * time) }
        let damped = omega * (1 - damping * damping).squareRoot()
        let decay = exp(-damping * omega * time)
        return 1 - decay * (cos(damped * time) + damping * omega / damped * sin(damped * time))
    }
}
