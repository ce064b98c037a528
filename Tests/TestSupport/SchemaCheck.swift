import Foundation

/// Validates JSON against the schemas of the project with the Python module jsonschema.
package enum SchemaCheck {
    private static let script = """
        import json, jsonschema, sys
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for line in sys.stdin:
            errors = [error.message for error in validator.iter_errors(json.loads(line))]
            if bool(errors) == (sys.argv[2] == 'true'): print(line, errors)
        """

    /// A Python that has the module; `make test` installs it on Linux.
    private static let python: Program? = [Program(named: "python3"), Program.python].compactMap { $0 }
        .first { (try? $0.run(["-c", "import jsonschema"]).status) == 0 }

    /// Validates lines.
    ///
    /// - Parameters:
    ///   - schema: the path of the schema.
    ///   - lines: values, each in one line.
    ///   - isValid: whether the values should be valid.
    /// - Returns: the lines that do not have the expected validity, with the reasons; an empty text if all have.
    /// - Throws: an error if Python cannot be started.
    package static func problems(_ schema: String, _ lines: [String], isValid: Bool = true) throws -> String {
        guard let python else {
            #if os(Linux)
                return "the Python module jsonschema is not installed"
            #else
                return ""
            #endif
        }
        let outcome = try python.run(
            ["-c", script, schema, "\(isValid)"], input: Data(lines.map { $0 + "\n" }.joined().utf8))
        return outcome.status == 0 ? outcome.text : outcome.text + outcome.errors
    }
}
