internal import VariableBlur
internal import VariableBlurCodecs

/// Writes the frames of an animation on several threads, while further ones are drawn.
///
/// The frames of a video are written at once, in their order.
final class FrameWriter {
    private let output: ComposeOutput
    private let queue: BoundedQueue<Frame>
    private let failures = Failures()
    private var threads: [WorkerThread] = []

    /// The memory for frames that are drawn, but not yet written.
    private static let maximumByteCount = 256 << 20

    /// A frame and its number; a class, because queues do not hold noncopyable values.
    private final class Frame: @unchecked Sendable {
        let picture: PixelBuffer
        let number: Int

        init(_ picture: consuming PixelBuffer, _ number: Int) {
            self.number = number
            self.picture = picture
        }
    }

    /// The error of the first frame that could not be written.
    private final class Failures: @unchecked Sendable {
        private let monitor = Monitor()
        private var first: (frame: Int, error: ImageError)?

        var error: ImageError? { monitor.withLock { first?.error } }

        func add(_ error: ImageError, frame: Int) {
            monitor.withLock {
                if first.map({ frame < $0.frame }) ?? true { first = (frame, error) }
            }
        }
    }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - output: where the frames are written.
    ///   - byteCount: the memory of a frame in bytes, which limits the number of threads.
    init(_ output: ComposeOutput, byteCount: Int) {
        self.output = output
        let queue = BoundedQueue<Frame>(capacity: 1)
        self.queue = queue
        let isParallel = !output.isVideo && byteCount < Self.maximumByteCount / 2
        let count = isParallel ? min(BlurExecution().threadCount, Self.maximumByteCount / max(byteCount, 1)) : 0
        for _ in 0..<count {
            let thread = WorkerThread.start { [failures] in
                while let frame = queue.next() { Self.write(frame, output, failures, queue, threads: 1) }
            }
            if let thread { threads.append(thread) }
        }
    }

    deinit {
        queue.close()
        for thread in threads { thread.join() }
    }

    /// Whether a frame could not be written, so that further ones need not be drawn.
    var hasFailed: Bool { failures.error != nil }

    /// Writes a frame, now or later; waits while others are still to be written.
    func add(_ picture: consuming PixelBuffer, frame number: Int) {
        let frame = Frame(picture, number)
        if threads.isEmpty {
            Self.write(frame, output, failures, queue, threads: BlurExecution().threadCount)
        } else {
            queue.append(frame)
        }
    }

    /// Waits until all frames are written.
    ///
    /// - Throws: the error of the first frame that could not be written; the frames before it are complete.
    func finish() throws(ImageError) {
        queue.close()
        for thread in threads { thread.join() }
        threads = []
        if let error = failures.error { throw error }
    }

    private static func write(
        _ frame: Frame, _ output: ComposeOutput, _ failures: Failures, _ queue: BoundedQueue<Frame>, threads: Int
    ) {
        do throws(ImageError) {
            try output.write(frame.picture, frame: frame.number, threads: threads)
        } catch {
            failures.add(error, frame: frame.number)
            queue.cancel()
        }
    }
}
