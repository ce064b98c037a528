internal import VariableBlur

/// Lets a source work on a thread of its own, some slices ahead of whoever takes them.
final class Prefetch: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let source: any SliceSource
    private let count: Int
    private let monitor = Monitor()
    private var ready: [Slice] = []
    private var failure: ImageError?
    private var isStopped = false
    private var thread: WorkerThread?

    /// How many slices may wait: enough for the threads not to wait for each other at every turn.
    private static let depth = 4

    /// Starts to read some slices of a source, which nobody else may use any more.
    init(_ source: any SliceSource, count: Int) {
        self.source = source
        self.count = count
        pool = source.pool
        thread = WorkerThread.start { [self] in readAll() }
    }

    func next() throws(ImageError) -> Slice {
        // a system that has no threads left has this one
        guard thread != nil else { return try source.next() }
        let slice: Slice? = monitor.locked {
            while ready.isEmpty && failure == nil { monitor.wait() }
            monitor.changed()
            return ready.isEmpty ? nil : ready.removeFirst()
        }
        guard let slice else { throw failure ?? ImageError(.fault, "no slice is left") }
        return slice
    }

    /// Ends the thread; the source is then free.
    func stop() {
        monitor.locked {
            isStopped = true
            monitor.changed()
        }
        thread?.join()
        thread = nil
    }

    private func readAll() {
        for _ in 0..<count {
            let goesOn = monitor.locked {
                while ready.count >= Self.depth && !isStopped { monitor.wait() }
                return !isStopped
            }
            guard goesOn, readOne() else { return }
        }
    }

    private func readOne() -> Bool {
        do throws(ImageError) {
            let slice = try source.next()
            monitor.locked {
                ready.append(slice)
                monitor.changed()
            }
            return true
        } catch {
            monitor.locked {
                failure = error
                monitor.changed()
            }
            return false
        }
    }
}
