internal import VarBlur
internal import VarBlurCodecs

/// Writes pictures on several threads, while further ones are drawn.
///
/// A single picture and the frames of a video are written at once, in their order.
final class FrameWriter {
    private let output: ComposeOutput
    private let queue: BoundedQueue<Frame>
    private let outcome = Outcome()
    private var threads: [WorkerThread] = []

    /// The memory for frames that are drawn, but not yet written.
    private static let maximumByteCount = 256 << 20

    /// A frame and its picture; a class, because queues do not hold noncopyable values.
    private final class Frame: @unchecked Sendable {
        let picture: PixelBuffer
        let place: ComposeFrame
        let digest: JobDigest?
        let density: PixelDensity?

        init(_ picture: consuming PixelBuffer, _ place: ComposeFrame, _ digest: JobDigest?, _ density: PixelDensity?) {
            (self.place, self.digest, self.density) = (place, digest, density)
            self.picture = picture
        }
    }

    /// What was written, and the error of the first frame that could not be written.
    private final class Outcome: @unchecked Sendable {
        private let monitor = Monitor()
        private var first: (frame: Int, error: ImageError)?
        private var sums: [Int: WrittenPicture] = [:]

        var error: ImageError? { monitor.withLock { first?.error } }

        var written: [Int: WrittenPicture] { monitor.withLock { sums } }

        func add(_ error: ImageError, frame: Int) {
            monitor.withLock {
                if first.map({ frame < $0.frame }) ?? true { first = (frame, error) }
            }
        }

        func add(_ written: WrittenPicture, scale: Int) {
            monitor.withLock {
                var sum = sums[scale] ?? WrittenPicture(isKept: true)
                sum.byteCount += written.byteCount
                (sum.digest, sum.bytes) = (written.digest, written.bytes)
                sum.isKept = sum.isKept && written.isKept
                sums[scale] = sum
            }
        }
    }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - output: where the frames are written.
    ///   - byteCount: the memory of a frame in bytes, which limits the number of threads.
    ///   - count: the number of frames.
    init(_ output: ComposeOutput, byteCount: Int, count: Int) {
        self.output = output
        let queue = BoundedQueue<Frame>(capacity: 1)
        self.queue = queue
        let isParallel = count > 1 && !output.isVideo && byteCount < Self.maximumByteCount / 2
        let threadCount = isParallel ? min(BlurExecution().threadCount, Self.maximumByteCount / max(byteCount, 1)) : 0
        for _ in 0..<threadCount {
            let thread = WorkerThread.start { [outcome] in
                while let frame = queue.next() { Self.write(frame, output, outcome, queue, threads: 1) }
            }
            if let thread { threads.append(thread) }
        }
    }

    deinit {
        queue.close()
        for thread in threads { thread.join() }
    }

    /// Whether a frame could not be written, so that further ones need not be drawn.
    var hasFailed: Bool { outcome.error != nil }

    /// Writes a frame, now or later; waits while others are still to be written.
    func add(
        _ picture: consuming PixelBuffer, _ place: ComposeFrame, _ digest: JobDigest?, _ density: PixelDensity?
    ) {
        let frame = Frame(picture, place, digest, density)
        if threads.isEmpty {
            Self.write(frame, output, outcome, queue, threads: BlurExecution().threadCount)
        } else {
            queue.append(frame)
        }
    }

    /// Waits until all frames are written.
    ///
    /// - Returns: for the position of each scale, the bytes of all frames; of a single picture, also its digest.
    /// - Throws: the error of the first frame that could not be written; the frames before it are complete.
    func finish() throws(ImageError) -> [Int: WrittenPicture] {
        queue.close()
        for thread in threads { thread.join() }
        threads = []
        if let error = outcome.error { throw error }
        return outcome.written
    }

    private static func write(
        _ frame: Frame, _ output: ComposeOutput, _ outcome: Outcome, _ queue: BoundedQueue<Frame>, threads: Int
    ) {
        do throws(ImageError) {
            let written = try output.write(
                frame.picture, frame.place, frame.digest, frame.density, threads: threads)
            outcome.add(written, scale: frame.place.scaleIndex)
        } catch {
            outcome.add(error, frame: frame.place.number ?? 0)
            queue.cancel()
        }
    }
}
