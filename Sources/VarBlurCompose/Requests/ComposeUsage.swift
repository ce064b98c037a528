internal import VarBlurCommand
internal import VarBlurCodecs

/// The usage errors of `varblur compose`.
enum ComposeUsage {
    /// Too few or too many paths.
    static func error(pathCount: Int, listsValues: Bool) -> UsageError {
        if listsValues {
            let cause = pathCount == 0 ? "the scene is missing" : "more than one path is given"
            return UsageError(
                "\(cause)", remedy: "write: varblur compose --list-values scene.json")
        }
        return switch pathCount {
        case 0:
            UsageError(
                "the scene and the output are missing", remedy: "write: varblur compose scene.json out.png")
        case 1:
            UsageError(
                "the output is missing", remedy: "write: varblur compose scene.json out.png")
        default:
            UsageError(
                "more than two paths are given", remedy: "specify one scene and one output")
        }
    }

    /// Checks the options of a batch, and those that require one.
    ///
    /// - Throws: `UsageError` for options that a batch does not have, or that only a batch has.
    static func checkBatch(_ request: CommandRequest) throws(UsageError) {
        let (run, batch, scene) = (request.run, request.batch, request.scene)
        guard scene.isBatch else {
            let given = [
                ("jobs", run.jobs != nil), ("shard", batch.shard != nil), ("fail-on-error", batch.failsOnError),
                ("csv", scene.readsCSV), ("no-mkdir", !batch.createsDirectories), ("verbose", run.verbose),
            ]
            guard let name = given.first(where: \.1)?.0 else { return }
            throw UsageError("--\(name) requires --batch", remedy: "add --batch, or leave out --\(name)")
        }
        if scene.readsCSV {
            guard request.paths.count == 1 else {
                throw UsageError(
                    "--csv takes one scene, for all rows",
                    remedy: "write: varblur compose --batch --csv card.json < cards.csv")
            }
        } else if !request.paths.isEmpty {
            throw UsageError("--batch takes scenes from standard input, and no paths", remedy: "write: \(batchExample)")
        }
        if !scene.assignments.isEmpty {
            throw UsageError(
                "--batch and --set cannot be combined",
                remedy: #"set values in the lines: {"scene":"card.json","set":{"title.text":"…"},"output":"card.png"}"#)
        }
        let others = [
            ("list-values", scene.listsValues), ("json", run.report != nil), ("dry-run", request.files.isDryRun),
        ]
        if let name = others.first(where: \.1)?.0 {
            throw UsageError("--batch and --\(name) cannot be combined", remedy: "leave out one of them")
        }
        try scene.checkDirectories()
    }

    /// Checks that there are frames if there is a number of them per second.
    ///
    /// - Throws: `UsageError`.
    static func checkFrameRate(_ scene: SceneOptions) throws(UsageError) {
        guard scene.framesPerSecond != nil, scene.frames == nil else { return }
        throw UsageError("--fps requires --frames", remedy: "add --frames, or leave out --fps")
    }

    /// Checks that no format is chosen for frames on standard output.
    ///
    /// - Throws: `UsageError`.
    static func checkVideo(_ request: CommandRequest) throws(UsageError) {
        guard request.scene.frames != nil, let format = request.job.output.format else { return }
        throw UsageError(
            "frames on standard output are a Y4M video, and no \(format.name) files",
            remedy: "leave out --format, or write files: varblur compose --frames 30 scene.json out.\(format.rawValue)")
    }

    /// The start of a batch.
    static let batchExample = "varblur compose --batch < scenes.jsonl"
}
