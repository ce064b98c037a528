internal import VarBlurLibC
internal import Synchronization

/// A large page of memory that small blocks share, so that the system maps one page instead of hundreds.
///
/// For programs that blur few small images: mapping pages takes longer than the blur. All memory becomes available again when the
/// last block is released.
@safe
package final class LargePage: @unchecked Sendable {
    /// The page from which ``CheckedMemory`` takes small blocks; `nil` unless ``use()`` has been called.
    private(set) static var shared: LargePage? {
        get { unsafe current }
        set { unsafe current = newValue }
    }
    private nonisolated(unsafe) static var current: LargePage?

    /// Larger blocks are not taken from the page.
    static let greatestByteCount = 1 << 18

    private static let byteCount = 1 << 21
    private let start: UnsafeMutableRawPointer

    private struct Use {
        /// The offset of the next block.
        var next = 0
        /// The number of bytes that have been part of a block, and may not be zero.
        var usedByteCount = 0
        var blockCount = 0
    }
    private let use = Mutex(Use())

    /// Maps a page; `nil` if the address space is limited.
    init?() {
        // twice the size contains an aligned page
        let memory = unsafe mmap(nil, 2 * Self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
        unsafe start = memory.alignedUp(toMultipleOf: Self.byteCount)
        #if os(Linux)
            // only advice: pages of the usual size work, too
            unsafe _ = madvise(start, Self.byteCount, Int32(MADV_HUGEPAGE))
        #endif
    }

    /// Lets ``CheckedMemory`` take small blocks from a large page, which is never returned to the system.
    ///
    /// To be called before other threads are started.
    package static func use() { if shared == nil { shared = LargePage() } }

    /// Allocates a block.
    ///
    /// - Parameters:
    ///   - count: the size in bytes, a multiple of 64.
    ///   - isZeroed: whether all bytes are 0; otherwise they are undefined.
    /// - Returns: the block, aligned to 64 bytes; `nil` if too little is left of the page.
    func allocate(_ count: Int, isZeroed: Bool) -> UnsafeMutableRawPointer? {
        unsafe use.withLock { use in
            guard count <= min(Self.greatestByteCount, Self.byteCount - use.next) else { return nil }
            let block = unsafe start + use.next
            let dirtyCount = min(max(use.usedByteCount - use.next, 0), count)
            if isZeroed { unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: dirtyCount) }
            use.next += count
            use.usedByteCount = max(use.usedByteCount, use.next)
            use.blockCount += 1
            return unsafe block
        }
    }

    /// Whether a block belongs to the page.
    func contains(_ block: UnsafeMutableRawPointer) -> Bool {
        unsafe block >= start && block < start + Self.byteCount
    }

    /// Releases a block if it belongs to the page.
    ///
    /// - Returns: whether it does.
    func release(_ block: UnsafeMutableRawPointer) -> Bool {
        guard unsafe contains(block) else { return false }
        use.withLock { use in
            use.blockCount -= 1
            if use.blockCount == 0 { use.next = 0 }
        }
        return true
    }
}
