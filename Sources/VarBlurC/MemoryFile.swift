internal import CVarBlurPlatform
internal import CVarBlur
internal import VarBlurLibC
internal import VarBlurJSON

/// A file in memory that is a standard stream of another process.
final class MemoryFile {
    let descriptor: CInt

    /// The number of bytes that are converted at once, a multiple of 3.
    private static let chunk = 3 << 16

    init() throws(CallError) {
        descriptor = memory_file_open()
        guard descriptor >= 0 else {
            throw CallError(VARBLUR_OUT_OF_MEMORY, "cannot create a file in memory: \(Self.cause)")
        }
    }

    deinit { close(descriptor) }

    private static var cause: String { String(cString: strerror(errno)) }

    /// Appends a text.
    func append(_ text: String) throws(CallError) {
        var text = text
        let isWritten = text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let count = VarBlurLibC.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || count < 0 && errno == EINTR else { return false }
                rest = rest.dropFirst(max(count, 0))
            }
            return true
        }
        guard isWritten else { throw CallError(VARBLUR_OUT_OF_MEMORY, "cannot pass on the job: \(Self.cause)") }
    }

    /// Appends bytes as text in base64.
    func append(base64 bytes: UnsafeRawBufferPointer) throws(CallError) {
        for start in stride(from: 0, to: bytes.count, by: Self.chunk) {
            try append(Base64.text(of: Array(bytes[start..<min(start + Self.chunk, bytes.count)])[...]))
        }
    }

    /// Lets the next process read from the beginning.
    func rewind() { lseek(descriptor, 0, SEEK_SET) }

    /// Everything in the file.
    func contents() throws(CallError) -> ByteBlock {
        let size = max(Int(lseek(descriptor, 0, SEEK_END)), 0)
        let block = try ByteBlock(size)
        var position = 0
        while position < size {
            let count = pread(descriptor, block.base + position, size - position, off_t(position))
            guard count > 0 || count < 0 && errno == EINTR else {
                throw CallError(VARBLUR_FAILED, "cannot read the result of the job: \(Self.cause)")
            }
            position += max(count, 0)
        }
        return block
    }
}
