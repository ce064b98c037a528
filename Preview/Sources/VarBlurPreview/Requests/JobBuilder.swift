internal import VarBlurCommand
internal import VarBlurCodecs

/// Builds jobs from the options of the page, in the way of the command.
struct JobBuilder: Sendable {
    /// The options that the page shows.
    let options: [OptionDescription]
    /// Arguments of the program that the page does not show, such as limits.
    let fixedArguments: [String]
    /// The limits for pictures and masks.
    let limits: ImageLimits

    /// Divides the settings in effect.
    ///
    /// - Throws: an error of settings that contradict each other.
    init(_ settings: [PreviewRequest.Setting]) throws(CommandLineError) {
        options = CommandLineTool.jobOptions.filter { $0.changesOutput && $0.section != "Limits" }
        let shown = Set(options.map(\.name))
        fixedArguments = settings.filter { !shown.contains($0.name) }.map { setting in
            let isFlag = CommandLineTool.jobOptions.contains { $0.name == setting.name && $0.kind == .flag }
            return isFlag ? "--\(setting.name)" : "--\(setting.name)=\(setting.value)"
        }
        limits = try CommandLineTool.parseJob(fixedArguments).limits
    }

    /// The job for options.
    ///
    /// - Parameters:
    ///   - values: the options by their names.
    ///   - hasMask: whether there is a mask, which the caller adds to the job.
    ///   - hasMatte: whether there is a matte, which the caller adds to the job.
    /// - Returns: the job, without a mask and a matte.
    /// - Throws: the error that the command would show.
    func job(_ values: [String: OptionValue], hasMask: Bool, hasMatte: Bool) throws(CommandLineError) -> BlurJob {
        var arguments = fixedArguments
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let option = options.first(where: { $0.name == name }), option.kind != .file else {
                throw CommandLineError(usage: "The page has no option '\(name.prefix(40))'.")
            }
            switch (value, option.kind) {
            case (.flag(let isOn), .flag): arguments += isOn ? ["--\(name)"] : []
            case (.text(let text), let kind) where kind != .flag && !text.isEmpty: arguments.append("--\(name)=\(text)")
            default: throw CommandLineError(usage: "The option '\(name)' requires a value.")
            }
        }
        // the names are not used; they select the options that are valid with a mask or a matte
        if hasMask { arguments.append("--mask=mask") }
        if hasMatte { arguments.append("--matte=matte") }
        var job = try CommandLineTool.parseJob(arguments)
        (job.maskSource, job.matteSource) = (nil, nil)
        return job
    }
}

extension CommandLineError {
    /// The message as a sentence for people who use no command line: without its prefix and the hint about the help.
    var sentence: String {
        let lines = message.split(separator: "\n").map { line in
            ["varblur: error: ", "varblur: hint: "].reduce(String(line)) { text, prefix in
                text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
            }
        }
        let shown = lines.filter { !$0.hasPrefix("see 'varblur") && !$0.hasPrefix("  ") }
        return shown.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: ". ") + "."
    }
}
