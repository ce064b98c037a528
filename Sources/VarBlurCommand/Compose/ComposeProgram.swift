internal import CVarBlurPlatform
internal import VarBlurLibC
package import VarBlurCodecs
package import VarBlurJSON

/// The parts of `varblur-compose` that it shares with `varblur`: arguments, messages, and exit statuses.
package enum ComposeProgram {
    /// Parses the arguments of the process and performs the request, or those of the lines of standard input.
    ///
    /// - Parameters:
    ///   - documents: the texts of generated documents, by the names of their files.
    ///   - compose: draws a scene and writes the output; returns the report. It may be called by several threads at once.
    package static func run(
        documents: [String: () -> String],
        _ compose: @escaping @Sendable (ComposeRequest, ComposeWatch) throws(ComposeFailure) -> JSONValue
    ) {
        require_address_space(8 << 20)
        StandardStreams.reserveClosedDescriptors()
        HelperProgram.onFirstUse { Sandbox.notice() }
        let piped = PipedArguments(insteadOf: ProcessArguments.list)
        let help = CommandHelp.compose
        let arguments = help.arguments(piped?.arguments ?? ProcessArguments.list)
        do {
            if let text = try help.text(for: arguments, documents: documents) { return write(text) }
            if let error = arguments.error { throw error }
            var settings = EffectiveSettings()
            try settings.add(arguments.settings)
            let command = try settings.request(paths: arguments.paths)
            Messages.isQuiet = command.run.quiet
            try ComposeUsage.checkBatch(command)
            if command.scene.isBatch { return try runBatch(command, settings, compose) }
            let request = try ComposeRequest(command)
            run(request, ComposeResult(command, request, settings), piped, compose)
        } catch {
            help.exit(error)
        }
    }

    /// Draws the scenes of a batch.
    ///
    /// - Throws: an `ExitStatus`, or a `UsageError`.
    private static func runBatch(
        _ command: CommandRequest, _ settings: EffectiveSettings, _ compose: @escaping SceneThreads.Compose
    ) throws {
        if isatty(STDIN_FILENO) == 1 { throw ComposeUsage.terminalBatch }
        StandardStreams.reportClosedPipes()
        // libraries that draw need the whole stack
        share_limited_address_space(0)
        // scenes name their files, but need no programs and no sockets
        try? Sandbox.enter(.auto, for: .sceneFiles, writable: ["/"])
        TerminationSignals.startCleanup()
        let threads = SceneThreads(limit: command.run.imagesAtOnce(), compose)
        let status = BatchRun.perform(SceneJobParser(base: settings, command, threads), command)
        threads.end(status)
        if let status { throw status }
    }

    /// Draws a single scene.
    private static func run(
        _ request: ComposeRequest, _ result: ComposeResult, _ piped: PipedArguments?, _ compose: SceneThreads.Compose
    ) {
        // as much as a picture for a page needs
        use_large_heap_pages(16 << 20)
        if request.reportsJSON || request.usesStandardOutput { StandardStreams.reportClosedPipes() }
        if piped != nil { enterSandbox(request) }
        TerminationSignals.startCleanup()
        @Sendable func end(_ error: ComposeFailure) -> Never {
            for line in error.messages { Messages.lines(["varblur: error: \(line)"]) }
            if request.reportsJSON { write(result.text(error.report)) }
            TemporaryFiles.removeAll { _exit(error.exitStatus) }
        }
        let watch = ComposeWatch()
        watch.start(request) { end($0) }
        piped?.endWithSender()
        do throws(ComposeFailure) {
            let report = try compose(request, watch)
            watch.finish()
            showWarnings(report, request.scene.label)
            if request.reportsJSON { write(result.text(report)) }
        } catch {
            watch.finish()
            end(error)
        }
    }

    /// Gives up the right to open other files than the scene, its images, and fonts: the picture goes to standard output.
    private static func enterSandbox(_ request: ComposeRequest) {
        let files = [request.scene.path, request.confinement ?? "/"].compactMap(\.self)
        try? Sandbox.enter(.auto, for: .scene, readable: files + request.fontDirectories + Sandbox.fontDirectories)
    }

    private static func showWarnings(_ report: JSONValue, _ scene: String) {
        guard case .array(let warnings)? = report["warnings"] else { return }
        for case .string(let warning) in warnings { Messages.warning("\(scene): \(warning)") }
    }

    /// A number of bytes in KiB or MiB, rounded up.
    package static func memorySize(_ bytes: Int) -> String { Summary.memorySize(bytes) }

    /// Shows a line.
    package static func inform(_ text: String) { Messages.info(text) }

    /// Writes bytes to standard output.
    ///
    /// - Throws: an error with the code `inputOutput` or `brokenPipe`.
    package static func writeOutput(_ bytes: [UInt8]) throws(ImageError) { try StandardOutput.write(bytes) }

    private static func write(_ text: String) {
        do throws(ImageError) {
            try StandardOutput.write(text)
        } catch {
            Messages.error(error)
            exit(ExitStatus.code(for: error).rawValue)
        }
    }
}

/// Why a scene was not drawn.
package struct ComposeFailure: Error {
    /// A line for each mistake.
    package let messages: [String]
    /// The exit status.
    package let exitStatus: Int32
    /// The name of the error, for programs.
    package let code: String
    /// The error of a file, without advice.
    private var imageError: ImageError?

    package init(messages: [String], exitStatus: Int32, code: String) {
        (self.messages, self.exitStatus, self.code) = (messages, exitStatus, code)
    }

    /// An error of a file.
    package init(_ error: ImageError) { self.init(error, in: .composeCommand) }

    private init(_ error: ImageError, in scope: OptionScope) {
        let advised = Advice.applied(to: error, in: scope)
        self.init(
            messages: error.code == .brokenPipe ? [] : [advised.description],
            exitStatus: ExitStatus.code(for: error).rawValue, code: error.code.description)
        imageError = error
    }

    /// The failure in the words of a line of a batch.
    var inJobLanguage: ComposeFailure { imageError.map { ComposeFailure($0, in: .sceneLine) } ?? self }

    /// The result for programs.
    var report: JSONValue {
        .object([
            .init("version", .integer(1)), .init("status", .string("error")),
            .init(
                "error",
                .object([
                    .init("code", .string(code)), .init("messages", .array(messages.map { .string($0) })),
                    .init("exit", .integer(Int(exitStatus))),
                ])),
        ])
    }
}
