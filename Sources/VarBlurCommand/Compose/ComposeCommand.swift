internal import ArgumentParser
internal import VariableBlurCodecs

/// The arguments of `varblur compose`, which the program `varblur-compose` performs.
struct ComposeCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "compose",
        _superCommandName: "varblur",
        abstract: help.abstract,
        usage: help.usage.joined(separator: "\n"),
        discussion: help.discussion,
        version: ToolVersion.text)

    static let scope = OptionScope.composeCommand

    static let pathHelp: ArgumentHelp? = "The scene and the output; '-' is standard input or output."

    let request: CommandRequest

    var reportsToPrograms: Bool { request.run.report != nil }

    func perform(_ settings: EffectiveSettings) throws { ComposeLauncher.start(settings.arguments) }
}
