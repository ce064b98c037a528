internal import CImageCodecs
internal import VarBlur

/// Compresses the bands of an image, on worker threads if there are any, and returns them in order.
@safe
final class PNGBandCompressors {
    /// The bands to be compressed, with the positions of their results.
    private let jobs: BoundedQueue<(position: Int, band: PNGBand)>
    private let results: BoundedQueue<PNGBand>
    private var threads: [WorkerThread] = []
    /// Compresses bands on the caller's thread; `nil` if there are other threads.
    private var ownCompressor: Compressor?

    /// The number of bands in flight in excess of the thread count, so that a thread never waits for its next band.
    private static let lookahead = 2

    /// A compressor, used by one thread at a time.
    @safe
    private final class Compressor: @unchecked Sendable {
        private let cCompressor: OpaquePointer

        init(_ settings: png_band_settings) throws(ImageError) {
            var settings = settings
            guard let cCompressor = unsafe png_band_compressor_open(&settings) else { throw CodecStatus.outOfMemory }
            unsafe self.cCompressor = cCompressor
        }

        deinit { unsafe png_band_compressor_close(cCompressor) }

        func compress(_ band: PNGBand) { unsafe band.compress(cCompressor) }
    }

    /// Starts up to `threadCount` threads, or none if it is 1.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(_ settings: png_band_settings, threadCount: Int) throws(ImageError) {
        let capacity = threadCount + Self.lookahead + 1
        (jobs, results) = (BoundedQueue(capacity: capacity), BoundedQueue(capacity: capacity))
        for _ in 0..<(threadCount > 1 ? threadCount : 0) {
            let compressor = try Compressor(settings)
            let thread = WorkerThread.start { [jobs, results] in
                while let job = jobs.next() {
                    compressor.compress(job.band)
                    results.fill(job.position, with: job.band)
                }
            }
            if let thread { threads.append(thread) }
        }
        ownCompressor = threads.isEmpty ? try Compressor(settings) : nil
    }

    deinit {
        jobs.cancel()
        for thread in threads { thread.join() }
    }

    /// The maximum number of bands in flight; once reached, ``next()`` must be called before ``compress(_:)``.
    var capacity: Int { threads.isEmpty ? 1 : threads.count + Self.lookahead + 1 }

    /// Compresses a band, immediately or on another thread.
    func compress(_ band: PNGBand) {
        guard let position = results.reserve() else { return }
        if let ownCompressor {
            ownCompressor.compress(band)
            results.fill(position, with: band)
        } else {
            jobs.append((position, band))
        }
    }

    /// Returns the first band that has been passed to ``compress(_:)``, and waits until it is compressed.
    func next() -> PNGBand? { results.next() }
}
