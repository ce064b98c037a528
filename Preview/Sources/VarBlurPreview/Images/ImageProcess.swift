#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Synchronization
internal import VarBlurJSON
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
        /// The file as it was when it was read; `nil` for a file of the page.
        var version: FileVersion?
    }

    /// The number of masks and mattes that a process keeps, those of several pages.
    static let maximumMaskCount = 4

    /// The longest time for opening a file, and for other work, unless `--timeout` limits it.
    private static let openingTime = Duration.seconds(60)
    private static let workTime = Duration.seconds(15 * 60)
    /// How long work that is not needed anymore may go on; beyond a limit of time, so that the process itself can keep the limit.
    private static let cancellationTime = Duration.seconds(20)
    private static let grace = Duration.seconds(1)

    private let timeLimit: Duration?
    private let process: MessageProcess
    /// The masks and mattes that the process keeps.
    private let known = Mutex<[KnownMask]>([])

    private struct KnownMask: Equatable {
        let id: String
        let version: FileVersion?
    }

    /// Starts a process.
    ///
    /// - Throws: the error of the system.
    init(_ settings: Settings) throws(ImageError) {
        timeLimit = settings.limits.time
        do {
            process = try MessageProcess(System.ownPath, ImageWorker.argument, worksOn: "the image")
        } catch {
            let cause = (error as? ProgramStart.Failure)?.cause ?? "\(error)"
            throw ImageError(.fault, "the process that works on images cannot be started: \(cause)")
        }
        send(.settings(settings.values))
    }

    deinit { process.end(CancellationError()) }

    /// Whether the process can still answer.
    var isRunning: Bool { process.isRunning }

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
    ) async throws(ImageError) -> (reply: ImageReply, file: [UInt8]) {
        defer { withExtendedLifetime(self) {} }
        known.withLock { known in
            let masks = [mask, matte].compactMap(\.self)
            func state(_ mask: Mask) -> KnownMask { KnownMask(id: mask.listed.id, version: mask.version) }
            // one that is sent alone could take the place of the other one
            if masks.allSatisfy({ known.contains(state($0)) }) { return }
            for mask in masks {
                send(.mask(mask.listed), mask.bytes)
                known.keepLatest(state(mask), Self.maximumMaskCount) { $0.id == mask.listed.id }
            }
        }
        let time = timeLimit.map { $0 + Self.grace } ?? (request.opensFile ? Self.openingTime : Self.workTime)
        do {
            let answer = try await process.answer(request.text, file, within: time) { [process] number in
                process.send(Message(ImageRequest.cancel(number).text))
                process.end(ifUnanswered: number, after: Self.cancellationTime)
            }
            guard let reply = try? JSONDecoder().decode(ImageReply.self, from: Data(answer.text)) else {
                process.end(Self.wrongAnswer)
                throw Self.wrongAnswer
            }
            if case .failure(let message, let isDamaged) = reply {
                throw ImageError(isDamaged ? .damaged : .fault, message, reason: isDamaged ? .damagedPixels : nil)
            }
            return (reply, answer.bytes)
        } catch {
            throw error as? ImageError ?? ImageError(.fault, "\(error)")
        }
    }

    /// The error for an answer to another question.
    static let wrongAnswer = ImageError(.fault, "the process that works on the image has sent a wrong answer")

    private func send(_ request: ImageRequest, _ file: [UInt8] = []) { process.send(Message(request.text, file)) }
}

extension Array {
    /// Adds an element in place of those that it replaces, and drops the first ones beyond a number.
    mutating func keepLatest(_ element: Element, _ count: Int, replacing isReplaced: (Element) -> Bool) {
        self = filter { !isReplaced($0) }.suffix(count - 1) + [element]
    }
}

extension ImageRequest {
    /// The request in JSON.
    fileprivate var text: [UInt8] { (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? [] }

    fileprivate var opensFile: Bool {
        switch self {
        case .picture, .checkMask: true
        default: false
        }
    }
}
