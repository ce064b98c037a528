#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import VarBlurLibC
internal import NIOPosix
internal import Synchronization
internal import VarBlurJSON
internal import VarBlurCommand
internal import VarBlurCodecs

/// The process that works on a picture: decodes its file, renders it, and performs jobs.
///
/// It has no rights but to use its standard streams, because the file may come from an attacker.
final class ImageWorker: Sendable {
    /// The argument with which the program is such a process.
    static let argument = "--image-worker"

    /// Works until standard input ends.
    static func run() -> Never {
        // nobody reads an answer after the server has ended
        signal(SIGPIPE, SIG_IGN)
        // this thread is the only one so far
        try? Sandbox.enter(.auto, for: .preview)
        let worker = ImageWorker()
        while let message = try? Message(from: STDIN_FILENO),
            let request = try? JSONDecoder().decode(ImageRequest.self, from: Data(message.text))
        {
            worker.receive(request, message.number, message.bytes)
        }
        _exit(0)
    }

    private struct State {
        var builder: JobBuilder?
        var opening: Task<Picture, any Error>?
        /// The latest masks and mattes.
        var masks: [MaskFile] = []
        /// The work on requests that are not answered yet.
        var work: [UInt32: Task<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    private let output = Mutex(())
    private let lastOutput = Mutex<(job: JobDescription, picture: Picture)?>(nil)
    private let executor = PoolExecutor()

    private func receive(_ request: ImageRequest, _ number: UInt32, _ file: [UInt8]) {
        switch request {
        case .settings(let settings): state.withLock { $0.builder = try? JobBuilder(settings) }
        case .mask(let listed):
            let mask = MaskFile(listed, bytes: file)
            state.withLock { state in
                state.masks.keepLatest(mask, ImageProcess.maximumMaskCount) { $0.id == mask.id }
            }
        case .cancel(let other): state.withLock { $0.work[other]?.cancel() }
        case .picture:
            let limits = state.withLock(\.builder)?.limits ?? ImageLimits()
            let opening = Task(executorPreference: executor) {
                try await System.onThread { try Picture(bytes: file, limits: limits) }
            }
            state.withLock { $0.opening = opening }
            answer(number) { _ in (.picture(PictureDescription(try await opening.value)), []) }
        case .checkMask:
            answer(number) { state in
                _ = try await state.masks.last?.mask(isInverted: false, state.builder?.limits ?? ImageLimits())
                return (.mask, [])
            }
        case .check(let description):
            answer(number) { state in
                let (picture, job) = try await Self.pictureAndJob(description, state)
                return (.checked(problem: picture.problem(of: job)), [])
            }
        case .render(let request): answer(number) { try await Self.frame(request, $0) }
        case .perform(let description):
            answer(number) { state in
                let (picture, job) = try await Self.pictureAndJob(description, state)
                let report = try await job.run(from: .bytes(picture.bytes))
                return (.output(notices: report.notices), report.bytes)
            }
        case .renderOutput(let request):
            answer(number) { state in
                let output = try await self.output(of: request.job, state)
                let shown = ShownPicture(picture: output)
                let frame = try await Rendering(shown, BlurJob(), request).encoded()
                let (width, height) = (output.image.width, output.image.height)
                let reply = ImageReply.outputFrame(
                    frame.type, width: width, height: height, byteCount: output.bytes.count)
                return (reply, frame.bytes)
            }
        }
    }

    private static func frame(_ request: RenderRequest, _ state: State) async throws -> (ImageReply, [UInt8]) {
        let (picture, described) = try await pictureAndJob(request.job, state)
        let job = try await System.onThread { try picture.loadingMasks(of: described) }
        let shown = try await System.onThread {
            do {
                return try picture.shown(by: job, isExact: request.isExact)
            } catch let error as ImageError {
                throw ImageError(error.code, error.sentence, reason: error.reason)
            }
        }
        let frame = try await Rendering(shown, job, request).encoded()
        let isCopied = !request.isOriginal && request.isBeside != true
        let problem = isCopied ? picture.problem(of: job) : nil
        let (width, height) = (shown.picture.image.width, shown.picture.image.height)
        return (.frame(frame.type, width: width, height: height, problem: problem), frame.bytes)
    }

    /// The decoded output of a job; the last one is kept, because several parts of it may be shown.
    private func output(of description: JobDescription, _ state: State) async throws -> Picture {
        if let last = lastOutput.withLock({ $0 }), last.job == description { return last.picture }
        lastOutput.withLock { $0 = nil }
        let (picture, job) = try await Self.pictureAndJob(description, state)
        let bytes = try await job.run(from: .bytes(picture.bytes)).bytes
        let limits = job.limits
        let output = try await System.onThread { try Picture(bytes: bytes, limits: limits) }
        lastOutput.withLock { $0 = (description, output) }
        return output
    }

    private static func pictureAndJob(
        _ description: JobDescription, _ state: State
    ) async throws -> (Picture, BlurJob) {
        guard let builder = state.builder, let picture = try await state.opening?.value else {
            throw ImageError(.fault, "no picture")
        }
        var job = try builder.job(
            description.options, hasMask: description.mask != nil, hasMatte: description.matte != nil)
        for (role, id) in [(MaskRole.mask, description.mask), (.matte, description.matte)] where id != nil {
            guard let file = state.masks.first(where: { $0.id == id }) else {
                throw ImageError(.fault, "no \(role.rawValue)")
            }
            job[role] = file.plane.map(MaskSource.photo)
            if job[role] == nil {
                job.blur[role] = try await file.mask(isInverted: job.isInverted(role), builder.limits)
            }
        }
        return (picture, job)
    }

    /// Performs work with what has been received until now, and sends its result.
    private func answer(
        _ number: UInt32, _ work: @escaping @Sendable (State) async throws -> (ImageReply, [UInt8])
    ) {
        state.withLock { state in
            let received = state
            state.work[number] = Task(executorPreference: executor) {
                do {
                    let (reply, bytes) = try await work(received)
                    self.send(reply, bytes, number)
                } catch {
                    let message = (error as? CommandLineError)?.sentence ?? "\(error)"
                    let isDamaged = (error as? ImageError)?.reason == .damagedPixels
                    self.send(.failure(message, isDamaged: isDamaged), [], number)
                }
            }
        }
    }

    private func send(_ reply: ImageReply, _ file: [UInt8], _ number: UInt32) {
        state.withLock { _ = $0.work.removeValue(forKey: number) }
        let text = (try? JSONEncoder().encode(reply)).map { [UInt8]($0) } ?? []
        output.withLock { _ in
            if !Message(text, file, number: number).write(to: STDOUT_FILENO) { _exit(0) }
        }
    }
}

/// Runs tasks on the threads for blocking work.
///
/// Those of Swift do not work in the sandbox: on Linux, libdispatch counts busy threads in files below `/proc` that it denies.
private final class PoolExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        NIOThreadPool.singleton.submit { _ in unsafe job.runSynchronously(on: executor) }
    }
}
