/// One command-line option.
///
/// Parsing, settings, completions, help, manual pages and the schema of a job are all derived from these entries.
struct OptionEntry: Sendable {
    /// What follows the option's name.
    enum Argument: Sendable {
        /// Nothing.
        case none
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
    let summary: UsageText
    /// The description for a line of a batch, if it differs.
    private(set) var lineSummary: UsageText?
    /// The name of the first of several flags that take each other's place; `nil` for all other options.
    private(set) var group: String?
    /// Whether the option lets outputs replace their inputs, so that no hint may lead to it.
    private(set) var replacesInputs = false
    /// What a value does to a request; the value of a flag is ignored.
    let change: @Sendable (String) throws(InvalidValue) -> Change

    /// What an option does to a request.
    typealias Change = @Sendable (inout CommandRequest) -> Void

    var isFlag: Bool { if case .none = argument { true } else { false } }

    /// The syntax of the value; `nil` for a flag.
    var syntax: ValueSyntax? {
        switch argument {
        case .none: nil
        case .value(let syntax), .optionalValue(let syntax, omitted: _): syntax
        }
    }

    /// Whether the option may be set in the settings file.
    var isSetting: Bool { scope.contains(.settingsFile) }

    /// The environment variable of the same meaning.
    var variable: String { Self.variablePrefix + name.uppercased().replacing("-", by: "_") }

    static let variablePrefix = "VARBLUR_"

    /// Checks a value.
    func validate(_ text: String) throws(InvalidValue) { _ = try change(text) }
}

extension OptionEntry {
    /// An option with a value; the default comes from the library wherever the library has one.
    static func value<Value: Sendable>(
        _ name: String, _ value: OptionValue<Value>, section: OptionSection, scope: OptionScope = .image,
        changesOutput: Bool = false, isRepeatable: Bool = false,
        default defaultValue: @autoclosure @escaping @Sendable () -> Value? = nil,
        defaultDescription: String? = nil, _ summary: UsageText, inLines lineSummary: UsageText? = nil,
        set: @escaping @Sendable (inout CommandRequest, Value) -> Void
    ) -> OptionEntry {
        OptionEntry(
            name: name, argument: .value(value.syntax), section: section, scope: scope, changesOutput: changesOutput,
            isRepeatable: isRepeatable,
            defaultText: { [text = value.text] in defaultValue().map(text) }, defaultDescription: defaultDescription,
            summary: summary, lineSummary: lineSummary,
            change: { text throws(InvalidValue) in
                let value = try value.checkedValue(of: text)
                return { set(&$0, value) }
            })
    }

    /// An option whose value may be left out; `omitted` is used then.
    static func optionalValue<Value: Sendable>(
        _ name: String, _ value: OptionValue<Value>, omitted: Value, section: OptionSection, scope: OptionScope,
        _ summary: UsageText, set: @escaping @Sendable (inout CommandRequest, Value) -> Void
    ) -> OptionEntry {
        OptionEntry(
            name: name, argument: .optionalValue(value.syntax, omitted: value.text(omitted)), section: section,
            scope: scope, summary: summary,
            change: { text throws(InvalidValue) in
                let value = try value.checkedValue(of: text)
                return { set(&$0, value) }
            })
    }

    /// An option without a value.
    static func flag(
        _ name: String, short: Character? = nil, group: String? = nil, section: OptionSection,
        scope: OptionScope = .image, changesOutput: Bool = false, abbreviates: (name: String, value: String)? = nil,
        defaultDescription: String? = nil, replacesInputs: Bool = false, _ summary: UsageText,
        set: @escaping @Sendable (inout CommandRequest) -> Void
    ) -> OptionEntry {
        OptionEntry(
            name: name, shortName: short, argument: .none,
            section: section, scope: scope, changesOutput: changesOutput, abbreviates: abbreviates,
            defaultText: { "no" },
            defaultDescription: defaultDescription, summary: summary, group: group, replacesInputs: replacesInputs,
            change: { _ in set })
    }
}
