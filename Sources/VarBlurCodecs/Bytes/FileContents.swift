internal import VarBlur

/// The bytes of a file in memory, its own or the caller's; addresses are valid while the object lives and nothing is
/// appended.
///
/// Files are read, not mapped: a file that is truncated while it is mapped would end the process.
@safe
final class FileContents: @unchecked Sendable {
    /// The number of bytes.
    private(set) var count = 0
    private var memory: CheckedMemory
    /// Whether the bytes are the caller's; otherwise they are in `memory`.
    private var isBorrowed = false
    /// Owns the elements at `start`, if the bytes are those of an array.
    ///
    /// Their address can be kept: the elements are in a heap object, which neither moves nor changes while this array refers to it.
    /// Whoever changes a copy of the array gets other elements, and nobody changes this one. A copy of the bytes would double
    /// the memory of the input.
    private var array: [UInt8] = []
    private var start: UnsafeRawPointer
    /// The file that owns the bytes, if they are a part of it.
    private var owner: FileContents?

    /// Creates an empty object with room for `capacity` bytes.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(capacity: Int) throws(ImageError) {
        memory = try ImageError.wrapping(CheckedMemory(count: max(capacity, 1), of: 1, isZeroed: false))
        memory.useLargePages()
        unsafe start = UnsafeRawPointer(memory.base)
    }

    /// Uses memory of the caller, to which nothing can be appended and which must outlive the object.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    @unsafe
    convenience init(borrowing bytes: UnsafeRawBufferPointer) throws(ImageError) {
        try self.init(capacity: 0)
        guard let base = bytes.baseAddress else { return }
        unsafe start = base
        (isBorrowed, count) = (true, bytes.count)
    }

    /// Uses the bytes of an array without copying them; nothing can be appended.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    convenience init(_ bytes: [UInt8]) throws(ImageError) {
        try unsafe self.init(borrowing: bytes.withUnsafeBytes { unsafe $0 })
        array = bytes
        let isInPlace = unsafe array.withUnsafeBytes { unsafe $0.isEmpty || $0.baseAddress == start }
        precondition(isInPlace, "the elements of an array have moved")
    }

    /// Uses a part of another file, to which nothing can be appended any more.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    convenience init(_ range: Range<Int>, of file: FileContents) throws(ImageError) {
        try unsafe self.init(borrowing: UnsafeRawBufferPointer(start: file.address(of: range), count: range.count))
        owner = file
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
        let base = try unsafe room(for: limit)
        let added = try unsafe fill(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
        count += added
        return added
    }

    /// Makes room at the end; returns the first byte of all.
    private func room(for addedCount: Int) throws(ImageError) -> UnsafeMutableRawPointer {
        precondition(!isBorrowed, "nothing can be appended to memory of the caller")
        if memory.byteCount - count < addedCount {
            let capacity = max(2 * memory.byteCount, count + addedCount)
            try ImageError.wrapping(memory.grow(toByteCount: capacity))
            memory.useLargePages()
            unsafe start = UnsafeRawPointer(memory.base)
        }
        return unsafe memory.base
    }

    /// The address of a range of bytes.
    func address(of range: Range<Int>) -> UnsafePointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe start.assumingMemoryBound(to: UInt8.self) + range.lowerBound
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe start.load(fromByteOffset: index, as: UInt8.self)
    }

    /// A copy of a range of bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: address(of: range), count: range.count))
    }

    /// Whether a range contains a sequence of bytes, of which the first is not repeated.
    func contains(_ part: [UInt8], in range: Range<Int>) -> Bool {
        range.contains { self[$0] == part[0] && starts(with: part, at: $0) && $0 + part.count <= range.upperBound }
    }

    /// Whether the bytes at an index begin with a prefix.
    func starts(with prefix: [UInt8], at index: Int = 0) -> Bool {
        index >= 0 && prefix.count <= count - index
            && prefix.indices.allSatisfy { self[index + $0] == prefix[$0] }
    }
}

extension FileContents {
    /// The notice that what follows the image is not copied; `nil` if nothing does but padding: zeros, erased bytes, or line breaks.
    ///
    /// - Complexity: O(*n*) for *n* bytes of padding
    func notice(ofRestFrom end: Int) -> String? {
        guard (end..<count).contains(where: { ![0x00, 0x0A, 0x0D, 0xFF].contains(self[$0]) }) else { return nil }
        return "the file continues after the image; the rest is not copied: \(count - end) bytes"
    }
}
