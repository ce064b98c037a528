// Functions whose results have the same bits on every machine: only sums, products, quotients, and square roots, which
// IEEE 754 defines exactly. The C library's functions differ in the last bit.

/// Interpolates linearly from `a` at 0 to `b` at 1.
@inline(__always)
func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

/// Interpolates linearly from `a` at 0 to `b` at 1.
@inline(__always)
func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a + (b - a) * t }

/// The position of `x` between `low` and `high`, clamped to 0...1; `low` may be the greater one.
@inline(__always)
func ramp(_ low: Float, _ high: Float, _ x: Float) -> Float { min(max((x - low) / (high - low), 0), 1) }

/// Like `ramp`, with a slope of 0 at both ends.
@inline(__always)
func smoothRamp(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = ramp(low, high, x)
    return t * t * (3 - 2 * t)
}

@inline(__always)
func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }

@inline(__always)
func length(_ a: SIMD3<Float>) -> Float { dot(a, a).squareRoot() }

@inline(__always)
func length(_ a: SIMD2<Float>) -> Float { (a.x * a.x + a.y * a.y).squareRoot() }

@inline(__always)
func normalized(_ a: SIMD3<Float>) -> SIMD3<Float> { a / length(a) }

func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// The greatest whole number that is not greater than `x`.
@inline(__always)
func floor(_ x: Float) -> Int32 {
    let whole = Int32(truncatingIfNeeded: Int(x))
    return Float(whole) > x ? whole &- 1 : whole
}

/// 2 to the power of `x`, to about 6 digits.
@inline(__always)
func exp2(_ x: Float) -> Float {
    let clamped = min(max(x, -120), 120)
    let whole = floor(clamped)
    let f = clamped - Float(whole)
    let fraction =
        1 + f * (0.693_147_2 + f * (0.240_226_5 + f * (0.055_504_1 + f * (0.009_618_1 + f * 0.001_339_9))))
    return fraction * Float(bitPattern: UInt32(whole + 127) << 23)
}

/// The logarithm of a positive number to base 2, to about 6 digits.
@inline(__always)
func log2(_ x: Float) -> Float {
    let bits = x.bitPattern
    var (exponent, mantissa) = (Float(Int32(bits >> 23) - 127), Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000))
    if mantissa > 1.414_213_5 { (exponent, mantissa) = (exponent + 1, mantissa / 2) }
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    return exponent + 2.885_390 * t * (1 + square * (1 / 3 + square * (0.2 + square * (1 / 7 + square / 9))))
}

@inline(__always)
func exp(_ x: Float) -> Float { exp2(x * 1.442_695) }

func exp(_ x: SIMD3<Float>) -> SIMD3<Float> { SIMD3(exp(x.x), exp(x.y), exp(x.z)) }

/// A number of at least 0 to a power.
@inline(__always)
func power(_ x: Float, _ exponent: Float) -> Float { x <= 1e-30 ? 0 : exp2(exponent * log2(x)) }

/// The sine of a number of turns.
@inline(__always)
func sine(turns: Float) -> Float {
    var t = turns - turns.rounded()
    if t > 0.25 { t = 0.5 - t } else if t < -0.25 { t = -0.5 - t }
    let x = t * 6.283_185_3
    let square = x * x
    return x * (1 - square * (1 / 6 - square * (1 / 120 - square * (1 / 5040 - square / 362_880))))
}

@inline(__always)
func cosine(turns: Float) -> Float { sine(turns: turns + 0.25) }
