internal import VarBlurLibC

// The mathematical functions of the C library under full names.
//
// Other files do not import the C library for them.

/// Returns e to the power of `x`.
func exponential(_ x: Double) -> Double { exp(x) }

/// Returns the error function of `x`: the integral of the Gaussian of standard deviation 1/√2 from -`x` to `x`.
///
/// The sum of a densely sampled Gaussian over a range of samples is approximately proportional to the difference of two
/// values of this function.
func errorFunction(_ x: Double) -> Double { erf(x) }

/// Returns the cosine of an angle in radians.
func cosine(_ x: Double) -> Double { cos(x) }

/// Returns `x` to the power of `exponent`.
func power(_ x: Double, _ exponent: Double) -> Double { pow(x, exponent) }

/// Returns the natural logarithm of `x`.
func logarithm(_ x: Double) -> Double { log(x) }

extension Double {
    /// The value limited to 0...1; NaN is 0.
    package var limitedToUnit: Double { self > 0 ? min(self, 1) : 0 }
}
