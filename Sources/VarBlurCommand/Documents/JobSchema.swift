internal import VarBlurJSON
internal import VarBlurCodecs

/// The JSON Schemas of the lines of `varblur batch` and `varblur compose --batch`.
enum JobSchema {
    /// The schema of a line of `varblur batch`.
    ///
    /// - Parameters:
    ///   - options: the options of a line.
    ///   - outputOptions: the options of each of several outputs.
    /// - Returns: JSON in several lines.
    static func text(of options: [OptionEntry], outputs outputOptions: [OptionEntry]) -> String {
        let summary = "May be missing if the input is in base64: the result contains the output."
        let output = output(summary, "the options, or else that of the input")
        return text(
            "A job: one input line of varblur batch",
            [
                "input": input, "output": output, "outputs": outputs(output, outputOptions),
                "options": schema(of: options),
            ], required: ["input"],
            [
                "not": ["required": ["output", "outputs"]],
                "if": ["properties": ["input": ["type": "string"]]],
                "then": ["anyOf": [["required": ["output"]], ["required": ["outputs"]]]],
            ])
    }

    /// Several outputs of a job; `output` describes where each goes.
    private static func outputs(_ output: JSONValue, _ options: [OptionEntry]) -> JSONValue {
        var properties: JSONValue = ["output": output]
        properties.append(members(options))
        return [
            "type": "array", "minItems": 1, "maxItems": .integer(BatchOptions.maximumOutputCount),
            "description": "Several outputs, which are made from one decode; their options replace those of the job.",
            "items": ["type": "object", "additionalProperties": false, "properties": properties],
        ]
    }

    /// The schema of a line of `varblur compose --batch`.
    ///
    /// - Parameter options: the options of a line.
    /// - Returns: JSON in several lines.
    static func sceneText(of options: [OptionEntry]) -> String {
        text(
            "A job: one input line of varblur compose --batch",
            [
                "scene": scene, "set": assignments,
                "output": output("Where the picture goes.", "the options, or else PNG"),
                "options": schema(of: options),
            ], required: ["scene", "output"])
    }

    private static func text(
        _ title: String, _ others: JSONValue, required: [String], _ rules: JSONValue = [:]
    ) -> String {
        var properties: JSONValue = [
            "id": [
                "description": .string(
                    "Any value of at most \(BatchOptions.maximumIDLength) bytes; it is copied to the result.")
            ]
        ]
        properties.append(others)
        var schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title), "type": "object",
            "required": .strings(required), "additionalProperties": false, "properties": properties,
        ]
        schema.append(rules)
        return schema.indentedText
    }

    private static func schema(of options: [OptionEntry]) -> JSONValue {
        [
            "type": ["object", "array"],
            "description":
                """
            Options of the command line, without dashes; null has the same effect as omitting the option. In a list of such objects, \
            later ones override earlier ones, also with null.
            """,
            "additionalProperties": false, "properties": members(options),
            "minItems": 1, "items": ["type": "object", "$ref": "#/properties/options"],
        ]
    }

    private static func members(_ options: [OptionEntry]) -> JSONValue {
        .object(options.map { JSONValue.Member($0.name, schema(of: $0)) })
    }

    private static let scene: JSONValue = [
        "description": "The scene to draw.",
        "oneOf": [
            path("Path of the scene."),
            [
                "type": "object", "required": ["layers"],
                "description": "The scene itself, as scene.schema.json describes it.",
            ],
        ],
    ]

    private static let assignments: JSONValue = [
        "type": "object",
        "description":
            "Values to set in the scene by their paths, such as title.text, photo.image, or canvas.width.",
    ]

    private static let input: JSONValue = [
        "oneOf": [
            path("Path of the input."),
            wrapper(
                of: ["type": "string", "contentEncoding": "base64", "description": "The input file in base64."],
                named: "base64"),
        ]
    ]

    /// The output of a job; `defaultFormat` describes the format if it is null.
    private static func output(_ summary: String, _ defaultFormat: String) -> JSONValue {
        let format: JSONValue = [
            "enum": choices(ImageFormat.written.map(\.rawValue)),
            "description":
                "The result contains the output, in this format; null selects the format of \(defaultFormat).",
        ]
        return [
            "description": .string(summary),
            "oneOf": [path("Path of the output."), wrapper(of: format, named: "inline")],
        ]
    }

    /// An object with a single member.
    private static func wrapper(of member: JSONValue, named name: String) -> JSONValue {
        [
            "type": "object", "required": [.string(name)], "additionalProperties": false,
            "properties": .object([JSONValue.Member(name, member)]),
        ]
    }

    private static func path(_ summary: String) -> JSONValue {
        [
            "type": "string", "minLength": 1, "maxLength": 4095, "not": ["const": "-"],
            "description": .string(summary),
        ]
    }

    /// The schema of an option: its type and range, description and default.
    private static func schema(of option: OptionEntry) -> JSONValue {
        var value = option.syntax.map { constraints(of: $0.kind) } ?? ["type": types(["boolean"])]
        if option.isRepeatable, value["type"] != nil {
            let item = value.replacingMembers { $0.name == "type" ? .init("type", "string") : nil }
            value = value.replacingMembers { $0.name == "type" ? .init("type", types(["string", "array"])) : nil }
            value.append(["items": item])
        }
        value.append([
            "description": .string(option.summary.text(for: .job)),
            "default": option.defaultText().map { option.isFlag ? .bool($0 == "yes") : .string($0) },
        ])
        return value
    }

    /// Words, or null.
    private static func choices(_ words: [String]) -> JSONValue { .array(words.map { .string($0) } + [.null]) }

    /// Types of values, or null.
    private static func types(_ names: [String]) -> JSONValue { .strings(names + ["null"]) }

    private static func constraints(of kind: ValueSyntax.Kind) -> JSONValue {
        switch kind {
        case .choice(let words): ["enum": choices(words())]
        case .words(_, let pattern, details: _): ["type": types(["string"]), "pattern": .string(pattern)]
        case .integer(let range):
            [
                "type": types(["integer", "string"]), "minimum": .integer(range.lowerBound),
                "maximum": range.upperBound == .max ? nil : .integer(range.upperBound), "pattern": "^[+]?[0-9]+$",
            ]
        case .number(let range, let units):
            [
                "type": types(["number", "string"]), "minimum": range.minimum.map { .integer($0) },
                "exclusiveMinimum": range.exclusiveMinimum.map { .integer($0) },
                "maximum": range.maximum.map { .integer($0) },
                "exclusiveMaximum": range.exclusiveMaximum.map { .integer($0) },
                "pattern": .string(DecimalNumber.pattern(range, units: units)),
            ]
        case .text(let pattern, takesIntegers: let takesIntegers):
            [
                "type": types(takesIntegers ? ["integer", "string"] : ["string"]),
                "pattern": pattern.map { .string($0) },
            ]
        // the packages for other languages recognize files by it
        case .file, .directory: ["type": types(["string"]), "format": "path"]
        }
    }
}
