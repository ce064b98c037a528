internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// The options of a line of a batch, added to those of the command line.
struct LineOptions: Sendable {
    private(set) var request = CommandRequest()
    /// The options as arguments, which stand for the same request.
    private(set) var arguments: [String] = []
    private(set) var settings = JSONValue.null
    /// The error of invalid options, in the words of a job; `nil` if they are valid.
    private(set) var error: ImageError?

    /// The options of a single image.
    var options: JobRequest { request.job }

    /// The arguments that a line with an image stands for.
    private enum ImageLine: ArgumentSource {
        static let scope = OptionScope.batchLine
    }

    /// The options of a line with an image.
    init(_ value: JSONValue, base: EffectiveSettings) { self.init(value, base: base, ImageLine.self) }

    /// The options of a line with a scene.
    init(scene value: JSONValue, base: EffectiveSettings) {
        self.init(value, base: base, SceneLine.self)
    }

    private init<Source: ArgumentSource>(_ value: JSONValue, base: EffectiveSettings, _ source: Source.Type) {
        do {
            let given = try Self.arguments(value, source)
            let preset =
                Source.scope == .sceneLine
                ? []
                : try base.presetArguments(
                    CommandLineScan(given, table: base.table), disabled: Self.flagsTurnedOff(value))
            let own = preset + given
            let scan = CommandLineScan(own, table: base.table)
            let names = scan.settings.map(\.name)
            let inherited = base.removing(
                Self.flagsTurnedOff(value) + names + names.flatMap(OptionTable.names(replacedBy:)))
            arguments = inherited.lineArguments(Source.scope) + own
            request = try Source.request(arguments)
            settings = SceneResult.settings(inherited.merging(scan), request.scene, scope: Source.scope)
        } catch {
            self.error = Self.error(error, source, Self.scan(value, source))
        }
    }

    /// An error of the options of a job, in the words of a job.
    static func error(_ error: any Error, file: String = "") -> ImageError {
        self.error(error, ImageLine.self, CommandLineScan([])).attributed(to: file)
    }

    private static func error<Source: ArgumentSource>(
        _ error: any Error, _ source: Source.Type, _ scan: CommandLineScan
    ) -> ImageError {
        let text = CommandArguments<Source>.message(for: error)
        let suggestion = scan.suggestion(forUnknown: text[...], in: Source.scope) ?? scan.suggestion
        let message = UsageMessage(text, suggestion: suggestion, command: nil)
        return ImageError(
            .invalidSettings, JobLanguage.text(message.cause), remedy: JobLanguage.text(message.remedy))
    }

    private static func scan<Source: ArgumentSource>(_ value: JSONValue, _ source: Source.Type) -> CommandLineScan {
        CommandLineScan((try? arguments(value, source)) ?? [])
    }

    private static func flagsTurnedOff(_ value: JSONValue) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.filter { $0.value == .bool(false) }.map(\.name)
    }

    /// The memory of the strings, in bytes.
    var byteCount: Int {
        settings.byteCount + arguments.reduce(0) { $0 + $1.utf8.count } + (error?.description.utf8.count ?? 0)
    }

    /// The options as command-line arguments.
    private static func arguments<Source: ArgumentSource>(
        _ value: JSONValue, _ source: Source.Type
    ) throws -> [String] {
        guard case .object(let members) = value else { throw ValidationError("'options' must be an object.") }
        return try members.flatMap { member -> [String] in
            let name = member.name
            guard let entry = Source.table[name: name], entry.scope.isSuperset(of: Source.scope) else {
                throw unknownOption(name, source)
            }
            let isRepeatable = entry.isRepeatable
            switch member.value {
            case .string(let text), .number(let text): return ["--\(name)=\(text)"]
            case .array(let values) where isRepeatable:
                return try values.map { value in
                    guard case .string(let text) = value else { throw wrongType(name, isRepeatable: true) }
                    return "--\(name)=\(text)"
                }
            case .bool(let isOn): return isOn ? ["--\(name)"] : try argumentsForFalse(name, source)
            case .null: return []
            case .bytes, .array, .object: throw wrongType(name, isRepeatable: isRepeatable)
            }
        }
    }

    /// The error for the name of an option that jobs of this kind do not have.
    private static func unknownOption<Source: ArgumentSource>(_ name: String, _ source: Source.Type) -> ValidationError
    {
        guard let entry = Source.table[name: name] else {
            let meant = Suggestion.sentence(for: name, among: Source.table.entries(in: Source.scope).map(\.name))
            return ValidationError("Unknown option '\(Quotation.of(name))'.\(meant)")
        }
        if entry.scope.contains(.batchLine) {
            return ValidationError("The option '\(name)' does not apply to scenes. Set values of the scene with 'set'.")
        }
        if entry.scope.contains(.sceneLine) {
            return ValidationError("The option '\(name)' applies to scenes only. Leave it out.")
        }
        let remedy = entry.scope.contains(.batchCommand) ? " Set it for the whole batch: varblur batch --\(name)" : ""
        return ValidationError("The option '\(name)' cannot be set in a job.\(remedy)")
    }

    private static func wrongType(_ name: String, isRepeatable: Bool) -> ValidationError {
        let types = isRepeatable ? "a string or a list of strings" : "a string, a number, true, or false"
        return ValidationError("The option '\(Quotation.of(name))' must be \(types).")
    }

    /// No arguments for a flag that is turned off; an error for another option.
    private static func argumentsForFalse<Source: ArgumentSource>(
        _ name: String, _ source: Source.Type
    ) throws -> [String] {
        do {
            _ = try Source.request(["--\(name)"])
            return []
        } catch {
            throw ValidationError(CommandArguments<Source>.message(for: error))
        }
    }
}
