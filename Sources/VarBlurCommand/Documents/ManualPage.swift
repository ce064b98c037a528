internal import VarBlurCodecs

/// The manual page of a command, in the man macros of roff.
enum ManualPage {
    static func text(of help: CommandHelp, _ table: OptionTable) -> String {
        let command = CommandReference(help, table)
        let others = ([.varblur] + Subcommand.allCases.map(\.help)).filter { $0.scope != help.scope }
        let lines =
            header(command) + synopsis(command) + description(command) + options(command)
            + command.texts.sections.flatMap { [".SH \($0.title)"] + $0.items.flatMap(item) } + settings(command)
            + [".SH SEE ALSO", others.map { ".BR \(pageName($0.name)) (1)" }.joined(separator: ",\n")]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func pageName(_ command: String) -> String { command.replacing(" ", by: "-") }

    private static func header(_ command: CommandReference) -> [String] {
        let (name, abstract) = (pageName(command.name), command.texts.abstract)
        return [
            #".\" Generated from the option table by varblur --generate-document; do not edit."#,
            #".TH \#(name.uppercased()) 1 "" "varblur \#(ToolVersion.text)" "User Commands""#,
            ".SH NAME",
            #"\#(escaped(name)) \- \#(escaped(abstract.prefix(1).lowercased() + abstract.dropFirst().dropLast()))"#,
        ]
    }

    private static func synopsis(_ command: CommandReference) -> [String] {
        [".SH SYNOPSIS"] + command.texts.usage.flatMap { [".B \(escaped($0))", ".br"] }.dropLast()
    }

    private static func description(_ command: CommandReference) -> [String] {
        let paragraphs = command.texts.paragraphs.map(escaped)
        let text = [".SH DESCRIPTION"] + paragraphs.flatMap { [".PP", $0] }.dropFirst()
        return text + (command.texts.pathSummary.map { [".SH ARGUMENTS", escaped($0)] } ?? [])
    }

    private static func options(_ command: CommandReference) -> [String] {
        [".SH OPTIONS"]
            + command.sections.flatMap { title, options in
                [#".SS "\#(title)""#] + options.flatMap { [".TP", names($0), escaped($0.description)] }
            } + [#".SS "General""#]
            + item("--version", "Show the version; with --verbose, also the libraries and the instruction sets.")
            + item("-h, --help", "Show help information.")
    }

    private static func names(_ option: OptionEntry) -> String {
        let names = option.dashedNames.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
        return names + (option.syntax.map { " \\fI\(escaped($0.placeholder))\\fR" } ?? "")
    }

    private static func item(_ term: String, _ description: String) -> [String] {
        [".TP", "\\fB\(escaped(term))\\fR", escaped(description)]
    }

    /// Where settings come from; a command without settings reads none.
    private static func settings(_ command: CommandReference) -> [String] {
        command.options.contains { $0.name == "settings" } ? files + environment : []
    }

    private static let files = [
        ".SH FILES", ".TP", #"\fI\(ti/.config/varblur/settings.conf\fR"#,
        escaped(
            """
            Settings: lines of the form 'name = value', where name is an option without dashes. Environment variables \
            and the command line take precedence. If XDG_CONFIG_HOME is set, the file is varblur/settings.conf in that \
            directory. VARBLUR_SETTINGS selects another file.
            """),
    ]

    private static let environment =
        [".SH ENVIRONMENT"]
        + item(
            "VARBLUR_MAX_RADIUS, ...",
            """
            Settings. Every option listed by --print-settings has an environment variable: \
            VARBLUR_ and the option name in uppercase, with _ instead of -.
            """) + item("NO_COLOR", "If set, messages and progress are printed without colors.")

    private static func escaped(_ text: some StringProtocol) -> String {
        let replacements: [Character: String] = [
            "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "…": "...", "×": "x",
        ]
        let line = text.map { replacements[$0] ?? String($0) }.joined()
        // A period at the start of a line would be a macro
        return line.hasPrefix(".") ? "\\&" + line : line
    }
}
