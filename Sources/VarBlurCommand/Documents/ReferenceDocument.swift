internal import VarBlurCodecs

/// The documents that are generated from the option table, by the names of their files.
///
/// `varblur --generate-document <name>` prints them.
enum ReferenceDocument: String, CaseIterable, Sendable {
    case manualPage = "varblur.1"
    case batchManualPage = "varblur-batch.1"
    case previewManualPage = "varblur-preview.1"
    case composeManualPage = "varblur-compose.1"
    case commandLine = "command-line.md"
    case jobSchema = "job.schema.json"
    case sceneJobSchema = "scene-job.schema.json"

    /// The path in the project.
    var path: String {
        switch self {
        case .manualPage, .batchManualPage, .previewManualPage, .composeManualPage: "share/man/man1/\(rawValue)"
        case .commandLine: "docs/\(rawValue)"
        case .jobSchema, .sceneJobSchema: "share/varblur/\(rawValue)"
        }
    }

    /// The texts by the names of their files.
    static var texts: [String: () -> String] {
        Dictionary(uniqueKeysWithValues: allCases.map { document in (document.rawValue, { document.text() }) })
    }

    /// The contents.
    func text(of table: OptionTable = .standard) -> String {
        switch self {
        case .manualPage: ManualPage.text(of: .varblur, table)
        case .batchManualPage: ManualPage.text(of: .batch, table)
        case .previewManualPage: ManualPage.text(of: .preview, table)
        case .composeManualPage: ManualPage.text(of: .compose, table)
        case .commandLine:
            MarkdownReference.text(
                of: [.varblur, .batch, .preview, .compose].map { CommandReference($0, table) }, settings: table.settings
            )
        case .jobSchema: JobSchema.text(of: table.entries(in: .batchLine), outputs: table.entries(in: .lineOutput))
        case .sceneJobSchema: JobSchema.sceneText(of: table.entries(in: .sceneLine))
        }
    }
}

/// A command as the documents describe it.
struct CommandReference {
    let help: CommandHelp
    let texts: CommandHelp.Texts
    let options: [OptionEntry]
    var name: String { help.name }

    init(_ help: CommandHelp, _ table: OptionTable) {
        (self.help, texts, options) = (help, help.makeTexts(), table.entries(in: help.scope))
    }

    /// The options by section.
    var sections: [(title: String, options: [OptionEntry])] {
        OptionSection.allCases.compactMap { section in
            let members = options.filter { $0.section == section }
            return members.isEmpty ? nil : (section.title, members)
        }
    }
}
