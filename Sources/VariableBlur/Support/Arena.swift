/// Memory that is taken piece by piece, and given back all at once when nobody holds the arena any more.
///
/// Pieces begin at multiples of 64 bytes, the length of the widest vectors.
final class Arena {
    private final class Block {
        let memory: CheckedMemory
        init(_ count: Int, _ size: Int, isZeroed: Bool) throws(BlurError) {
            memory = try CheckedMemory(count: count, of: size, isZeroed: isZeroed)
        }
    }

    private var blocks: [Block] = []
    /// What has been taken so far, in bytes.
    private(set) var byteCount = 0

    /// Takes memory for `count` elements, at least 1; zeroed unless it is taken as it comes.
    func take<Element: BitwiseCopyable>(
        _ count: Int, of _: Element.Type, isZeroed: Bool = true
    ) throws(BlurError) -> UnsafeMutablePointer<Element> {
        let block = try Block(max(count, 1), MemoryLayout<Element>.stride, isZeroed: isZeroed)
        blocks.append(block)
        byteCount += count * MemoryLayout<Element>.stride
        return unsafe block.memory.base.bindMemory(to: Element.self, capacity: count)
    }
}
