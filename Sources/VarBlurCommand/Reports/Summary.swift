internal import VariableBlurCodecs

/// Lines about images for people.
enum Summary {
    static func line(_ report: BlurJob.Report, _ task: ImageTask, _ duration: Duration) -> String {
        let names = "\(task.name) -> \(output(task))"
        if report.isSkipped { return "\(names)  skipped: it is there already" }
        let times = report.timings
        let stages = [
            ("read", times.read), ("decode", times.decode), ("blur", times.blur), ("encode", times.encode),
            ("write", times.commit),
        ]
        let parts = stages.map { "\($0.0) \(milliseconds($0.1))" }.joined(separator: ", ")
        return "\(names)  \(report.width)×\(report.height)  \(milliseconds(duration)) ms (\(parts))"
    }

    static func line(_ examination: BlurJob.Preflight, _ task: ImageTask) -> String {
        let names = "\(task.name) -> \(output(task))"
        if examination.isSkipped { return "\(names)  would be skipped: it is there already" }
        return "\(names)  \(examination.width)×\(examination.height)  \(size(examination.memory))"
    }

    private static func output(_ task: ImageTask) -> String {
        task.output == "-" ? "standard output" : ImageError.printable(task.output)
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = Int((Double(seconds) * 1e4 + Double(attoseconds) / 1e14).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// A number of bytes in KiB or MiB, rounded up.
    private static func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) KiB" : "\((bytes + (1 << 20) - 1) >> 20) MiB"
    }
}
