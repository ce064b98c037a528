/// The reference of the command line, in Markdown.
enum MarkdownReference {
    static func text(of commands: [CommandReference], settings: [OptionEntry]) -> String {
        let blocks =
            [
                "<!-- Generated from the option table by varblur --generate-document; do not edit. -->",
                "# Command line reference",
            ] + commands.flatMap(blocks) + settingBlocks(settings)
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func blocks(of command: CommandReference) -> [String] {
        [
            "## \(command.name)", command.help.abstract, "```\n\(command.help.usage.joined(separator: "\n"))\n```",
        ] + command.help.paragraphs.map(escaped) + command.sections.flatMap(blocks)
            + command.help.sections.filter { $0.title != "SUBCOMMAND" }.flatMap(blocks)
    }

    private static func blocks(title: String, options: [OptionEntry]) -> [String] {
        let rows = options.map { option in
            let names = option.dashedNames.map { "`\($0)`" }.joined(separator: ", ")
            let value = option.syntax.map { " `<\($0.placeholder)>`" } ?? ""
            return [names + value, escaped(option.summary), range(option), option.defaultPhrase.map(escaped) ?? ""]
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
        let rows = section.items.map { ["`\($0.term.replacing("|", with: "\\|"))`", escaped($0.description)] }
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
            These options can also be set in a settings file, as lines `name = value`, and by environment variables. The \
            command line overrides the environment, the environment overrides the file. A flag is `yes` or `no`.
            """, table(["Setting", "Variable", "Option of a batch line", "Changes the output"], rows),
        ]
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        let lines = [header, header.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "|<>*_`[]{}".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
