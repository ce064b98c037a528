import TestSupport
import Testing

@testable import VarBlurCodecs

@Suite("Integers in files")
struct ByteReaderTests {
    private static let bytes: [UInt8] = [0x01, 0x80, 0x03, 0xFF, 0x05]

    @Test("integers are read in both byte orders")
    func orders() {
        let big = ByteReader(Self.bytes, .bigEndian)
        let little = ByteReader(Self.bytes, .littleEndian)
        #expect(big.uint16(at: 0) == 0x0180 && little.uint16(at: 0) == 0x8001)
        #expect(big.uint32(at: 1) == 0x8003_FF05 && little.uint32(at: 1) == 0x05FF_0380)
        #expect(big.integer(at: 3, byteCount: 1) == 0xFF && little.integer(at: 3, byteCount: 1) == 0xFF)
    }

    @Test("an integer with a missing byte is not read")
    func bounds() {
        let reader = ByteReader(Self.bytes)
        #expect(reader.uint16(at: 3) == 0xFF05 && reader.uint16(at: 4) == nil)
        #expect(reader.uint32(at: 2) == nil && reader.uint32(at: 99) == nil)
        #expect(reader.uint16(at: -1) == nil && reader.uint16(at: Int.min) == nil && reader.uint16(at: Int.max) == nil)
        #expect(ByteReader([UInt8]()).integer(at: 0, byteCount: 1) == nil)
    }

    @Test("have offsets from the first byte of a slice or of a file")
    func offsets() throws {
        let slice = ByteReader(Self.bytes[2...])
        #expect(slice.uint16(at: 0) == 0x03FF && slice.uint16(at: 2) == nil)
        let file = ByteReader(try FileContents.copy(of: Self.bytes))
        #expect(file.uint16(at: 3) == 0xFF05 && file.uint16(at: 4) == nil)
    }

    @Test("integers are written as they are read", arguments: [0, 1, 0x1234, 0x8000_0001, 0xFFFF_FFFF])
    func roundTrip(value: Int) {
        for order in [ByteOrder.bigEndian, .littleEndian] {
            let bytes = order.bytes(of: value, count: 4)
            #expect(bytes.count == 4 && ByteReader(bytes, order).uint32(at: 0) == value)
        }
        #expect(ByteOrder.bigEndian.bytes(of: value, count: 4) == FileEditing.bigEndian(value, 4))
    }
}
