internal import Synchronization

/// The samples of a mask, in memory whose allocation is checked.
@safe
package final class MaskSamples: @unchecked Sendable {
    /// The type of a sample; full scale is alpha 1.
    let depth: SampleDepth
    /// The number of samples.
    package let count: Int
    private let memory: CheckedMemory
    private let reduction = Mutex<AlphaMask?>(nil)

    /// Allocates samples; all are 0.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    package init(_ depth: SampleDepth, count: Int) throws(BlurError) {
        (self.depth, self.count) = (depth, count)
        memory = try CheckedMemory(count: max(count, 1), of: depth.byteCount)
    }

    /// Copies samples; traps if they do not have the size of their depth.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    convenience init<Sample: PixelSample>(copying samples: [Sample]) throws(BlurError) {
        try self.init(Sample.checkedDepth, count: samples.count)
        unsafe samples.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
    }

    /// The latest smaller copy of a mask of these samples, because the planes of an image need the same.
    ///
    /// It is `nil` while another thread uses it, so that no lock can be left locked by a fork.
    var latestReduction: AlphaMask? {
        get { reduction.withLockIfAvailable { $0 } ?? nil }
        set { reduction.withLockIfAvailable { $0 = newValue } }
    }

    /// The samples in memory, for writing until they become part of a mask.
    package var bytes: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: memory.base, count: count * depth.byteCount)
    }

    /// The samples as values of the type that belongs to ``depth``.
    package func values<Sample>(as _: Sample.Type) -> UnsafeMutableBufferPointer<Sample> {
        precondition(MemoryLayout<Sample>.size == depth.byteCount, "samples of another size")
        return unsafe UnsafeMutableBufferPointer(
            start: memory.base.assumingMemoryBound(to: Sample.self), count: count)
    }
}

extension MaskSamples: Equatable {
    /// Compares the depth and all samples.
    package static func == (left: MaskSamples, right: MaskSamples) -> Bool {
        if left === right { return true }
        guard left.depth == right.depth && left.count == right.count else { return false }
        return unsafe left.bytes.elementsEqual(right.bytes)
    }
}
