import VarBlurLibC

/// Processor time, which other programs that run on the machine do not lengthen.
package enum ProcessorTime {
    /// Returns the processor time that a closure takes on the calling thread, in seconds.
    package static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = now
        try body()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
    }
}
