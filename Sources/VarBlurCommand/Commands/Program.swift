internal import VarBlurLibC
internal import VarBlur
internal import VarBlurCodecs

/// The program: runs `varblur` or one of its subcommands.
enum Program {
    /// Runs a subcommand with arguments that include neither its name nor that of the program.
    static func run(_ subcommand: Subcommand, _ arguments: [String]) {
        switch subcommand {
        case .batch: run(BatchCommand.self, MessageStreams.arguments(insteadOf: arguments))
        case .compose:
            Messages.error(SiblingProgram.compose.execute(arguments))
            exit(ExitStatus.unavailable.rawValue)
        case .preview: run(PreviewCommand.self, arguments)
        }
    }

    /// Shows the help on an option of `varblur` or of a subcommand, whose name may have dashes, or under a heading.
    static func showHelp(on topic: String, of subcommand: Subcommand?) {
        let help = subcommand?.help ?? BlurCommand.help
        let name = String(Substring(topic.utf8.drop { $0 == UInt8(ascii: "-") }))
        if ["h", "help", "version"].contains(where: { $0.isSame(as: name) }) {
            return subcommand.map { run($0, ["--help"]) } ?? run(BlurCommand.self, ["--help"])
        }
        do {
            guard let text = help.text(onOption: name) ?? help.text(onSection: name) else {
                throw UsageError(
                    "there is no help on '\(Quotation.of(topic))'",
                    remedy: help.arguments(["--\(name)"]).error?.remedy ?? "'\(help.name) --help' lists all options")
            }
            try print(text)
        } catch {
            help.exit(error)
        }
    }

    /// Runs a command with arguments that do not include the name of the program.
    static func run<C: Command>(_ type: C.Type, _ arguments: [String]) {
        HelperProgram.onFirstUse { Sandbox.notice() }
        do {
            guard let (command, settings) = try command(type, arguments) else { return }
            if command.reportsToPrograms { StandardStreams.reportClosedPipes() }
            try Messages.showingError(as: .unavailable, command.enterSandbox)
            LargePage.use()
            if !command.entersSandboxLater { TerminationSignals.startCleanup() }
            do { try command.perform(settings) } catch let error as UsageError { throw settings.sourced(error) }
        } catch {
            type.help.exit(error)
        }
    }

    /// The command that arguments describe, and the settings in effect; `nil` after a text that they ask for.
    private static func command<C: Command>(
        _ type: C.Type, _ list: [String]
    ) throws -> (C, EffectiveSettings)? {
        let arguments = type.help.arguments(list)
        if let text = try type.help.text(for: arguments) {
            if arguments.information != .help || !Pager.show(text) { try print(text) }
            return nil
        }
        if let error = arguments.error { throw error }
        let settings = try EffectiveSettings(arguments)
        let command = C(request: try settings.request(paths: arguments.paths))
        if command.request.run.quiet { Messages.isQuiet = true }
        if command.request.run.listsPresets {
            try print(settings.presetList)
            return nil
        }
        if command.request.run.printsSettings {
            for warning in settings.unwritableWarnings { Messages.warning(warning) }
            try print(settings.text)
            return nil
        }
        for warning in settings.warnings { Messages.warning(warning) }
        return (command, settings)
    }

    private static func print(_ text: String) throws(ExitStatus) {
        try Messages.showingError { () throws(ImageError) in try StandardOutput.write(text) }
    }

    /// The request of a program that takes the arguments of `varblur preview`; help and errors end the process.
    static func previewRequest(_ arguments: [String]) -> PreviewRequest {
        StandardStreams.reserveClosedDescriptors()
        do {
            guard let (command, settings) = try command(PreviewCommand.self, arguments) else { VarBlurLibC.exit(0) }
            return try PreviewRequest(command.request, settings)
        } catch {
            PreviewCommand.help.exit(error)
        }
    }
}
