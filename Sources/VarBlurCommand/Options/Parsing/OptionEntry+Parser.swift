internal import ArgumentParser

extension OptionEntry {
    /// The help, as the parser takes it.
    var argumentHelp: ArgumentHelp {
        ArgumentHelp(description, valueName: syntax?.placeholder)
    }

    /// The key of the option in the parser's storage; exclusive flags share one.
    var key: OptionKey {
        guard case .exclusive(let type) = argument else { return OptionKey(stringValue: name) }
        return OptionKey(stringValue: Self.firstName(of: type))
    }

    private static func firstName<Flag: ExclusiveFlag>(of type: Flag.Type) -> String {
        Flag.allCases.first?.rawValue ?? ""
    }

    private var names: NameSpecification {
        shortName.map { [.customShort($0), .customLong(name)] } ?? .customLong(name)
    }

    /// The property wrapper that declares the option; `nil` if another flag declares it.
    var declaration: Any? {
        switch argument {
        case .none: return Flag<Bool>(wrappedValue: false, name: names, help: argumentHelp)
        case .exclusive(let type): return name == key.stringValue ? Self.exclusiveDeclaration(of: type) : nil
        case .value where isRepeatable:
            return Option<[String]>(
                name: names, parsing: .singleValue, help: argumentHelp, completion: nil, transform: validated)
        case .value(let syntax), .optionalValue(let syntax, omitted: _):
            return Option<String?>(
                name: names, parsing: syntax.mayBeginWithDash ? .unconditional : .next, help: argumentHelp,
                completion: nil, transform: validated)
        }
    }

    private func validated(_ text: String) throws -> String {
        try validate(text)
        return text
    }

    private static func exclusiveDeclaration<Element: ExclusiveFlag>(of type: Element.Type) -> Any {
        Flag<Element?>(exclusivity: .chooseLast)
    }

    /// The values in the parser's storage; empty if the option was not given.
    func decode(_ container: KeyedDecodingContainer<OptionKey>) throws -> [String] {
        switch argument {
        case .none: return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? [""] : []
        case .exclusive(let type): return try Self.decode(type, container, key) == name ? [""] : []
        case .value where isRepeatable: return try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        case .value, .optionalValue:
            return try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
        }
    }

    private static func decode<Element: ExclusiveFlag>(
        _ type: Element.Type, _ container: KeyedDecodingContainer<OptionKey>, _ key: OptionKey
    ) throws -> String? {
        try container.decode(Flag<Element?>.self, forKey: key).wrappedValue?.rawValue
    }
}
