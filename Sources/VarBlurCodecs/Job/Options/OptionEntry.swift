/// One command-line option.
///
/// Parsing, settings, completions, help, manual pages and the schema of a job are all derived from these entries.
package struct OptionEntry: Sendable {
    /// What follows the option's name.
    package enum Argument: Sendable {
        /// Nothing.
        case none
        /// A value.
        case value(ValueSyntax)
        /// A value that may be left out, and the value used then.
        case optionalValue(ValueSyntax, omitted: String)
    }

    /// The long name, without dashes.
    package let name: String
    /// The one-letter name.
    package private(set) var shortName: Character?
    package let argument: Argument
    package let section: OptionSection
    package let scope: OptionScope
    /// Whether the option can change the bytes of an output.
    package private(set) var changesOutput = false
    /// Whether each occurrence adds to the earlier ones, instead of replacing them.
    package private(set) var isRepeatable = false
    /// The setting that a flag is short for, and its value.
    package private(set) var abbreviates: (name: String, value: String)?
    /// The value in effect if none is given, as a user would write it; `nil` if it depends on the image or the machine.
    package private(set) var defaultText: @Sendable () -> String? = { nil }
    /// Makes the descriptions, which few runs need.
    fileprivate let describe: @Sendable () -> UsageText
    fileprivate private(set) var describeDefault: @Sendable () -> String? = { nil }
    /// The name of the first of several flags that take each other's place; `nil` for all other options.
    package private(set) var group: String?
    /// Whether the option lets outputs replace their inputs, so that no hint may lead to it.
    package private(set) var replacesInputs = false
    fileprivate private(set) var findFormats: @Sendable () -> [ImageFormat] = { [] }
    /// The value that a job has, for its digest; `nil` if it is that of a plain job, or none.
    private(set) var digestText: @Sendable (_ job: BlurJob, _ plain: BlurJob) -> String? = { _, _ in nil }
    /// What a value changes; the value of a flag is ignored.
    package let change: @Sendable (String) throws(InvalidValue) -> Change

    /// What an option changes.
    package enum Change: Sendable {
        /// An image.
        case job(@Sendable (inout JobRequest) -> Void)
        /// Something that only a program knows.
        case other(any Sendable)
    }

    /// The description, in sentences.
    package var summary: UsageText { describe() }

    /// A description of a default that depends on the image or the machine.
    package var defaultDescription: String? { describeDefault() }

    /// The formats of outputs on which the option has an effect; empty for all formats.
    package var formats: [ImageFormat] { findFormats() }

    package var isFlag: Bool { if case .none = argument { true } else { false } }

    /// The syntax of the value; `nil` for a flag.
    package var syntax: ValueSyntax? {
        switch argument {
        case .none: nil
        case .value(let syntax), .optionalValue(let syntax, omitted: _): syntax
        }
    }

    /// Whether the option may be set in the settings file.
    package var isSetting: Bool { scope.contains(.settingsFile) }

    /// The environment variable of the same meaning.
    package var variable: String { Self.variablePrefix + name.uppercased().replacing("-", by: "_") }

    package static let variablePrefix = "VARBLUR_"

    /// Checks a value.
    package func validate(_ text: String) throws(InvalidValue) { _ = try change(text) }

    /// Whether the text of a flag means that it is on.
    package static func isOn(_ text: String) throws(InvalidValue) -> Bool {
        // All accepted words have at most 5 letters
        switch text.utf8.count > 5 ? "" : text.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw InvalidValue("choose yes or no")
        }
    }
}

extension OptionEntry {
    /// An option with a value: `current` is the value that a job has, of which that of a new job is the default, and `digest` is what the
    /// digest of a job contains if it is not that value.
    package static func value<Value: Sendable & Equatable>(
        _ name: String, _ value: OptionValue<Value>, section: OptionSection, scope: OptionScope = .image,
        changesOutput: Bool = false, isRepeatable: Bool = false,
        formats: @autoclosure @escaping @Sendable () -> [ImageFormat] = [],
        current: (@Sendable (BlurJob) -> Value?)? = nil, digest: (@Sendable (BlurJob) -> String?)? = nil,
        default defaultValue: @autoclosure @escaping @Sendable () -> Value? = nil,
        defaultDescription: @autoclosure @escaping @Sendable () -> String? = nil,
        _ summary: @autoclosure @escaping @Sendable () -> UsageText,
        change: @escaping @Sendable (Value) -> Change
    ) -> OptionEntry {
        OptionEntry(
            name: name, argument: .value(value.syntax), section: section, scope: scope,
            changesOutput: changesOutput, isRepeatable: isRepeatable,
            defaultText: { [text = value.text] in (current?(BlurJob()) ?? defaultValue()).map(text) },
            describe: summary, describeDefault: defaultDescription, findFormats: formats,
            digestText: { [text = value.text] job, plain in
                if let digest { return digest(job) }
                guard let current, let value = current(job), value != current(plain) else { return nil }
                return text(value)
            },
            change: { text throws(InvalidValue) in
                change(try value.checkedValue(of: text))
            })
    }

    /// An option whose value may be left out; `omitted` is used then.
    package static func optionalValue<Value: Sendable>(
        _ name: String, _ value: OptionValue<Value>, omitted: Value, section: OptionSection, scope: OptionScope,
        _ summary: @autoclosure @escaping @Sendable () -> UsageText,
        change: @escaping @Sendable (Value) -> Change
    ) -> OptionEntry {
        OptionEntry(
            name: name, argument: .optionalValue(value.syntax, omitted: value.text(omitted)), section: section,
            scope: scope, describe: summary,
            change: { text throws(InvalidValue) in
                change(try value.checkedValue(of: text))
            })
    }

    /// An option without a value; `current` tells whether it is on for a job.
    package static func flag(
        _ name: String, short: Character? = nil, group: String? = nil, section: OptionSection,
        scope: OptionScope = .image, changesOutput: Bool = false,
        formats: @autoclosure @escaping @Sendable () -> [ImageFormat] = [],
        abbreviates: (name: String, value: String)? = nil,
        defaultDescription: @autoclosure @escaping @Sendable () -> String? = nil,
        replacesInputs: Bool = false, current: (@Sendable (BlurJob) -> Bool)? = nil,
        _ summary: @autoclosure @escaping @Sendable () -> UsageText,
        change: @escaping @Sendable () -> Change
    ) -> OptionEntry {
        OptionEntry(
            name: name, shortName: short, argument: .none,
            section: section, scope: scope, changesOutput: changesOutput, abbreviates: abbreviates,
            defaultText: { "no" }, describe: summary, describeDefault: defaultDescription, group: group,
            replacesInputs: replacesInputs, findFormats: formats,
            digestText: { job, _ in current?(job) ?? false ? "yes" : nil },
            change: { _ in change() })
    }
}
