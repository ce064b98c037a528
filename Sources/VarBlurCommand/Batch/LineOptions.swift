internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// The options of a line of a batch, added to those of the command line.
struct LineOptions: Sendable {
    private(set) var options = JobRequest()
    private(set) var settings = JSONValue.null
    /// The error message for invalid options; `nil` if they are valid.
    private(set) var errorMessage: String?

    /// The arguments that a line stands for.
    private enum Source: ArgumentSource {
        static let scope = OptionScope.batchLine
    }

    init(_ value: JSONValue, base: EffectiveSettings) {
        do {
            let given = try Self.arguments(value)
            let preset = try base.presetArguments(
                CommandLineScan(given, table: base.table), disabled: Self.flagsTurnedOff(value))
            let own = preset + given
            let scan = CommandLineScan(own, table: base.table)
            let names = scan.settings.map(\.name)
            let inherited = base.removing(
                Self.flagsTurnedOff(value) + names + names.flatMap(OptionTable.names(replacedBy:)))
            options = try Source.request(inherited.imageArguments + own).job
            settings = ResultDocument.settings(inherited.merging(scan))
        } catch {
            errorMessage = Self.message(error) + Self.suggestion(value)
        }
    }

    /// The message of an error, as part of a sentence in one line.
    static func message(_ error: any Error) -> String {
        let text = CommandArguments<Source>.message(for: error)
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return JobLanguage.text(line.last == "." ? String(line.dropLast()) : line)
    }

    private static func suggestion(_ value: JSONValue) -> String {
        (try? arguments(value)).flatMap { CommandLineScan($0).suggestion }.map { ". \(JobLanguage.text($0))" } ?? ""
    }

    private static func flagsTurnedOff(_ value: JSONValue) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.filter { $0.value == .bool(false) }.map(\.name)
    }

    /// The memory of the strings, in bytes.
    var byteCount: Int { settings.byteCount + (errorMessage?.utf8.count ?? 0) }

    /// The options as command-line arguments.
    private static func arguments(_ value: JSONValue) throws -> [String] {
        guard case .object(let members) = value else { throw ValidationError("'options' must be an object.") }
        return try members.flatMap { member -> [String] in
            let name = member.name
            guard
                name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 })
            else {
                throw ValidationError("Unknown option '\(Quotation.of(name))'.")
            }
            switch member.value {
            case .string(let text), .number(let text): return ["--\(name)=\(text)"]
            case .bool(let isOn): return isOn ? ["--\(name)"] : try argumentsForFalse(name)
            case .null: return []
            case .bytes, .array, .object:
                throw ValidationError("The option '\(Quotation.of(name))' must be a string, a number, true, or false.")
            }
        }
    }

    /// No arguments for a flag that is turned off; an error for another option.
    private static func argumentsForFalse(_ name: String) throws -> [String] {
        do {
            _ = try Source.request(["--\(name)"])
            return []
        } catch {
            throw ValidationError(CommandArguments<Source>.message(for: error))
        }
    }
}
