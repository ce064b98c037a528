internal import CSystem
internal import LibC
internal import VarBlurCodecs

/// The program: runs `varblur` or one of its subcommands.
enum Program {
    /// Runs the command with arguments that do not include the name of the program.
    static func run(_ arguments: [String]) {
        StandardStreams.reserveClosedDescriptors()
        share_limited_address_space()
        let rest = Array(arguments.dropFirst())
        let asksForHelp = arguments.first?.isSame(as: "help") ?? false
        if let subcommand = arguments.first.flatMap({ Subcommand($0) }) {
            run(subcommand, rest)
        } else if asksForHelp, rest.count == 1, let subcommand = Subcommand(rest[0]) {
            run(subcommand, ["--help"])
        } else {
            run(BlurCommand.self, asksForHelp && rest.isEmpty ? ["--help"] : arguments)
        }
    }

    private static func run(_ subcommand: Subcommand, _ arguments: [String]) {
        switch subcommand {
        case .batch: run(BatchCommand.self, arguments)
        case .compose:
            Messages.error(SiblingProgram.compose.execute(arguments))
            exit(ExitStatus.unavailable.rawValue)
        case .preview: run(PreviewCommand.self, arguments)
        }
    }

    private static func run<C: Command>(_ type: C.Type, _ arguments: [String]) {
        do {
            guard let (command, settings) = try command(type, arguments) else { return }
            if command.reportsToPrograms { StandardStreams.reportClosedPipes() }
            do throws(ImageError) {
                try command.enterSandbox()
            } catch {
                Messages.error(error)
                throw ExitStatus.unavailable
            }
            TerminationSignals.startCleanup()
            try command.perform(settings)
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
            try print(text)
            return nil
        }
        if let error = arguments.error { throw error }
        let settings = try EffectiveSettings(arguments)
        let command = C(request: try settings.request(paths: arguments.paths))
        if command.request.run.quiet { Messages.isQuiet = true }
        if command.request.run.printsSettings {
            try print(settings.text)
            return nil
        }
        for warning in settings.warnings { Messages.warning(warning) }
        return (command, settings)
    }

    private static func print(_ text: String) throws(ExitStatus) {
        do throws(ImageError) {
            try StandardOutput.write(text)
        } catch {
            Messages.error(error)
            throw ExitStatus.code(for: error)
        }
    }

    /// The request of a program that takes the arguments of `varblur preview`; help and errors end the process.
    static func previewRequest(_ arguments: [String]) -> PreviewRequest {
        StandardStreams.reserveClosedDescriptors()
        do {
            guard let (command, settings) = try command(PreviewCommand.self, arguments) else { LibC.exit(0) }
            return try PreviewRequest(command.request, settings)
        } catch {
            PreviewCommand.help.exit(error)
        }
    }
}
