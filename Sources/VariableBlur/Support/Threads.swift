/// Work on several threads at once.
package enum Threads {
    /// Calls `body` with 0 up to `count`, each on a thread of its own, and waits for all.
    ///
    /// The last runs on the caller's thread, and so does whatever the system has no thread for.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [WorkerThread] = []
        for number in 0..<count - 1 {
            if let thread = WorkerThread.start({ body(number) }) { threads.append(thread) } else { body(number) }
        }
        body(count - 1)
        for thread in threads { thread.join() }
    }
}
