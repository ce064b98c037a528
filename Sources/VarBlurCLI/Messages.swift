#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lines for people, on standard error.
enum Messages {
    static func warn(_ text: String) { say("varblur: warning: \(text)\n") }

    static func complain(_ text: String) { say("varblur: error: \(text)\n") }

    /// Writes in one call, so that lines of several processes do not mix.
    private static func say(_ line: String) {
        var line = line
        _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
