internal import Hummingbird
internal import Synchronization
internal import VarBlurCommand
internal import VarBlurCodecs

/// A scene whose values are changed on the page.
final class SceneSession: Site {
    private let program: SceneProgram
    private let folder: SceneFolder
    private let confinement: String?
    private let options = CommandLineTool.sceneOptions
    /// The values that can be set, by their paths.
    private let values = Mutex<[String: SceneValue]>([:])
    /// The latest work of each path with a request about the scene.
    private let latest: [String: LatestWork<Reply>] = [
        "scene": LatestWork(), "scene-file": LatestWork(), "scene-check": LatestWork(), "scene-report": LatestWork(),
    ]

    private let images = ImageProcess.Settings(values: [], limits: ImageLimits())

    let paths: Set = ["scene", "scene-file", "scene-check", "scene-report", "images"]

    /// Reads a scene.
    ///
    /// - Throws: a `SceneProgram.Failure` if the scene is wrong, or if the program that draws it is missing.
    init(_ scene: String, _ request: PreviewRequest) async throws {
        confinement = request.confinement
        folder = SceneFolder(ofFile: scene, confinement: request.confinement)
        program = SceneProgram(scene: scene, assignments: request.assignments, confinement: folder.confinement)
        _ = try await readReport()
    }

    /// The report of the scene as it is now; its file may have changed.
    private func readReport() async throws -> [UInt8] {
        let (text, found) = try await program.report([])
        let byPath = Dictionary(found.map { ($0.path, $0) }) { first, _ in first }
        values.withLock { $0 = byPath }
        return text
    }

    var description: Reply {
        get async {
            await Self.answering {
                let report = try await self.readReport()
                let description = SceneDescription(
                    scene: self.program.scene, assignments: self.program.assignments,
                    options: self.options, images: self.folder.imageNames, confinement: self.confinement,
                    maximumInput: self.images.limits.inputBytes)
                return Reply(json: description, adding: report, as: "report")
            }
        }
    }

    func answer(
        _ path: String, query: Substring, _ request: Request, _ context: PreviewContext
    ) async throws(Refusal) -> Reply {
        if path == "images" {
            let bytes = try await Body.bytes(of: request, limit: images.limits.inputBytes, context)
            let name = Body.name(query)
            return await Self.answering { try await self.addImage(bytes, name: name) }
        }
        guard let work = latest[path] else { throw .notFound }
        let page = Body.page(request)
        let request = try await Body.json(SceneRequest.self, of: request, context)
        return await work.perform(for: page) { await Self.answering { try await self.reply(path, request) } }
            ?? .replaced
    }

    private func reply(_ path: String, _ request: SceneRequest) async throws -> Reply {
        switch path {
        case "scene": return try await picture(request, ["--format", "png", "--png-compression", "fast"], "image/png")
        case "scene-file": return try await picture(request, arguments(request.options), "application/octet-stream")
        case "scene-check":
            _ = try await picture(request, arguments(request.options) + ["--dry-run"], "text/plain")
            return Reply(json: [String]())
        default: return Reply(try await program.report(checked(request.values)).text, type: "application/json")
        }
    }

    /// Copies an image that the user has chosen into the directory of the scene, if it can be decoded.
    private func addImage(_ bytes: [UInt8], name: String) async throws -> Reply {
        let (reply, _) = try await ImageProcess(images).answer(to: .picture, file: bytes)
        guard case .picture(let answer) = reply,
            let description = answer.naming(ListedPicture(id: "", path: name)), let format = description.imageFormat
        else { throw ImageProcess.wrongAnswer }
        let folder = folder
        let path = try await System.onThread { try folder.add(bytes, name: name, format) }
        return Reply(json: SceneImage(path: path, images: folder.imageNames))
    }

    private func picture(_ request: SceneRequest, _ options: [String], _ type: String) async throws -> Reply {
        let place = (request.time.map { ["--at=\($0)"] } ?? []) + (request.scale.map { ["--scale=\($0)"] } ?? [])
        let (bytes, warnings) = try await explainingConfinement(of: request.values) {
            try await self.program.picture(self.checked(request.values), place + options)
        }
        return Reply(bytes, type: type, fields: Reply.warningFields(warnings))
    }

    /// Adds to the mistakes how images outside of the directory can be allowed.
    private func explainingConfinement<Result>(
        of settings: [PreviewRequest.Setting], _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch let failure as SceneProgram.Failure {
            let images = values.withLock(\.self).values.filter { $0.kind == "path" }.compactMap { value in
                settings.last { $0.name == value.path }?.value ?? value.text
            }
            guard failure.isAboutScene, let directory = folder.confinement(allowing: images) else { throw failure }
            let remedy = "to allow all images of this scene, start the preview with --confine '\(directory)'"
            throw SceneProgram.Failure(messages: failure.messages + [remedy], status: failure.status)
        }
    }

    /// Values that the page may set: those of the report, and no image outside of the directory to which images are confined.
    private func checked(_ settings: [PreviewRequest.Setting]) throws -> [PreviewRequest.Setting] {
        let known = values.withLock(\.self)
        for setting in settings {
            guard let value = known[setting.name] else {
                throw Self.failure(setting, "the scene has no such value")
            }
            guard !setting.value.utf8.contains(0) else { throw Self.failure(setting, "the text contains a zero byte") }
            let isPath = value.kind == "path" && setting.value != value.text && !setting.value.isEmpty
            if isPath && !folder.contains(setting.value) {
                throw Self.failure(setting, "there is no such image in the directory to which images are confined")
            }
        }
        return settings
    }

    private static func failure(_ setting: PreviewRequest.Setting, _ message: String) -> SceneProgram.Failure {
        SceneProgram.Failure(messages: ["\(setting.name.prefix(200)): \(message)"], status: 64)
    }

    /// The options of the output as arguments.
    private func arguments(_ given: [String: OptionValue]) throws -> [String] {
        try given.sorted { $0.key < $1.key }.map { name, value in
            guard let option = options.first(where: { $0.name == name }), option.kind != .flag,
                case .text(let text) = value, !text.utf8.contains(0)
            else {
                throw SceneProgram.Failure(messages: ["the page has no option '\(name.prefix(40))'"], status: 64)
            }
            return "--\(name)=\(text)"
        }
    }

    private static func answering(_ work: () async throws -> Reply) async -> Reply {
        do {
            return try await work()
        } catch let failure as SceneProgram.Failure {
            return Reply(
                json: SceneMistakes(error: failure.messages.joined(separator: "\n"), mistakes: failure.messages))
        } catch {
            return .problem("\(error)")
        }
    }
}
