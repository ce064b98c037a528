internal import VarBlurCodecs

/// The options, in the order in which settings are printed.
package struct OptionTable: Sendable {
    /// The entries by section, each of which is made when it is first needed: most runs need few.
    let sections: [JobOptions.Section]

    /// The options of `varblur` and its subcommands.
    package static let standard = OptionTable(
        sections: [{ files }] + JobOptions.sections + [{ run }, { batch }, { preview }, { scene }])

    var entries: [OptionEntry] { sections.flatMap { $0() } }

    /// The entry with a long name.
    ///
    /// - Complexity: O(*n*) for *n* options; names are compared byte by byte.
    subscript(name name: some StringProtocol) -> OptionEntry? {
        let bytes = name.utf8
        let count = bytes.count
        return first { $0.name.utf8.count == count && $0.name.utf8.elementsEqual(bytes) }
    }

    /// The entry with a one-letter name, which is an ASCII character.
    func entry(short name: UInt8) -> OptionEntry? { first { $0.shortName?.asciiValue == name } }

    // A linear search: there are too few entries to justify building a dictionary at every program start
    private func first(where matches: (OptionEntry) -> Bool) -> OptionEntry? {
        for section in sections { if let entry = section().first(where: matches) { return entry } }
        return nil
    }

    /// The options that may be given in some place.
    func entries(in scope: OptionScope) -> [OptionEntry] { entries.filter { $0.scope.isSuperset(of: scope) } }

    /// The options that may be set in the settings file.
    var settings: [OptionEntry] { entries(in: .settingsFile) }
}
