internal import VarBlurLibC
internal import VarBlurCodecs

/// The standard input of the process.
enum StandardInput {
    /// Reads bytes into an array from a position on, and waits for at least one.
    ///
    /// - Parameters:
    ///   - bytes: the array.
    ///   - position: the position of the first byte.
    ///   - remedy: what to do if standard input cannot be read.
    /// - Returns: the number of bytes; 0 at the end of the input.
    /// - Throws: an error with the code `inputOutput`.
    static func read(into bytes: inout [UInt8], from position: Int, remedy: String) throws(ImageError) -> Int {
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ImageError) in
                try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[position...]), remedy: remedy)
            }
        }
        return try result.get()
    }

    /// Reads bytes, and waits for at least one.
    ///
    /// - Parameters:
    ///   - buffer: where they go.
    ///   - remedy: what to do if standard input cannot be read.
    /// - Returns: the number of bytes; 0 at the end of the input.
    /// - Throws: an error with the code `inputOutput`.
    @unsafe
    static func read(into buffer: UnsafeMutableRawBufferPointer, remedy: String) throws(ImageError) -> Int {
        let count = unsafe systemReadWaiting(STDIN_FILENO, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        throw ImageError(
            .inputOutput, "read failed: \(unsafe String(cString: strerror(errno)))", remedy: remedy,
            file: "standard input")
    }
}
