/// One command-line option.
///
/// Parsing, settings, completions, help, manual pages and the schema of a job are all derived from these entries.
struct OptionEntry: Sendable {
    /// What follows the option's name.
    enum Argument: Sendable {
        /// Nothing.
        case none
        /// Nothing; of both flags of this type, the last one on the command line takes effect.
        case progression(JPEGProgression)
        /// A value.
        case value(ValueSyntax)
        /// A value that may be left out, and the value used then.
        case optionalValue(ValueSyntax, omitted: String)
    }

    /// The long name, without dashes.
    let name: String
    /// The one-letter name.
    private(set) var shortName: Character?
    let argument: Argument
    let section: OptionSection
    let scope: OptionScope
    /// Whether the option can change the bytes of an output.
    private(set) var changesOutput = false
    /// Whether each occurrence adds to the earlier ones, instead of replacing them.
    private(set) var isRepeatable = false
    /// The setting that a flag is short for, and its value.
    private(set) var abbreviates: (name: String, value: String)?
    /// The value in effect if none is given, as a user would write it; `nil` if it depends on the image or the machine.
    private(set) var defaultText: @Sendable () -> String? = { nil }
    /// A description of a default that depends on the image or the machine.
    private(set) var defaultDescription: String?
    /// The description, in sentences.
    let summary: String
    /// The description for a line of a batch, if it differs.
    private(set) var lineSummary: String?
    /// Applies a value to a request; a flag's value is ignored.
    let apply: @Sendable (inout CommandRequest, String) throws -> Void

    var isFlag: Bool {
        switch argument {
        case .none, .progression: true
        case .value, .optionalValue: false
        }
    }

    /// The syntax of the value; `nil` for a flag.
    var syntax: ValueSyntax? {
        switch argument {
        case .none, .progression: nil
        case .value(let syntax), .optionalValue(let syntax, omitted: _): syntax
        }
    }

    /// Whether the option may be set in the settings file.
    var isSetting: Bool { scope.contains(.settingsFile) }

    /// The environment variable of the same meaning.
    var variable: String { Self.variablePrefix + name.uppercased().replacing("-", with: "_") }

    static let variablePrefix = "VARBLUR_"

    /// Checks a value.
    func validate(_ text: String) throws {
        var request = CommandRequest()
        try apply(&request, text)
    }
}

extension OptionEntry {
    /// An option with a value; the default comes from the library wherever the library has one.
    static func value<Value: Sendable>(
        _ name: String, _ value: OptionValue<Value>, section: OptionSection, scope: OptionScope = .image,
        changesOutput: Bool = false, isRepeatable: Bool = false,
        default defaultValue: @autoclosure @escaping @Sendable () -> Value? = nil,
        defaultDescription: String? = nil, _ summary: String, inLines lineSummary: String? = nil,
        set: @escaping @Sendable (inout CommandRequest, Value) -> Void
    ) -> OptionEntry {
        OptionEntry(
            name: name, argument: .value(value.syntax), section: section, scope: scope, changesOutput: changesOutput,
            isRepeatable: isRepeatable,
            defaultText: { [text = value.text] in defaultValue().map(text) }, defaultDescription: defaultDescription,
            summary: summary, lineSummary: lineSummary,
            apply: { request, text in set(&request, try value.checkedValue(of: text)) })
    }

    /// An option whose value may be left out; `omitted` is used then.
    static func optionalValue<Value: Sendable>(
        _ name: String, _ value: OptionValue<Value>, omitted: Value, section: OptionSection, scope: OptionScope,
        _ summary: String, set: @escaping @Sendable (inout CommandRequest, Value) -> Void
    ) -> OptionEntry {
        OptionEntry(
            name: name, argument: .optionalValue(value.syntax, omitted: value.text(omitted)), section: section,
            scope: scope, summary: summary,
            apply: { request, text in set(&request, try value.checkedValue(of: text)) })
    }

    /// An option without a value.
    static func flag(
        _ name: String, short: Character? = nil, progression: JPEGProgression? = nil, section: OptionSection,
        scope: OptionScope = .image, changesOutput: Bool = false, abbreviates: (name: String, value: String)? = nil,
        defaultDescription: String? = nil, _ summary: String, set: @escaping @Sendable (inout CommandRequest) -> Void
    ) -> OptionEntry {
        OptionEntry(
            name: name, shortName: short, argument: progression.map { .progression($0) } ?? .none,
            section: section, scope: scope, changesOutput: changesOutput, abbreviates: abbreviates,
            defaultText: { "no" },
            defaultDescription: defaultDescription, summary: summary, apply: { request, _ in set(&request) })
    }
}
