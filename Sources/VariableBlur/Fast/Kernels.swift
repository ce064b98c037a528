internal import CBlurKernels

/// The inner loops of a set for one depth, where they are: with a copy of the table in each, the engine's parts would be too
/// large to be handed around.
@safe
struct Kernels {
    private let place: UnsafePointer<blur_kernels>

    init(_ place: UnsafePointer<blur_kernels>) { unsafe self.place = place }

    var table: blur_kernels { unsafe place.pointee }

    /// The size of a sample, in bytes.
    var sampleSize: Int { unsafe place.pointee.sample_size }

    /// The weight that leaves a sample as it is.
    var one: Int { Int(unsafe place.pointee.one) }
}
