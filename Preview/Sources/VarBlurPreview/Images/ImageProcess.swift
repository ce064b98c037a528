#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import VarBlurLibC
internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import VarBlurCommand
internal import VarBlurCodecs

/// A process that works on a picture in place of the server, which itself never decodes a file.
///
/// The process has no rights, so that a picture that takes it over has nothing but the picture. It ends with the last reference.
final class ImageProcess: Sendable {
    /// What all processes are told.
    struct Settings: Sendable {
        /// The settings of the program.
        let values: [PreviewRequest.Setting]
        /// The limits among them.
        let limits: ImageLimits

        /// The same settings, with which damaged files are read as far as possible.
        var allowingDamage: Settings {
            var limits = limits
            limits.allowsDamage = true
            let option = "allow-damaged"
            let others = values.filter { $0.name != option }
            return Settings(values: others + [PreviewRequest.Setting(name: option, value: "yes")], limits: limits)
        }
    }

    /// The file of a mask or a matte.
    struct Mask: Sendable {
        let listed: ListedPicture
        let bytes: [UInt8]
    }

    /// The longest time for opening a file, and for other work, unless `--timeout` limits it.
    private static let openingTime = Duration.seconds(60)
    private static let workTime = Duration.seconds(15 * 60)
    /// How long work that is not needed anymore may go on; beyond a limit of time, so that the process itself can keep the limit.
    private static let cancellationTime = Duration.seconds(20)
    private static let grace = Duration.seconds(1)
    /// The number of bytes that are sent at once.
    private static let partByteCount = 64 << 20

    private let timeLimit: Duration?
    private let channel: any Channel
    private let answers: ImageAnswers
    /// The identifiers of the mask and the matte that the process has got.
    private let known = Mutex<(mask: String?, matte: String?)>((nil, nil))

    /// Starts a process.
    ///
    /// - Throws: the error of the system.
    init(_ settings: Settings) async throws(ImageError) {
        timeLimit = settings.limits.time
        do {
            let (input, output) = (try ProcessPipe(), try ProcessPipe())
            let answers = ImageAnswers(of: try RunningImageProcess(input: input.outlet, output: output.inlet))
            input.closeOutlet()
            output.closeInlet()
            self.answers = answers
            channel = try await NIOPipeBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1 << 18))
                .channelInitializer { channel in channel.pipeline.addHandler(answers) }
                .takingOwnershipOfDescriptors(input: output.takeOutlet(), output: input.takeInlet()).get()
        } catch {
            let cause = (error as? ProgramStart.Failure)?.cause ?? "\(error)"
            throw ImageError(.fault, "the process that works on images cannot be started: \(cause)")
        }
        send(.settings(settings.values))
    }

    deinit { channel.close(promise: nil) }

    /// Whether the process can still answer.
    var isRunning: Bool { channel.isActive }

    /// Sends a request, and waits for its answer.
    ///
    /// If the task is cancelled, the process ends its work early.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - file: the file of a picture.
    ///   - mask: the mask that the request needs.
    ///   - matte: the matte that the request needs.
    /// - Returns: the answer, and the file that belongs to it.
    /// - Throws: the error of the work, or the reason why the process has ended.
    func answer(
        to request: ImageRequest, file: [UInt8] = [], with mask: Mask? = nil, behind matte: Mask? = nil
    ) async throws(ImageError) -> (reply: ImageReply, file: ByteBuffer) {
        let promise = channel.eventLoop.makePromise(of: ImageAnswers.Answer.self)
        let number = answers.expect(promise)
        known.withLock { known in
            if let mask, mask.listed.id != known.mask {
                send(.mask(mask.listed.path), file: mask.bytes)
                known.mask = mask.listed.id
            }
            if let matte, matte.listed.id != known.matte {
                send(.matte(matte.listed.path), file: matte.bytes)
                known.matte = matte.listed.id
            }
            send(request, number: number, file: file)
        }
        let time = timeLimit.map { $0 + Self.grace } ?? (request.opensFile ? Self.openingTime : Self.workTime)
        let deadline = end(number, after: time)
        defer { deadline.cancel() }
        do {
            let answer = try await withTaskCancellationHandler {
                try await promise.futureResult.get()
            } onCancel: {
                send(.cancel(number))
                _ = end(number, after: Self.cancellationTime)
            }
            if case .failure(let message, let isDamaged) = answer.reply {
                throw ImageError(isDamaged ? .damaged : .fault, message, reason: isDamaged ? .damagedPixels : nil)
            }
            return answer
        } catch {
            throw error as? ImageError ?? ImageError(.fault, "\(error)")
        }
    }

    /// The error for an answer to another question.
    static let wrongAnswer = ImageError(.fault, "the process that works on the image has sent a wrong answer")

    /// Ends the process if a request is not answered in time.
    private func end(_ number: UInt32, after time: Duration) -> Scheduled<Void> {
        let (channel, answers) = (channel, answers)
        return channel.eventLoop.scheduleTask(in: TimeAmount(time)) {
            if answers.giveUp(number) { channel.close(promise: nil) }
        }
    }

    private func send(_ request: ImageRequest, number: UInt32 = 0, file: [UInt8] = []) {
        let text = (try? JSONEncoder().encode(request)).map { [UInt8]($0) } ?? []
        let head = ImageMessageHead(number: number, textByteCount: text.count, fileByteCount: file.count)
        channel.write(ByteBuffer(bytes: head.bytes + text), promise: nil)
        for start in stride(from: 0, to: file.count, by: Self.partByteCount) {
            channel.write(ByteBuffer(bytes: file[start..<min(start + Self.partByteCount, file.count)]), promise: nil)
        }
        channel.flush()
    }
}

extension ImageRequest {
    fileprivate var opensFile: Bool {
        switch self {
        case .picture, .checkMask: true
        default: false
        }
    }
}
