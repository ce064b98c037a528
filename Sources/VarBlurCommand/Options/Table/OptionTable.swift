/// The options, in the order in which settings are printed.
struct OptionTable: Sendable {
    /// The entries by section; a single array of all entries would be copied at every program start.
    let sections: [[OptionEntry]]

    /// The options of `varblur` and its subcommands.
    static let standard = OptionTable(sections: [
        files, blur, look, output, existingOutputs, limits, run, batch, preview, scene,
    ])

    var entries: [OptionEntry] { sections.flatMap(\.self) }

    /// The entry with a long name.
    subscript(name name: some StringProtocol) -> OptionEntry? {
        // Comparing with a long name may take long, if it is not normalized
        name.utf8.count <= Self.longestName ? first { $0.name == name } : nil
    }

    /// No name is longer, in bytes.
    static let longestName = 64

    /// The entry with a one-letter name, which is an ASCII character.
    func entry(short name: UInt8) -> OptionEntry? { first { $0.shortName?.asciiValue == name } }

    // A linear search: there are too few entries to justify building a dictionary at every program start
    private func first(where matches: (OptionEntry) -> Bool) -> OptionEntry? {
        for section in sections {
            if let index = section.firstIndex(where: matches) { return section[index] }
        }
        return nil
    }

    /// The options that may be given in some place.
    func entries(in scope: OptionScope) -> [OptionEntry] { entries.filter { $0.scope.isSuperset(of: scope) } }

    /// The options that may be set in the settings file.
    var settings: [OptionEntry] { entries(in: .settingsFile) }

    /// Inserts the default value of each option with an optional value where no value is given.
    func completingOptionalValues(_ arguments: [String]) -> [String] {
        guard arguments.contains(where: { optionalValue($0) != nil }) else { return arguments }
        var result: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.isSame(as: "--") { return result + [argument] + rest }
            guard let (syntax, omitted) = optionalValue(argument) else {
                result.append(argument)
                if takesNext(argument), let value = rest.popFirst() { result.append(value) }
                continue
            }
            let hasValue = rest.first.map { next in syntax.choices.contains { $0.isSame(as: next) } } ?? false
            result.append(hasValue ? argument : "\(argument)=\(omitted)")
        }
        return result
    }

    private func optionalValue(_ argument: String) -> (syntax: ValueSyntax, omitted: String)? {
        guard let entry = entry(named: argument),
            case .optionalValue(let syntax, let omitted) = entry.argument
        else { return nil }
        return (syntax, omitted)
    }

    /// The entry whose long name with its dashes is an argument.
    private func entry(named argument: String) -> OptionEntry? {
        argument.begins(with: "--") ? self[name: Substring(argument.utf8.dropFirst(2))] : nil
    }

    /// Whether the next argument is the value of this one, even if it looks like an option.
    private func takesNext(_ argument: String) -> Bool {
        entry(named: argument)?.syntax?.mayBeginWithDash ?? false
    }
}
