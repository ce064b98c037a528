/// The shape of a woman with a knitted hat and sweater, as signed distances.
///
/// The unit is half the height of the face; the origin is the middle of the head, x points to the right of the picture,
/// y up, and z to the viewer.
struct Figure: Sendable {
    enum Material: Sendable { case skin, eye, hair, hat, cuff, sweater, collar }

    private let noise = Noise(seed: 71)

    /// The distance from the surface, and what the surface is made of.
    func distance(_ point: SIMD3<Float>) -> (Float, Material) {
        var best: (Float, Material) = (clothes(point), .sweater)
        func add(_ distance: Float, _ material: Material) { if distance < best.0 { best = (distance, material) } }
        if point.y > -2.4 {
            add(collar(point), .collar)
            let turned = Self.turned(point)
            // Far from the head, a sphere around it is exact enough.
            let bound = length(turned - SIMD3(0, -0.2, 0)) - 1.9
            guard bound < 0.3 else {
                add(bound, .skin)
                return best
            }
            let mirrored = SIMD3(abs(turned.x), turned.y, turned.z)
            add(skin(mirrored), .skin)
            add(length(mirrored - Self.eye) - 0.135, .eye)
            add(hair(turned, mirrored), .hair)
            let (cap, cuff) = hat(turned)
            add(cap, .hat)
            add(cuff, .cuff)
        }
        return best
    }

    /// The middle of the eye on the right.
    static let eye = SIMD3<Float>(0.275, 0.075, 0.585)

    /// The head looks a little to the side of the sun.
    static func turned(_ point: SIMD3<Float>) -> SIMD3<Float> {
        let (c, s): (Float, Float) = (0.970, 0.243)
        return SIMD3(c * point.x + s * point.z, point.y, c * point.z - s * point.x)
    }

    // MARK: - Parts

    private func skin(_ p: SIMD3<Float>) -> Float {
        var d = Self.ellipsoid(p - SIMD3(0, 0.30, -0.10), SIMD3(0.70, 0.78, 0.84))
        d = Self.join(d, Self.ellipsoid(p - SIMD3(0, -0.26, 0.14), SIMD3(0.555, 0.72, 0.60)), 0.22)
        d = Self.join(d, length(p - SIMD3(0, -0.83, 0.50)) - 0.135, 0.24)
        d = Self.join(d, length(p - SIMD3(0.31, -0.20, 0.47)) - 0.21, 0.22)
        d = Self.join(d, Self.capsule(p, SIMD3(0.02, 0.23, 0.67), SIMD3(0.34, 0.23, 0.56), 0.065), 0.16)
        // the sockets of the eyes, the lids, and the slit between them
        d = Self.cut(d, Self.ellipsoid(p - SIMD3(0.27, 0.07, 0.80), SIMD3(0.20, 0.13, 0.17)), 0.14)
        d = Self.join(d, length(p - Self.eye) - 0.158, 0.05)
        let slit = p - SIMD3(Self.eye.x, 0.062, 0.72)
        let lidTop = slit.y - 0.062 + 2.2 * (slit.x - 0.01) * (slit.x - 0.01)
        let lidBottom = -slit.y - 0.040 + 1.4 * slit.x * slit.x
        d = Self.cut(d, max(max(lidTop, lidBottom), abs(slit.z) - 0.14), 0.018)
        // the nose
        d = Self.join(d, Self.capsule(p, SIMD3(0, 0.16, 0.685), SIMD3(0, -0.21, 0.825), 0.050), 0.11)
        d = Self.join(d, Self.ellipsoid(p - SIMD3(0, -0.255, 0.825), SIMD3(0.080, 0.072, 0.085)), 0.08)
        d = Self.join(d, Self.ellipsoid(p - SIMD3(0.085, -0.275, 0.755), SIMD3(0.055, 0.052, 0.08)), 0.05)
        d = Self.cut(d, Self.ellipsoid(p - SIMD3(0.046, -0.322, 0.80), SIMD3(0.034, 0.024, 0.045)), 0.03)
        // the mouth
        let smile = 0.42 * p.x * p.x
        d = Self.join(d, Self.ellipsoid(p - SIMD3(0, -0.545, 0.66), SIMD3(0.27, 0.16, 0.115)), 0.12)
        d = Self.join(d, Self.ellipsoid(p - SIMD3(0.055, -0.505 + smile, 0.745), SIMD3(0.155, 0.038, 0.055)), 0.035)
        d = Self.join(d, Self.ellipsoid(p - SIMD3(0, -0.592 + smile, 0.745), SIMD3(0.165, 0.048, 0.062)), 0.035)
        d = Self.cut(d, Self.ellipsoid(p - SIMD3(0, -0.545 + smile, 0.825), SIMD3(0.24, 0.010, 0.06)), 0.02)
        return Self.join(d, Self.capsule(p, SIMD3(0, -0.7, -0.12), SIMD3(0, -1.7, -0.22), 0.33), 0.14)
    }

    private func hair(_ p: SIMD3<Float>, _ m: SIMD3<Float>) -> Float {
        let curl = SIMD3(0.07 * Self.wave(p.y * 0.62 + 0.2), 0, 0.05 * Self.wave(p.y * 0.5))
        let m = m + curl * min(max(0.2 - p.y, 0), 1)
        let locks = 0.025 * Self.wave(Self.around(m - SIMD3(0.66, 0, 0)) * 2 + 0.4 * p.y)
        var d = Self.capsule(m, SIMD3(0.60, 0.42, 0.06), SIMD3(0.67, -0.55, 0.04), 0.155)
        d = Self.join(d, Self.capsule(m, SIMD3(0.67, -0.55, 0.04), SIMD3(0.78, -1.30, 0.22), 0.215), 0.14)
        d = Self.join(d, Self.capsule(m, SIMD3(0.78, -1.30, 0.22), SIMD3(0.80, -1.95, 0.38), 0.08), 0.24)
        d = Self.join(d, Self.ellipsoid(m - SIMD3(0, -0.45, -0.50), SIMD3(0.76, 1.25, 0.45)), 0.2)
        return (d + locks) * 0.8
    }

    private func hat(_ p: SIMD3<Float>) -> (Float, Float) {
        // The cuff sits level, a little higher at the forehead.
        let tilt = p.y - 0.10 * p.z
        let cap = Self.ellipsoid(p - SIMD3(0, 0.42, -0.10), SIMD3(0.84, 0.98, 0.95))
        let ribs = 0.010 * Self.wave(Self.around(p) * 30)
        let crown = max(cap - ribs, 0.42 - tilt)
        let ring = max(
            max(Self.ellipsoid(p - SIMD3(0, 0.42, -0.10), SIMD3(0.875, 1.05, 0.99)), 0.37 - tilt), tilt - 0.70)
        let pompom =
            length(p - SIMD3(0.02, 1.50, -0.16)) - 0.20 - 0.05 * noise.gradient(p.x * 16 + p.y * 5, p.z * 16 - p.y * 11)
        return (min(crown, pompom * 0.6), ring - 0.010 * Self.wave(Self.around(p) * 34))
    }

    private func clothes(_ p: SIMD3<Float>) -> Float {
        let m = SIMD3(abs(p.x), p.y, p.z)
        var d = Self.capsule(m, SIMD3(0, -1.98, -0.26), SIMD3(1.10, -2.16, -0.26), 0.46)
        d = Self.join(d, Self.ellipsoid(m - SIMD3(0, -4.0, -0.15), SIMD3(1.42, 2.6, 0.86)), 0.45)
        d = Self.join(d, Self.capsule(m, SIMD3(1.22, -2.22, -0.26), SIMD3(1.72, -7, 0.1), 0.43), 0.22)
        d = Self.join(d, Self.capsule(m, SIMD3(0, -1.55, -0.2), SIMD3(0, -1.8, -0.22), 0.40), 0.34)
        // folds below the arms
        let fold = 0.035 * noise.gradient(p.x * 1.3 + 0.8 * p.y, p.y * 1.1 - 0.4 * abs(p.x))
        return (d + fold) * 0.85
    }

    private func collar(_ p: SIMD3<Float>) -> Float {
        let q = p - SIMD3(0, -1.46 - 0.14 * p.z, -0.17)
        let ring = length(SIMD2(q.x, q.z)) - 0.46
        return length(SIMD2(ring, max(abs(q.y) - 0.11, 0))) - 0.11 - 0.010 * Self.wave(Self.around(q) * 30)
    }

    // MARK: - Geometry

    /// A value that goes around the vertical axis, from 0 to 4.
    static func around(_ p: SIMD3<Float>) -> Float {
        let share = p.x / (abs(p.x) + abs(p.z) + 1e-6)
        return p.z > 0 ? 1 + share : 3 - share
    }

    /// A wave from -1 to 1 with a period of 1 and soft crests.
    static func wave(_ x: Float) -> Float {
        let t = abs(x - x.rounded()) * 4 - 1
        return t * (1.5 - 0.5 * t * t)
    }

    private static func ellipsoid(_ p: SIMD3<Float>, _ radii: SIMD3<Float>) -> Float {
        let scaled = p / radii
        let k = length(scaled)
        return k * (k - 1) / max(length(scaled / radii), 1e-6)
    }

    private static func capsule(_ p: SIMD3<Float>, _ a: SIMD3<Float>, _ b: SIMD3<Float>, _ radius: Float) -> Float {
        let (offset, axis) = (p - a, b - a)
        return length(offset - axis * min(max(dot(offset, axis) / dot(axis, axis), 0), 1)) - radius
    }

    /// The union of two shapes with a rounded seam.
    private static func join(_ a: Float, _ b: Float, _ k: Float) -> Float {
        let h = max(k - abs(a - b), 0) / k
        return min(a, b) - h * h * k * 0.25
    }

    /// A shape without another, with rounded edges.
    private static func cut(_ a: Float, _ b: Float, _ k: Float) -> Float { -join(-a, b, k) }
}
