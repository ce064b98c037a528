internal import VarBlurCodecs
internal import VarBlurJSON

/// An option with its value, and where it was given.
package struct Setting: Sendable {
    /// Where a setting was given.
    enum Origin: Hashable, Sendable {
        case commandLine
        /// The JSON of a job: the object with this index, if it has several.
        case job(Int)
        case environment
        case file(String)
        case preset(String)
    }

    let option: OptionEntry
    /// The value as on the command line; `yes` or `no` for a flag.
    ///
    /// Those of a repeated option are separated by spaces.
    private(set) var value: String
    let origin: Origin
    private var changes: [OptionEntry.Change]

    /// The name of the setting, which is that of another option if the option is short for it.
    var name: String { option.abbreviates?.name ?? option.name }

    /// The value of the setting with this name.
    var text: String { option.abbreviates?.value ?? value }

    /// The setting as far as others take its place.
    var chosen: ChosenOption { ChosenOption(option, value) }

    /// Whether a settings file can contain the value: blanks around it would be lost, and characters that are escaped would change.
    var isWritable: Bool {
        text.isSame(as: ImageError.printable(text)) && text.utf8.count == Substring(text).trimmed.utf8.count
    }

    /// An option with a value.
    ///
    /// - Throws: `InvalidValue` for a text that is not a value of the option.
    init(_ option: OptionEntry, _ value: String, from origin: Origin) throws(InvalidValue) {
        (self.option, self.origin) = (option, origin)
        // settings files and messages have one line for each
        let hasLines = option.syntax?.mayHaveLineBreaks ?? false
        self.value = hasLines ? value.split(whereSeparator: \.isWhitespace).joined(separator: " ") : value
        changes = [try option.change(value)]
    }

    /// A list of areas without any, as a detector may find none.
    init(emptyList option: OptionEntry, from origin: Origin) {
        (self.option, self.value, self.origin) = (option, "", origin)
        changes = [.job { $0.area.isListed = true }]
    }

    /// A flag that is on or off.
    init(flag option: OptionEntry, isOn: Bool, from origin: Origin) {
        (self.option, self.origin) = (option, origin)
        value = isOn ? "yes" : "no"
        let change = isOn ? try? option.change("") : nil
        changes = change.map { [$0] } ?? []
    }

    /// An option with the text that a settings file, a preset, or the environment has for it; flags have `yes` or `no`.
    ///
    /// - Throws: `InvalidValue` for a text that is not a value of the option.
    init(_ option: OptionEntry, text: String, from origin: Origin) throws(InvalidValue) {
        if option.isFlag {
            self.init(flag: option, isOn: try OptionEntry.isOn(text), from: origin)
        } else {
            try self.init(option, text, from: origin)
        }
    }

    /// Changes a request.
    func apply(to request: inout CommandRequest) {
        for change in changes { request.apply(change) }
        if case .job? = changes.first { request.job.names.append(option.name) }
    }

    /// Adds another value of a repeated option.
    mutating func append(_ other: Setting) {
        value += " " + other.value
        changes += other.changes
    }
}
