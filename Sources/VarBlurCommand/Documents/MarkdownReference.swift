internal import VarBlurCodecs

/// The reference of the command line, in Markdown.
enum MarkdownReference {
    static func text(of commands: [CommandReference], settings: [OptionEntry]) -> String {
        var described: Set<String> = []
        var blocks = [
            "<!-- Generated from the option table by varblur --generate-document; do not edit. -->",
            "# Command line reference",
        ]
        for command in commands {
            blocks += introduction(command) + options(command, except: described)
            blocks += command.texts.sections.filter { $0.title != "SUBCOMMANDS" }.flatMap(self.blocks)
            described.formUnion(command.options.map(\.name))
        }
        return (blocks + settingBlocks(settings)).joined(separator: "\n\n") + "\n"
    }

    private static func introduction(_ command: CommandReference) -> [String] {
        let usage = "```\n\(command.texts.usage.joined(separator: "\n"))\n```"
        return ["## \(command.name)", command.texts.abstract, usage] + command.texts.paragraphs.map(escaped)
    }

    /// The options by section; options already described for an earlier command are only listed by name.
    private static func options(_ command: CommandReference, except described: Set<String>) -> [String] {
        let tables = command.sections.flatMap { title, options in
            let own = options.filter { !described.contains($0.name) }
            return own.isEmpty ? [] : blocks(title: title, options: own)
        }
        let shared = command.options.filter { described.contains($0.name) }.map { "`--\($0.name)`" }
        if shared.isEmpty { return tables }
        return tables + ["### Shared options", "As described above: \(shared.joined(separator: ", "))."]
    }

    private static func blocks(title: String, options: [OptionEntry]) -> [String] {
        let rows = options.map { option in
            let names = option.dashedNames.map { "`\($0)`" }.joined(separator: ", ")
            let value = option.syntax.map { " `<\($0.placeholder)>`" } ?? ""
            return [names + value, escaped(option.text), range(option), option.defaultPhrase.map(escaped) ?? ""]
        }
        return ["### \(title)", table(["Option", "Description", "Values", "Default"], rows)]
    }

    private static func range(_ option: OptionEntry) -> String {
        guard let syntax = option.syntax else { return "" }
        guard syntax.choices.isEmpty else { return syntax.choices.map { "`\($0)`" }.joined(separator: ", ") }
        return syntax.rangeText ?? ""
    }

    private static func blocks(of section: CommandHelp.Section) -> [String] {
        let title = section.title.prefix(1) + section.title.dropFirst().lowercased()
        let rows = section.items.map { ["`\($0.key.replacing("|", by: "\\|"))`", escaped($0.value)] }
        return ["### \(title)", table([section.title == "EXIT STATUS" ? "Status" : "Command", "Meaning"], rows)]
    }

    private static func settingBlocks(_ settings: [OptionEntry]) -> [String] {
        let rows = settings.map { option in
            [
                "`\(option.name)`", option.scope.contains(.environment) ? "`\(option.variable)`" : "",
                option.scope.contains(.batchLine) ? "yes" : "no", option.changesOutput ? "yes" : "no",
            ]
        }
        return [
            "## Settings",
            """
            Each of these options can be set in a settings file, in a line `name = value`. Those with a variable can also \
            be set in the environment. The command line takes precedence over the environment, and the environment over \
            the file. Flags take `yes` or `no`.
            """, table(["Setting", "Variable", "Allowed in batch jobs", "Affects the output"], rows),
        ]
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        let lines = [header, header.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "|<>*`".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
