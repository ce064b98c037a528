internal import ArgumentParser
internal import VariableBlurCodecs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The program: reads the arguments, of which paths may be no UTF-8, and runs the command or its subcommand.
///
/// The parser's own subcommands would take the first file's name for one.
@main
enum Main {
    static func main() {
        StandardOutput.occupyClosedStreams()
        let arguments = (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { unsafe SystemPath.text($0) }
        }
        if arguments.first == "batch" {
            run(BatchCommand.self, Array(arguments.dropFirst())) { try $0.perform($1) }
        } else if let all = WholeCommand.request(arguments) {
            run(WholeCommand.self, all) { _, _ in }
        } else {
            run(VarBlur.self, ReportOptions.completed(arguments)) { try $0.perform($1) }
        }
    }

    private static func run<Command: Runnable>(
        _ type: Command.Type, _ arguments: [String], _ perform: (Command, EffectiveSettings) throws -> Void
    ) {
        let scan = CommandLineScan(arguments)
        do {
            if scan.isVersion && scan.isVerbose { throw CleanExit.message(VersionReport.text) }
            let settings = try EffectiveSettings(commandLine: arguments)
            var parsed = try type.parseAsRoot(settings.arguments)
            // the parser has a command of its own for help
            guard let command = parsed as? Command else { return try parsed.run() }
            if command.printsSettings { throw CleanExit.message(String(settings.text.dropLast())) }
            if command.isQuiet { Messages.beQuiet() }
            if command.reportsToPrograms { StandardOutput.surviveReaders() }
            Interruption.removeTemporaryFilesWhenStopped()
            try perform(command, settings)
        } catch {
            end(type, error, scan)
        }
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
                exit(ExitStatus.complaining(error).rawValue)
            }
        }
        if !text.isEmpty {
            let suggestions = status == ExitStatus.usage ? scan.suggestions : []
            Messages.write((suggestions + [text]).map { $0 + "\n" }.joined())
        }
        exit(status.rawValue)
    }
}

/// A command that the program runs.
protocol Runnable: ParsableCommand {
    var printsSettings: Bool { get }
    var isQuiet: Bool { get }
    /// Whether a reader of standard output that goes away is to be noticed.
    var reportsToPrograms: Bool { get }
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
        configuration.commandName == "batch"
            ? text.replacing("See 'batch --help'", with: "See 'varblur batch --help'") : text
    }
}

/// The command with its subcommand, as completion scripts and manuals need it.
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

    /// The arguments for this command, if they ask for what only it can say.
    static func request(_ arguments: [String]) -> [String]? {
        switch arguments.first {
        case "--generate-completion-script", "--experimental-dump-help": arguments
        case "help" where arguments.count == 1: ["--help"]
        case "help" where arguments == ["help", "batch"]: ["batch", "--help"]
        default: arguments.first?.hasPrefix("---completion") ?? false ? arguments : nil
        }
    }
}
