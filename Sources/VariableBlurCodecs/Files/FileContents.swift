internal import VariableBlur

/// The bytes of a file in memory; addresses are valid while the object lives and nothing is appended.
///
/// Files are read, not mapped: a file that is truncated while it is mapped would end the process.
@safe
final class FileContents: @unchecked Sendable {
    /// The number of bytes.
    private(set) var count = 0
    private var memory: CheckedMemory

    /// Creates an empty object with room for `capacity` bytes.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(capacity: Int) throws(ImageError) {
        memory = try ImageError.wrapping { () throws(BlurError) in
            try CheckedMemory(count: max(capacity, 1), of: 1, isZeroed: false)
        }
    }

    convenience init(_ bytes: RawSpan) throws(ImageError) {
        try self.init(capacity: bytes.byteCount)
        _ = unsafe try append(upTo: bytes.byteCount) { free throws(ImageError) in
            unsafe bytes.withUnsafeBytes { unsafe free.copyMemory(from: $0) }
            return bytes.byteCount
        }
    }

    /// Appends bytes.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes to make room for.
    ///   - fill: writes to the start of a buffer of `limit` bytes and returns the number of bytes written.
    /// - Returns: the number of bytes.
    /// - Throws: an error with the code `outOfMemory`, or an error of `fill`.
    func append(
        upTo limit: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int
    ) throws(ImageError) -> Int {
        if memory.byteCount - count < limit {
            let capacity = max(2 * memory.byteCount, count + limit)
            try ImageError.wrapping { () throws(BlurError) in try memory.grow(toByteCount: capacity) }
        }
        let added = try unsafe fill(UnsafeMutableRawBufferPointer(start: memory.base + count, count: limit))
        count += added
        return added
    }

    /// The address of a range of bytes.
    func address(of range: Range<Int>) -> UnsafePointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self)) + range.lowerBound
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe memory.base.load(fromByteOffset: index, as: UInt8.self)
    }

    /// A copy of a range of bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: address(of: range), count: range.count))
    }

    /// Whether the bytes at an index begin with a prefix.
    func starts(with prefix: [UInt8], at index: Int = 0) -> Bool {
        index >= 0 && prefix.count <= count - index
            && prefix.indices.allSatisfy { self[index + $0] == prefix[$0] }
    }
}
