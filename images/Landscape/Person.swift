/// A woman who stands on the near bank and looks at the viewer, by sphere tracing.
struct Person: Sendable {
    /// The middle of the head in units of the picture's height; x counts from the middle.
    let center: SIMD2<Float>
    private let figure = Figure()
    private let noise = Noise(seed: 72)
    private let atmosphere: Atmosphere
    /// The light from the sun, in the figure's space.
    private let sun: SIMD3<Float>

    /// The height of the head from its middle to the chin, in units of the picture's height.
    private static let headHeight: Float = 0.100
    /// The distance of the viewer in the figure's unit.
    private static let distance: Float = 14

    init(aspect: Float, atmosphere: Atmosphere) {
        center = SIMD2(-0.06 * aspect, 0.458)
        self.atmosphere = atmosphere
        sun = normalized(SIMD3(atmosphere.sun.x, atmosphere.sun.y, -atmosphere.sun.z + 0.25))
    }

    func draw(onto strip: inout Strip) {
        for row in 0..<strip.height {
            for column in 0..<strip.width {
                let point = strip.position(column, row)
                guard isNear(point) else { continue }
                let (color, coverage) = antialiased(point, pixel: strip.pixel)
                if coverage > 0 { strip.blend(column, row, color, coverage) }
            }
        }
    }

    /// How much of a pixel the figure covers.
    func coverage(_ point: SIMD2<Float>, pixel: Float) -> Float {
        isNear(point) ? antialiased(point, pixel: pixel).1 : 0
    }

    /// The color of a pixel, and how much of it the figure covers; the head has more samples, for its fine details.
    private func antialiased(_ point: SIMD2<Float>, pixel: Float) -> (SIMD3<Float>, Float) {
        guard isHead(point) else { return color(point, pixel: pixel) }
        var (sum, covered) = (SIMD3<Float>(), Float(0))
        for (x, y) in [(Float(-0.25), Float(-0.25)), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
            let (color, coverage) = color(point + SIMD2(x, y) * pixel, pixel: pixel / 2)
            sum += color * coverage
            covered += coverage
        }
        return covered > 0 ? (sum / covered, covered / 4) : (sum, 0)
    }

    /// Whether a point of the picture is near the figure.
    private func isNear(_ point: SIMD2<Float>) -> Bool {
        let place = (point - center) / Self.headHeight
        return abs(place.x) < 2.7 && place.y > -2.0 && (place.y > 1.1 || abs(place.x) < 1.4)
    }

    /// Whether a point of the picture is near the head, which has the finest details.
    private func isHead(_ point: SIMD2<Float>) -> Bool {
        let place = (point - center) / Self.headHeight
        return place.y < 1.4
    }

    /// The color at a point, and how much of a sample of a size it covers.
    private func color(_ point: SIMD2<Float>, pixel: Float) -> (SIMD3<Float>, Float) {
        let place = (point - center) / Self.headHeight
        let size = pixel / Self.headHeight
        let origin = SIMD3<Float>(0, 0.6, Self.distance)
        let direction = normalized(SIMD3(place.x, -place.y - 0.6, -Self.distance))
        var (t, nearest, nearestT): (Float, Float, Float) = (Self.distance - 2.2, .infinity, 0)
        var material = Figure.Material.skin
        for _ in 0..<90 {
            let (distance, kind) = figure.distance(origin + direction * t)
            if distance < nearest { (nearest, nearestT, material) = (distance, t, kind) }
            if distance < 0.0012 || t > Self.distance + 2.5 { break }
            t += distance * 0.9
        }
        let coverage = min(max(0.5 - (nearest - 0.001) / size, 0), 1)
        guard coverage > 0 || nearest < 0.002 else { return (SIMD3(), 0) }
        let surface = origin + direction * nearestT
        return (shaded(surface, material, direction), nearest < 0.002 ? 1 : coverage)
    }

    private func normal(_ p: SIMD3<Float>, _ step: Float) -> SIMD3<Float> {
        let corners: [SIMD3<Float>] = [SIMD3(1, -1, -1), SIMD3(-1, -1, 1), SIMD3(-1, 1, -1), SIMD3(1, 1, 1)]
        var sum = SIMD3<Float>()
        for corner in corners { sum += corner * figure.distance(p + corner * step).0 }
        return normalized(sum)
    }

    /// The share of the sun's light that other parts let through; the sun is wider than it is, for soft shadows.
    private func sunlight(_ p: SIMD3<Float>) -> Float {
        var (t, light): (Float, Float) = (0.03, 1)
        for _ in 0..<28 where light > 0.01 {
            let distance = figure.distance(p + sun * t).0
            light = min(light, 0.5 + 0.5 * distance / (0.10 * t + 0.004))
            t += max(abs(distance), 0.03)
            if t > 3.5 { break }
        }
        let clear = max(light, 0)
        return clear * clear * (3 - 2 * clear)
    }

    /// How open the surroundings of a point are, from 0 to 1.
    private func openness(_ p: SIMD3<Float>, _ normal: SIMD3<Float>) -> Float {
        var (hidden, weight): (Float, Float) = (0, 1)
        for step in 1...4 {
            let reach = 0.07 * Float(step * step) * 0.6
            hidden += weight * max(reach - figure.distance(p + normal * reach).0, 0) / reach
            weight *= 0.6
        }
        return max(1 - 0.55 * hidden, 0.12)
    }

    private func shaded(_ p: SIMD3<Float>, _ material: Figure.Material, _ view: SIMD3<Float>) -> SIMD3<Float> {
        var normal = normal(p, material == .hat || material == .cuff ? 0.02 : 0.006)
        let head = Figure.turned(p)
        var (albedo, gloss, wrap) = (SIMD3<Float>(), Float(0), SIMD3<Float>(repeating: 0.05))
        switch material {
        case .skin:
            (albedo, gloss, wrap) = (complexion(head), 0.045, SIMD3(0.42, 0.20, 0.14))
        case .eye:
            (albedo, gloss) = (iris(head), 0.6)
        case .hair:
            let bend = 0.25 * noise.gradient(head.y * 1.3, head.x)
            let fine = noise.gradient((head.x + bend) * 52 + head.z * 37, head.y * 1.6)
            let strand = 0.6 * fine + 0.6 * noise.gradient((head.x + bend) * 17 + head.z * 13, head.y * 0.8)
            albedo = mix(SIMD3(0.035, 0.017, 0.009), SIMD3(0.17, 0.085, 0.036), 0.5 + 0.6 * strand)
            (gloss, wrap) = (0.025 + 0.03 * fine, SIMD3(repeating: 0.3))
            normal = normalized(normal + SIMD3(0.5 * strand, 0, 0.2 * fine))
        case .hat, .cuff:
            let stitch = Figure.wave(head.y * 17 + 0.5 * Figure.wave(Figure.around(head) * 30))
            albedo = SIMD3(0.62, 0.58, 0.50) * (0.85 + 0.12 * stitch)
            if material == .hat, head.y > 0.78, head.y < 1.02 {
                albedo = SIMD3(0.40, 0.055, 0.045) * (0.85 + 0.15 * stitch)
            }
            wrap = SIMD3(repeating: 0.15)
        case .sweater, .collar:
            albedo = wool(p, material)
            wrap = SIMD3(repeating: 0.15)
        }
        let open = openness(p, normal)
        let facing = dot(normal, sun)
        let lit = (SIMD3(repeating: facing) + wrap) / (SIMD3(repeating: 1) + wrap)
        let direct =
            lit.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
            * (atmosphere.sunlight * (0.40 * sunlight(p)))
        let above = atmosphere.skylight * (2.0 * open * (0.55 + 0.45 * normal.y))
        let below = atmosphere.sunlight * SIMD3(0.046, 0.050, 0.036) * (open * (0.5 - 0.5 * normal.y))
        let half = normalized(sun - view)
        let shine = power(max(dot(normal, half), 0), material == .eye ? 300 : 22) * (material == .eye ? 6 : 1)
        let rim = power(1 + min(dot(normal, view), 0), 4)
        return albedo * (direct + above + below) + atmosphere.sunlight * (gloss * shine * sunlight(p))
            + atmosphere.skylight * ((gloss + 0.03) * 2 * rim * open)
    }

    private func complexion(_ p: SIMD3<Float>) -> SIMD3<Float> {
        let m = SIMD3(abs(p.x), p.y, p.z)
        var color = SIMD3<Float>(0.60, 0.375, 0.27)
        func tint(_ target: SIMD3<Float>, _ amount: Float) { color = mix(color, target, amount) }
        let mottled = noise.fractal(p.x * 7, p.y * 7, octaves: 3)
        tint(SIMD3(0.56, 0.30, 0.22), 0.25 + 0.25 * mottled)
        let cheek = m - SIMD3(0.36, -0.22, 0.6)
        tint(SIMD3(0.62, 0.25, 0.19), 0.55 * exp(-dot(cheek, cheek) * 16))
        tint(SIMD3(0.60, 0.27, 0.21), 0.45 * exp(-dot(m - SIMD3(0, -0.26, 0.95), m - SIMD3(0, -0.26, 0.95)) * 40))
        guard p.z > 0.2 else { return color }
        let freckle = smoothRamp(0.35, 0.65, noise.gradient(p.x * 30, p.y * 30))
        tint(SIMD3(0.34, 0.17, 0.09), 0.45 * freckle * smoothRamp(0.30, 0.10, abs(p.y + 0.10)))
        // lips
        let smile = 0.42 * p.x * p.x
        let y = p.y + 0.548 - smile
        let edge = y > 0 ? 0.062 - 0.9 * (m.x - 0.06) * (m.x - 0.06) : 0.095 - 2.2 * m.x * m.x
        tint(SIMD3(0.42, 0.10, 0.09), 0.9 * smoothRamp(-0.012, 0.012, edge - abs(y)) * smoothRamp(0.27, 0.22, m.x))
        // brows, made of short hairs
        let brow = p.y - 0.245 - 0.10 * m.x + 0.55 * (m.x - 0.26) * (m.x - 0.26)
        let hairs = 0.75 + 0.35 * noise.gradient(m.x * 40 - p.y * 50, p.y * 18)
        let thick = 0.036 * smoothRamp(0.50, 0.25, m.x) + 0.006
        let reach = smoothRamp(0.09, 0.14, m.x) * smoothRamp(0.49, 0.42, m.x)
        tint(SIMD3(0.055, 0.028, 0.016), 0.95 * hairs * reach * smoothRamp(thick + 0.012, thick - 0.012, abs(brow)))
        // lashes and the edges of the lids
        let slit = SIMD2(m.x - Figure.eye.x, p.y - 0.062)
        let lid = slit.y - 0.062 + 2.2 * (slit.x - 0.01) * (slit.x - 0.01)
        tint(SIMD3(0.03, 0.018, 0.012), 0.9 * smoothRamp(0.030, 0.008, abs(lid)) * smoothRamp(0.175, 0.15, abs(slit.x)))
        return color
    }

    private func iris(_ p: SIMD3<Float>) -> SIMD3<Float> {
        let center = SIMD2(p.x < 0 ? -Figure.eye.x + 0.026 : Figure.eye.x + 0.026, Figure.eye.y - 0.004)
        let distance = length(SIMD2(p.x, p.y) - center)
        let fibers = noise.gradient((p.x - center.x) * 70, (p.y - center.y) * 70)
        var color = SIMD3<Float>(0.66, 0.62, 0.60)
        color = mix(color, SIMD3(0.05, 0.07, 0.08), smoothRamp(0.080, 0.070, distance))
        color = mix(color, SIMD3(0.16, 0.22, 0.20) * (1 + 0.4 * fibers), smoothRamp(0.070, 0.058, distance))
        return mix(color, SIMD3(0.006, 0.006, 0.007), smoothRamp(0.036, 0.028, distance))
    }

    /// Knitted stitches; a pattern of light wool goes around the shoulders.
    private func wool(_ p: SIMD3<Float>, _ material: Figure.Material) -> SIMD3<Float> {
        let red = SIMD3<Float>(0.30, 0.040, 0.035)
        let cream = SIMD3<Float>(0.62, 0.56, 0.46)
        let stitch = Figure.wave(p.x * 11) * 0.5 + 0.5
        let row = Figure.wave(p.y * 14 + 0.55 * Figure.wave(p.x * 11))
        let shade = 0.72 + 0.20 * stitch + 0.16 * row
        guard material == .sweater else { return red * (0.8 + 0.2 * row) }
        let yoke = length(SIMD2(p.x * 0.72, p.y + 1.25))
        let zigzag = 0.055 * Figure.wave(p.x * 2.75)
        var isCream = abs(yoke - 0.92 - zigzag) < 0.045 || abs(yoke - 1.25 - zigzag) < 0.045
        let diamond = abs(Figure.wave(p.x * 2.75)) * 0.5 + abs(yoke - 1.085) * 9
        if diamond < 0.5 { isCream = true }
        return (isCream ? cream : red) * shade
    }
}
