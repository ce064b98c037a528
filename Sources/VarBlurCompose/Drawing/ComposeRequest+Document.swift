internal import VarBlurJSON
internal import VarBlurCommand
internal import VarBlurCodecs
internal import VarBlurScenes

extension ComposeRequest {
    /// The directory to which images are relative; a document in the line of a batch has none of its own.
    var directory: String { scene.path.map { $0.isSame(as: "-") ? "." : PathName.directory(of: $0) } ?? "." }

    /// The document of the scene, in which no values are set yet.
    ///
    /// - Throws: a failure if there is no document.
    func document(_ limits: SceneLimits) throws(ComposeFailure) -> JSONValue {
        switch scene {
        case .document(let document, _): return document
        case .file(let path):
            let json = try SceneFile(path: path, label: label).contents(limit: limits.documentBytes)
            return try attributing { () throws(SceneError) in try SceneAnimation.document(json, limits) }
        }
    }

    /// Calls `body`, and converts its errors to failures with the name of the scene.
    func attributing<Result>(_ body: () throws(SceneError) -> Result) throws(ComposeFailure) -> Result {
        do {
            return try body()
        } catch {
            throw ComposeFailure(error, of: self)
        }
    }
}

extension ComposeFailure {
    /// A failure of a scene, with a line for each mistake.
    fileprivate init(_ error: SceneError, of request: ComposeRequest) {
        if let imageError = error.imageError, error.problems.allSatisfy({ $0.path.isEmpty }) {
            let lacksPlace = imageError.file.isEmpty && !request.label.isEmpty
            self.init(lacksPlace ? imageError.attributed(to: request.label) : imageError)
            return
        }
        // the code of a scene and that of an image are the same for limits, whose options the command knows
        if let imageError = error.imageError, imageError.file.isEmpty || [.overLimit, .timeout].contains(error.code),
            let problem = error.problems.first, error.problems.count == 1
        {
            let place = [problem.path, imageError.file].filter { !$0.isEmpty }.joined(separator: ": ")
            self.init(imageError.named(request.text(place)))
            return
        }
        let status: ExitStatus =
            switch error.code {
            case .invalidScene: .usage
            // a program or a library for the format of an image is missing
            case .invalidImage where error.imageError?.code == .unavailable: .unavailable
            case .overLimit, .invalidImage: .badData
            case .missingImage: .noInput
            case .outOfMemory: .outOfMemory
            case .timeout: .timeout
            default: .internalFault
            }
        self.init(messages: error.problems.map { request.text("\($0)") }, status, code: error.code.description)
    }
}
