internal import PlainJSON
internal import VarBlurCodecs

extension BatchJobParser {
    /// The task of a line with a scene; the settings in effect are stored as soon as they are known.
    mutating func sceneTask(
        _ value: JSONValue, _ line: LineReader.Line, _ settings: inout JSONValue
    ) throws(ImageError) -> SceneTask {
        guard !Sandbox.isActive else {
            throw ImageError(
                .unsupported, "scenes cannot be drawn with --sandbox", remedy: "use another batch",
                file: Self.name(line))
        }
        let (source, output) = try Self.sceneFiles(value, line)
        let assignments = try Self.assignments(value["set"], line)
        let base = base
        let options = sceneCache.options(for: value["options"] ?? .object([])) {
            LineOptions(value["options"] ?? .object([]), base: base, scope: .sceneLine)
        }
        if let error = options.error { throw error }
        settings = options.settings
        var members = options.members
        if case .bytes(let format) = output {
            guard options.request.scene.frames == nil else {
                throw Self.malformed(line, "the frames of a scene need a path as 'output'", Self.sceneExample)
            }
            if let format, let requested = options.options.output.format, format != requested {
                throw ImageError(
                    .invalidSettings,
                    "the output \(format.rawValue) and 'format' \(requested.rawValue) contradict each other",
                    remedy: "leave out one of them")
            }
            if let format { members.append(.init("format", .string(format.rawValue))) }
        }
        return SceneTask(
            message: ComposeMessage(
                scene: source, output: output.path, assignments: assignments, confinement: confinement,
                options: .object(members)),
            timeLimit: options.options.limits.time,
            root: createsDirectories ? output.path.map { PathName.directory(of: $0) } : nil, name: Self.name(line))
    }

    private static let sceneExample =
        #"a line is {"id":…,"scene":"card.json","set":{"photo.image":"in.jpg"},"output":"card.png"}"#

    private static func sceneFiles(
        _ value: JSONValue, _ line: LineReader.Line
    ) throws(ImageError) -> (ComposeRequest.Source, JobOutputFile) {
        guard value["input"] == nil else {
            throw malformed(
                line, "'input' and 'scene' cannot be combined",
                #"name images in the scene, or set them: {"scene":"card.json","set":{"photo.image":"in.jpg"},…}"#)
        }
        do throws(JobFileError) {
            // no default: only an input in memory lets an output be left out
            let output = try JobOutputFile(value["output"], of: .path("scene"))
            switch value["scene"] {
            case .string(let path)?: return (.file(try JobInputFile.checked(path, "scene")), output)
            case .object?: return (.document(value["scene"] ?? .null, name: name(line)), output)
            default: throw JobFileError(cause: "'scene' must be the path of a scene, or a scene")
            }
        } catch {
            throw malformed(line, error.cause, sceneExample)
        }
    }

    private static func assignments(
        _ value: JSONValue?, _ line: LineReader.Line
    ) throws(ImageError) -> [JSONValue.Member] {
        switch value {
        case nil: return []
        case .object(let members)?: return members
        default:
            throw malformed(
                line, "'set' must be an object whose names are paths", #"for example {"title.text":"Alpine lake"}"#)
        }
    }
}
