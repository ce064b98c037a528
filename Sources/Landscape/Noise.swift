/// Smooth noise on a lattice of hashed values: the same for a seed and a place on every machine.
struct Noise {
    let seed: UInt32

    /// A number from 0 to 1 for a lattice point.
    func value(_ x: Int32, _ y: Int32) -> Float {
        var h = seed &+ UInt32(bitPattern: x) &* 0x9E37_79B1 &+ UInt32(bitPattern: y) &* 0x85EB_CA77
        h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
        h = (h ^ (h >> 12)) &* 0x297A_2D39
        h ^= h >> 15
        return Float(h >> 8) * (1 / 16_777_216)
    }

    /// Lattice values joined smoothly; the lattice has a spacing of 1.
    func smooth(_ x: Float, _ y: Float) -> Float {
        let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
        let (ix, iy) = (Int32(truncatingIfNeeded: Int(floorX)), Int32(truncatingIfNeeded: Int(floorY)))
        let (fx, fy) = (ease(x - floorX), ease(y - floorY))
        let upper = mix(value(ix, iy), value(ix &+ 1, iy), fx)
        let lower = mix(value(ix, iy &+ 1), value(ix &+ 1, iy &+ 1), fx)
        return mix(upper, lower, fy)
    }

    /// Octaves of smooth noise, each of twice the frequency and half the height of the one before; 0 to 1.
    func fractal(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, weight, scale): (Float, Float, Float) = (0, 0.5, 1)
        for octave in 0..<octaves {
            sum += weight * smooth(x * scale + Float(octave) * 17.3, y * scale + Float(octave) * 9.1)
            weight *= 0.5
            scale *= 2
        }
        return sum / (1 - 2 * weight)
    }

    /// A number of about normal distribution, mean 0 and standard deviation 1, for a pixel.
    func normal(_ x: Int, _ y: Int, _ channel: Int) -> Float {
        // the sum of twelve uniform numbers; four hashes give three of 8 bits each
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

func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a + (b - a) * t }

/// 0 below `low`, 1 above `high`, linear in between.
func ramp(_ low: Float, _ high: Float, _ x: Float) -> Float { min(max((x - low) / (high - low), 0), 1) }
