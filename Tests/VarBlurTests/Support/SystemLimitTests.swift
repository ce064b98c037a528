import Testing

@testable import VarBlur

@Suite("Limits of the operating system")
struct SystemLimitTests {
    @Test("respects CPU affinity and control groups")
    func processors() {
        #expect(Processors.usableCount >= 1)
        #expect(ControlGroup.processorCount("max 100000\n") == nil)
        #expect(ControlGroup.processorCount("150000 100000\n") == 2)
        #expect(ControlGroup.processorCount("50000 100000") == 1)
        #expect(ControlGroup.processorCount("nonsense") == nil)
        #expect(Processors.bitCount(ofMask: "\t00000000,0000000f") == 4)
    }

    @Test("memory grows with its contents and remains aligned")
    func growingMemory() throws {
        var memory = try CheckedMemory(count: 3, of: 5)
        let initial = Int(bitPattern: memory.base)
        #expect(memory.byteCount == 15 && initial % 64 == 0)
        for index in 0..<15 { memory.base.storeBytes(of: UInt8(index), toByteOffset: index, as: UInt8.self) }
        for size in [10, 16, 1000, 5_000_000, 70_000_000] {
            try memory.grow(toByteCount: size)
            let address = Int(bitPattern: memory.base)
            #expect(memory.byteCount == max(size, 15) && address % 64 == 0)
            for index in 0..<15 {
                let byte = memory.base.load(fromByteOffset: index, as: UInt8.self)
                #expect(byte == UInt8(index))
            }
        }
    }

    @Test("a failed growth keeps the memory")
    func failedGrowth() throws {
        var memory = try CheckedMemory(count: 1, of: 8)
        memory.base.storeBytes(of: 42, as: UInt64.self)
        do {
            try memory.grow(toByteCount: Int.max - 100)
            Issue.record("the memory grew")
        } catch {
            #expect(error.code == .outOfMemory)
        }
        let (count, value) = (memory.byteCount, memory.base.load(as: UInt64.self))
        #expect(count == 8 && value == 42)
    }
}
