/// Value noise: smooth interpolation between the hashed values on a lattice, identical on every machine.
struct Noise {
    let seed: UInt32

    /// The value of a lattice point, from 0 to 1.
    func value(_ x: Int32, _ y: Int32) -> Float {
        var h = seed &+ UInt32(bitPattern: x) &* 0x9E37_79B1 &+ UInt32(bitPattern: y) &* 0x85EB_CA77
        h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
        h = (h ^ (h >> 12)) &* 0x297A_2D39
        h ^= h >> 15
        return Float(h >> 8) * (1 / 16_777_216)
    }

    /// Smoothly interpolated lattice values, from 0 to 1; the lattice spacing is 1.
    func smooth(_ x: Float, _ y: Float) -> Float {
        let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
        let (ix, iy) = (Int32(truncatingIfNeeded: Int(floorX)), Int32(truncatingIfNeeded: Int(floorY)))
        let (fx, fy) = (ease(x - floorX), ease(y - floorY))
        let upper = mix(value(ix, iy), value(ix &+ 1, iy), fx)
        let lower = mix(value(ix, iy &+ 1), value(ix &+ 1, iy &+ 1), fx)
        return mix(upper, lower, fy)
    }

    /// Fractal noise from 0 to 1: each octave has twice the frequency and half the amplitude of the previous one.
    func fractal(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, weight, scale): (Float, Float, Float) = (0, 0.5, 1)
        for octave in 0..<octaves {
            sum += weight * smooth(x * scale + Float(octave) * 17.3, y * scale + Float(octave) * 9.1)
            weight *= 0.5
            scale *= 2
        }
        return sum / (1 - 2 * weight)
    }

    /// An approximately normally distributed value for a pixel, with mean 0 and standard deviation 1.
    func normal(_ x: Int, _ y: Int, _ channel: Int) -> Float {
        // A sum of twelve uniform numbers is close to normal; each of four hashes supplies three 8-bit numbers.
        var sum: Float = -6
        for part in 0..<4 {
            let row = Int32(truncatingIfNeeded: y &* 4 &+ part) &+ Int32(channel) &* 0x10_0000
            let bits = UInt32(value(Int32(truncatingIfNeeded: x), row) * 16_777_216)
            sum += (Float(bits & 0xFF) + Float(bits >> 8 & 0xFF) + Float(bits >> 16 & 0xFF) + 1.5) / 256
        }
        return sum
    }

    private func ease(_ t: Float) -> Float { t * t * (3 - 2 * t) }
}

/// Interpolates linearly from `a` at 0 to `b` at 1.
func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

/// Interpolates linearly from `a` at 0 to `b` at 1.
func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a + (b - a) * t }

/// The position of `x` between `low` and `high`, clamped to 0...1; `low` may be the greater one.
func ramp(_ low: Float, _ high: Float, _ x: Float) -> Float { min(max((x - low) / (high - low), 0), 1) }
