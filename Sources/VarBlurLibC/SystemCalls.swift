#if canImport(Glibc)
    // `environ` is a mutable global variable.
    @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
    @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
    @unsafe @preconcurrency import Darwin
#endif

// Wrappers for system calls, named so that methods called `open`, `read`, and `write` do not shadow them.

/// Calls `open(2)`.
@unsafe
public func systemOpen(_ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t) -> CInt {
    unsafe open(path, flags, mode)
}

/// Calls `openat(2)`.
@unsafe
public func systemOpenAt(
    _ directory: CInt, _ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t
) -> CInt {
    unsafe openat(directory, path, flags, mode)
}

/// The flags to open a directory as a starting point of other paths; on Linux, no permission to list it is needed.
public var systemDirectoryFlags: CInt {
    #if os(Linux)
        // The value of O_PATH, a macro that Swift does not import.
        0o10000000 | O_DIRECTORY | O_CLOEXEC
    #else
        O_RDONLY | O_DIRECTORY | O_CLOEXEC
    #endif
}

/// Calls `read(2)`.
@unsafe
public func systemRead(_ descriptor: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}

/// Calls `write(2)`.
@unsafe
public func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}

/// Reads what there is, and waits for at least one byte; also from a descriptor that does not block, and after signals.
///
/// Returns the number of bytes, 0 at the end, or -1 after an error, with its number in `errno`.
@unsafe
public func systemReadWaiting(_ descriptor: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    systemWaiting(descriptor, Int16(POLLIN)) { unsafe read(descriptor, bytes, count) }
}

/// Writes all bytes; also to a descriptor that does not block, and after signals.
///
/// Returns whether they were written; the number of the error is in `errno`.
@unsafe
public func systemWriteAll(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < bytes.count {
        let count = systemWaiting(descriptor, Int16(POLLOUT)) {
            unsafe write(descriptor, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
        }
        guard count > 0 else { return false }
        start += count
    }
    return true
}

/// The result of a call, which is made again after a signal, and when the descriptor is ready.
private func systemWaiting(_ descriptor: CInt, _ event: Int16, _ call: () -> Int) -> Int {
    while true {
        let count = call()
        guard count < 0, errno == EINTR || errno == EAGAIN else { return count }
        var request = pollfd(fd: descriptor, events: event, revents: 0)
        if errno == EAGAIN { _ = unsafe poll(&request, 1, -1) }
    }
}

/// The environment as a `nil`-terminated array of `NAME=value` strings.
///
/// No thread may modify it during use.
@unsafe
public var systemEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    #if canImport(Darwin)
        unsafe _NSGetEnviron().pointee
    #else
        unsafe environ
    #endif
}

/// Whether the process ignores a signal; `false` if the number is not that of a signal.
public func systemIgnoresSignal(_ number: CInt) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
        let handler = unsafe action.__sigaction_u.__sa_handler
    #else
        let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    // The C macro SIG_IGN is the integer 1, cast to a function pointer.
    return unsafe unsafeBitCast(handler, to: Int.self) == 1
}
