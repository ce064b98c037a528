import Testing

@testable import VarBlur

@Suite("Large pages")
struct LargePageTests {
    @Test("Blocks do not overlap, are aligned, and are zero if that is requested, also in memory that was used before")
    func blocks() throws {
        let page = try #require(LargePage())
        for _ in 0..<3 {
            var blocks: [(start: UnsafeMutableRawPointer, count: Int)] = []
            for index in 0..<100 {
                let count = 64 * (1 + index * 37 % 200)
                let block = try #require(page.allocate(count, isZeroed: index % 2 == 0))
                #expect(Int(bitPattern: block) % 64 == 0 && page.contains(block))
                let bytes = UnsafeMutableRawBufferPointer(start: block, count: count)
                #expect(index % 2 == 1 || bytes.allSatisfy { $0 == 0 })
                bytes.initializeMemory(as: UInt8.self, repeating: UInt8(index + 1))
                blocks.append((block, count))
            }
            for (index, block) in blocks.enumerated() {
                let bytes = UnsafeRawBufferPointer(start: block.start, count: block.count)
                #expect(bytes.allSatisfy { $0 == UInt8(index + 1) })
                #expect(page.release(block.start))
            }
        }
    }

    @Test("A page that is full, or too small for a block, leaves it to the system until all blocks are released")
    func exhaustion() throws {
        let page = try #require(LargePage())
        #expect(page.allocate(LargePage.greatestByteCount + 64, isZeroed: false) == nil)
        var blocks: [UnsafeMutableRawPointer] = []
        while let block = page.allocate(LargePage.greatestByteCount, isZeroed: false) { blocks.append(block) }
        #expect(blocks.count == 8)
        #expect(page.allocate(64, isZeroed: false) == nil)
        for block in blocks { #expect(page.release(block)) }
        #expect(page.allocate(64, isZeroed: false) == blocks.first)
        var other = 0
        #expect(!page.release(&other))
    }
}
