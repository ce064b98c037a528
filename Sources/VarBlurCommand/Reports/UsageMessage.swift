internal import ArgumentParser

/// The message for a usage error: a line with the cause and a line with the remedy, in the form of all other messages.
struct UsageMessage {
    /// A phrase without a period.
    let cause: String
    /// A phrase without a period.
    let remedy: String
    /// A part of the value that is wrong, and a line with a caret below the mistake; empty if there is none.
    let excerpt: [String]

    /// Divides a message into cause and remedy.
    ///
    /// - Parameters:
    ///   - text: sentences, of which the first states the cause; what follows, or what follows the name of an option and a
    ///     colon, is the remedy.
    ///   - suggestion: a further remedy; `nil` if there is none.
    ///   - command: the name of the command whose help is the remedy if there is no other; `nil` for no remedy then.
    init(_ text: String, suggestion: String?, command: String?) {
        let lines = text.split(whereSeparator: \.isNewline).map { String($0) }
        // only excerpts are indented
        excerpt = lines.filter { $0.begins(with: "  ") }
        let line = lines.filter { !$0.begins(with: "  ") }.joined(separator: " ")
        let (cause, rest) = Self.division(of: line)
        self.cause = Self.phrase(cause)
        let remedies = [rest, suggestion ?? ""].map { Self.phrase($0) }.filter { !$0.isEmpty }
        remedy = remedies.isEmpty ? command.map { "see '\($0) --help'" } ?? "" : remedies.joined(separator: "; ")
    }

    /// The message for an error of a command.
    ///
    /// - Parameters:
    ///   - error: an error of the parser, or one of the command's own.
    ///   - command: the type of the command.
    ///   - scan: the command line, whose mistyped words get suggestions.
    init<C: Command>(_ error: any Error, of command: C.Type, _ scan: CommandLineScan) {
        let names = [C.configuration._superCommandName, C.configuration.commandName].compactMap(\.self)
        let text = CommandArguments<C>.message(for: error)
        let known = scan.suggestion(forUnknown: text[...], in: C.scope)
        // the parser suggests whatever is spelled alike
        let cause = known == nil ? text : Self.division(of: text).cause
        self.init(cause, suggestion: known ?? scan.suggestion, command: names.joined(separator: " "))
    }

    /// All lines as they are shown.
    var text: String {
        (["varblur: error: \(cause)"] + excerpt + ["varblur: hint: \(remedy)"]).joined(separator: "\n")
    }

    /// The text up to the end of the first sentence, or to the colon after an option and its placeholder, and the rest.
    ///
    /// Quoted text, which may be anything, is not divided.
    private static func division(of text: String) -> (cause: String, rest: String) {
        let bytes = Array(text.utf8)
        func has(_ part: String, at offset: Int) -> Bool { bytes[offset...].starts(with: part.utf8) }
        var isQuoted = false
        for (offset, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "'") {
                // an apostrophe within a word is no quotation mark
                let (before, after) = (offset > 0 ? bytes[offset - 1] : 0x20, bytes.dropFirst(offset + 1).first ?? 0x20)
                let isApostrophe = isLetter(before) && isLetter(after)
                if !isApostrophe { isQuoted.toggle() }
            }
            let isEnd =
                !isQuoted && (has(". ", at: offset) || has("': ", at: offset) && text.contains("' is invalid for '"))
            guard isEnd else { continue }
            let end = has(". ", at: offset) ? offset : offset + 1
            return (
                String(decoding: bytes[..<end], as: UTF8.self),
                String(decoding: bytes[(end + 2)...], as: UTF8.self)
            )
        }
        return (text, "")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Sentences as phrases: without a period at the end, and with a small letter at the start of each.
    private static func phrase(_ text: String) -> String {
        var bytes = Array(text.utf8)
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        let capital = UInt8(ascii: "A")...UInt8(ascii: "Z")
        // names such as JPEG keep their capitals
        if let first = bytes.first, capital ~= first, !(bytes.count > 1 && capital ~= bytes[1]) { bytes[0] |= 0x20 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
