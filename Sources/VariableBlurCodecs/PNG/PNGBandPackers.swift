internal import CImageCodecs
internal import VariableBlur

/// Compresses the bands of an image, on worker threads if there are any, and returns them in order.
@safe
final class PNGBandPackers {
    /// The bands to be compressed, with the positions of their results.
    private let jobs: BoundedQueue<(position: Int, band: PNGBand)>
    private let results: BoundedQueue<PNGBand>
    private var threads: [WorkerThread] = []
    /// Compresses bands on the caller's thread; `nil` if there are other threads.
    private var ownPacker: Packer?

    /// The number of bands in flight in excess of the thread count, so that a thread never waits for its next band.
    private static let lookahead = 2

    /// A compressor, used by one thread at a time.
    @safe
    private final class Packer: @unchecked Sendable {
        private let cPacker: OpaquePointer

        init(_ settings: png_band_settings) throws(ImageError) {
            var settings = settings
            guard let cPacker = unsafe png_packer_open(&settings) else { throw CodecStatus.outOfMemory }
            unsafe self.cPacker = cPacker
        }

        deinit { unsafe png_packer_close(cPacker) }

        func pack(_ band: PNGBand) { unsafe band.pack(cPacker) }
    }

    /// Starts up to `threadCount` threads, or none if it is 1.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(_ settings: png_band_settings, threadCount: Int) throws(ImageError) {
        let capacity = threadCount + Self.lookahead + 1
        (jobs, results) = (BoundedQueue(capacity: capacity), BoundedQueue(capacity: capacity))
        for _ in 0..<(threadCount > 1 ? threadCount : 0) {
            let packer = try Packer(settings)
            let thread = WorkerThread.start { [jobs, results] in
                while let job = jobs.next() {
                    packer.pack(job.band)
                    results.fill(job.position, with: job.band)
                }
            }
            if let thread { threads.append(thread) }
        }
        ownPacker = threads.isEmpty ? try Packer(settings) : nil
    }

    deinit {
        jobs.cancel()
        for thread in threads { thread.join() }
    }

    /// The maximum number of bands in flight; once reached, ``next()`` must be called before ``pack(_:)``.
    var capacity: Int { threads.isEmpty ? 1 : threads.count + Self.lookahead + 1 }

    /// Compresses a band, immediately or on another thread.
    func pack(_ band: PNGBand) {
        guard let position = results.reserve() else { return }
        if let ownPacker {
            ownPacker.pack(band)
            results.fill(position, with: band)
        } else {
            jobs.append((position, band))
        }
    }

    /// Returns the first band that has been passed to ``pack(_:)``, and waits until it is compressed.
    func next() -> PNGBand? { results.next() }
}
