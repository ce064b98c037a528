internal import CVarBlur
internal import VarBlur

/// Why a call from C failed: a status, and a message for its caller.
struct CallError: Error {
    let status: varblur_status
    let message: String

    init(_ status: varblur_status, _ message: String) { (self.status, self.message) = (status, message) }

    static let overlap = CallError(
        VARBLUR_INVALID_IMAGE, "source and destination overlap; varblur_apply() blurs in place")

    init(_ error: BlurError) {
        let status =
            switch error.code {
            case .invalidSize, .outsideImage: VARBLUR_INVALID_IMAGE
            case .outOfMemory, .overLimit: VARBLUR_OUT_OF_MEMORY
            case .cancelled: VARBLUR_CANCELLED
            default: VARBLUR_INVALID_SETTING
            }
        self.init(status, error.message)
    }
}

/// A `size_t` of the caller as it is in C, where it has no sign.
func unsigned(_ size: Int) -> UInt { UInt(bitPattern: size) }

/// Calls `body`, and returns its status to C with a message.
func call(
    _ message: UnsafeMutablePointer<CChar>?, _ size: Int, _ body: () throws(CallError) -> Void
) -> CInt {
    do throws(CallError) {
        guard SpareMemory.isLeft() else { throw CallError(VARBLUR_OUT_OF_MEMORY, "there is no memory left") }
        try body()
        if let message, size != 0 { message[0] = 0 }
        return CInt(VARBLUR_OK.rawValue)
    } catch {
        if let message, size != 0 { write(error.message, to: message, size) }
        return CInt(error.status.rawValue)
    }
}

/// Writes a text and a zero byte, cut to `size` bytes, of which there must be one.
private func write(_ text: String, to message: UnsafeMutablePointer<CChar>, _ size: Int) {
    // a size that is negative here is greater than that of any text
    var bytes = text.utf8.prefix(size < 0 ? Int.max : size - 1)
    // no part of a character at the end
    while String(bytes) == nil { bytes = bytes.dropLast() }
    for (index, byte) in bytes.enumerated() { message[index] = CChar(bitPattern: byte) }
    message[bytes.count] = 0
}

/// The value of an expression, whose errors are those of the library.
func translated<Result: ~Copyable>(
    _ result: @autoclosure () throws(BlurError) -> Result
) throws(CallError) -> Result {
    try translated { () throws(BlurError) in try result() }
}

/// Calls `body`, whose errors are those of the library.
func translated<Result: ~Copyable>(_ body: () throws(BlurError) -> Result) throws(CallError) -> Result {
    do throws(BlurError) { return try body() } catch { throw CallError(error) }
}

/// The value of an argument that must not be null.
func required<Value>(_ value: Value?, _ name: String) throws(CallError) -> Value {
    guard let value else { throw CallError(VARBLUR_INVALID_ARGUMENT, "\(name) is NULL") }
    return value
}

/// A string of the caller; `nil` for a null pointer.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CallError) -> String? {
    guard let pointer else { return nil }
    guard let text = String(validatingCString: pointer) else {
        throw CallError(VARBLUR_INVALID_TEXT, "\(name) is not UTF-8")
    }
    return text
}
