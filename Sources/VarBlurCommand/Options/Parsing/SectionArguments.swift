internal import ArgumentParser

/// The options of a section, as the parser sees them.
///
/// The parser finds options by reflection and stores their values by decoding. Both are derived from the table here, in
/// place of a declared property for each option.
struct SectionArguments<Source: ArgumentSource, Section: SectionType>: ParsableArguments, CustomReflectable {
    private static var entries: [OptionEntry] {
        Source.table.entries(in: Source.scope).filter { $0.section == Section.section }
    }

    /// The options that were given, and their values.
    private var values: [(entry: OptionEntry, text: String)] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: OptionKey.self)
        for entry in Self.entries {
            for text in try entry.decode(container) { values.append((entry, text)) }
        }
    }

    var customMirror: Mirror {
        let children = Self.entries.compactMap { entry in
            entry.declaration.map { (label: entry.key.stringValue as String?, value: $0) }
        }
        return Mirror(self, children: children)
    }

    /// Applies the values to a request.
    func apply(to request: inout CommandRequest) throws {
        for (entry, text) in values { try entry.apply(&request, text) }
    }
}

/// The paths, as the parser sees them.
struct PathArguments<Source: ArgumentSource>: ParsableArguments, CustomReflectable {
    private static var key: OptionKey { OptionKey(stringValue: "files") }
    private(set) var paths: [String] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: OptionKey.self)
        guard Source.pathHelp != nil else { return }
        paths = try container.decode(Argument<[String]>.self, forKey: Self.key).wrappedValue
    }

    var customMirror: Mirror {
        guard let help = Source.pathHelp else { return Mirror(self, children: []) }
        let argument = Argument<[String]>(wrappedValue: [], help: help, completion: .file())
        return Mirror(self, children: [Self.key.stringValue: argument])
    }
}

/// The key of an option in the parser's storage.
struct OptionKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
