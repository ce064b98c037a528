/// Memory that is allocated in blocks, all of which are freed when the arena is.
///
/// Every block is aligned to 64 bytes, the size of the widest vectors.
final class Arena {
    private final class Block {
        let memory: CheckedMemory
        init(_ count: Int, _ size: Int, isZeroed: Bool, isKept: Bool) throws(BlurError) {
            memory = try CheckedMemory(count: count, of: size, isZeroed: isZeroed, isKept: isKept)
        }
    }

    private var blocks: [Block] = []
    private let usesLargePages: Bool
    private let isKept: Bool
    /// The size of all blocks in bytes.
    private(set) var byteCount = 0

    /// Creates an arena.
    ///
    /// - Parameters:
    ///   - usesLargePages: whether to ask the system for large pages, for blocks that will be written as a whole.
    ///   - isKept: whether the memory outlives the work on an image.
    init(usesLargePages: Bool = false, isKept: Bool = false) {
        (self.usesLargePages, self.isKept) = (usesLargePages, isKept)
    }

    /// Allocates a block for `count` elements (0 is treated as 1); the bytes are undefined unless `isZeroed`.
    func allocate<Element: BitwiseCopyable>(
        _ count: Int, of _: Element.Type, isZeroed: Bool = true
    ) throws(BlurError) -> UnsafeMutablePointer<Element> {
        let block = try Block(max(count, 1), MemoryLayout<Element>.stride, isZeroed: isZeroed, isKept: isKept)
        if usesLargePages { block.memory.useLargePages() }
        blocks.append(block)
        byteCount += count * MemoryLayout<Element>.stride
        return unsafe block.memory.base.bindMemory(to: Element.self, capacity: count)
    }
}
