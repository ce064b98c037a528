internal import ArgumentParser

extension OptionEntry {
    /// The help, as the parser takes it.
    var argumentHelp: ArgumentHelp {
        ArgumentHelp(description, valueName: syntax?.placeholder)
    }

    /// The key of the option in the parser's storage; both orders of a JPEG file share one.
    var key: OptionKey {
        guard case .progression = argument else { return OptionKey(stringValue: name) }
        return OptionKey(stringValue: JPEGProgression.progressive.rawValue)
    }

    private var names: NameSpecification {
        shortName.map { [.customShort($0), .customLong(name)] } ?? .customLong(name)
    }

    /// The property wrapper that declares the option; `nil` if another flag declares it.
    var declaration: Any? {
        switch argument {
        case .none: return Flag<Bool>(wrappedValue: false, name: names, help: argumentHelp)
        case .progression:
            return name == key.stringValue ? Flag<JPEGProgression?>(exclusivity: .chooseLast) : nil
        case .value where isRepeatable:
            return Option<[String]>(
                wrappedValue: [], name: names, parsing: .singleValue, help: argumentHelp, completion: nil,
                transform: validated)
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

    /// The values in the parser's storage; empty if the option was not given.
    func decode(_ container: KeyedDecodingContainer<OptionKey>) throws -> [String] {
        switch argument {
        case .none: return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? [""] : []
        case .progression(let progression):
            let given = try container.decode(Flag<JPEGProgression?>.self, forKey: key).wrappedValue
            return given == progression ? [""] : []
        case .value where isRepeatable: return try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        case .value, .optionalValue:
            return try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
        }
    }
}
