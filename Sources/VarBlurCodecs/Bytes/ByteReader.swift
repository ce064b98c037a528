/// Read-only bytes addressed by offsets from 0: an array, a slice, or a file.
protocol ByteSource {
    var count: Int { get }

    /// The byte at an offset, which must be less than `count`.
    func byte(at offset: Int) -> UInt8
}

extension Array: ByteSource where Element == UInt8 {
    func byte(at offset: Int) -> UInt8 { self[offset] }
}

extension ArraySlice: ByteSource where Element == UInt8 {
    func byte(at offset: Int) -> UInt8 { self[startIndex + offset] }
}

extension FileContents: ByteSource {
    func byte(at offset: Int) -> UInt8 { self[offset] }
}

/// Reads integers from bytes, with bounds checks.
struct ByteReader<Source: ByteSource> {
    private let source: Source
    private let order: ByteOrder

    init(_ source: Source, _ order: ByteOrder = .bigEndian) { (self.source, self.order) = (source, order) }

    /// The unsigned integer of `byteCount` bytes, at most 7, that begins at `offset`; `nil` unless all of its bytes exist.
    func integer(at offset: Int, byteCount: Int) -> Int? {
        guard offset >= 0, byteCount <= source.count - offset else { return nil }
        return (0..<byteCount).reduce(0) { value, index in
            let position = order == .bigEndian ? index : byteCount - 1 - index
            return value << 8 | Int(source.byte(at: offset + position))
        }
    }

    /// The unsigned integer of two bytes that begins at `offset`; `nil` unless both exist.
    func uint16(at offset: Int) -> Int? { integer(at: offset, byteCount: 2) }

    /// The unsigned integer of four bytes that begins at `offset`; `nil` unless all exist.
    func uint32(at offset: Int) -> Int? { integer(at: offset, byteCount: 4) }

    /// The signed integer of four bytes that begins at `offset`; `nil` unless all exist.
    func int32(at offset: Int) -> Int? { uint32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) } }
}
