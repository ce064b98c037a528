internal import PlainJSON
internal import VarBlurCodecs

/// A scene of a batch, which `varblur-compose` draws.
struct SceneTask: Sendable {
    private(set) var message: ComposeMessage
    /// How long it may take; `nil` for no limit.
    let timeLimit: Duration?
    /// The output directory, which is created if necessary.
    let root: String?
    /// The name of the line in messages.
    let name: String

    /// The path of the scene; `nil` for a document in the line.
    var scene: String? { message.scene.path }

    /// The name of the scene in messages.
    var displayName: String { message.scene.label }

    /// The task without the document and the values, for the time after it was performed.
    var withoutDocument: SceneTask {
        var task = self
        let scene: ComposeRequest.Source =
            if case .document(_, let name) = message.scene { .document(.null, name: name) } else { message.scene }
        task.message = ComposeMessage(
            scene: scene, output: message.output, assignments: [], confinement: nil, options: .null)
        return task
    }

    /// Draws the scene.
    func perform(_ workers: ComposeWorkers) -> SceneOutcome {
        let start = ContinuousClock.now
        let result = Result { () throws(ImageError) in
            if let root { try Directories.create(root) }
            do throws(ImageError) {
                return try workers.answer(to: message, timeLimit: timeLimit)
            } catch {
                throw Advice.applied(to: error, in: .batchLine).attributed(to: displayName)
            }
        }
        return SceneOutcome(result: result, duration: ContinuousClock.now - start)
    }
}

/// The result of a scene.
struct SceneOutcome: Sendable {
    /// The answer of `varblur-compose`, or why there is none.
    let result: Result<JSONValue, ImageError>
    let duration: Duration

    private var answer: JSONValue? { try? result.get() }

    /// An output in memory.
    var bytes: [UInt8]? { if case .bytes(let bytes)? = answer?["picture"]?["base64"] { bytes } else { nil } }

    /// The status, as results contain it.
    var status: String { if case .string(let status)? = answer?["status"] { status } else { "error" } }

    var isFailure: Bool { answer.map { $0["status"] == .string("error") } ?? true }

    var isSkipped: Bool { answer?["status"] == .string("skipped") }
}
