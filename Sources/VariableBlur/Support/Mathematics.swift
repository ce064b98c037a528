internal import LibC

// The C library's functions under full names, for files that do not import it.

/// e to the power of `x`.
func exponential(_ x: Double) -> Double { exp(x) }

/// The error function: the integral of the Gaussian of standard deviation 1/√2 from -`x` to `x`.
func errorFunction(_ x: Double) -> Double { erf(x) }

/// The cosine of an angle in radians.
func cosine(_ x: Double) -> Double { cos(x) }
