/// A command line in its simplest form, read without the parser.
///
/// The parser finds its options by reflection, which takes longer than blurring a small image. This reader handles options
/// with well-formed values. It leaves everything else to the parser: errors, help, grouped short names, and `--`.
struct PlainArguments {
    private(set) var request = CommandRequest()

    /// `nil` if the parser must read the arguments.
    init?(_ arguments: [String], scope: OptionScope, table: OptionTable = .standard) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.utf8.first != UInt8(ascii: "-") || argument == "-" {
                request.paths.append(argument)
                continue
            }
            let (name, attached) = Self.split(argument)
            guard let option = table[option: name], option.scope.isSuperset(of: scope),
                let value = Self.value(of: option, attached, &rest), (try? option.apply(&request, value)) != nil
            else { return nil }
        }
        if !request.paths.isEmpty && !scope.contains(.singleCommand) { return nil }
    }

    /// The name of an option, and the value after its equals sign.
    private static func split(_ argument: String) -> (name: Substring, value: String?) {
        guard let sign = argument.firstIndex(of: "=") else { return (argument[...], nil) }
        return (argument[..<sign], String(argument[argument.index(after: sign)...]))
    }

    /// The value of an option; `nil` if it is missing, or there is one too many.
    private static func value(
        of option: OptionEntry, _ attached: String?, _ rest: inout ArraySlice<String>
    ) -> String? {
        switch option.argument {
        case .none, .exclusive: return attached == nil ? "" : nil
        case .optionalValue: return attached
        case .value:
            // Whether a value may look like an option depends on the option
            if let attached { return attached }
            guard let next = rest.popFirst(), next.utf8.first != UInt8(ascii: "-") else { return nil }
            return next
        }
    }
}

extension OptionTable {
    /// The option with a name as it is given, with its dashes.
    fileprivate subscript(option name: Substring) -> OptionEntry? {
        // Bytes, not characters: a dash followed by a combining mark is one character.
        let bytes = name.utf8
        if bytes.starts(with: "--".utf8) { return self[name: Substring(bytes.dropFirst(2))] }
        guard bytes.count == 2, let letter = bytes.last else { return nil }
        return entry(short: Character(Unicode.Scalar(letter)))
    }
}
