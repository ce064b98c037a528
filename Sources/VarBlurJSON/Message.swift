internal import VarBlurLibC

/// What one of our programs tells another one, through a pipe or a file in memory.
///
/// A head of 16 bytes comes first: the number of a request and the length of a text (4 bytes each), and the length of the bytes that
/// follow the text (8 bytes), each with its most significant byte first.
package struct Message: Hashable, Sendable {
    /// Why there is no message.
    package enum Failure: Error, Hashable, Sendable {
        /// The other program has ended within a message.
        case incomplete
        /// What arrives is no message of ours, or cannot be read; the cause is a part of a sentence.
        case invalid(String)

        /// The cause, as a part of a sentence.
        package var cause: String {
            switch self {
            case .incomplete: "it is incomplete"
            case .invalid(let cause): cause
            }
        }
    }

    /// The maximum number of bytes of a text.
    package static let maximumTextLength = 64 << 20
    /// The number of bytes of the head.
    private static let headLength = 16

    /// The number of the request that the message is, or that it answers; 0 for one that is not answered.
    package let number: UInt32
    /// JSON in UTF-8.
    package let text: [UInt8]
    /// Bytes that belong to the text.
    package let bytes: [UInt8]

    package init(_ text: [UInt8], _ bytes: [UInt8] = [], number: UInt32 = 0) {
        (self.text, self.bytes, self.number) = (text, bytes, number)
    }

    /// A message with a value, whose bytes follow its text: `{"bytes": n}` stands for the next n of them.
    package init(_ value: JSONValue, number: UInt32 = 0) {
        var bytes: [UInt8] = []
        let text = value.replacing { (value) throws(Never) in
            guard case .bytes(let part) = value else { return value }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            return Self.reference(toByteCount: part.count)
        }
        self.init(Array(text.text.utf8), bytes, number: number)
    }

    /// What stands for bytes in a text.
    package static func reference(toByteCount count: Int) -> JSONValue { .object([.init("bytes", .integer(count))]) }

    /// The value, with its bytes.
    ///
    /// - Throws: a ``Failure`` if the text is not JSON, or if it needs other bytes than there are.
    package func value() throws(Failure) -> JSONValue {
        let text: JSONValue
        do throws(JSONError) { text = try JSONParser.value(of: self.text) } catch {
            throw .invalid("its text is not JSON: \(error.cause) at byte \(error.offset + 1)")
        }
        var rest = bytes[...]
        let value = try text.replacing { (value) throws(Failure) in
            guard case .object(let members) = value, members.count == 1, case .number(let text)? = value["bytes"] else {
                return value
            }
            guard let count = Int(text), 0...rest.count ~= count else { throw Self.wrongByteCount }
            defer { rest = rest.dropFirst(count) }
            return .bytes(count == bytes.count ? bytes : Array(rest.prefix(count)))
        }
        guard rest.isEmpty else { throw Self.wrongByteCount }
        return value
    }

    private static let wrongByteCount = Failure.invalid("its text does not fit its bytes")
}

extension JSONValue {
    /// The value after the replacement of all values in it, from its start to its end, and of itself.
    fileprivate func replacing<Failure: Error>(
        _ replacement: (JSONValue) throws(Failure) -> JSONValue
    ) throws(Failure) -> JSONValue {
        switch self {
        case .array(let values):
            let replaced = try values.map { (value) throws(Failure) in try value.replacing(replacement) }
            return try replacement(.array(replaced))
        case .object(let members):
            let replaced = try members.map { (member) throws(Failure) in
                Member(member.name, try member.value.replacing(replacement))
            }
            return try replacement(.object(replaced))
        default: return try replacement(self)
        }
    }
}

// MARK: - Reading and writing

extension Message {
    /// Reads the next message, and waits for it; `nil` at the end.
    ///
    /// - Parameters:
    ///   - descriptor: an open descriptor, which may be one that does not block.
    ///   - maximumByteCount: the maximum number of bytes beside the text.
    /// - Throws: a ``Failure``. No length is believed: memory grows with what arrives.
    package init?(from descriptor: CInt, maximumByteCount: Int = 1 << 40) throws(Failure) {
        let head = try Self.read(Self.headLength, from: descriptor)
        if head.isEmpty { return nil }
        guard head.count == Self.headLength else { throw .incomplete }
        func number(_ range: Range<Int>) -> UInt64 { head[range].reduce(0) { $0 << 8 | UInt64($1) } }
        let (textLength, byteCount) = (number(4..<8), number(8..<16))
        for (length, limit) in [(textLength, Self.maximumTextLength), (byteCount, maximumByteCount)]
        where length > UInt64(limit) {
            throw .invalid("it announces \(length) bytes, more than the limit of \(limit)")
        }
        let text = try Self.read(Int(textLength), from: descriptor)
        let bytes = try Self.read(Int(byteCount), from: descriptor)
        guard text.count == Int(textLength), bytes.count == Int(byteCount) else { throw .incomplete }
        self.init(text, bytes, number: UInt32(number(0..<4)))
    }

    /// Reads bytes; fewer only at the end.
    private static func read(_ count: Int, from descriptor: CInt) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(count, 64 << 20))
        var part = [UInt8](repeating: 0, count: min(count, 1 << 18))
        while bytes.count < count {
            let wanted = min(part.count, count - bytes.count)
            let length = unsafe part.withUnsafeMutableBytes {
                unsafe systemReadWaiting(descriptor, $0.baseAddress, wanted)
            }
            guard length >= 0 else { throw .invalid("it cannot be read: \(unsafe String(cString: strerror(errno)))") }
            if length == 0 { break }
            bytes += part[..<length]
        }
        return bytes
    }

    /// Writes the message.
    ///
    /// - Parameter descriptor: an open descriptor, which may be one that does not block.
    /// - Returns: whether all of it was written; `errno` tells why not.
    package func write(to descriptor: CInt) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe Self.write(text, $0, number: number, to: descriptor) }
    }

    /// Writes a message with bytes that need not be copied; see ``write(to:)``.
    package static func write(
        _ text: [UInt8], _ bytes: UnsafeRawBufferPointer, number: UInt32, to descriptor: CInt
    ) -> Bool {
        func digits(_ value: some FixedWidthInteger) -> [UInt8] {
            unsafe withUnsafeBytes(of: value.bigEndian) { unsafe Array($0) }
        }
        let start = digits(number) + digits(UInt32(text.count)) + digits(UInt64(bytes.count)) + text
        return unsafe start.withUnsafeBytes { unsafe systemWriteAll(descriptor, $0) }
            && systemWriteAll(descriptor, bytes)
    }
}
