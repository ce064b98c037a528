internal import CHelperMessages
internal import VarBlurCodecs

/// The program `varblur-svg`, which draws SVG files and unpacks fonts.
enum SVGProgram {
    /// How long each step may take, in seconds.
    static let greatestTime = Duration.seconds(10)
    /// How long drawing all files of a scene may take, in seconds.
    static let greatestTotalTime = Duration.seconds(30)

    /// Starts a task.
    ///
    /// - Parameters:
    ///   - kind: what to do.
    ///   - file: the file.
    ///   - purpose: what the program does with the file, as part of a sentence.
    ///   - task: what else it needs to know.
    ///   - time: the time limit.
    ///   - error: describes a failure.
    /// - Returns: the connection, from which a reply can be received.
    /// - Throws: an error with the code `unavailable`, `fault`, or `timeout`, or one of the failure.
    static func start(
        _ kind: svg_task_kind, _ file: [UInt8], purpose: String, _ task: svg_task, time: Duration,
        error: @escaping (HelperFailure) -> ImageError
    ) throws(ImageError) -> HelperChannel {
        let channel = try HelperChannel(
            .svg, kind: UInt8(kind.rawValue), purpose: purpose, time: min(time, greatestTime), error: error)
        var task = task
        (task.milliseconds, task.file_count) = (channel.millisecondsLeft, UInt64(file.count))
        try channel.send(task)
        try unsafe channel.send(file.span.bytes.withUnsafeBytes { unsafe $0 })
        return channel
    }
}
