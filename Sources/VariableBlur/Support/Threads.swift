#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Work on several threads at once.
package enum Threads {
    /// Calls `body` with 0 up to `count`, each on a thread of its own, and waits for all.
    ///
    /// The last runs on the caller's thread, and so does whatever the system has no thread for.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for number in 0..<count - 1 {
            let task = Task { body(number) }
            if let thread = started(task) { threads.append(thread) } else { task.body() }
        }
        body(count - 1)
        for thread in threads { pthread_join(thread, nil) }
    }

    private static func started(_ task: Task) -> pthread_t? {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let argument = unsafe Unmanaged.passRetained(task).toOpaque()
        guard unsafe pthread_create(&thread, nil, runTask, argument) == 0 else {
            unsafe Unmanaged<Task>.fromOpaque(argument).release()
            return nil
        }
        return thread
    }
}

/// What a thread does.
private final class Task: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
    private func runTask(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
#else
    private func runTask(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument = unsafe argument { unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
    }
#endif
