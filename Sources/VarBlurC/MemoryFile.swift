internal import CVarBlurPlatform
internal import CVarBlur
internal import VarBlurLibC
internal import VarBlurJSON

/// A file in memory that is a standard stream of another process.
final class MemoryFile {
    let descriptor: CInt

    init() throws(CallError) {
        descriptor = memory_file_open()
        guard descriptor >= 0 else {
            throw CallError(VARBLUR_OUT_OF_MEMORY, "cannot create a file in memory: \(Self.cause)")
        }
    }

    deinit { close(descriptor) }

    private static var cause: String { String(cString: strerror(errno)) }

    /// Appends a message, with bytes that need not be copied.
    func append(_ value: JSONValue, _ bytes: UnsafeRawBufferPointer? = nil, number: UInt32 = 0) throws(CallError) {
        let (text, none) = (Message(value).text, UnsafeRawBufferPointer(start: nil, count: 0))
        guard Message.write(text, bytes ?? none, number: number, to: descriptor) else {
            throw CallError(VARBLUR_OUT_OF_MEMORY, "cannot pass on the job: \(Self.cause)")
        }
    }

    /// Lets the next process, or the next call, read from the beginning.
    func rewind() { lseek(descriptor, 0, SEEK_SET) }
}
