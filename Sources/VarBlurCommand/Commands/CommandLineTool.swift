internal import CVarBlurPlatform
public import VarBlurCodecs

/// The command-line tool `varblur`, for its executable and for programs that test its options.
public enum CommandLineTool {
    /// Runs the tool with the arguments of the process.
    ///
    /// Returns after success. After an error, writes a message to standard error and ends the process with the exit
    /// status that the manual page lists.
    public static func main() {
        require_address_space(8 << 20)
        let arguments = ProcessArguments.list
        StandardStreams.reserveClosedDescriptors()
        share_limited_address_space(2 << 20)
        let rest = Array(arguments.dropFirst())
        let asksForHelp = arguments.first?.isSame(as: "help") ?? false
        let helped = asksForHelp ? rest.first.flatMap { Subcommand($0) } : nil
        if let subcommand = arguments.first.flatMap({ Subcommand($0) }) {
            Program.run(subcommand, rest)
        } else if let helped, rest.count == 1 {
            Program.run(helped, ["--help"])
        } else if asksForHelp, rest.count == (helped == nil ? 1 : 2), let topic = rest.last, !topic.isSame(as: "help"),
            !topic.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }),
            FileIdentity(path: "help") == nil
        {
            Program.showHelp(on: topic, of: helped)
        } else {
            Program.run(BlurCommand.self, asksForHelp && (rest.isEmpty || rest == ["help"]) ? ["--help"] : arguments)
        }
    }

    /// Parses the arguments of `varblur` as the system passes them, without running them: no file is opened and no settings are read.
    ///
    /// - Parameter arguments: the arguments without the name of the program; each may consist of any bytes. A second file name is the
    ///   output, whose extension selects the format.
    /// - Returns: the job for one image.
    /// - Throws: ``CommandLineError`` for usage errors, and if help or the version is requested.
    public static func parseJob(bytes arguments: [[UInt8]]) throws(CommandLineError) -> BlurJob {
        let (help, arguments) = (BlurCommand.help, arguments.map { SystemPath.text(bytes: $0) })
        let text: String?
        do throws(UsageError) {
            text = try help.text(for: help.arguments(arguments))
            if text == nil {
                let request = try help.request(arguments)
                let output = request.paths.dropFirst().first
                return try request.job.job(output: output, defaultThreads: nil, imagesAtOnce: 1)
            }
        } catch {
            throw CommandLineError(error)
        }
        throw CommandLineError(message: text ?? "", exitStatus: 0)
    }
}

/// Arguments that do not describe a job: a usage error, or a request for help or the version.
public struct CommandLineError: Error {
    /// The text that the tool prints.
    public let message: String
    /// The exit status of the tool: 64 for a usage error, 0 for help and the version.
    public let exitStatus: Int32
    /// What is wrong, as a phrase without a period.
    public private(set) var cause = ""
    /// What to do about it, as a phrase without a period; `nil` if there is only the help to refer to.
    public private(set) var remedy: String?

    init(message: String, exitStatus: Int32) { (self.message, self.exitStatus) = (message, exitStatus) }

    /// Creates a usage error.
    ///
    /// - Parameter cause: a phrase without a period.
    public init(cause: String) { self.init(UsageError(UsageText(cause))) }

    init(_ error: UsageError) {
        self.init(message: error.text(of: BlurCommand.help.name), exitStatus: ExitStatus.usage.rawValue)
        (cause, remedy) = (error.cause.text(for: .commandLine), error.remedy?.text(for: .commandLine))
    }
}

// MARK: - The page of `varblur preview`

extension CommandLineTool {
    /// The options of the output of a scene; those that select frames of an animation do not belong to them.
    public static var sceneOptions: [OptionDescription] {
        OptionTable.standard.entries(in: .composeCommand).filter { $0.changesOutput && $0.section != .scene }
            .map { OptionDescription($0) }
    }

    /// The options that may differ from image to image.
    public static var jobOptions: [OptionDescription] {
        OptionTable.standard.entries(in: .batchLine).map { OptionDescription($0) }
    }

    /// The job for settings, which a program with a user interface has: no file is opened.
    ///
    /// - Parameter settings: options that may differ from image to image, and their values.
    /// - Returns: the job for one image.
    /// - Throws: ``CommandLineError`` for settings that are wrong, or contradict each other.
    public static func job(_ settings: [PreviewRequest.Setting]) throws(CommandLineError) -> BlurJob {
        do throws(UsageError) {
            var effective = EffectiveSettings()
            for setting in settings {
                guard let option = effective.table[name: setting.name], option.scope.isSuperset(of: .batchLine) else {
                    throw UsageError("there is no option '\(Quotation.of(setting.name))'")
                }
                try effective.add([
                    option.isFlag
                        ? Setting(flag: option, isOn: setting.value.isSame(as: "yes"), from: .commandLine)
                        : try Setting(option, argument: setting.value)
                ])
            }
            return try effective.request().job.job(output: nil, defaultThreads: nil, imagesAtOnce: 1)
        } catch {
            throw CommandLineError(error)
        }
    }

    /// The request in the arguments of the process, which are those of `varblur preview`.
    ///
    /// Like ``main()``, prints the help if it is requested, and messages for usage errors; the process then ends.
    public static func previewRequest() -> PreviewRequest { Program.previewRequest(ProcessArguments.list) }
}
