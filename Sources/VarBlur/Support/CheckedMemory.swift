internal import VarBlurLibC

/// A block of memory whose allocation throws if memory runs out; Swift's own allocation would terminate the process.
///
/// The block is aligned to 64 bytes, the size of the widest vectors.
@safe
package struct CheckedMemory: ~Copyable, @unchecked Sendable {
    /// The first byte; a multiple of 64.
    ///
    /// ``grow(toByteCount:)`` may move it.
    package private(set) var base: UnsafeMutableRawPointer
    /// The size of the block in bytes.
    package private(set) var byteCount: Int

    /// What the C library returned; `base` is its first aligned byte.
    private var allocation: UnsafeMutableRawPointer
    /// What counts the block.
    private let meter: MemoryMeter?

    private static let alignment = 64
    /// More bytes than any system has, so that sums of sizes do not overflow.
    private static let greatestCount = 1 << 56
    /// The size from which the system may map memory for a block alone, which takes longer than to see whether any is left then.
    private static let leastMappedCount = 1 << 16

    /// Allocates memory.
    ///
    /// - Parameters:
    ///   - count: the number of elements, at least 1.
    ///   - size: the size of an element in bytes, at least 1.
    ///   - isZeroed: whether all bytes are 0; otherwise they are undefined.
    ///   - isKept: whether the block outlives the work on an image, so that it is not taken from a ``LargePage``.
    /// - Throws: ``BlurError/Code/outOfMemory``, or ``BlurError/Code/overLimit`` if the limit of ``MemoryMeter`` is exceeded.
    package init(count: Int, of size: Int, isZeroed: Bool = true, isKept: Bool = false) throws(BlurError) {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow, bytes < Self.greatestCount else { throw Self.failure }
        let meter = MemoryMeter.current
        guard meter?.reserve(bytes) ?? true else { throw Self.overLimit }
        guard let memory = unsafe Self.allocate(Self.padded(bytes), isZeroed, isKept) else {
            meter?.release(bytes)
            throw Self.failure
        }
        unsafe allocation = memory
        unsafe base = memory.alignedUp(toMultipleOf: Self.alignment)
        byteCount = bytes
        self.meter = meter
    }

    private static func allocate(_ count: Int, _ isZeroed: Bool, _ isKept: Bool) -> UnsafeMutableRawPointer? {
        if !isKept, let page = LargePage.shared, let block = unsafe page.allocate(count, isZeroed: isZeroed) {
            return unsafe block
        }
        let memory = unsafe isZeroed ? calloc(count, 1) : malloc(count)
        guard unsafe count < leastMappedCount || memory == nil || SpareMemory.isLeft() else {
            unsafe free(memory)
            return nil
        }
        return unsafe memory
    }

    private static func release(_ allocation: UnsafeMutableRawPointer) {
        if unsafe LargePage.shared?.release(allocation) != true { unsafe free(allocation) }
    }

    /// Checks that a block could be allocated, before Swift allocates an array of that size, which would end the process if it fails.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``, or ``BlurError/Code/overLimit`` if the limit of ``MemoryMeter`` is exceeded.
    static func check(count: Int, of size: Int) throws(BlurError) {
        _ = try CheckedMemory(count: count, of: size, isZeroed: false, isKept: true)
    }

    /// A text of its own for each size would take memory, and Swift ends the process if there is none.
    private static let failure = BlurError(.outOfMemory, "there is not enough memory for the image and the work on it")

    private static let overLimit = BlurError(.overLimit, "more memory is needed than the limit allows")

    /// Asks the system to map the block in large pages, which take less time to map, if it is large.
    package func useLargePages() {
        unsafe Self.useLargePages(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
    }

    /// Asks the system to map memory in large pages if it is large and not in use yet.
    @unsafe
    static func useLargePages(_ memory: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
            let page = 1 << 21
            guard let base = memory.baseAddress, memory.count >= 2 * page else { return }
            let start = unsafe base.alignedUp(toMultipleOf: page)
            let count = unsafe memory.count - (start - base)
            // only advice: the result does not matter
            unsafe _ = madvise(start, count & ~(page - 1), Int32(MADV_HUGEPAGE))
        #endif
    }

    deinit {
        unsafe Self.release(allocation)
        meter?.release(byteCount)
    }

    /// Enlarges the block and keeps its contents; the added bytes are undefined.
    ///
    /// - Parameter newByteCount: the new size in bytes; a size of at most ``byteCount`` has no effect.
    /// - Throws: ``BlurError/Code/outOfMemory``; the block is then unchanged.
    package mutating func grow(toByteCount newByteCount: Int) throws(BlurError) {
        guard newByteCount > byteCount else { return }
        let offset = unsafe base - allocation
        guard newByteCount < Self.greatestCount, SpareMemory.isLeft(besides: newByteCount - byteCount) else {
            throw Self.failure
        }
        guard meter?.reserve(newByteCount - byteCount) ?? true else { throw Self.overLimit }
        guard let memory = unsafe reallocated(Self.padded(newByteCount)) else {
            meter?.release(newByteCount - byteCount)
            throw Self.failure
        }
        unsafe allocation = memory
        unsafe base = memory.alignedUp(toMultipleOf: Self.alignment)
        // realloc keeps the contents at their old offset, which may not be the aligned one of the new block
        if unsafe base - memory != offset { unsafe memmove(base, memory + offset, byteCount) }
        byteCount = newByteCount
    }

    /// Larger memory with the contents of the block at their offset; the block is then released.
    private func reallocated(_ count: Int) -> UnsafeMutableRawPointer? {
        guard let page = LargePage.shared, unsafe page.contains(allocation) else {
            return unsafe realloc(allocation, count)
        }
        guard let memory = unsafe malloc(count) else { return nil }
        unsafe memcpy(memory, allocation, base - allocation + byteCount)
        unsafe Self.release(allocation)
        return unsafe memory
    }

    /// The size to allocate so that an aligned block of `byteCount` bytes fits, a multiple of the alignment.
    private static func padded(_ byteCount: Int) -> Int { (byteCount + 2 * alignment - 1) & -alignment }
}
