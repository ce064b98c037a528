internal import LibC
internal import VarBlurCodecs

/// Lines of text that two processes exchange through pipes.
///
/// A channel may be used by one thread at a time in each direction.
final class LineChannel: @unchecked Sendable {
    private let input: CInt
    private let output: CInt
    private var received: [UInt8] = []

    /// What arrives at a channel.
    enum Arrival {
        /// A line without its line break.
        case line([UInt8])
        /// The other process has ended, or closed its end.
        case end
        /// The time is over.
        case timeout
    }

    /// Creates a channel of two open descriptors, which it closes in ``close()``.
    init(input: CInt, output: CInt) {
        (self.input, self.output) = (input, output)
        for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
    }

    /// Closes the descriptors.
    func close() { for descriptor in [input, output] { _ = LibC.close(descriptor) } }

    /// Sends a line.
    ///
    /// - Parameters:
    ///   - text: the line without a line break; it contains none.
    ///   - end: until when to wait; `nil` for no limit.
    /// - Returns: `nil` if it was sent, and otherwise why not.
    func send(_ text: String, until end: ContinuousClock.Instant? = nil) -> Arrival? {
        let bytes = Array(text.utf8) + [0x0A]
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe systemWrite(output, $0.baseAddress.map { unsafe $0 + start }, bytes.count - start)
            }
            if count > 0 {
                start += count
            } else if errno == EAGAIN {
                guard Self.wait(output, POLLOUT, until: end) else { return .timeout }
            } else if errno != EINTR {
                return .end
            }
        }
        return nil
    }

    /// Waits for a line.
    ///
    /// - Parameter end: until when to wait; `nil` for no limit.
    /// - Returns: the line, or why there is none.
    func receive(until end: ContinuousClock.Instant? = nil) -> Arrival {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var searched = 0
        while true {
            if let lineEnd = received[searched...].firstIndex(of: 0x0A) {
                defer { received = Array(received[(lineEnd + 1)...]) }
                return .line(Array(received[..<lineEnd]))
            }
            searched = received.count
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(input, $0.baseAddress, $0.count) }
            if count > 0 {
                received += buffer[..<count]
            } else if count < 0 && errno == EAGAIN {
                guard Self.wait(input, POLLIN, until: end) else { return .timeout }
            } else if count == 0 || errno != EINTR {
                return .end
            }
        }
    }

    /// Waits until a descriptor is ready; returns whether it is.
    private static func wait(_ descriptor: CInt, _ event: some BinaryInteger, until end: ContinuousClock.Instant?)
        -> Bool
    {
        while true {
            var milliseconds: CInt = -1
            if let end {
                let left = end - ContinuousClock.now
                guard left > .zero else { return false }
                milliseconds = CInt(min(left / .milliseconds(1), 60_000)) + 1
            }
            var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            if unsafe poll(&request, 1, milliseconds) > 0 { return true }
        }
    }
}
