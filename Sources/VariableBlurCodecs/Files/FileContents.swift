internal import LibC

/// The bytes of a file, in memory that stays where it is.
///
/// A file is read, not mapped: one that is cut short while it is mapped would end the process.
@safe
final class FileContents: @unchecked Sendable {
    private(set) var count = 0
    private var start: UnsafeMutableRawPointer
    private var capacity: Int

    init(capacity: Int) throws(ImageError) {
        guard let memory = unsafe malloc(max(capacity, 1)) else { throw Self.noMemory(capacity) }
        unsafe start = memory
        self.capacity = max(capacity, 1)
    }

    convenience init(_ bytes: RawSpan) throws(ImageError) {
        try self.init(capacity: bytes.byteCount)
        unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(start: start, count: capacity).copyMemory(from: $0)
        }
        count = bytes.byteCount
    }

    deinit { unsafe free(start) }

    private static func noMemory(_ count: Int) -> ImageError {
        ImageError(
            .outOfMemory, "no memory for \(count) bytes of input", remedy: "try again with more memory free")
    }

    /// Makes room for more bytes and calls `fill` with it, which returns how many it has put there.
    func append(
        upTo room: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int
    ) throws(ImageError) -> Int {
        if capacity - count < room {
            let larger = max(2 * capacity, count + room)
            guard let memory = unsafe realloc(start, larger) else { throw Self.noMemory(larger) }
            unsafe start = memory
            capacity = larger
        }
        let added = try unsafe fill(UnsafeMutableRawBufferPointer(start: start + count, count: room))
        count += added
        return added
    }

    /// The address of a part of the bytes, for as long as the object lives.
    func address(of range: Range<Int>) -> UnsafePointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe UnsafePointer(start.assumingMemoryBound(to: UInt8.self)) + range.lowerBound
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe start.load(fromByteOffset: index, as: UInt8.self)
    }

    /// A copy of a part of the bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: address(of: range), count: range.count))
    }

    func starts(with prefix: [UInt8], at index: Int = 0) -> Bool {
        index >= 0 && prefix.count <= count - index
            && prefix.indices.allSatisfy { self[index + $0] == prefix[$0] }
    }
}
