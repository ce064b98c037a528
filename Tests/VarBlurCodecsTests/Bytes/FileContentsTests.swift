import Testing
import VarBlur

@testable import VarBlurCodecs

extension FileContents {
    /// The bytes of an array, copied.
    static func copy(of bytes: [UInt8]) throws -> FileContents {
        let contents = try FileContents(capacity: bytes.count)
        _ = try contents.append(upTo: bytes.count) { free in
            bytes.withUnsafeBytes { free.copyMemory(from: $0) }
            return bytes.count
        }
        return contents
    }
}

@Suite("The bytes of a file in memory")
struct FileContentsTests {
    @Test("are those of the caller, at the same address", arguments: [0, 1, 100_000])
    func borrowed(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try bytes.withUnsafeBytes { buffer in
            let contents = try FileContents(borrowing: buffer)
            #expect(contents.count == count && contents.bytes(0..<count) == bytes)
            if let base = buffer.baseAddress, count > 0 {
                #expect(UnsafeRawPointer(contents.address(of: 0..<count)) == base)
            }
        }
    }

    @Test("grow as they are appended")
    func appended() throws {
        let contents = try FileContents(capacity: 0)
        var expected: [UInt8] = []
        for count in [1, 0, 500, 70_000, 3] {
            let part = [UInt8](repeating: UInt8(count & 0xFF), count: count)
            _ = try contents.append(upTo: count) { free in
                part.withUnsafeBytes { free.copyMemory(from: $0) }
                return count
            }
            expected += part
            #expect(contents.count == expected.count && contents.bytes(0..<expected.count) == expected)
        }
    }
}
