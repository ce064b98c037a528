internal import PlainJSON
internal import VarBlurCommand
internal import VariableBlur
internal import VariableBlurCodecs
internal import VariableBlurScenes

/// Draws the scene of a request and writes the output.
struct Composer {
    private let request: ComposeRequest
    private let file: SceneFile
    private let limits = SceneLimits()

    init(_ request: ComposeRequest) { (self.request, file) = (request, SceneFile(path: request.scene)) }

    /// Performs the request.
    ///
    /// - Returns: the report.
    /// - Throws: a failure with all mistakes of the scene.
    func run() throws(ComposeFailure) -> JSONValue {
        if request.listsValues { return try list() }
        let start = ContinuousClock.now
        let output = try ComposeOutput(request)
        let json = try file.contents(limit: limits.documentBytes)
        return try attributing { () throws(SceneError) in
            let animation = try SceneAnimation(json: json, setting: assignments, limits: limits)
            if let frames = request.frames { try check(frames, animation) }
            let resources = SceneResources(folder: file.folder, confinement: request.confinement)
            let renderer = try SceneRenderer(resources, limits: limits)
            let scene = animation.scene(at: request.time ?? 1)
            let size = try renderer.check(scene)
            try Self.convertingErrors { () throws(ImageError) in try output.check(frames: request.frames) }
            if !request.isDryRun {
                try draw(animation, renderer, output)
                for notice in renderer.notices { ComposeProgram.warn("\(file.label): \(notice)") }
            } else if !request.reportsJSON {
                let bytes = SceneRenderer.memoryEstimate(width: size.width, height: size.height)
                ComposeProgram.inform(
                    "\(file.label) → \(output.label): \(size.width)×\(size.height) pixels, about \((bytes + (1 << 20) - 1) >> 20) MiB of memory"
                )
            }
            return report(output, size, renderer, ContinuousClock.now - start)
        }
    }

    private var assignments: [SceneAssignment] {
        request.assignments.map { SceneAssignment(path: $0.path, value: $0.value) }
    }

    /// Lists the values that can be set.
    private func list() throws(ComposeFailure) -> JSONValue {
        let json = try file.contents(limit: limits.documentBytes)
        return try attributing { () throws(SceneError) in
            let report = try SceneSettings.report(json: json, setting: assignments, limits: limits)
            return .object(
                [
                    .init("version", .integer(1)), .init("status", .string("ok")),
                    .init("scene", .string(request.scene)),
                ] + report)
        }
    }

    private func check(_ frames: Int, _ animation: SceneAnimation) throws(SceneError) {
        guard frames <= limits.frames else {
            throw SceneError(
                .overLimit,
                [SceneProblem(path: "", message: "\(frames) frames are more than the limit of \(limits.frames)")])
        }
        if animation.isStill {
            ComposeProgram.warn(
                "\(file.label): all frames are the same, because no value has the form {\"from\": …, \"to\": …}")
        }
    }

    private func draw(
        _ animation: SceneAnimation, _ renderer: SceneRenderer, _ output: ComposeOutput
    ) throws(SceneError) {
        guard let frames = request.frames else {
            let picture = try renderer.picture(of: animation.scene(at: request.time ?? 1))
            return try Self.convertingErrors { () throws(ImageError) in
                try output.write(picture, frame: nil, threads: BlurExecution().threadCount)
            }
        }
        renderer.keepLayers(of: animation)
        let size = try renderer.check(animation.end)
        let writer = FrameWriter(output, byteCount: 4 * size.width * size.height)
        var failure: SceneError?
        do throws(SceneError) {
            for frame in 0..<frames where !writer.hasFailed {
                writer.add(
                    try renderer.picture(of: animation.scene(at: Double(frame) / Double(frames - 1))), frame: frame)
            }
        } catch {
            failure = error
        }
        try Self.convertingErrors { () throws(ImageError) in try writer.finish() }
        if let failure { throw failure }
    }

    private static func convertingErrors(_ body: () throws(ImageError) -> Void) throws(SceneError) {
        do {
            try body()
        } catch {
            throw SceneError(error)
        }
    }

    private func report(
        _ output: ComposeOutput, _ size: (width: Int, height: Int), _ renderer: SceneRenderer, _ duration: Duration
    ) -> JSONValue {
        let (seconds, attoseconds) = duration.components
        let frames = request.frames.map { [JSONValue.Member("frames", .integer($0))] } ?? []
        return .object(
            [
                .init("version", .integer(1)), .init("status", .string(request.isDryRun ? "planned" : "ok")),
                .init("scene", .string(request.scene)), .init("output", .string(request.output)),
                .init("format", .string(output.formatName)), .init("width", .integer(size.width)),
                .init("height", .integer(size.height)),
            ] + frames + [
                .init("ms", .decimal(Double(seconds) * 1000 + Double(attoseconds) / 1e15)),
                .init("warnings", .array(renderer.notices.map { .string($0) })),
            ])
    }

    /// Calls `body`, and converts its errors to failures with the name of the scene.
    private func attributing<Result>(_ body: () throws(SceneError) -> Result) throws(ComposeFailure) -> Result {
        do {
            return try body()
        } catch {
            throw ComposeFailure(error, scene: file.label)
        }
    }
}

extension ComposeFailure {
    /// A failure of a scene, with a line for each mistake.
    fileprivate init(_ error: SceneError, scene: String) {
        if let imageError = error.imageError, error.problems.allSatisfy({ $0.path.isEmpty }) {
            self.init(imageError)
            return
        }
        let status: Int32 =
            switch error.code {
            case .invalidScene: 64
            case .overLimit, .invalidImage: 65
            case .missingImage: 66
            case .outOfMemory: 71
            default: 70
            }
        self.init(
            messages: error.problems.map { "\(scene): \($0)" }, exitStatus: status, code: error.code.description)
    }
}
