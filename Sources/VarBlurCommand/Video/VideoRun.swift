internal import LibC
internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// Blurs the frames of an uncompressed video (Y4M) from standard input to standard output.
///
/// Several frames are blurred at once, and memory for a few of them is enough. Stored planes are blurred, so nothing is converted.
final class VideoRun: Sendable {
    private let header: VideoHeader
    private let blur: ProgressiveBlur
    private let engine: BlurEngine
    private let execution: BlurExecution
    private let state: Mutex<State>

    private struct State {
        let input: VideoInput
        var frameCount = 0
        var hasEnded = false
        /// The first error, which ends the run after the frames before it.
        var error: ImageError?
    }

    /// Performs a run.
    ///
    /// - Throws: `UsageError` for options that do not apply to a video, or an `ExitStatus` after an error has been shown.
    static func perform(_ request: CommandRequest, _ settings: EffectiveSettings) throws {
        try check(request, settings)
        let job = try request.job.job(output: nil, defaultThreads: nil, imagesAtOnce: 1)
        let start = Instant.now
        do throws(ImageError) {
            let threads = request.run.imagesAtOnce()
            let count = try VideoRun(job, threadsPerFrame: request.job.setsThreadCount ? nil : 1).run(threads: threads)
            guard request.run.verbose else { return }
            let seconds = max((Instant.now - start) / .seconds(1), 1e-9)
            Messages.info("\(count) frames, \(ReadableNumber.text(Double(count) / seconds, decimals: 1)) per second")
        } catch {
            Messages.error(error)
            throw ExitStatus.code(for: error)
        }
    }

    private init(_ job: BlurJob, threadsPerFrame: Int?) throws(ImageError) {
        let (settings, notices) = try job.settingsWithMasks()
        for notice in notices { Messages.warning(notice) }
        let input = VideoInput()
        guard let line = try input.line() else {
            throw ImageError(
                .notAnImage, "there was no data", remedy: "check the program that writes it", file: "standard input")
        }
        do throws(ImageError) { header = try VideoHeader(line, limits: job.limits) } catch {
            throw error.attributed(to: "standard input")
        }
        do throws(BlurError) {
            blur = try settings.progressiveBlur(width: header.width, height: header.height)
        } catch {
            throw ImageError(.invalidSettings, error.message)
        }
        engine = settings.engine
        var execution = settings.execution
        if let threadsPerFrame { execution.threadCount = threadsPerFrame }
        self.execution = execution
        state = Mutex(State(input: input))
    }

    /// Blurs all frames; returns their number.
    private func run(threads: Int) throws(ImageError) -> Int {
        try StandardOutput.write(header.line + [0x0A])
        OrderedWorkers<[UInt8], Result<[UInt8], ImageError>>.run(
            threads: threads, next: { self.nextFrame() },
            work: { frame in Result { () throws(ImageError) in try self.blurred(frame) } },
            deliver: { self.deliver($0) })
        return try state.withLock { (state) throws(ImageError) in
            if let error = state.error { throw error }
            return state.frameCount
        }
    }

    /// The next frame with its header.
    private func nextFrame() -> [UInt8]? {
        state.withLock { state in
            if state.hasEnded { return nil }
            do throws(ImageError) {
                if let frame = try readFrame(state.input, state.frameCount + 1) {
                    state.frameCount += 1
                    return frame
                }
            } catch {
                state.error = state.error ?? error
            }
            state.hasEnded = true
            return nil
        }
    }

    private func readFrame(_ input: VideoInput, _ number: Int) throws(ImageError) -> [UInt8]? {
        guard var frame = try input.line() else { return nil }
        guard frame.starts(with: "FRAME".utf8), frame.count == 5 || frame[5] == UInt8(ascii: " ") else {
            throw ImageError(.damaged, "frame \(number) has no header", file: "standard input")
        }
        // what interlaced and other special frames say of themselves
        if frame.split(separator: UInt8(ascii: " ")).dropFirst().contains(where: { $0.first == UInt8(ascii: "I") }) {
            throw ImageError(
                .unsupported, "frame \(number) describes its fields: a blur would mix them",
                remedy: "deinterlace the video first: ffmpeg -vf bwdif", file: "standard input")
        }
        frame.append(0x0A)
        guard try input.append(header.frameByteCount, to: &frame) else {
            throw ImageError(
                .damaged, "the video ends within frame \(number)", remedy: "the frames before it have been written",
                file: "standard input")
        }
        return frame
    }

    private func blurred(_ frame: [UInt8]) throws(ImageError) -> [UInt8] {
        var frame = frame
        let start = frame.count - header.frameByteCount
        do throws(BlurError) {
            var elements = frame.mutableSpan
            var contents = unsafe elements.mutableBytes
            try unsafe contents.withUnsafeMutableBytes { (bytes) throws(BlurError) in
                guard let base = bytes.baseAddress else { return }
                for plane in header.planes {
                    let pixels = unsafe UnsafeMutablePixels(base: base + start + plane.offset, layout: plane.layout)
                    try unsafe blur.blur(pixels, sampling: plane.sampling, engine: engine, execution: execution)
                }
            }
        } catch {
            throw ImageError(error.code == .outOfMemory ? .outOfMemory : .invalidSettings, error.message)
        }
        return frame
    }

    /// Writes a frame; returns whether the run continues.
    private func deliver(_ frame: Result<[UInt8], ImageError>) -> Bool {
        do throws(ImageError) {
            try StandardOutput.write(frame.get())
            return true
        } catch {
            state.withLock { state in
                state.error = error
                state.hasEnded = true
            }
            return false
        }
    }
}

// MARK: - Options

extension VideoRun {
    /// Checks that all options apply to a video.
    private static func check(_ request: CommandRequest, _ settings: EffectiveSettings) throws(UsageError) {
        guard request.paths.allSatisfy({ $0.isSame(as: "-") }), request.paths.count <= 2 else {
            throw UsageError(
                "--y4m reads standard input and writes standard output, and takes no files",
                remedy: "redirect them: varblur --y4m < in.y4m > out.y4m")
        }
        let given = settings.settings.filter { $0.origin == .commandLine }.map(\.option)
        if let other = given.first(where: { !applies($0) }) {
            throw UsageError("--\(other.name) cannot be combined with --y4m", remedy: "leave out --\(other.name)")
        }
        let job = request.job
        guard job.look == LookRequest(), job.area.fill == nil else {
            throw UsageError(
                "--y4m blurs stored planes, whose colors cannot be adjusted",
                remedy: "leave out \(option: "preset"), \(option: "tint"), and the like")
        }
        guard job.blur.light != .linear, job.blur.edges != .transparent else {
            throw UsageError(
                "--y4m blurs stored planes, which have neither linear light nor transparency",
                remedy: "leave out --light linear and --edges transparent")
        }
        guard isatty(STDIN_FILENO) != 1, isatty(STDOUT_FILENO) != 1 else {
            throw UsageError(
                "--y4m needs a video on standard input, and a file or a pipe as standard output",
                remedy: "varblur --y4m < in.y4m > out.y4m")
        }
    }

    private static func applies(_ option: OptionEntry) -> Bool {
        switch option.section {
        case .run: option.name != "json"
        case .blur, .areas: !["emit-mask", "area-fill"].contains(option.name)
        // a video has no end that a time limit or an estimate could refer to
        case .limits: !["timeout", "max-memory"].contains(option.name)
        case .look: option.name == Preset.optionName
        default: option.name == "y4m"
        }
    }
}
