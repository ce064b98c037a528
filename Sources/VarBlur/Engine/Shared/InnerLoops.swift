internal import CBlurKernels

/// The inner loops of an instruction set for one kind of samples, written in C.
///
/// Holds pointers instead of copies, because structs containing copies would be expensive to pass.
@safe
struct InnerLoops {
    /// The functions of the table.
    ///
    /// Access them through the pointer; loading the table first may copy all of it.
    let functions: UnsafePointer<blur_kernels>
    /// The tables of linear light, which their owner keeps; `nil` if values are blurred as they are stored.
    ///
    /// The second element applies to samples that are encoded already.
    let light: UnsafePointer<blur_light>?

    init(_ functions: UnsafePointer<blur_kernels>, _ light: UnsafePointer<blur_light>?) {
        unsafe (self.functions, self.light) = (functions, light)
    }

    /// Whether samples are linear light.
    var isLinear: Bool { unsafe light != nil }

    /// The size of a sample in bytes.
    var sampleSize: Int { unsafe functions.pointee.sample_size }

    /// The integer that represents the weight 1.0.
    var unitWeight: Int { Int(unsafe functions.pointee.unit_weight) }
}

extension InstructionSet {
    /// The inner loops for images of a depth, with the tables of linear light if there are any; traps if the processor lacks the
    /// instruction set.
    func innerLoops(_ depth: SampleDepth, _ tables: LightTables? = nil) -> InnerLoops {
        let kind = tables?.sampleKind ?? (depth == .eight ? BLUR_INTEGERS : BLUR_FLOATS)
        guard let functions = unsafe blur_kernels_for(identifier, kind) else {
            trap("this processor lacks the instruction set \(rawValue)")
        }
        return unsafe InnerLoops(functions, tables?.settings)
    }
}
