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

    /// Draws the scene.
    ///
    /// - Parameters:
    ///   - values: values to set, as paths and texts.
    ///   - options: further arguments.
    /// - Returns: the file, and warnings.
    /// - Throws: a ``Failure``, or `CancellationError`.
    func picture(
        _ values: [PreviewRequest.Setting], _ options: [String]
    ) async throws -> (bytes: [UInt8], warnings: [String]) {
        let outcome = try await run(values, options + [safeScene, "-"])
        return (outcome.output, lines(of: outcome.errors, beginningWith: "varblur: warning: "))
    }

    /// The values of the scene as a report of `--list-values`.
    ///
    /// - Throws: a ``Failure``, or `CancellationError`.
    func report(_ values: [PreviewRequest.Setting]) async throws -> [UInt8] {
        try await run(values, ["--list-values", safeScene]).output
    }

    /// The path of the scene in a form that is not mistaken for an option.
    private var safeScene: String { scene.hasPrefix("-") ? "./\(scene)" : scene }

    private func run(
        _ values: [PreviewRequest.Setting], _ arguments: [String]
    ) async throws -> ChildProcess.Outcome {
        let settings = (assignments + values).flatMap { ["--set", "\($0.name)=\($0.value)"] }
        let line = PipedArguments.line(["--confine=\(confinement)"] + settings + arguments)
        let outcome: ChildProcess.Outcome
        do {
            outcome = try await ChildProcess.outcome(of: path, [PipedArguments.argument], input: line)
        } catch let failure as ProgramStart.Failure {
            throw Failure(
                messages: ["\(path), which draws scenes, cannot be started: \(failure.cause); 'make' builds it"],
                status: 69, isAboutScene: false)
        }
        guard outcome.status == 0 else {
            let messages = lines(of: outcome.errors, beginningWith: "varblur: error: ")
            throw Failure(
                messages: messages.isEmpty ? ["the program that draws scenes has ended unexpectedly"] : messages,
                status: messages.isEmpty ? 70 : outcome.status, isAboutScene: !messages.isEmpty)
        }
        return outcome
    }

    /// Messages of the program, without the name of the scene.
    private func lines(of text: [UInt8], beginningWith prefix: String) -> [String] {
        String(decoding: text, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix(prefix) }.map { line in
            let message = line.dropFirst(prefix.count)
            let label = "\(safeScene): "
            return String(message.hasPrefix(label) ? message.dropFirst(label.count) : message)
        }
    }
}
