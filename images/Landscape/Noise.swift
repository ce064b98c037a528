/// Noise from hashed lattice points, identical on every machine.
struct Noise {
    let seed: UInt32

    @inline(__always)
    private func hash(_ x: Int32, _ y: Int32) -> UInt32 {
        var h = seed &+ UInt32(bitPattern: x) &* 0x9E37_79B1 &+ UInt32(bitPattern: y) &* 0x85EB_CA77
        h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
        h = (h ^ (h >> 12)) &* 0x297A_2D39
        return h ^ (h >> 15)
    }

    /// The value of a lattice point, from 0 to 1.
    @inline(__always)
    func value(_ x: Int32, _ y: Int32) -> Float { Float(hash(x, y) >> 8) * (1 / 16_777_216) }

    /// Four values of a lattice point, from 0 to 1, with 8 bits each.
    @inline(__always)
    func bytes(_ x: Int32, _ y: Int32) -> SIMD4<Float> {
        let h = hash(x, y)
        return SIMD4(Float(h & 255), Float(h >> 8 & 255), Float(h >> 16 & 255), Float(h >> 24)) * (1 / 255)
    }

    /// Gradient noise from about -1 to 1, with mean 0; the lattice spacing is 1.
    @inline(__always)
    func gradient(_ x: Float, _ y: Float) -> Float {
        let (ix, iy) = (floor(x), floor(y))
        let (fx, fy) = (x - Float(ix), y - Float(iy))
        let (u, v) = (fx * fx * fx * (fx * (fx * 6 - 15) + 10), fy * fy * fy * (fy * (fy * 6 - 15) + 10))
        let upper = mix(slope(ix, iy, fx, fy), slope(ix &+ 1, iy, fx - 1, fy), u)
        let lower = mix(slope(ix, iy &+ 1, fx, fy - 1), slope(ix &+ 1, iy &+ 1, fx - 1, fy - 1), u)
        return mix(upper, lower, v) * 1.4
    }

    /// The height of the plane through a lattice point that has a random slope.
    @inline(__always)
    private func slope(_ x: Int32, _ y: Int32, _ fx: Float, _ fy: Float) -> Float {
        let h = hash(x, y)
        return (Float(h & 0xFFFF) * (2 / 65_535) - 1) * fx + (Float(h >> 16) * (2 / 65_535) - 1) * fy
    }

    /// Gradient noise and its slopes in both directions.
    @inline(__always)
    private func gradientWithSlope(_ x: Float, _ y: Float) -> SIMD3<Float> {
        let (ix, iy) = (floor(x), floor(y))
        let (fx, fy) = (x - Float(ix), y - Float(iy))
        let (u, v) = (fx * fx * fx * (fx * (fx * 6 - 15) + 10), fy * fy * fy * (fy * (fy * 6 - 15) + 10))
        let (du, dv) = (30 * fx * fx * (fx - 1) * (fx - 1), 30 * fy * fy * (fy - 1) * (fy - 1))
        let a = plane(ix, iy, fx, fy)
        let b = plane(ix &+ 1, iy, fx - 1, fy)
        let c = plane(ix, iy &+ 1, fx, fy - 1)
        let d = plane(ix &+ 1, iy &+ 1, fx - 1, fy - 1)
        let (upper, lower) = (mix(a, b, u), mix(c, d, u))
        let along = mix(b.x - a.x, d.x - c.x, v) * du
        return (mix(upper, lower, v) + SIMD3(0, along, (lower.x - upper.x) * dv)) * 1.4
    }

    /// The height of the plane through a lattice point that has a random slope, and its slopes.
    @inline(__always)
    private func plane(_ x: Int32, _ y: Int32, _ fx: Float, _ fy: Float) -> SIMD3<Float> {
        let h = hash(x, y)
        let (dx, dy) = (Float(h & 0xFFFF) * (2 / 65_535) - 1, Float(h >> 16) * (2 / 65_535) - 1)
        return SIMD3(dx * fx + dy * fy, dx, dy)
    }

    /// Fractal noise from about -1 to 1: each octave has twice the frequency and half the amplitude of the previous one.
    func fractal(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, weight, scale): (Float, Float, Float) = (0, 0.5, 1)
        for octave in 0..<octaves {
            sum += weight * gradient(x * scale + Float(octave) * 17.3, y * scale + Float(octave) * 9.1)
            weight *= 0.5
            scale *= 2.03
        }
        return sum * 1.25
    }

    /// Fractal noise from about 0 to 1 with sharp crests: each octave is folded at 0.
    func ridged(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, weight, scale): (Float, Float, Float) = (0, 0.5, 1)
        for octave in 0..<octaves {
            let fold = 1 - abs(gradient(x * scale + Float(octave) * 7.7, y * scale + Float(octave) * 31.9))
            sum += weight * fold * fold
            weight *= 0.5
            scale *= 2.07
        }
        return sum
    }

    /// Like ``ridged(_:_:octaves:)``, with the slopes in both directions.
    func ridgedWithSlope(_ x: Float, _ y: Float, octaves: Int) -> SIMD3<Float> {
        var (sum, weight, scale): (SIMD3<Float>, Float, Float) = (SIMD3(), 0.5, 1)
        for octave in 0..<octaves {
            let g = gradientWithSlope(x * scale + Float(octave) * 7.7, y * scale + Float(octave) * 31.9)
            let fold = 1 - abs(g.x)
            let slope = (g.x < 0 ? 2 : -2) * fold * scale
            sum += SIMD3(fold * fold, slope * g.y, slope * g.z) * weight
            weight *= 0.5
            scale *= 2.07
        }
        return sum
    }
}
