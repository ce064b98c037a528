/// Runs work on several threads at once.
package enum Threads {
    /// Calls `body` with each number from 0 up to `count`, each on its own thread, and waits for all of them.
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
