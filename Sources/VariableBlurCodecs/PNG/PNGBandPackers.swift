internal import CImageCodecs
internal import VariableBlur

/// Compresses bands of an image, on several threads if allowed.
@safe
final class PNGBandPackers {
    private let queue = Queue()
    private var threads: [WorkerThread] = []
    /// Compresses bands on the caller's thread; `nil` if there are other threads.
    private var ownPacker: Packer?

    /// Compresses one band at a time.
    @safe
    private final class Packer: @unchecked Sendable {
        let cPacker: OpaquePointer

        init(_ settings: png_band_settings) throws(ImageError) {
            var settings = settings
            guard let cPacker = unsafe png_packer_open(&settings) else { throw CodecStatus.outOfMemory }
            unsafe self.cPacker = cPacker
        }

        deinit { unsafe png_packer_close(cPacker) }
    }

    /// The bands that wait to be compressed, and those that have been compressed.
    private final class Queue: @unchecked Sendable {
        private let monitor = Monitor()
        private var waiting: [PNGBand] = []
        private var done: [PNGBand] = []
        private var isStopped = false

        func add(_ band: PNGBand) {
            monitor.locked {
                waiting.append(band)
                monitor.changed()
            }
        }

        func stop() {
            monitor.locked {
                isStopped = true
                monitor.changed()
            }
        }

        /// Compresses waiting bands until the queue is stopped.
        func work(_ packer: Packer) {
            while let band = next() {
                unsafe band.pack(packer.cPacker)
                monitor.locked {
                    done.append(band)
                    monitor.changed()
                }
            }
        }

        private func next() -> PNGBand? {
            monitor.locked {
                while waiting.isEmpty && !isStopped { monitor.wait() }
                return isStopped ? nil : waiting.removeFirst()
            }
        }

        /// Waits until a band has been compressed.
        func wait(for band: PNGBand) {
            monitor.locked {
                while true {
                    if let index = done.firstIndex(where: { $0 === band }) {
                        done.remove(at: index)
                        return
                    }
                    monitor.wait()
                }
            }
        }
    }

    /// Starts up to `threadCount` threads, or none if it is 1.
    init(_ settings: png_band_settings, threadCount: Int) throws(ImageError) {
        for _ in 0..<(threadCount > 1 ? threadCount : 0) {
            let packer = try Packer(settings)
            if let thread = WorkerThread.start({ [queue] in queue.work(packer) }) { threads.append(thread) }
        }
        ownPacker = threads.isEmpty ? try Packer(settings) : nil
    }

    deinit {
        queue.stop()
        for thread in threads { thread.join() }
    }

    /// Starts to compress a band; without threads, compresses it.
    func pack(_ band: PNGBand) {
        if let ownPacker { unsafe band.pack(ownPacker.cPacker) } else { queue.add(band) }
    }

    /// Waits until a band has been compressed.
    func wait(for band: PNGBand) { if !threads.isEmpty { queue.wait(for: band) } }

    /// The maximum number of bands that wait or are being compressed: enough to keep every thread busy.
    var depth: Int { threads.isEmpty ? 0 : threads.count + 2 }
}
