internal import VarBlurCodecs

/// An option of the command, as a program with a user interface shows it.
public struct OptionDescription: Sendable, Codable {
    /// The kinds of values.
    public enum Kind: String, Sendable, Codable {
        /// None: the option is on or off.
        case flag
        /// One of ``OptionDescription/choices``.
        case choice
        /// A text such as one of ``OptionDescription/choices``.
        case words
        /// A whole number.
        case integer
        /// A number, optionally with one of ``OptionDescription/units``.
        case number
        /// A text.
        case text
        /// The path of a file or a directory.
        case file
    }

    /// The name without dashes.
    public let name: String
    /// The heading under which the help lists the option.
    public let section: String
    /// The kind of the value.
    public let kind: Kind
    /// The name of the value in the help; empty for flags.
    public let placeholder: String
    /// The words to choose from.
    public let choices: [String]
    /// The units of a number, for example `px`.
    public let units: [String]
    /// The range in words; `nil` if there is none.
    public let range: String?
    /// The value in effect if none is given; `nil` if it depends on the image.
    public let defaultValue: String?
    /// A description of a default that depends on the image; `nil` if there is none.
    public let defaultDescription: String?
    /// Whether the option can change the bytes of an output.
    public let changesOutput: Bool
    /// The name of the first option of a group of flags that exclude each other; `nil` for all other options.
    public let group: String?
    /// The description, in sentences.
    public let summary: String

    init(_ entry: OptionEntry) {
        (name, section, summary) = (entry.name, entry.section.title, entry.text)
        (changesOutput, defaultDescription) = (entry.changesOutput, entry.defaultDescription)
        placeholder = entry.syntax?.placeholder ?? ""
        choices = entry.syntax?.choices ?? []
        range = entry.rangeText
        defaultValue = entry.defaultText()
        group = entry.group
        if case .number(_, let units)? = entry.syntax?.kind { self.units = units } else { units = [] }
        kind =
            switch entry.syntax?.kind {
            case nil: .flag
            case .choice: .choice
            case .words: .words
            case .integer: .integer
            case .number: .number
            case .text: .text
            case .file, .directory: .file
            }
    }
}
