internal import ArgumentParser
internal import CPlatform
internal import LibC
internal import VariableBlurCodecs

/// The program: runs `varblur` or one of its subcommands.
///
/// ArgumentParser's subcommands are not used, because an input file named like a subcommand would be mistaken for it.
enum Program {
    /// Runs the command with arguments that do not include the name of the program.
    static func run(_ arguments: [String]) {
        StandardStreams.reserveClosedDescriptors()
        share_limited_address_space()
        let rest = Array(arguments.dropFirst())
        if let subcommand = subcommand(arguments.first) {
            switch subcommand {
            case .batch: run(BatchCommand.self, rest)
            case .compose: ComposeLauncher.start(rest)
            case .preview: run(PreviewCommand.self, rest)
            }
        } else if arguments.first?.isSame(as: "help") ?? false, rest.isEmpty {
            run(VarBlur.self, ["--help"])
        } else if arguments.first?.isSame(as: "help") ?? false, rest.count == 1, let subcommand = subcommand(rest[0]) {
            switch subcommand {
            case .batch: run(BatchCommand.self, ["--help"])
            case .compose: run(ComposeCommand.self, ["--help"])
            case .preview: run(PreviewCommand.self, ["--help"])
            }
        } else {
            run(VarBlur.self, OptionTable.standard.completingOptionalValues(arguments))
        }
    }

    private static func subcommand(_ argument: String?) -> Subcommand? {
        argument.flatMap { word in Subcommand.allCases.first { $0.rawValue.isSame(as: word) } }
    }

    /// The request of a program that takes the arguments of `varblur preview`; help and errors end the process.
    static func previewRequest(_ arguments: [String]) -> PreviewRequest {
        StandardStreams.reserveClosedDescriptors()
        let scan = CommandLineScan(arguments)
        do {
            let (command, settings) = try command(PreviewCommand.self, arguments, scan)
            if command.request.run.quiet { Messages.isQuiet = true }
            for warning in settings.warnings { Messages.warning(warning) }
            return try PreviewRequest(command.request, settings)
        } catch {
            exit(PreviewCommand.self, error, scan)
        }
    }

    static func run<C: Command>(_ type: C.Type, _ arguments: [String]) {
        let scan = CommandLineScan(arguments)
        do {
            let (command, settings) = try command(type, arguments, scan)
            try prepare(command, settings)
            try command.perform(settings)
        } catch {
            exit(type, error, scan)
        }
    }

    /// The command that arguments describe, and the settings in effect.
    ///
    /// - Throws: usage errors, and requests for texts.
    private static func command<C: Command>(
        _ type: C.Type, _ arguments: [String], _ scan: CommandLineScan
    ) throws -> (C, EffectiveSettings) {
        if scan.isShortHelp { throw CleanExit.message(C.help.screen(OptionTable.standard, C.scope)) }
        if let text = try informationText(scan) { throw CleanExit.message(text) }
        let settings = try EffectiveSettings(commandLine: arguments)
        let command = try C(arguments: scan.textRequest ?? settings.arguments)
        if command.request.run.printsSettings { throw CleanExit.message(String(settings.text.dropLast())) }
        return (command, settings)
    }

    /// The text of an option that only prints information; the parser handles the others.
    private static func informationText(_ scan: CommandLineScan) throws -> String? {
        if scan.isVersion && scan.isVerbose { return VersionReport.text }
        if let shell = scan.completionShell {
            guard let script = CompletionScript.text(shell: shell) else {
                throw ValidationError("Completions are available for bash, zsh and fish.")
            }
            return String(script.dropLast())
        }
        guard let name = scan.document else { return nil }
        guard let text = ReferenceDocument(rawValue: name)?.text() else {
            let names = ReferenceDocument.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("The generated documents are \(names).")
        }
        return String(text.dropLast())
    }

    private static func prepare(_ command: some Command, _ settings: EffectiveSettings) throws {
        if command.request.run.quiet { Messages.isQuiet = true }
        for warning in settings.warnings { Messages.warning(warning) }
        if command.reportsToPrograms { StandardStreams.reportClosedPipes() }
        do throws(ImageError) {
            try command.enterSandbox()
        } catch {
            Messages.error(error)
            throw ExitStatus.unavailable
        }
        TerminationSignals.startCleanup()
    }

    /// Prints the message of an error, or the text that was asked for, and exits.
    static func exit<C: Command>(_ type: C.Type, _ error: any Error, _ scan: CommandLineScan) -> Never {
        let status = CommandArguments<C>.exitCode(for: error)
        guard status != .success else {
            do throws(ImageError) {
                try StandardOutput.write(CommandArguments<C>.fullMessage(for: error) + "\n")
                LibC.exit(0)
            } catch {
                Messages.error(error)
                LibC.exit(ExitStatus.code(for: error).rawValue)
            }
        }
        // a status alone is the end of a run that has shown its errors
        if !(error is ExitCode) {
            Messages.usageError(UsageMessage(error, of: type, scan))
        }
        LibC.exit(status.rawValue)
    }
}
