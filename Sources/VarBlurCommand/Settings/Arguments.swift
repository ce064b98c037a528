internal import VarBlur
internal import VarBlurJSON
package import VarBlurCodecs

/// The arguments of a command, read once.
///
/// - Complexity: O(*n*) for arguments of *n* bytes in total.
package struct Arguments {
    /// A text that is printed in place of everything else.
    enum Information: Hashable {
        /// The help that fits on a screen.
        case screen
        case help
        case version
        /// The script with which a shell completes command lines.
        case completions(shell: String)
        case document(name: String)
    }

    /// The arguments that are not options.
    package private(set) var paths: [String] = []
    package private(set) var settings: [Setting] = []
    /// The first mistake.
    package private(set) var error: UsageError?
    private var requested: [Information] = []
    private let scope: OptionScope
    private let takesPaths: Bool
    private let table: OptionTable

    /// Reads arguments.
    ///
    /// - Parameters:
    ///   - arguments: those of the command, without its name.
    ///   - scope: where they are given; the options that are legal there are known.
    ///   - takesPaths: whether there may be arguments that are not options.
    ///   - table: the options.
    init(_ arguments: [String], scope: OptionScope, takesPaths: Bool = true, table: OptionTable = .standard) {
        (self.scope, self.takesPaths, self.table) = (scope, takesPaths, table)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            do throws(UsageError) {
                if Self.isPath(argument) {
                    try checkDash(argument)
                    try add(path: argument)
                } else if argument.isSame(as: "--") {
                    while let path = rest.popFirst() { try add(path: path) }
                } else if argument.begins(with: "--") {
                    try readOption(argument, &rest)
                } else {
                    try readFlags(argument)
                }
            } catch {
                self.error = self.error ?? error
            }
        }
    }

    /// The text that is asked for, whatever else the arguments contain; `nil` for none.
    var information: Information? {
        if requested.contains(.help) { return .help }
        if requested.contains(.screen) { return .screen }
        return requested.contains(.version) ? .version : requested.first
    }

    /// The request of the arguments alone.
    var request: CommandRequest {
        var request = CommandRequest()
        request.paths = paths
        for setting in settings { setting.apply(to: &request) }
        return request
    }

    private mutating func add(path: String) throws(UsageError) {
        guard takesPaths else {
            throw UsageError(
                "unexpected argument '\(Quotation.of(path))'",
                remedy: "a batch reads its jobs from standard input: varblur batch < jobs.jsonl")
        }
        paths.append(path)
    }
}

extension Arguments {
    /// Checks that an argument is no option behind a dash that a text processor or a web page has put in place of hyphens.
    private func checkDash(_ path: String) throws(UsageError) {
        guard let first = path.unicodeScalars.first, ("\u{2010}"..."\u{2015}").contains(first) || first == "\u{2212}"
        else {
            return
        }
        let name = String(path.splitAtEqualsSign.0).unicodeScalars.drop { $0 == first || $0 == "-" }
        let letter = name.count == 1 ? name.first.flatMap { UInt8(exactly: $0.value) } : nil
        let isOption = table[name: Substring(name)] != nil || ["help", "version"].contains(String(name))
        guard isOption || letter.flatMap({ table.entry(short: $0) }) != nil, FileIdentity(path: path) == nil else {
            return
        }
        throw UsageError(
            "'\(Quotation.of(path))' begins with a dash that is no hyphen",
            remedy: table[name: Substring(name)]?.replacesInputs ?? false
                ? Self.hyphens
                : letter == nil
                    ? "write '--\(String(name))' with two hyphens" : "write '-\(String(name))' with a hyphen")
    }

    /// The remedy for an option that no hint names.
    private static let hyphens: UsageText = "the long name of an option begins with two hyphens"
}

// MARK: - Long names

extension Arguments {
    /// Whether an argument is not an option.
    private static func isPath(_ argument: String) -> Bool {
        let bytes = argument.utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return true }
        // A dash followed by a combining mark is another character
        return second >= 0x80 && argument.index(after: argument.startIndex) > bytes.index(after: bytes.startIndex)
    }

    /// Reads an option with its long name, and its value.
    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let (start, attached) = argument.splitAtEqualsSign
        let (name, value) = (Substring(start.utf8.dropFirst(2)), attached.map { String($0) })
        guard let option = table[name: name], option.scope.isSuperset(of: scope) else {
            guard let information = information(named: name, value, &rest) else { throw unknownOption(name) }
            return requested.append(information)
        }
        if let value, value.isEmpty {
            throw option.isFlag
                ? UsageError("the option '--\(option.name)' takes no value", remedy: "leave out the equals sign")
                : UsageError(
                    "the option '--\(option.name)' has an empty value",
                    remedy: "specify a value, or leave out the option")
        }
        switch option.argument {
        case .none:
            if let value {
                throw UsageError(
                    "the option '--\(option.name)' takes no value, but '\(Quotation.of(value))' was specified",
                    remedy: "leave out the equals sign and the value")
            }
            settings.append(Setting(flag: option, isOn: true, from: .commandLine))
        case .value(let syntax):
            guard let value = value ?? nextValue(&rest, syntax) else {
                let range = option.rangeText.map { " (\($0))" } ?? ""
                throw UsageError(
                    "missing value for '--\(option.name) <\(syntax.placeholder)>'",
                    remedy: "a value must follow\(range)")
            }
            try add(option, value)
        case .optionalValue(let syntax, let omitted):
            let next = rest.first.flatMap { next in syntax.choices.first { $0.isSame(as: next) } }
            if value == nil && next != nil { rest.removeFirst() }
            try add(option, value ?? next ?? omitted)
        }
    }

    private mutating func add(_ option: OptionEntry, _ value: String) throws(UsageError) {
        settings.append(try Setting(option, argument: value))
    }

    /// Takes the next argument if it is the value of an option, and not an option itself.
    private func nextValue(_ rest: inout ArraySlice<String>, _ syntax: ValueSyntax) -> String? {
        guard let next = rest.first else { return nil }
        let isValue = syntax.mayBeginWithDash || Self.isPath(next) || Self.isNegativeNumber(next) && !syntax.isPath
        return isValue ? rest.removeFirst() : nil
    }

    /// Whether an argument looks like a negative number; no option does.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        let bytes = argument.utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
        return second == UInt8(ascii: ".") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= second
    }

    /// The text that an option outside the table asks for.
    private func information(
        named name: Substring, _ value: String?, _ rest: inout ArraySlice<String>
    ) -> Information? {
        func isName(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
        if isName("help") { return .help }
        if isName("version") { return .version }
        let isScript = isName("generate-completion-script")
        guard isScript || isName("generate-document") else { return nil }
        // strings are compared after normalization, which takes long for long texts
        let word = Quotation.beginning(of: value ?? rest.popFirst() ?? "")
        return isScript ? .completions(shell: word) : .document(name: word)
    }

    /// The error for a name that no option has here.
    private func unknownOption(_ name: Substring) -> UsageError {
        let shown = Quotation.of(String(name))
        return UsageError("unknown option '--\(shown)'", remedy: remedy(forUnknown: String(name)))
    }

    /// What to do about an unknown name, which may be that of an option of another command, a common one of other programs such
    /// as `--sigma`, a mistyped one, or a part of one such as `--quality` for `--jpeg-quality`.
    private func remedy(forUnknown name: String) -> UsageText? {
        if let option = table[name: name] { return option.replacesInputs ? nil : Self.commands(option) }
        if takesPaths && Self.isFile("--" + name) { return Self.fileRemedy("--" + name) }
        return OtherNames.remedy(forUnknown: name, in: scope, table.entries(in: scope))
    }

    /// The commands that have an option.
    private static func commands(_ option: OptionEntry) -> UsageText? {
        let all: [(name: String, scope: OptionScope)] = [
            ("varblur", .singleCommand), ("varblur batch", .batchCommand), ("varblur compose", .composeCommand),
            ("varblur preview", .previewCommand),
        ]
        let names = all.filter { option.scope.contains($0.scope) }.map { "'\($0.name)'" }
        return names.isEmpty ? nil : UsageText("--\(option.name) is an option of \(names.joined(separator: " and "))")
    }
}

extension Setting {
    /// An option of a command line with its value.
    ///
    /// - Throws: `UsageError` for a text that is not a value of the option.
    init(_ option: OptionEntry, argument value: String) throws(UsageError) {
        do throws(InvalidValue) {
            try self.init(option, value, from: .commandLine)
        } catch {
            let placeholder = option.syntax.map { " <\($0.placeholder)>" } ?? ""
            throw .invalidValue(
                value, of: option, named: "'--\(option.name)\(placeholder)'",
                error, suggesting: "--\(option.name) ")
        }
    }
}

// MARK: - Short names

extension Arguments {
    /// Reads flags with their short names.
    private mutating func readFlags(_ argument: String) throws(UsageError) {
        let letters = argument.utf8.dropFirst()
        // Bytes, not characters: no name has a combining mark
        let wrong = letters.first { $0 != UInt8(ascii: "h") && flag($0) == nil }
        let asksForHelp = letters.contains(UInt8(ascii: "h"))
        if wrong != nil || asksForHelp && letters.count > 1, takesPaths, Self.isFile(argument) {
            throw UsageError("unknown option '\(Quotation.of(argument))'", remedy: Self.fileRemedy(argument))
        }
        guard let wrong else {
            if asksForHelp { requested.append(.screen) }
            for letter in letters {
                if let option = flag(letter) { settings.append(Setting(flag: option, isOn: true, from: .commandLine)) }
            }
            return
        }
        let isWord = (letters.first == wrong || asksForHelp) && letters.count <= Self.longestFlags
        let scalar = argument.unicodeScalars.dropFirst().first { !$0.isASCII || UInt8(ascii: $0) == wrong }
        let shown = isWord ? argument : "-\(scalar.map { String($0) } ?? "")"
        throw UsageError("unknown option '\(Quotation.of(shown))'", remedy: remedy(forFlags: argument, shown))
    }

    /// What to do about unknown letters: a long name with a single dash, or a letter that other programs have.
    private func remedy(forFlags argument: String, _ shown: String) -> UsageText? {
        let name = String(Substring(argument.utf8.dropFirst()))
        let option = table[name: name]
        if option?.replacesInputs ?? false { return Self.hyphens }
        let isLong = ["version", "help"].contains { $0.isSame(as: name) } || option?.scope.contains(scope) ?? false
        if isLong && name.utf8.count > 1 { return UsageText("did you mean '--\(name)'?") }
        if let remedy = remedy(forNumbered: name) { return remedy }
        let names = [
            "-o": "output", "-d": "direction", "-i": "input", "-b": "blur", "-s": "size", "-w": "width", "-y": "force",
            "-n": "no-clobber", "-j": "jobs", "-t": "threads", "-V": "version", "-Q": "quality", "-c": "crop",
        ]
        guard let other = names.first(where: { $0.key.isSame(as: shown) })?.value else {
            return name.utf8.count > 1 ? OtherNames.remedy(for: name.lowercased(), in: scope, []) : nil
        }
        let isKnown = table[name: other] != nil || other.isSame(as: "version")
        return isKnown ? UsageText("did you mean '--\(other)'?") : OtherNames.remedy(for: other, in: scope, [])
    }

    /// What to do about a letter with a number, such as `-q80` and `-j4`.
    private func remedy(forNumbered name: String) -> UsageText? {
        let number = String(Substring(name.utf8.dropFirst()))
        guard let letter = name.utf8.first, let value = Int(number), value >= 0 else { return nil }
        let options = ["q": "quality", "j": "jobs", "t": "threads", "w": "resize", "s": "resize", "r": "max-radius"]
        guard let option = options.first(where: { $0.key.utf8.first == letter })?.value,
            table[name: option]?.scope.isSuperset(of: scope) ?? false
        else { return nil }
        return UsageText("did you mean '--\(option) \(number)\(option.isSame(as: "resize") ? "x" : "")'?")
    }

    private func flag(_ letter: UInt8) -> OptionEntry? {
        guard let option = table.entry(short: letter), option.scope.isSuperset(of: scope) else { return nil }
        return option
    }

    /// The number of letters up to which messages show all of them.
    private static let longestFlags = 32

    /// Whether an argument with a dash is the name of a file, for example one that a shell pattern such as `*.jpg` found.
    ///
    /// No option contains a period or a slash.
    private static func isFile(_ argument: String) -> Bool {
        argument.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            || FileIdentity(path: argument) != nil
    }

    private static func fileRemedy(_ argument: String) -> UsageText {
        "for a file of this name, write './\(Quotation.of(argument))', or '--' before all file names"
    }
}
