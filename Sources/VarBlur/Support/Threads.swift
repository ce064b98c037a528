internal import VarBlurLibC

/// Runs work on several threads at once.
package enum Threads {
    /// Calls `body` concurrently with each number from 0 to `count - 1`, and waits for all calls.
    ///
    /// `count` must be at least 1.
    ///
    /// The last call runs on the caller's thread, and so does every call for which no thread can be started.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [WorkerThread] = []
        for number in 0..<count - 1 {
            if let thread = WorkerThread.start({ body(number) }) { threads.append(thread) } else { body(number) }
        }
        body(count - 1)
        for thread in threads { thread.join() }
    }
}

/// A POSIX thread.
package struct WorkerThread: @unchecked Sendable {
    private let thread: pthread_t

    /// The size of the stack that a thread gets.
    private static let stackSize: Int = {
        var (attributes, size) = (pthread_attr_t(), 0)
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_getstacksize(&attributes, &size)
        unsafe pthread_attr_destroy(&attributes)
        return size
    }()

    /// Starts a thread, or returns `nil` if the system cannot start one.
    ///
    /// Its memory is counted by the ``MemoryMeter`` of the caller's thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> WorkerThread? {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard SpareMemory.isLeft(besides: stackSize) else { return nil }
        let argument = unsafe Unmanaged.passRetained(Task(body)).toOpaque()
        guard unsafe pthread_create(&thread, nil, runTask, argument) == 0 else {
            unsafe Unmanaged<Task>.fromOpaque(argument).release()
            return nil
        }
        #if canImport(Darwin)
            return thread.map { WorkerThread(thread: $0) }
        #else
            return WorkerThread(thread: thread)
        #endif
    }

    /// Waits until the thread has ended.
    ///
    /// Call it exactly once for each thread.
    package func join() { pthread_join(thread, nil) }

    /// Lets the thread end on its own; call it instead of ``join()``.
    package func detach() { pthread_detach(thread) }
}

/// The work of a thread.
private final class Task: Sendable {
    private let body: @Sendable () -> Void
    private let meter = MemoryMeter.current

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() { if let meter { meter.measure(body) } else { body() } }
}

#if canImport(Darwin)
    private func runTask(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
#else
    private func runTask(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument = unsafe argument { unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
    }
#endif
