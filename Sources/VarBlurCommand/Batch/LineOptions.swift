internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// The options of a line on top of those of the command line, through the command line's own parser.
struct LineOptions: Sendable {
    private(set) var options = JobRequest()
    private(set) var settings = JSONValue.null
    /// What is wrong with them.
    private(set) var complaint: String?

    init(_ value: JSONValue, base: EffectiveSettings) {
        do {
            let own = try Self.arguments(value)
            let scan = CommandLineScan(own)
            let isForced = scan.isForced
            let inherited = base.imageArguments.filter { !isForced || !$0.hasPrefix("--if-exists=") }
            let parsed = try JobOptions.parse(Self.without(Self.denied(value), inherited) + own)
            try parsed.validateTogether()
            options = parsed.request
            let effective = base.replaced(by: scan, denied: Self.denied(value))
            settings = ResultDocument.settings(effective)
        } catch {
            complaint = Self.message(error) + Self.suggestions(value)
        }
    }

    /// What the parser says, as half a sentence in one line.
    static func message(_ error: any Error) -> String {
        let text = JobOptions.message(for: error)
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.last == "." ? String(line.dropLast()) : line
    }

    private static func suggestions(_ value: JSONValue) -> String {
        ((try? arguments(value)).map { CommandLineScan($0).suggestions } ?? []).map { ". \($0)" }.joined()
    }

    private static func without(_ flags: [String], _ arguments: [String]) -> [String] {
        arguments.filter { argument in !flags.contains { "--\($0)" == argument } }
    }

    /// Flags that the line takes back.
    private static func denied(_ value: JSONValue) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.filter { $0.value == .bool(false) }.map(\.name)
    }

    /// The options as the command line would have them.
    private static func arguments(_ value: JSONValue) throws -> [String] {
        guard case .object(let members) = value else { throw ValidationError("'options' is an object.") }
        return try members.flatMap { member -> [String] in
            let name = member.name
            guard name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetter }) else {
                throw ValidationError("There is no option '\(ImageError.printable(name))'.")
            }
            switch member.value {
            case .string(let text), .number(let text): return ["--\(name)=\(text)"]
            case .bool(let isOn): return isOn ? ["--\(name)"] : try off(name)
            case .null: return []
            case .array, .object: throw ValidationError("The option '\(name)' is a text, a number, true or false.")
            }
        }
    }

    /// A flag that is not set; of anything else, `false` says nothing.
    private static func off(_ name: String) throws -> [String] {
        do {
            _ = try JobOptions.parse(["--\(name)"])
            return []
        } catch {
            throw ValidationError(JobOptions.message(for: error))
        }
    }
}
