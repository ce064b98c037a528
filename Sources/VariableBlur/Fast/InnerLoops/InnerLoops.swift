internal import CBlurKernels

/// The inner loops of an instruction set for one sample depth, written in C.
///
/// A pointer to the table, not a copy: structs that contain copies would be too large to pass around.
@safe
struct InnerLoops {
    /// The functions of the table.
    ///
    /// Access them through the pointer; loading the table first may copy all of it.
    let functions: UnsafePointer<blur_kernels>

    init(_ functions: UnsafePointer<blur_kernels>) { unsafe self.functions = functions }

    /// The size of a sample in bytes.
    var sampleSize: Int { unsafe functions.pointee.sample_size }

    /// The integer that represents the weight 1.0.
    var unitWeight: Int { Int(unsafe functions.pointee.unit_weight) }
}
