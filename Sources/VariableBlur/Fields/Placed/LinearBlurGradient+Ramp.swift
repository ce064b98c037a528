extension LinearBlurGradient {
    /// The gradient on an image of a given size.
    ///
    /// A gradient that is a ``LinearRamp`` becomes one, because another formula would differ from it in the last bit.
    func placed(width: Int, height: Int) -> any RadiusField {
        if let ramp = ramp(width: width, height: height) { return LinearRadiusField(ramp) }
        return PlacedLinearGradient(self, width: width, height: height)
    }

    /// The same radii as a ramp: of two stops of different radii, one of which lies at the side where it is greater.
    private func ramp(width: Int, height: Int) -> LinearRamp? {
        guard stops.count == 2, stops[0].midpoint == nil, case .degrees(let degrees) = direction,
            let end = Self.side(degrees)
        else { return nil }
        let length = length(width: width, height: height)
        let radii = stops.map { $0.radius.pixels(of: length) }
        guard radii[0] != radii[1] else { return nil }
        let isFromStart = radii[0] > radii[1]
        let (strong, weak) = isFromStart ? (stops[0], stops[1]) : (stops[1], stops[0])
        // both positions as fractions, from the blurred side
        let first = strong.position.map { $0.fraction(of: length) } ?? (isFromStart ? 0 : 1)
        let last = weak.position.map { $0.fraction(of: length) } ?? (isFromStart ? 1 : 0)
        guard first == (isFromStart ? 0 : 1) else { return nil }
        let startOffset = isFromStart ? 1 - last : last
        guard let mask = try? LinearAlphaMask(direction: isFromStart ? end.opposite : end, startOffset: startOffset)
        else { return nil }
        return try? LinearRamp(
            mask, maximumRadius: max(radii[0], radii[1]), minimumRadius: min(radii[0], radii[1]), easing: easing)
    }

    /// The side at the end of an angle; `nil` if it is none of the four.
    private static func side(_ degrees: Double) -> BlurDirection? {
        switch ExactAngle.sineAndCosine(degrees: degrees) {
        case (_, 1): .top
        case (1, _): .right
        case (_, -1): .bottom
        case (-1, _): .left
        default: nil
        }
    }
}

extension BlurDirection {
    fileprivate var opposite: BlurDirection {
        switch self {
        case .top: .bottom
        case .bottom: .top
        case .left: .right
        case .right: .left
        }
    }
}

extension BlurLength {
    fileprivate func fraction(of length: Double) -> Double {
        switch self {
        case .pixels(let pixels): pixels / length
        case .percent(let percent): percent / 100
        }
    }
}
