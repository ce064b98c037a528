package import VarBlurJSON
package import VarBlurCodecs

/// The options of a line of a batch, added to those of the command line.
package struct LineOptions: Sendable {
    package private(set) var request = CommandRequest()
    /// The settings in effect that may differ from line to line.
    private(set) var effective: EffectiveSettings
    /// The settings that change the output, for the result.
    package private(set) var settings = JSONValue.null
    /// Hints about options that have no effect.
    private(set) var hints: [String] = []
    /// Whether one of them says that the maximum radius is 0.
    private(set) var isToldOfRadius = false
    /// The error of invalid options, in the words of a job; `nil` if they are valid.
    package private(set) var error: ImageError?

    /// The options of a single image.
    var options: JobRequest { request.job }

    /// - Parameters:
    ///   - value: the member `options` of the line: an object, or several, of which the later ones take precedence.
    ///   - base: the settings of the batch.
    ///   - scope: ``OptionScope/batchLine`` or ``OptionScope/sceneLine``.
    package init(_ value: JSONValue, base: EffectiveSettings, scope: OptionScope = .batchLine) {
        effective = base.restricted(to: scope)
        do throws(UsageError) {
            for (index, object) in Self.objects(value).enumerated() {
                let settings = try Self.settings(object, from: .job(index), scope, base.table)
                // takes back what an earlier object has set
                for member in object.members ?? [] where member.value == .null { effective.leaveOut(member.name) }
                try effective.add(settings)
            }
            request = try effective.request()
            settings = effective.json(scope == .batchLine ? .image : scope)
            if scope == .batchLine {
                let unused = UnusedOptions(effective, request.job, areOfJob: true)
                (hints, isToldOfRadius) = (unused.jobHints, unused.nameWithoutRadius != nil)
            }
        } catch {
            self.error = error.imageError()
        }
    }

    /// The memory of the strings, in bytes.
    var byteCount: Int {
        settings.byteCount + effective.settings.reduce(0) { $0 + $1.value.utf8.count }
            + (error?.description.utf8.count ?? 0)
    }

    /// The objects with options, of which the later ones take precedence.
    private static func objects(_ value: JSONValue) -> [JSONValue] {
        if case .array(let objects) = value, !objects.isEmpty { objects } else { [value] }
    }

    private static func settings(
        _ value: JSONValue, from origin: Setting.Origin, _ scope: OptionScope, _ table: OptionTable
    ) throws(UsageError) -> [Setting] {
        guard let members = value.members else {
            throw UsageError("'options' must be an object, or a list with objects")
        }
        var result: [Setting] = []
        for member in members {
            guard let option = table[name: member.name], option.scope.isSuperset(of: scope) else {
                throw unknownOption(member.name, scope, table)
            }
            switch member.value {
            case .null: break
            case .bool(let isOn):
                guard option.isFlag else { throw wrongType(option) }
                result.append(Setting(flag: option, isOn: isOn, from: origin))
            case .string(let text), .number(let text): result.append(try setting(option, text, from: origin))
            case .array(let values) where option.isRepeatable && values.isEmpty:
                guard option.name == "area" else {
                    throw UsageError("the list of '\(option.name)' is empty", remedy: "leave out the option")
                }
                result.append(Setting(emptyList: option, from: origin))
            case .array(let values) where option.isRepeatable:
                for value in values {
                    guard let text = value.string else { throw wrongType(option) }
                    result.append(try setting(option, text, from: origin))
                }
            case .bytes, .array, .object: throw wrongType(option)
            }
        }
        return result
    }

    /// The options of one of several outputs of a line.
    ///
    /// - Parameters:
    ///   - line: the member `options` of the line.
    ///   - own: the options of the output, which replace those of the line.
    ///   - table: the options.
    /// - Returns: the objects with both.
    /// - Throws: `UsageError` for an option that cannot differ from output to output.
    static func value(
        _ line: JSONValue, ofOutput own: [JSONValue.Member], _ table: OptionTable
    ) throws(UsageError) -> JSONValue {
        for member in own {
            guard let option = table[name: member.name] else {
                let meant: UsageText? =
                    Suggestion.closest(to: member.name, among: ["output"]).map { "did you mean '\($0)'?" }
                throw UsageError(
                    "unknown field '\(Quotation.of(member.name))' of an output",
                    remedy: meant
                        ?? OtherNames.remedy(
                            forUnknown: member.name, in: .lineOutput, table.entries(in: .lineOutput)))
            }
            guard option.scope.contains(.lineOutput) else {
                throw UsageError(
                    "the option '\(option.name)' cannot be set for one of several outputs",
                    remedy: option.scope.contains(.batchLine) ? "set it for the whole job" : nil)
            }
        }
        return .array(objects(line) + [.object(own)])
    }

    private static func setting(
        _ option: OptionEntry, _ text: String, from origin: Setting.Origin
    ) throws(UsageError) -> Setting {
        if option.isFlag { throw UsageError("the option '\(option.name)' must be true or false") }
        if text.isEmpty {
            throw UsageError(
                "the option '\(option.name)' has an empty value", remedy: "specify a value, or leave out the option")
        }
        do throws(InvalidValue) {
            return try Setting(option, text, from: origin)
        } catch {
            throw .invalidValue(text, of: option, named: "'\(option.name)'", error)
        }
    }

    /// The error for the name of an option that jobs of this kind do not have.
    private static func unknownOption(_ name: String, _ scope: OptionScope, _ table: OptionTable) -> UsageError {
        guard let option = table[name: name] else {
            return UsageError(
                "unknown option '\(Quotation.of(name))'",
                remedy: OtherNames.remedy(forUnknown: name, in: scope, table.entries(in: scope)))
        }
        if option.scope.contains(.batchLine) {
            return UsageError(
                "the option '\(name)' does not apply to scenes", remedy: "set values of the scene with 'set'")
        }
        if option.scope.contains(.sceneLine) {
            return UsageError("the option '\(name)' applies to scenes only", remedy: "leave it out")
        }
        let (command, text): (OptionScope, String) =
            scope == .batchLine ? (.batchCommand, "varblur batch") : (.composeCommand, "varblur compose --batch")
        let remedy: UsageText? =
            if option.scope.contains(command) {
                "set it for the whole batch: \(text) --\(name)"
            } else if scope == .batchLine, ["widths", "formats"].contains(name) {
                "set 'outputs', a list with the size and the format of each"
            } else if name == "areas-from" {
                "set 'area', a shape or a list of shapes"
            } else {
                nil
            }
        return UsageError("the option '\(name)' cannot be set in a job", remedy: remedy)
    }

    private static func wrongType(_ option: OptionEntry) -> UsageError {
        let types =
            option.isFlag
            ? "true or false" : option.isRepeatable ? "a string or a list of strings" : "a string or a number"
        return UsageError("the option '\(option.name)' must be \(types)")
    }
}
