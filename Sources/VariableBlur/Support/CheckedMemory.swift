#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Zeroed memory that reports when there is none, where Swift's own allocation would end the process.
@safe
struct CheckedMemory: ~Copyable, @unchecked Sendable {
    let base: UnsafeMutableRawPointer

    /// Takes memory for `count` elements of `size` bytes, both at least 1.
    init(count: Int, of size: Int) throws(BlurError) {
        guard let memory = unsafe calloc(count, size) else {
            throw BlurError(.outOfMemory, "no memory for \(count) × \(size) bytes of pixels")
        }
        unsafe base = memory
    }

    deinit { unsafe free(base) }
}

/// The value of an environment variable.
func environmentValue(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

/// e to the power of `x`.
func exponential(_ x: Double) -> Double { exp(x) }

/// The integral of the Gaussian of standard deviation 1/√2 from -`x` to `x`.
func errorFunction(_ x: Double) -> Double { erf(x) }

func cosine(_ x: Double) -> Double { cos(x) }
