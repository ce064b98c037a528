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

    /// The settings of the program that the page does not show.
    private let fixed: [PreviewRequest.Setting]

    /// Divides the settings in effect.
    ///
    /// - Throws: an error of settings that contradict each other.
    init(_ settings: [PreviewRequest.Setting]) throws(CommandLineError) {
        options = CommandLineTool.jobOptions.filter { $0.changesOutput && $0.section != "Limits" }
        let shown = Set(options.map(\.name))
        fixed = settings.filter { !shown.contains($0.name) }
        fixedArguments = fixed.map { setting in
            let isFlag = CommandLineTool.jobOptions.contains { $0.name == setting.name && $0.kind == .flag }
            return isFlag ? "--\(setting.name)" : "--\(setting.name)=\(setting.value)"
        }
        limits = try CommandLineTool.job(fixed).limits
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
        var settings = fixed
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let option = options.first(where: { $0.name == name }), option.kind != .file else {
                throw CommandLineError(cause: "the page has no option '\(name.prefix(40))'")
            }
            switch (value, option.kind) {
            case (.flag(let isOn), .flag): settings += isOn ? [.init(name: name, value: "yes")] : []
            case (.text(let text), let kind) where kind != .flag && !text.isEmpty:
                settings.append(.init(name: name, value: text))
            default: throw CommandLineError(cause: "the option '\(name)' requires a value")
            }
        }
        // the names are not used; they select the options that are valid with a mask or a matte
        for name in [hasMask ? "mask" : nil, hasMatte ? "matte" : nil].compactMap(\.self) {
            settings.append(.init(name: name, value: name))
        }
        var job = try CommandLineTool.job(settings)
        (job.maskSource, job.matteSource) = (nil, nil)
        return job
    }
}

extension CommandLineError {
    /// The error as sentences for people who use no command line.
    var sentence: String { sentences([cause, remedy ?? ""]) }
}

extension ImageError {
    /// The error as sentences, unless it begins with the name of a file.
    var sentence: String { file.isEmpty ? sentences([cause, remedy]) : description }
}

/// Phrases that are not empty, as sentences.
private func sentences(_ phrases: [String]) -> String {
    phrases.filter { !$0.isEmpty }.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
}
