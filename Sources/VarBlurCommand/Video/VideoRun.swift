internal import VarBlurLibC
internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// Blurs the frames of an uncompressed video (Y4M) from standard input to standard output.
///
/// Several frames are blurred at once, and memory for a few of them is enough. Stored planes are blurred, so nothing is converted.
final class VideoRun: Sendable {
    private let header: VideoHeader
    private let blur: ProgressiveBlur
    private let execution: BlurExecution
    private let state: Mutex<State>
    private let threads: Int
    /// Warnings about the masks and the areas, one sentence each, without a period.
    private let notices: [String]
    /// The frames that are blurred, and as many that wait for an earlier one.
    private let room: Room

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
    static func perform(_ request: CommandRequest, _ options: JobRequest, _ settings: EffectiveSettings) throws {
        try check(request, settings)
        let job = try options.job(output: nil, defaultThreads: nil, imagesAtOnce: 1)
        let start = Instant.now
        do throws(ImageError) {
            let run = try VideoRun(
                job, threads: request.run.imagesAtOnce(), threadsPerFrame: request.job.setsThreadCount ? nil : 1)
            run.showMessages(job, UnusedOptions(settings, request.job))
            let count = try run.run()
            guard request.run.verbose else { return }
            let seconds = max((Instant.now - start) / .seconds(1), 1e-9)
            Messages.info("\(count) frames, \(ReadableNumber.text(Double(count) / seconds, decimals: 1)) per second")
        } catch {
            Messages.error(Advice.applied(to: error, in: .singleCommand))
            throw ExitStatus.code(for: error)
        }
    }

    private init(_ job: BlurJob, threads: Int, threadsPerFrame: Int?) throws(ImageError) {
        let (settings, notices) = try job.settingsWithMasks()
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
        self.notices =
            notices + settings.maskNotices(width: header.width, height: header.height)
            + settings.areaNotices(width: header.width, height: header.height)
        var execution = settings.execution
        if let threadsPerFrame { execution.threadCount = threadsPerFrame }
        self.execution = execution
        let blurring = header.planes.map { [blur] in $0.memoryEstimate(blur) }.max() ?? 0
        let needed = header.frameByteCount + blurring * execution.threadCount
        do throws(ImageError) { try job.limits.check(memory: needed) } catch {
            throw error.attributed(to: "standard input")
        }
        // what the system leaves may be less
        let available = job.limits.withAvailableMemory.memory
        self.threads = max(min(threads, available / needed), 1)
        let most = max((available - self.threads * needed) / header.frameByteCount, 0) + self.threads
        room = Room(limit: min(most, 2 * self.threads))
        state = Mutex(State(input: input))
    }

    /// Shows what the user of an image gets to know, once for all frames.
    private func showMessages(_ job: BlurJob, _ unused: UnusedOptions) {
        for notice in notices { Messages.warning("standard input: \(notice)") }
        let (width, height) = (header.width, header.height)
        let picture = SettingsHints.Picture(
            width: width, height: height, radii: blur.field.radii(width: width, height: height))
        let hints = SettingsHints.hints(for: job, picture, isIntended: unused.nameWithoutRadius != nil)
        for hint in unused.hints([]) + hints.map({ "standard input: \($0)" }) { Messages.hint(hint) }
    }

    /// Blurs all frames; returns their number.
    private func run() throws(ImageError) -> Int {
        try StandardOutput.write(header.line + [0x0A])
        OrderedWorkers<VideoFrame, Result<VideoFrame, ImageError>>.run(
            threads: threads, next: { self.nextFrame() },
            work: { frame in Result { () throws(ImageError) in try self.blurred(frame) } },
            deliver: { self.deliver($0) })
        return try state.withLock { (state) throws(ImageError) in
            if let error = state.error { throw error }
            return state.frameCount
        }
    }

    /// The next frame, as soon as there is room for it.
    private func nextFrame() -> VideoFrame? {
        room.take(1)
        return state.withLock { state in
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

    private func readFrame(_ input: VideoInput, _ number: Int) throws(ImageError) -> VideoFrame? {
        guard let line = try input.line() else { return nil }
        guard line.starts(with: "FRAME".utf8), line.count == 5 || line[5] == UInt8(ascii: " ") else {
            throw ImageError(.damaged, "frame \(number) has no header", file: "standard input")
        }
        // what interlaced and other special frames say of themselves
        if line.split(separator: UInt8(ascii: " ")).dropFirst().contains(where: { $0.first == UInt8(ascii: "I") }) {
            throw ImageError(
                .unsupported, "frame \(number) describes its fields: a blur would mix them",
                remedy: "deinterlace the video first: ffmpeg -vf bwdif", file: "standard input")
        }
        let frame = try VideoFrame(line, byteCount: header.frameByteCount)
        guard try input.read(into: frame) else {
            throw ImageError(
                .damaged, "the video ends within frame \(number)", remedy: "the frames before it have been written",
                file: "standard input")
        }
        return frame
    }

    /// Blurs a frame in its place.
    private func blurred(_ frame: VideoFrame) throws(ImageError) -> VideoFrame {
        do throws(BlurError) {
            guard let base = unsafe frame.bytes.baseAddress else { return frame }
            for plane in header.planes {
                let pixels = unsafe UnsafeMutablePixels(base: base + plane.offset, layout: plane.layout)
                try unsafe blur.blur(pixels, sampling: plane.sampling, execution: execution)
            }
        } catch {
            throw ImageError(error.code == .outOfMemory ? .outOfMemory : .invalidSettings, error.message)
        }
        return frame
    }

    /// Writes a frame; returns whether the run continues.
    private func deliver(_ result: Result<VideoFrame, ImageError>) -> Bool {
        do throws(ImageError) {
            let frame = try result.get()
            try StandardOutput.write(frame.line)
            try unsafe StandardOutput.write(UnsafeRawBufferPointer(frame.bytes))
            room.remove(1)
            return true
        } catch {
            room.end()
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
        for (name, path) in [("mask", job.maskPath), ("matte", job.mattePath)] where path?.isSame(as: "-") ?? false {
            throw UsageError(
                "standard input cannot be both the video and the \(name)", remedy: "read --\(name) from a file")
        }
        guard job.look == JobRequest().look, job.area.fill == nil else {
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
        // a video has no end that a time limit could refer to
        case .limits: !["timeout", "allow-damaged"].contains(option.name)
        case .look: option.name == Preset.optionName
        default: option.name == "y4m"
        }
    }
}
