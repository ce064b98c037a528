internal import VarBlurJSON
internal import VarBlurCodecs

/// The JSON Schemas of the lines of `varblur batch` and `varblur compose --batch`.
enum JobSchema {
    private typealias Member = JSONValue.Member

    /// The schema of a line of `varblur batch`.
    ///
    /// - Parameters:
    ///   - options: the options of a line.
    ///   - outputOptions: the options of each of several outputs.
    /// - Returns: JSON in several lines.
    static func text(of options: [OptionEntry], outputs outputOptions: [OptionEntry]) -> String {
        let summary = "May be missing if the input is in base64: the result contains the output."
        let output = output(summary, "the options, or else that of the input")
        let alternatives = ["output", "outputs"].map { object([("required", names([$0]))]) }
        return text(
            "A job: one input line of varblur batch",
            [
                ("input", input), ("output", output), ("outputs", outputs(output, outputOptions)),
                ("options", schema(of: options)),
            ], required: ["input"],
            [
                ("not", object([("required", names(["output", "outputs"]))])),
                ("if", object([("properties", object([("input", object([("type", .string("string"))]))]))])),
                ("then", object([("anyOf", .array(alternatives))])),
            ])
    }

    /// Several outputs of a job; `output` describes where each goes.
    private static func outputs(_ output: JSONValue, _ options: [OptionEntry]) -> JSONValue {
        let item = object([
            ("type", .string("object")), ("additionalProperties", .bool(false)),
            ("properties", .object([Member("output", output)] + options.map { Member($0.name, schema(of: $0)) })),
        ])
        return object([
            ("type", .string("array")), ("minItems", .integer(1)),
            ("maxItems", .integer(BatchOptions.maximumOutputCount)),
            (
                "description",
                .string("Several outputs, which are made from one decode; their options replace those of the job.")
            ),
            ("items", item),
        ])
    }

    /// The schema of a line of `varblur compose --batch`.
    ///
    /// - Parameter options: the options of a line.
    /// - Returns: JSON in several lines.
    static func sceneText(of options: [OptionEntry]) -> String {
        text(
            "A job: one input line of varblur compose --batch",
            [
                ("scene", scene), ("set", assignments),
                ("output", output("Where the picture goes.", "the options, or else PNG")),
                ("options", schema(of: options)),
            ], required: ["scene", "output"])
    }

    private static func text(
        _ title: String, _ properties: [(String, JSONValue)], required: [String], _ rules: [(String, JSONValue)] = []
    ) -> String {
        let id = object([("description", .string("Any value of at most 4096 bytes; it is copied to the result."))])
        return object(
            [
                ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
                ("title", .string(title)), ("type", .string("object")), ("required", names(required)),
                ("additionalProperties", .bool(false)), ("properties", object([("id", id)] + properties)),
            ] + rules
        ).indentedText + "\n"
    }

    private static func schema(of options: [OptionEntry]) -> JSONValue {
        object([
            ("type", .string("object")), ("description", .string(optionSummary)),
            ("additionalProperties", .bool(false)),
            ("properties", .object(options.map { Member($0.name, schema(of: $0)) })),
        ])
    }

    private static func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }

    private static var scene: JSONValue {
        let document = object([
            ("type", .string("object")), ("required", names(["layers"])),
            ("description", .string("The scene itself, as scene.schema.json describes it.")),
        ])
        return object([
            ("description", .string("The scene to draw.")),
            ("oneOf", .array([path("Path of the scene."), document])),
        ])
    }

    private static var assignments: JSONValue {
        object([
            ("type", .string("object")),
            (
                "description",
                .string("Values to set in the scene by their paths, such as title.text, photo.image, or canvas.width.")
            ),
        ])
    }

    private static var input: JSONValue {
        let bytes = object([
            ("type", .string("string")), ("contentEncoding", .string("base64")),
            ("description", .string("The input file in base64.")),
        ])
        return object([("oneOf", .array([path("Path of the input."), wrapper(of: bytes, named: "base64")]))])
    }

    /// The output of a job; `defaultFormat` describes the format if it is null.
    private static func output(_ summary: String, _ defaultFormat: String) -> JSONValue {
        let format = object([
            ("enum", .array(ImageFormat.written.map { .string($0.rawValue) } + [.null])),
            (
                "description",
                .string("The result contains the output, in this format; null selects the format of \(defaultFormat).")
            ),
        ])
        return object([
            ("description", .string(summary)),
            ("oneOf", .array([path("Path of the output."), wrapper(of: format, named: "inline")])),
        ])
    }

    /// An object with a single member.
    private static func wrapper(of member: JSONValue, named name: String) -> JSONValue {
        object([
            ("type", .string("object")), ("required", .array([.string(name)])), ("additionalProperties", .bool(false)),
            ("properties", object([(name, member)])),
        ])
    }

    private static func path(_ summary: String) -> JSONValue {
        object([
            ("type", .string("string")), ("minLength", .integer(1)), ("maxLength", .integer(4095)),
            ("not", object([("const", .string("-"))])),
            ("description", .string(summary)),
        ])
    }

    private static let optionSummary =
        "Options of the command line, without dashes; null has the same effect as omitting the option."

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { Member($0.0, $0.1) })
    }

    /// The schema of an option: its type and range, description and default.
    private static func schema(of option: OptionEntry) -> JSONValue {
        var members = option.syntax.map { constraints(of: $0.kind) } ?? [("type", types("boolean"))]
        if option.isRepeatable, let type = members.firstIndex(where: { $0.0 == "type" }) {
            let item = members.map { $0.0 == "type" ? ("type", JSONValue.string("string")) : $0 }
            members[type] = ("type", types("string", "array"))
            members.append(("items", object(item)))
        }
        members.append(("description", .string(option.summary.text(for: .job))))
        if let text = option.defaultText() {
            members.append(("default", option.isFlag ? .bool(text == "yes") : .string(text)))
        }
        return object(members)
    }

    private static func types(_ names: String...) -> JSONValue { .array((names + ["null"]).map { .string($0) }) }

    private static func constraints(of kind: ValueSyntax.Kind) -> [(String, JSONValue)] {
        switch kind {
        case .choice(let words): return [("enum", .array(words().map { .string($0) } + [.null]))]
        case .words(_, let pattern, details: _):
            return [("type", types("string")), ("pattern", .string(pattern))]
        case .integer(let range):
            let maximum: [(String, JSONValue)] =
                range.upperBound == .max ? [] : [("maximum", .integer(range.upperBound))]
            return [("type", types("integer", "string")), ("minimum", .integer(range.lowerBound))] + maximum
                + [("pattern", .string("^[+]?[0-9]+$"))]
        case .number(let range, let units):
            let bounds = [
                ("minimum", range.minimum), ("exclusiveMinimum", range.exclusiveMinimum), ("maximum", range.maximum),
                ("exclusiveMaximum", range.exclusiveMaximum),
            ]
            return [("type", types("number", "string"))]
                + bounds.compactMap { name, bound in bound.map { (name, .integer($0)) } }
                + [("pattern", .string(DecimalNumber.pattern(range, units: units)))]
        case .text(let pattern, takesIntegers: let takesIntegers):
            return [("type", takesIntegers ? types("integer", "string") : types("string"))]
                + (pattern.map { [("pattern", .string($0))] } ?? [])
        case .file, .directory: return [("type", types("string"))]
        }
    }
}
