internal import LibC

/// Memory that reports when there is none, where Swift's own allocation would end the process.
///
/// It begins at a multiple of 64 bytes, the length of the widest vectors, and is zero unless it is taken as it comes.
@safe
struct CheckedMemory: ~Copyable, @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    private let block: UnsafeMutableRawPointer

    /// Takes memory for `count` elements of `size` bytes, both at least 1.
    init(count: Int, of size: Int, isZeroed: Bool = true) throws(BlurError) {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow, bytes < Int.max - 64,
            let memory = unsafe isZeroed ? calloc(bytes + 63, 1) : malloc(bytes + 63)
        else {
            throw BlurError(.outOfMemory, "no memory for \(count) × \(size) bytes of pixels")
        }
        unsafe block = memory
        unsafe base = memory.alignedUp(toMultipleOf: 64)
    }

    deinit { unsafe free(block) }
}

/// The value of an environment variable.
func environmentValue(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

/// e to the power of `x`.
func exponential(_ x: Double) -> Double { exp(x) }

/// The integral of the Gaussian of standard deviation 1/√2 from -`x` to `x`.
func errorFunction(_ x: Double) -> Double { erf(x) }

func cosine(_ x: Double) -> Double { cos(x) }
