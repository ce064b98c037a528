internal import CImageCodecs
internal import VariableBlur

/// Compresses bands of a picture, several at a time if there are threads for it.
@safe
final class PNGBandPackers {
    private let queue = Queue()
    private var threads: [WorkerThread] = []
    /// For bands that no other thread compresses.
    private var own: Packer?

    /// What compresses a band at a time.
    @safe
    private final class Packer: @unchecked Sendable {
        let session: OpaquePointer

        init(_ settings: png_band_settings) throws(ImageError) {
            var settings = settings
            guard let session = unsafe png_packer_open(&settings) else { throw CodecStatus.outOfMemory }
            unsafe self.session = session
        }

        deinit { unsafe png_packer_close(session) }
    }

    /// The bands that wait, and those that are done.
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

        /// Compresses bands as they come, until the queue is stopped.
        func work(_ packer: Packer) {
            while let band = next() {
                unsafe band.pack(packer.session)
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

        /// Waits until a band is done.
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

    /// Starts up to `threadCount` threads, none of them if it is 1.
    init(_ settings: png_band_settings, threadCount: Int) throws(ImageError) {
        for _ in 0..<(threadCount > 1 ? threadCount : 0) {
            let packer = try Packer(settings)
            if let thread = WorkerThread.start({ [queue] in queue.work(packer) }) { threads.append(thread) }
        }
        own = threads.isEmpty ? try Packer(settings) : nil
    }

    deinit {
        queue.stop()
        for thread in threads { thread.join() }
    }

    /// Begins to compress a band; without threads it is then done.
    func pack(_ band: PNGBand) {
        if let own { unsafe band.pack(own.session) } else { queue.add(band) }
    }

    /// Waits until a band is compressed.
    func wait(for band: PNGBand) { if !threads.isEmpty { queue.wait(for: band) } }

    /// How many bands may be under way: enough to have one ready for every thread that becomes free.
    var depth: Int { threads.isEmpty ? 0 : threads.count + 2 }
}
