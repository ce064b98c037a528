/// Turns scene light into the sample values of a picture, as film does: contrast in the middle, soft highlights.
struct Film: Sendable {
    private let table: [UInt8]
    private static let steps = 8192
    let exposure: Float

    init(exposure: Float) {
        self.exposure = exposure
        table = (0...Self.steps).map { step in
            // The table is uniform in the fourth root.
            let root = Float(step) / Float(Self.steps) * 2
            let light = root * root * root * root
            let mapped = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
            let value = mapped <= 0.003_130_8 ? 12.92 * mapped : 1.055 * power(mapped, 1 / 2.4) - 0.055
            return UInt8(min(max(value * 255, 0), 255).rounded())
        }
    }

    func developed(_ light: Float) -> UInt8 {
        let root = max(light * exposure, 0).squareRoot().squareRoot() / 2
        return table[min(Int(root * Float(Self.steps) + 0.5), Self.steps)]
    }
}
