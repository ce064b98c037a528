internal import ArgumentParser
internal import LibC
internal import VariableBlurCodecs

/// The program: runs the command or its subcommand.
///
/// The parser's own subcommands would take the first file's name for one.
enum Program {
    /// Does what the arguments, without the program's own name, ask for.
    static func run(_ arguments: [String]) {
        StandardStreams.reserveClosedDescriptors()
        switch (arguments.first, arguments.count) {
        case ("batch", _): run(BatchCommand.self, Array(arguments.dropFirst()))
        case ("help", 1): run(VarBlur.self, ["--help"])
        case ("help", 2) where arguments[1] == "batch": run(BatchCommand.self, ["--help"])
        case ("--experimental-dump-help", 1): run(WholeCommand.self, arguments)
        default: run(VarBlur.self, ReportOptions.completed(arguments))
        }
    }

    private static func run<Command: Runnable>(_ type: Command.Type, _ arguments: [String]) {
        let scan = CommandLineScan(arguments)
        do {
            if scan.isVersion && scan.isVerbose { throw CleanExit.message(VersionReport.text) }
            if let script = try scan.completionShell.map(completionScript) { throw CleanExit.message(script) }
            let settings = try EffectiveSettings(commandLine: arguments)
            if type == VarBlur.self, let plain = PlainRun(settings.arguments) {
                return try prepared(plain).perform(settings)
            }
            var parsed = try type.parseAsRoot(settings.arguments)
            // the parser has a command of its own for help
            guard let command = parsed as? Command else { return try parsed.run() }
            if command.printsSettings { throw CleanExit.message(String(settings.text.dropLast())) }
            try prepared(command).perform(settings)
        } catch {
            end(type, error, scan)
        }
    }

    /// The run, when everything around it is as it asks for.
    private static func prepared<Run: Performable>(_ run: Run) -> Run {
        if run.isQuiet { Messages.isQuiet = true }
        for doubt in EffectiveSettings.doubts { Messages.warning(doubt) }
        if run.reportsToPrograms { StandardStreams.reportClosedPipes() }
        TerminationSignals.startCleanup()
        return run
    }

    /// In the place of the parser's own, which knows no subcommand beside files.
    private static func completionScript(shell: String) throws -> String {
        guard let script = CompletionScript.text(shell: shell) else {
            throw ValidationError("There are completions for bash, zsh and fish.")
        }
        return String(script.dropLast())
    }

    /// Says what the parser has to say, and ends.
    private static func end<Command: Runnable>(
        _ type: Command.Type, _ error: any Error, _ scan: CommandLineScan
    ) -> Never {
        let status = type.exitCode(for: error)
        let text = Command.completed(type.fullMessage(for: error))
        guard status != .success else {
            do throws(ImageError) {
                try StandardOutput.write(text + "\n")
                exit(0)
            } catch {
                Messages.error(error)
                exit(ExitStatus.code(for: error).rawValue)
            }
        }
        if !text.isEmpty {
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if status == ExitStatus.usage {
                let unknown = scan.suggestion(forUnknown: lines[0][...]).map { ". \($0)" }
                lines[0] += unknown ?? scan.suggestions.map { " \($0)" }.joined()
            }
            Messages.write(lines.map { $0 + "\n" }.joined())
        }
        exit(status.rawValue)
    }
}

/// What the program does once it knows what is asked for.
protocol Performable {
    var isQuiet: Bool { get }
    /// Whether a reader of standard output that goes away is to be noticed.
    var reportsToPrograms: Bool { get }
    func perform(_ settings: EffectiveSettings) throws
}

/// A command that the parser knows.
protocol Runnable: ParsableCommand, Performable {
    var printsSettings: Bool { get }
}

extension VarBlur: Runnable {
    var printsSettings: Bool { run.printsSettings }
    var isQuiet: Bool { run.quiet }
    var reportsToPrograms: Bool { report.json != nil }
}

extension BatchCommand: Runnable {
    var printsSettings: Bool { run.printsSettings }
    var isQuiet: Bool { run.quiet }
    var reportsToPrograms: Bool { true }
}

extension Runnable {
    /// What the parser says, with the whole name of a subcommand that is parsed by itself.
    fileprivate static func completed(_ text: String) -> String {
        guard configuration.commandName == "batch" else { return text }
        let (given, wanted) = ("See 'batch --help'", "See 'varblur batch --help'")
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let start = line.prefix { $0 == " " }
            let rest = line.dropFirst(start.count)
            return rest.hasPrefix(given) ? start + wanted + rest.dropFirst(given.count) : String(line)
        }.joined(separator: "\n")
    }
}

/// The command with its subcommand, as manuals need it.
struct WholeCommand: Runnable {
    static let configuration = {
        var configuration = VarBlur.configuration
        configuration.subcommands = [BatchCommand.self]
        return configuration
    }()

    @OptionGroup
    var command: VarBlur

    var printsSettings: Bool { false }
    var isQuiet: Bool { false }
    var reportsToPrograms: Bool { false }
    func perform(_ settings: EffectiveSettings) {}
}
