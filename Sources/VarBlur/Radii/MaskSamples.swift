/// The samples of a mask, in memory whose allocation is checked.
@safe
package final class MaskSamples: @unchecked Sendable {
    /// The type of a sample; full scale is alpha 1.
    package enum Kind: Sendable {
        case eight
        case sixteen
        /// Alphas from 0 to 1.
        case float

        /// The size of a sample in bytes.
        package var byteCount: Int {
            switch self {
            case .eight: 1
            case .sixteen: 2
            case .float: 4
            }
        }
    }

    let kind: Kind
    /// The number of samples.
    package let count: Int
    private let memory: CheckedMemory

    /// Allocates samples; all are 0.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    package init(_ kind: Kind, count: Int) throws(BlurError) {
        (self.kind, self.count) = (kind, count)
        memory = try CheckedMemory(count: max(count, 1), of: kind.byteCount)
    }

    /// Copies samples.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    convenience init<Sample: BitwiseCopyable>(_ kind: Kind, copying samples: [Sample]) throws(BlurError) {
        try self.init(kind, count: samples.count)
        unsafe samples.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
    }

    /// The samples in memory, for writing until they become part of a mask.
    package var bytes: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: memory.base, count: count * kind.byteCount)
    }

    /// The samples as values of the type that belongs to ``kind``.
    package func values<Sample>(as _: Sample.Type) -> UnsafeMutableBufferPointer<Sample> {
        precondition(MemoryLayout<Sample>.size == kind.byteCount, "samples of another size")
        return unsafe UnsafeMutableBufferPointer(
            start: memory.base.assumingMemoryBound(to: Sample.self), count: count)
    }
}

extension MaskSamples: Equatable {
    /// Compares the kind and all samples.
    package static func == (left: MaskSamples, right: MaskSamples) -> Bool {
        if left === right { return true }
        guard left.kind == right.kind && left.count == right.count else { return false }
        return unsafe left.bytes.elementsEqual(right.bytes)
    }
}
