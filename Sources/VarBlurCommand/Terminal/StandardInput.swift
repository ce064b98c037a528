internal import VarBlurLibC
internal import VarBlurCodecs

/// The standard input of the process.
enum StandardInput {
    /// Reads bytes into an array from its start on, and waits for at least one.
    ///
    /// - Parameters:
    ///   - bytes: the array.
    ///   - remedy: what to do if standard input cannot be read.
    /// - Returns: the number of bytes; 0 at the end of the input.
    /// - Throws: an error with the code `inputOutput`.
    static func read(into bytes: inout [UInt8], remedy: String) throws(ImageError) -> Int {
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ImageError) in try unsafe read(into: buffer, remedy: remedy) }
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
            .inputOutput, "read failed: \(SystemError.text)", remedy: remedy,
            file: "standard input")
    }

    /// Reads lists, one of which may be on standard input.
    ///
    /// - Parameters:
    ///   - paths: the paths of the lists; `-` for standard input.
    ///   - name: what each of them is, for messages.
    ///   - example: a command that writes such a list.
    ///   - usesStandardInput: whether something else is read from standard input.
    ///   - maximumByteCount: the maximum size of each in bytes.
    /// - Returns: the bytes of each without a byte order mark.
    /// - Throws: `UsageError` for a list that cannot be read.
    static func lists(
        _ paths: [String], _ name: String, example: String, usesStandardInput: Bool,
        maximumByteCount: Int = SmallTextFile.maximumByteCount
    ) throws(UsageError) -> [[UInt8]] {
        guard paths.count(where: { $0.isSame(as: "-") }) <= 1 else {
            throw UsageError(
                "standard input is more than one \(name)", remedy: "name '-' once: one list can contain everything")
        }
        return try paths.map { path throws(UsageError) in
            try list(
                path, name, example: example, usesStandardInput: usesStandardInput, maximumByteCount: maximumByteCount)
        }
    }

    private static func list(
        _ path: String, _ name: String, example: String, usesStandardInput: Bool, maximumByteCount: Int
    ) throws(UsageError) -> [UInt8] {
        let isHere = path.isSame(as: "-")
        if isHere {
            guard !usesStandardInput else {
                throw UsageError(
                    "standard input cannot be both an image and the \(name)", remedy: "read one of them from a file")
            }
            try StandardStreams.refuseTerminal(STDIN_FILENO, remedy: "redirect the \(name): \(example) | varblur …")
        }
        let bytes = try SmallTextFile.bytes(
            ofFile: isHere ? nil : path, name, maximumByteCount: maximumByteCount)
        guard let bytes else { throw .unreadable(name, path) }
        return bytes
    }
}
