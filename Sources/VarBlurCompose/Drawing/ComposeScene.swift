internal import VarBlurJSON
internal import VarBlurCommand
internal import VarBlurCodecs
internal import VarBlurScenes

/// The scene of a request.
struct ComposeScene {
    private let request: ComposeRequest
    private let source: ComposeRequest.Source
    private let assignments: [SceneAssignment]

    init(_ request: ComposeRequest) {
        (self.request, source) = (request, request.scene)
        assignments = request.assignments.map { assignment in
            switch assignment {
            case .text(let path, let value):
                var assignment = SceneAssignment(path: path, value: value)
                assignment.source = "--set \(path)"
                return assignment
            case .json(let path, let value): return SceneAssignment(path: path, json: value)
            }
        }
    }

    /// The directory to which images are relative; a document in the line of a batch has none of its own.
    var directory: String { source.path.map { $0 == "-" ? "." : PathName.directory(of: $0) } ?? "." }

    /// Reads the scene and sets the values.
    ///
    /// - Throws: a failure if there is no document, or if a value cannot be set.
    func reading(_ limits: SceneLimits) throws(ComposeFailure) -> SceneReading {
        switch source {
        case .file(let path):
            let json = try SceneFile(path: path, label: request.label).contents(limit: limits.documentBytes)
            return try attributing { () throws(SceneError) in
                try SceneReading(json: json, setting: assignments, limits: limits)
            }
        case .document(let document, _):
            return try attributing { () throws(SceneError) in
                try SceneReading(document: document, setting: assignments, limits: limits)
            }
        }
    }

    /// The values that can be set, with the document, as members of a report.
    ///
    /// - Throws: a failure with all mistakes.
    func settings(_ limits: SceneLimits) throws(ComposeFailure) -> [JSONValue.Member] {
        let json: [UInt8] =
            switch source {
            case .file(let path): try SceneFile(path: path, label: request.label).contents(limit: limits.documentBytes)
            case .document(let document, _): Array(document.text.utf8)
            }
        return try attributing { () throws(SceneError) in
            try SceneSettings.report(json: json, setting: assignments, limits: limits)
        }
    }

    /// Calls `body`, and converts its errors to failures with the name of the scene.
    func attributing<Result>(_ body: () throws(SceneError) -> Result) throws(ComposeFailure) -> Result {
        do {
            return try body()
        } catch {
            throw ComposeFailure(error, of: request)
        }
    }
}

extension ComposeFailure {
    /// A failure of a scene, with a line for each mistake.
    fileprivate init(_ error: SceneError, of request: ComposeRequest) {
        if let imageError = error.imageError, error.problems.allSatisfy({ $0.path.isEmpty }) {
            self.init(imageError)
            return
        }
        if let imageError = error.imageError, imageError.file.isEmpty, let problem = error.problems.first,
            error.problems.count == 1
        {
            self.init(imageError.attributed(to: request.text(problem.path)))
            return
        }
        let status: Int32 =
            switch error.code {
            case .invalidScene: 64
            // a program or a library for the format of an image is missing
            case .invalidImage where error.imageError?.code == .unavailable: 69
            case .overLimit, .invalidImage: 65
            case .missingImage: 66
            case .outOfMemory: 71
            case .timeout: 75
            default: 70
            }
        self.init(
            messages: error.problems.map { request.text("\($0)") }, exitStatus: status, code: error.code.description)
    }
}
