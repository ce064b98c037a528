/// Air that scatters sunlight: the color of the clear sky, of sunlight on the ground, and of haze.
///
/// Light is scattered once by molecules (Rayleigh) and by dust (Mie), on a round Earth, and a share is added for light
/// that was scattered more often.
struct Atmosphere: Sendable {
    private static let earth: Float = 6_360_000
    private static let rayleigh = SIMD3<Float>(5.8e-6, 13.5e-6, 33.1e-6)
    private static let ozone = SIMD3<Float>(0.65e-6, 1.88e-6, 0.085e-6)
    private static let mie: Float = 6e-6
    private static let rows = 96
    private static let columns = 64

    let sun: SIMD3<Float>
    /// The color of direct light at the ground.
    let sunlight: SIMD3<Float>
    /// The mean color of the sky.
    private(set) var skylight = SIMD3<Float>()
    /// The sky by elevation and by the angle from the sun's direction on the ground.
    private var table: [SIMD3<Float>] = []

    private let afterglow: SIMD3<Float>

    init(_ time: TimeOfDay) {
        let sun = time.sun
        self.sun = sun
        afterglow = time.afterglow
        sunlight = Self.transmittance(altitude: 1500, sine: sun.y) * 20 * time.brightness
        for row in 0..<Self.rows {
            let height = Float(row) / Float(Self.rows - 1)
            for column in 0..<Self.columns {
                let angle = Float(column) / Float(Self.columns - 1) / 2
                table.append(Self.scattered(height: height * height, azimuth: angle, sun: sun) * time.brightness)
            }
        }
        for row in 0..<Self.rows {
            // Rows are uniform in the square root of the height, and every height has the same solid angle.
            let weight = 2 * Float(row) / Float(Self.rows - 1) / Float(Self.rows)
            for column in 0..<Self.columns {
                skylight += table[row * Self.columns + column] * (weight / Float(Self.columns))
            }
        }
    }

    /// The color of the clear sky in a direction; below the horizon, that of the horizon.
    func sky(_ direction: SIMD3<Float>) -> SIMD3<Float> {
        let row = max(direction.y, 0.0001).squareRoot() * Float(Self.rows - 1)
        let flat = (length(SIMD2(direction.x, direction.z)) * length(SIMD2(sun.x, sun.z))) + 1e-6
        let cosine = min(max((direction.x * sun.x + direction.z * sun.z) / flat, -1), 1)
        let column = Self.halfTurns(cosine) * Float(Self.columns - 1)
        let (i, j) = (min(Int(row), Self.rows - 2), min(Int(column), Self.columns - 2))
        let (u, v) = (column - Float(j), row - Float(i))
        let index = i * Self.columns + j
        let scattered = mix(
            mix(table[index], table[index + 1], u),
            mix(table[index + Self.columns], table[index + Self.columns + 1], u), v)
        guard afterglow.x > 0 else { return scattered }
        let side = 0.55 + 0.45 * direction.x
        return scattered + afterglow * (side * exp(-max(direction.y, 0) * 7.5))
    }

    /// What remains of a color at a distance in meters, with the haze in front of it.
    func hazy(_ color: SIMD3<Float>, _ direction: SIMD3<Float>, distance: Float, density: Float) -> SIMD3<Float> {
        let depth = (Self.rayleigh * 1.5 + SIMD3(repeating: Self.mie * 2.4)) * (distance * density)
        let remains = exp(-depth)
        let haze = sky(SIMD3(direction.x, max(direction.y, 0) * 0.3 + 0.06, direction.z)) * SIMD3(0.80, 0.88, 0.98)
        return color * remains + haze * (SIMD3(repeating: 1) - remains)
    }

    /// The angle of a cosine, in half turns, to about 3 digits.
    private static func halfTurns(_ cosine: Float) -> Float {
        let x = abs(cosine)
        let arc = (1 - x).squareRoot() * (1.570_728_8 - x * (0.212_114_4 - x * (0.074_261 - x * 0.018_729_3)))
        return (cosine < 0 ? 3.141_592_7 - arc : arc) / 3.141_592_7
    }

    /// The share of light that reaches an altitude in meters from space.
    private static func transmittance(altitude: Float, sine: Float) -> SIMD3<Float> {
        // the path through the air, relative to the vertical one
        let path = 1 / (max(sine, -0.02) + 0.035 * exp(-max(sine, 0) * 11) + 0.002)
        let molecules = 8000 * exp(-altitude / 8000) * path
        let dust = 1200 * exp(-altitude / 1200) * path
        return exp(-(rayleigh * molecules + SIMD3(repeating: mie * 1.1 * dust) + ozone * (9000 * path)))
    }

    private static func scattered(height rise: Float, azimuth: Float, sun: SIMD3<Float>) -> SIMD3<Float> {
        let flat = (1 - min(rise * rise, 1)).squareRoot()
        let sunFlat = length(SIMD2(sun.x, sun.z))
        let cosine = flat * sunFlat * sine(turns: azimuth + 0.25) + rise * sun.y
        let g: Float = 0.76
        let rayleighPhase = 0.0597 * (1 + cosine * cosine)
        let base = 1 + g * g - 2 * g * cosine
        let miePhase = 0.0796 * (1 - g * g) / (base * base.squareRoot())
        let start: Float = 1500
        let radius = earth + start
        let top = earth + 60_000
        let end = (radius * radius * rise * rise + top * top - radius * radius).squareRoot() - radius * rise
        var (sum, depth, previous) = (SIMD3<Float>(), SIMD3<Float>(), Float(0))
        for step in 1...28 {
            let share = Float(step) / 28
            let distance = end * share * share
            let middle = (distance + previous) / 2
            let altitude = (radius * radius + middle * middle + 2 * radius * middle * rise).squareRoot() - earth
            let (air, dust) = (exp(-altitude / 8000), exp(-altitude / 1200))
            let width = distance - previous
            let ozoneShare = max(0, 1 - abs(altitude - 25_000) / 15_000) * 0.6
            let extinction = rayleigh * air + SIMD3(repeating: mie * 1.1 * dust) + ozone * ozoneShare
            let here = exp(-(depth + extinction * (width / 2)))
            let light = transmittance(altitude: altitude, sine: sun.y)
            let single = light * (rayleigh * (air * rayleighPhase) + SIMD3(repeating: mie * dust * miePhase))
            // light that the air around scatters once more, from everywhere
            let multiple = rayleigh * (light + SIMD3(repeating: 0.25)) * (air * 0.034)
            sum += (single + multiple) * here * width
            depth += extinction * width
            previous = distance
        }
        return sum * 20
    }
}
