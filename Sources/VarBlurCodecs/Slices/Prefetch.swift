internal import VarBlur

/// Runs a source of slices on its own thread, a few slices ahead of the consumer.
final class Prefetch: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let source: any SliceSource
    private let queue: BoundedQueue<Result<Slice, ImageError>>
    private var thread: WorkerThread?

    /// The number of slices ahead: enough that the threads do not have to wait for each other at every slice.
    private static let depth = 4

    /// Starts to read `count` slices of a source, which must not be used by others until ``stop()``.
    init(_ source: any SliceSource, count: Int) {
        self.source = source
        pool = source.pool
        queue = BoundedQueue(capacity: Self.depth)
        thread = WorkerThread.start { [self] in readSlices(count) }
    }

    func next() throws(ImageError) -> Slice {
        // if no thread could be started, the slice is produced on the consumer's thread
        guard thread != nil else { return try source.next() }
        guard let result = queue.next() else { throw ImageError(.fault, "there is no further slice") }
        return try result.get()
    }

    func stop() {
        queue.cancel()
        thread?.join()
        thread = nil
        source.stop()
    }

    private func readSlices(_ count: Int) {
        for _ in 0..<count {
            guard let position = queue.reserve() else { return }
            do throws(ImageError) {
                queue.fill(position, with: .success(try source.next()))
            } catch {
                queue.fill(position, with: .failure(error))
                break
            }
        }
        queue.close()
    }
}
