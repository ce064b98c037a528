internal import CBlurKernels

/// The inner loops of a set for one depth, where they are: with a copy of the table in each, the engine's parts would be too
/// large to be handed around.
@safe
struct Kernels {
    /// A pointer, because a call through a table's value may copy all of it.
    let table: UnsafePointer<blur_kernels>

    init(_ table: UnsafePointer<blur_kernels>) { unsafe self.table = table }

    /// The size of a sample, in bytes.
    var sampleSize: Int { unsafe table.pointee.sample_size }

    /// The weight that leaves a sample as it is.
    var one: Int { Int(unsafe table.pointee.one) }
}
