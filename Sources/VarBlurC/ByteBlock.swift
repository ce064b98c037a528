internal import CVarBlur
internal import VarBlurLibC
internal import VarBlurJSON

/// Memory from `malloc` with a zero byte at its end, which C may take over.
final class ByteBlock {
    let base: UnsafeMutableRawPointer
    private(set) var size: Int
    private var isOwned = true

    init(_ size: Int) throws(CallError) {
        guard let memory = malloc(size + 1) else {
            throw CallError(VARBLUR_OUT_OF_MEMORY, "cannot allocate \(size) bytes")
        }
        (base, self.size) = (memory, size)
        end(at: size)
    }

    /// A copy of a text.
    convenience init(_ text: String) throws(CallError) {
        let bytes = Array(text.utf8)
        try self.init(bytes.count)
        bytes.withUnsafeBytes { base.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(base), byteCount: $0.count) }
    }

    deinit { if isOwned { VarBlurLibC.free(base) } }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: size) }

    /// Shortens the block.
    func end(at size: Int) {
        self.size = size
        base.storeBytes(of: 0, toByteOffset: size, as: UInt8.self)
    }

    /// The block as bytes of C, which releases it.
    func released() -> varblur_bytes {
        isOwned = false
        return varblur_bytes(data: base, size: size)
    }

    /// The bytes that a text in base64 stands for; `nil` if it is not such a text.
    static func decoded(_ text: UnsafeRawBufferPointer) throws(CallError) -> ByteBlock? {
        let block = try ByteBlock(text.count / 4 * 3)
        var size = 0
        let chunk = 4 << 16
        for start in stride(from: 0, to: text.count, by: chunk) {
            guard let bytes = Base64.bytes(of: Array(text[start..<min(start + chunk, text.count)])[...]) else {
                return nil
            }
            bytes.withUnsafeBytes {
                (block.base + size).copyMemory(
                    from: $0.baseAddress ?? UnsafeRawPointer(block.base), byteCount: $0.count)
            }
            size += bytes.count
        }
        block.end(at: size)
        return block
    }
}
