internal import CVarBlurPlatform
internal import VarBlurLibC
internal import VarBlur
internal import VarBlurCommand
internal import VarBlurCodecs
internal import VarBlurJSON
internal import VarBlurScenes

/// The command-line tool `varblur-compose`, for its executable.
public enum ComposeTool {
    /// Runs the tool with the arguments of the process.
    ///
    /// Returns after success. After an error, writes messages to standard error and ends the process with the exit status that the
    /// manual page lists.
    public static func main() {
        TextEngine.silenceLibraries()
        require_address_space(8 << 20)
        StandardStreams.reserveClosedDescriptors()
        HelperProgram.onFirstUse { Sandbox.notice() }
        let help = CommandHelp.compose
        let arguments = help.arguments(
            MessageStreams.arguments(insteadOf: ProcessArguments.list, hidingInput: true))
        do {
            if let text = try help.text(for: arguments, documents: documents) { return write(text) }
            if let error = arguments.error { throw error }
            var settings = EffectiveSettings()
            try settings.add(arguments.settings)
            let command = try settings.request(paths: arguments.paths)
            Messages.isQuiet = command.run.quiet
            try ComposeUsage.checkBatch(command)
            if command.scene.isBatch { return try runBatch(command, settings) }
            let request = try ComposeRequest(command)
            if !MessageStreams.areUsed {
                let unused = UnusedOptions(settings, command.job)
                for hint in unused.formatHints([request.job.output.format]) { Messages.hint(hint) }
            }
            let (start, settingsInEffect) = (Instant.now, settings.json(.composeCommand))
            run(request, command.run.report) { outcome in
                SceneResult(
                    request: request, outcome: outcome, duration: Instant.now - start, settings: settingsInEffect)
            }
        } catch {
            help.exit(error)
        }
    }

    /// The texts of generated documents, by the names of their files.
    private static var documents: [String: () -> String] {
        var documents: [String: () -> String] = [
            "scene.schema.json": { SceneSchema.text }, "scenes.md": { SceneGuide.text },
        ]
        for (name, json) in LayerExamples.all { documents["layer-\(name).json"] = { json + "\n" } }
        return documents
    }

    /// Draws the scenes of a batch.
    ///
    /// - Throws: an `ExitStatus`, or a `UsageError`.
    private static func runBatch(_ command: CommandRequest, _ settings: EffectiveSettings) throws {
        try StandardStreams.refuseTerminal(
            STDIN_FILENO, remedy: "redirect JSON Lines: \(ComposeUsage.batchExample)")
        StandardStreams.reportClosedPipes()
        // libraries that draw need the whole stack
        share_limited_address_space(0)
        // scenes name their files, but need no programs and no sockets
        try? Sandbox.enter(.auto, for: .sceneFiles, writable: ["/"])
        TerminationSignals.startCleanup()
        let threads = SceneThreads(limit: command.run.imagesAtOnce())
        let status = BatchRun.perform(SceneJobParser(base: settings, command, threads), command)
        threads.end(status)
        if let status { throw status }
    }

    /// Draws a single scene.
    ///
    /// - Parameters:
    ///   - request: the scene.
    ///   - form: the form of its result; `nil` for a line.
    ///   - result: makes the result of an outcome.
    private static func run(
        _ request: ComposeRequest, _ form: ReportForm?,
        _ result: @escaping @Sendable (Result<ComposeReport, ComposeFailure>) -> SceneResult
    ) {
        // as much as a picture for a page needs
        use_large_heap_pages(16 << 20)
        if request.reportsJSON || request.usesStandardOutput { StandardStreams.reportClosedPipes() }
        if MessageStreams.areUsed { enterSandbox(request) }
        TerminationSignals.startCleanup()
        @Sendable func end(_ error: ComposeFailure) -> Never {
            report(error, result(.failure(error)).text(form), request)
            TemporaryFiles.removeAll { _exit(error.exitStatus) }
        }
        let watch = ComposeWatch()
        watch.start(request) { end($0) }
        MessageStreams.endWithSender()
        do throws(ComposeFailure) {
            let composer = Composer(request, watch)
            if request.options.listsValues {
                let list = try composer.list()
                watch.finish()
                return MessageStreams.areUsed ? answer(list) : write(SceneValueList.text(list))
            }
            let report = try composer.run()
            watch.finish()
            if MessageStreams.areUsed { return answer(result(.success(report)).value) }
            for notice in report.notices { Messages.warning("\(request.scene.label): \(notice)") }
            if request.reportsJSON { write(result(.success(report)).text(form)) }
        } catch {
            watch.finish()
            end(error)
        }
    }

    /// Gives up the right to open other files than the scene, its images, and fonts: the picture goes to standard output.
    private static func enterSandbox(_ request: ComposeRequest) {
        let files = [request.scene.path, request.options.confinement ?? "/"].compactMap(\.self)
        try? Sandbox.enter(
            .auto, for: .scene, readable: files + request.options.fontDirectories + Sandbox.fontDirectories)
    }

    /// Tells a person, or the program that has started this one, why a scene is not drawn.
    private static func report(_ error: ComposeFailure, _ result: String, _ request: ComposeRequest) {
        if MessageStreams.areUsed { return answer(FailureReport.value(error.error)) }
        for line in error.messages { Messages.lines(["varblur: error: \(line)"]) }
        if request.reportsJSON {
            write(request.options.listsValues ? FailureReport.value(error.error).text + "\n" : result)
        }
    }

    private static func answer(_ report: JSONValue) {
        endingOnError { () throws(ImageError) in try MessageStreams.answer(report) }
    }

    private static func write(_ text: String) {
        endingOnError { () throws(ImageError) in try StandardOutput.write(text) }
    }

    private static func endingOnError(_ output: () throws(ImageError) -> Void) {
        do throws(ExitStatus) { try Messages.showingError(output) } catch { exit(error.rawValue) }
    }
}
