internal import VarBlurJSON
internal import VarBlurCodecs
internal import VarBlurCommand

/// The program `varblur-compose`, which draws the scene of a page.
///
/// It is a process of its own, so that the page does not need the libraries for text and drawing.
struct SceneProgram: Sendable {
    /// Why a scene cannot be drawn.
    struct Failure: Error {
        /// A line for each mistake, with its path in the document.
        let messages: [String]
        /// The exit status for the same failure of this program.
        let status: Int32
        /// Whether the messages are about the scene, whose name they leave out.
        var isAboutScene = true
    }

    /// The path of the scene.
    let scene: String
    /// Values that the command line sets.
    let assignments: [PreviewRequest.Setting]
    /// The directory that images must lie in.
    let confinement: String
    private let path = System.programPath("varblur-compose")
    /// A limit for programs that do nothing.
    private static let longestTime = Duration.seconds(15 * 60)

    /// Draws the scene.
    ///
    /// - Parameters:
    ///   - values: values to set, as paths and texts.
    ///   - options: further arguments.
    /// - Returns: the file, which is empty if only a check was asked for, and warnings.
    /// - Throws: a ``Failure``, or `CancellationError`.
    func picture(
        _ values: [PreviewRequest.Setting], _ options: [String]
    ) async throws -> (bytes: [UInt8], warnings: [String]) {
        let (message, report) = try await run(values, options + [safeScene, "-"])
        return (message.bytes, report["warnings"]?.array?.compactMap(\.string) ?? [])
    }

    /// The report of `--list-values`, and the values of the scene in it.
    ///
    /// - Throws: a ``Failure``, or `CancellationError`.
    func report(_ values: [PreviewRequest.Setting]) async throws -> (text: [UInt8], values: [SceneValue]) {
        let (message, report) = try await run(values, ["--list-values", safeScene])
        return (message.text, report["values"]?.array?.compactMap { SceneValue($0) } ?? [])
    }

    /// The path of the scene in a form that is not mistaken for an option.
    private var safeScene: String { scene.hasPrefix("-") ? "./\(scene)" : scene }

    private func run(
        _ values: [PreviewRequest.Setting], _ arguments: [String]
    ) async throws -> (message: Message, report: JSONValue) {
        let settings = (assignments + values).flatMap { ["--set", "\($0.name)=\($0.value)"] }
        let line = ["--confine=\(confinement)"] + settings + arguments
        do {
            let process = try MessageProcess(path, MessageStreams.argument, worksOn: "the scene")
            defer { process.end(CancellationError()) }
            let request = Message(["arguments": .strings(line)])
            let answer = try await process.answer(request.text, within: Self.longestTime) { _ in
                // libraries for text and drawing cannot be interrupted
                process.end(CancellationError())
            }
            let report = try process.value(of: answer)
            if let failure = Self.failure(report["error"]) { throw failure }
            return (answer, report)
        } catch let failure as ProgramStart.Failure {
            throw Failure(
                messages: ["\(path), which draws scenes, cannot be started: \(failure.cause); 'make' builds it"],
                status: 69, isAboutScene: false)
        } catch let error as ImageError {
            throw Failure(messages: ["\(error)"], status: 70, isAboutScene: false)
        }
    }

    /// The error in a report.
    private static func failure(_ error: JSONValue?) -> Failure? {
        guard let error else { return nil }
        var messages = error["messages"]?.array?.compactMap(\.string) ?? []
        if let remedy = error["remedy"]?.string { messages.append(remedy) }
        let status: Int32? = if case .number(let text)? = error["exit"] { Int32(text) } else { nil }
        return Failure(messages: messages, status: status ?? 70)
    }
}
