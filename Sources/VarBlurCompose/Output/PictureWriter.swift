internal import VarBlur
internal import VarBlurCodecs

/// Writes pictures on several threads, while further ones are drawn.
///
/// A single picture and the frames of a video are written at once, in their order.
final class PictureWriter {
    private let output: ComposeOutput
    private let queue: BoundedQueue<Drawn>
    private let outcome = Outcome()
    private var threads: [WorkerThread] = []

    /// The memory for pictures that are drawn, but not yet written.
    private static let maximumByteCount = 256 << 20

    /// A picture and its pixels; a class, because queues do not hold noncopyable values.
    private final class Drawn: @unchecked Sendable {
        let pixels: PixelBuffer
        let picture: ComposePicture
        let digest: JobDigest?
        let density: PixelDensity?

        init(_ pixels: consuming PixelBuffer, _ picture: ComposePicture, _ digest: JobDigest?, _ density: PixelDensity?)
        {
            (self.picture, self.digest, self.density) = (picture, digest, density)
            self.pixels = pixels
        }
    }

    /// What was written, and the error of the first picture that could not be written.
    private final class Outcome: @unchecked Sendable {
        private let monitor = Monitor()
        private var first: (number: Int, error: ImageError)?
        private var sums: [Int: WrittenPicture] = [:]

        var error: ImageError? { monitor.withLock { first?.error } }

        var written: [Int: WrittenPicture] { monitor.withLock { sums } }

        func add(_ error: ImageError, number: Int) {
            monitor.withLock {
                if first.map({ number < $0.number }) ?? true { first = (number, error) }
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
    ///   - output: where the pictures are written.
    ///   - byteCount: the memory of a picture in bytes, which limits the number of threads.
    ///   - count: the number of pictures.
    init(_ output: ComposeOutput, byteCount: Int, count: Int) {
        self.output = output
        let queue = BoundedQueue<Drawn>(capacity: 1)
        self.queue = queue
        let isParallel = count > 1 && !output.isVideo && byteCount < Self.maximumByteCount / 2
        let threadCount = isParallel ? min(BlurExecution().threadCount, Self.maximumByteCount / max(byteCount, 1)) : 0
        for _ in 0..<threadCount {
            let thread = WorkerThread.start { [outcome] in
                while let drawn = queue.next() { Self.write(drawn, output, outcome, queue, threads: 1) }
            }
            if let thread { threads.append(thread) }
        }
    }

    deinit {
        queue.close()
        for thread in threads { thread.join() }
    }

    /// Whether a picture could not be written, so that further ones need not be drawn.
    var hasFailed: Bool { outcome.error != nil }

    /// Writes a picture, now or later; waits while others are still to be written.
    func add(
        _ pixels: consuming PixelBuffer, _ picture: ComposePicture, _ digest: JobDigest?, _ density: PixelDensity?
    ) {
        let drawn = Drawn(pixels, picture, digest, density)
        if threads.isEmpty {
            Self.write(drawn, output, outcome, queue, threads: BlurExecution().threadCount)
        } else {
            queue.append(drawn)
        }
    }

    /// Waits until all pictures are written.
    ///
    /// - Returns: for the position of each scale, the bytes of all pictures; of a single picture, also its digest.
    /// - Throws: the error of the first picture that could not be written; the pictures before it are complete.
    func finish() throws(ImageError) -> [Int: WrittenPicture] {
        queue.close()
        for thread in threads { thread.join() }
        threads = []
        if let error = outcome.error { throw error }
        return outcome.written
    }

    private static func write(
        _ drawn: Drawn, _ output: ComposeOutput, _ outcome: Outcome, _ queue: BoundedQueue<Drawn>, threads: Int
    ) {
        do throws(ImageError) {
            let written = try output.write(
                drawn.pixels, drawn.picture, drawn.digest, drawn.density, threads: threads)
            outcome.add(written, scale: drawn.picture.scaleIndex)
        } catch {
            outcome.add(error, number: drawn.picture.number ?? 0)
            queue.cancel()
        }
    }
}
