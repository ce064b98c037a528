internal import VariableBlurCodecs

/// Arguments read without the parser.
///
/// The parser finds its options by reflection, which takes longer than blurring a small image, and its time grows with
/// the square of the number of arguments. This reader handles all valid arguments. It leaves errors, the help and the
/// version to the parser.
///
/// - Complexity: O(*n*) for arguments of *n* bytes in total.
struct PlainArguments {
    private(set) var request = CommandRequest()
    /// The first argument that is not valid, followed by its value if that is a separate argument; `nil` if all are valid.
    ///
    /// Characters that control a terminal are escaped, and an option that does not exist is shortened: the parser copies
    /// arguments to its messages, and takes too long for long names.
    private(set) var rejected: [String]?
    /// The argument that is not valid, if no option has its name.
    private(set) var unknown: UnknownArgument?
    /// The message for a value that the parser must not receive, because it is too long, or because the parser would not
    /// find the equals sign before it.
    private(set) var message: String?
    private let scope: OptionScope
    private let table: OptionTable

    init(_ arguments: [String], scope: OptionScope, table: OptionTable = .standard) {
        (self.scope, self.table) = (scope, table)
        var rest = arguments[...]
        while rejected == nil, let argument = rest.popFirst() {
            if Self.isPath(argument) {
                request.paths.append(argument)
            } else if argument.isSame(as: "--") {
                addPaths(&rest)
            } else if argument.begins(with: "--") {
                readOption(argument, &rest)
            } else {
                readFlags(argument)
            }
        }
    }

    /// Whether an argument is not an option.
    private static func isPath(_ argument: String) -> Bool {
        let bytes = argument.utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return true }
        // A dash followed by a combining mark is another character
        return second >= 0x80 && argument.index(after: argument.startIndex) > bytes.index(after: bytes.startIndex)
    }

    private mutating func addPaths(_ rest: inout ArraySlice<String>) {
        request.paths += rest
        rest = []
    }

    /// Reads an option with its long name, and its value.
    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) {
        let (name, end) = argument.splitAtEqualsSign
        let attached = end.map { String($0) }
        guard let option = table[name: Substring(name.utf8.dropFirst(2))], option.scope.isSuperset(of: scope) else {
            rejected = [Quotation.of(name.utf8.count == 2 ? argument : String(name))]
            unknown = UnknownArgument(text: String(name))
            return
        }
        if let attached { return readAttached(attached, of: option, argument) }
        if option.isFlag {
            if !apply(option, "") { reject(argument, option, "") }
            return
        }
        guard let value = rest.popFirst() else { return reject(argument) }
        if !isValue(value, of: option) || !apply(option, value) {
            reject(argument, option, value, isSeparate: true)
        }
        // The parser takes every "--" as the end of the options, even if it is a value
        if value.isSame(as: "--") { addPaths(&rest) }
    }

    /// Reads the value after an equals sign.
    private mutating func readAttached(_ value: String, of option: OptionEntry, _ argument: String) {
        guard !value.isEmpty else {
            // The parser would take the next argument as the value
            rejected = [ImageError.printable(argument)]
            message =
                option.isFlag
                ? "The option '--\(option.name)' takes no value. Leave out the equals sign."
                : "The option '--\(option.name)' has an empty value. Specify a value, or leave out the option."
            return
        }
        if option.isFlag || !apply(option, value) { reject(argument, option, value) }
    }

    /// Whether an argument is the value of the option before it, and not an option itself.
    private func isValue(_ argument: String, of option: OptionEntry) -> Bool {
        option.syntax?.mayBeginWithDash ?? false || Self.isPath(argument)
            || Self.isNegativeNumber(argument) && !(option.syntax?.isPath ?? false)
    }

    /// Whether an argument looks like a negative number; no option does.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        let bytes = argument.utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
        return second == UInt8(ascii: ".") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= second
    }

    /// Reads flags with their short names.
    private mutating func readFlags(_ argument: String) {
        for letter in argument.utf8.dropFirst() {
            // Bytes, not characters: no name has a combining mark
            guard let option = table.entry(short: letter), option.isFlag,
                option.scope.isSuperset(of: scope), apply(option, "")
            else { return rejectFlags(argument) }
        }
    }

    private mutating func rejectFlags(_ argument: String) {
        let letters = argument.unicodeScalars.dropFirst()
        let wrong = letters.first { letter in
            let isKnown =
                letter.isASCII && table.entry(short: UInt8(ascii: letter))?.scope.isSuperset(of: scope) == true
            return letter != "h" && !isKnown
        }
        let isShort = argument.utf8.count <= Self.longestFlags
        let shown = isShort ? argument : "-\(wrong.map { String($0) } ?? "h")"
        rejected = [Quotation.of(shown)]
        if CommandLineScan.isHelp(argument, table) { return }
        unknown = UnknownArgument(text: UnknownArgument.isFile(argument) ? argument : shown)
    }

    /// The length in bytes up to which messages show all of an argument with short names.
    private static let longestFlags = 32

    private mutating func reject(_ argument: String) { rejected = [ImageError.printable(argument)] }

    /// Rejects an option with its value, which is part of the argument or the argument after it.
    private mutating func reject(
        _ argument: String, _ option: OptionEntry, _ value: String, isSeparate: Bool = false
    ) {
        let isLong = value.utf8.count > ValueSyntax.maximumByteCount
        let arguments = isSeparate ? [argument, value] : [argument]
        rejected = arguments.map { isLong ? Quotation.of($0) : ImageError.printable($0) }
        // The parser does not take a negative number as the value of any option
        let isRefused = isSeparate ? Self.isNegativeNumber(value) : value.utf8.first ?? 0 >= 0x80
        guard isLong || isRefused && (isValue(value, of: option) || !isSeparate) else { return }
        let shown = "'\(Quotation.of(value))'"
        do {
            try option.validate(value)
            message =
                option.isFlag
                ? "The option '--\(option.name)' does not take any value, but \(shown) was specified." : nil
        } catch {
            let placeholder = option.syntax.map { " <\($0.placeholder)>" } ?? ""
            message = "The value \(shown) is invalid for '--\(option.name)\(placeholder)': \(error)"
        }
    }

    private mutating func apply(_ option: OptionEntry, _ value: String) -> Bool {
        (try? option.apply(&request, value)) != nil
    }
}
