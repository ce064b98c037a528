internal import PlainJSON
internal import VarBlurCodecs

/// What a line of a batch asks for.
enum BatchTask: Sendable {
    /// To blur an image.
    case image(ImageTask)
    /// To draw a scene.
    case scene(SceneTask)

    /// The task without the bytes of an input in memory, for the time after it was performed.
    var withoutBytes: BatchTask {
        switch self {
        case .image(let task): .image(task.withoutBytes)
        case .scene(let task): .scene(task.withoutDocument)
        }
    }

    /// Performs the task.
    func perform(_ workers: ComposeWorkers) -> BatchOutcome {
        switch self {
        case .image(let task): .image(task.perform())
        case .scene(let task): .scene(task.perform(workers))
        }
    }
}

/// The result of a line of a batch.
enum BatchOutcome: Sendable {
    /// An image was blurred, or the line is not a valid job.
    case image(TaskOutcome)
    /// A scene was drawn.
    case scene(SceneOutcome)

    /// An output in memory.
    var bytes: [UInt8]? {
        switch self {
        case .image(let outcome): outcome.report?.bytes
        case .scene(let outcome): outcome.bytes
        }
    }

    var isFailure: Bool {
        switch self {
        case .image(let outcome): outcome.isFailure
        case .scene(let outcome): outcome.isFailure
        }
    }

    var isSkipped: Bool {
        switch self {
        case .image(let outcome): outcome.isSkipped
        case .scene(let outcome): outcome.isSkipped
        }
    }
}
