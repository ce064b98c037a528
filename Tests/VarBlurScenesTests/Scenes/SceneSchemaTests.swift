import Foundation
import VarBlurJSON
import Testing

@testable import VarBlurScenes

@Suite("The schema of scenes")
struct SceneSchemaTests {
    private let schema = SchemaValidator(SceneSchema.value)

    @Test("the file is up to date")
    func file() throws {
        let file = SceneFiles.repository.appending(path: "share/varblur/scene.schema.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == SceneSchema.text)
    }

    @Test("every schema stands in one place, and references lead to a definition")
    func definitions() throws {
        let names = SceneSchema.text.matches(of: /"#\/\$defs\/([A-Za-z]+)"/).map { String($0.1) }
        let definitions = try #require(SceneSchema.value["$defs"])
        #expect(Set(names).count > 10 && names.allSatisfy { definitions[$0] != nil })
        #expect(SceneSchema.text.utf8.count < 300_000)
    }

    @Test("null stands for a member that is left out, where there is no default")
    func null() throws {
        let text = #"{"canvas":{"width":null,"extend":null},"layers":[{"type":"shape","shape":"circle","fill":null}]}"#
        #expect(schema.accepts(try JSONParser.value(of: Array(text.utf8))))
        #expect(throws: Never.self) { try JSONDecoder().decode(Scene.self, from: Data(text.utf8)) }
        let wrong = #"{"layers":[{"type":"shape","shape":null}]}"#
        #expect(!schema.accepts(try JSONParser.value(of: Array(wrong.utf8))))
    }

    @Test("the scenes of the project comply", arguments: SceneFiles.names)
    func scenes(name: String) throws {
        #expect(schema.accepts(try JSONParser.value(of: SceneFiles.contents(name))))
    }

    /// Mistakes that a schema cannot describe: duplicates, the syntax of texts, sizes, and the change of values.
    private static let semantic = [
        "background", "\"color\"", "a b", "\"ramp\"", "2000000", "blue 140%", "data", "\"id\":\"a\"", "notches\":[{",
        "from", "family", "easing", "\"image\":\"\"", "1000000000", "\"height\":3000", "[0,0]}]",
    ]

    @Test("what the decoder rejects, the schema rejects too, except for meanings")
    func badScenes() {
        var rejectedCount = 0
        for document in BadScenes.documents {
            guard let value = try? JSONParser.value(of: Array(document.utf8)) else { continue }
            if Self.semantic.contains(where: { document.contains($0) }) { continue }
            rejectedCount += 1
            #expect(!schema.accepts(value), "\(document)")
        }
        #expect(rejectedCount > 50)
    }

    @Test("lists have their least number of elements, and lengths their limits")
    func limits() throws {
        func accepts(_ layer: String) throws -> Bool {
            schema.accepts(try JSONParser.value(of: Array("{\"layers\":[{\(layer)}]}".utf8)))
        }
        for (layer, isValid) in [
            (#""type":"overlay","notches":[]"#, false),
            (#""type":"overlay","notches":[{"name":"a","extent":1}]"#, true),
            (#""type":"fill","paint":{"gradient":"linear","stops":["red"]}"#, false),
            (#""type":"fill","paint":{"gradient":"linear","stops":["red","blue"]}"#, true),
            (#""type":"shape","shape":{"type":"polygon","points":[[0,0],[1,1]]}"#, false),
            (#""type":"shape","shape":{"type":"polygon","points":[[0,0],[1,1],[0,1]]}"#, true),
            (#""type":"text","text":"a","size":0"#, false), (#""type":"text","text":"a","size":0.01"#, true),
            (#""type":"text","text":"a","size":"0%""#, false), (#""type":"text","text":"a","size":"0.00%""#, false),
            (#""type":"text","text":"a","size":"0.5%""#, true), (#""type":"text","text":"a","size":"0% + 3""#, true),
            (#""type":"fill","paint":"red","padding":-1"#, false),
            (#""type":"fill","paint":"red","padding":"-1%""#, false),
            (#""type":"fill","paint":"red","padding":0"#, true),
            (#""type":"fill","paint":"red","offsetX":"-1% - 2.5""#, true),
            (#""type":"fill","paint":"red","offsetX":"1% 2""#, false),
        ] {
            #expect(try accepts(layer) == isValid, "\(layer)")
            let document = Array("{\"layers\":[{\(layer)}]}".utf8)
            #expect(((try? Scene(json: document)) != nil) == isValid, "\(layer)")
        }
    }

    @Test("the decoder reads every member that the schema lists, and the encoder writes it")
    func members() throws {
        for kind in SceneLayer.Kind.allCases {
            var reader = SceneReader(limits: SceneLimits())
            let content = kind.content([], &reader, others: [])
            #expect(content.value.jsonMembers.map(\.name) == kind.documentation.map(\.name))
            #expect(!kind.documentation.contains { $0.summary.isEmpty || !$0.summary.hasSuffix(".") })
        }
    }
}

/// Checks values by the parts of JSON Schema that the schema of scenes uses.
struct SchemaValidator {
    private let root: JSONValue

    init(_ root: JSONValue) { self.root = root }

    func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        guard case .object(let rules) = schema else { return schema == .bool(true) }
        return rules.allSatisfy { accepts(value, $0.name, $0.value, schema) }
    }

    private func accepts(_ value: JSONValue, _ name: String, _ rule: JSONValue, _ schema: JSONValue) -> Bool {
        switch (name, rule) {
        case ("type", .string(let type)): return isOf(value, type)
        case ("const", _): return value == rule
        case ("enum", .array(let values)): return values.contains(value)
        case ("anyOf", .array(let schemas)): return schemas.contains { accepts(value, $0) }
        case ("oneOf", .array(let schemas)): return schemas.count { accepts(value, $0) } == 1
        case ("$ref", .string(let path)):
            let name = String(path.dropFirst("#/$defs/".count))
            return root["$defs"]?[name].map { accepts(value, $0) } ?? false
        case ("minimum", .number(let text)): return number(value) >= Double(text) ?? 0
        case ("maximum", .number(let text)): return number(value) <= Double(text) ?? 0
        case ("exclusiveMinimum", .number(let text)): return number(value) > Double(text) ?? 0
        case ("items", _):
            guard case .array(let values) = value else { return true }
            return values.allSatisfy { accepts($0, rule) }
        case ("minItems", .number(let text)):
            guard case .array(let values) = value else { return true }
            return values.count >= Int(text) ?? 0
        case ("maxItems", .number(let text)):
            guard case .array(let values) = value else { return true }
            return values.count <= Int(text) ?? 0
        case ("pattern", .string(let pattern)):
            guard case .string(let text) = value, let regex = try? Regex(pattern) else { return true }
            return text.contains(regex)
        case ("required", .array(let names)):
            return names.allSatisfy { if case .string(let name) = $0 { value[name] != nil } else { false } }
        case ("properties", _):
            guard case .object(let members) = value else { return true }
            return members.allSatisfy { member in rule[member.name].map { accepts(member.value, $0) } ?? true }
        case ("additionalProperties", .bool(false)):
            guard case .object(let members) = value else { return true }
            return members.allSatisfy { schema["properties"]?[$0.name] != nil }
        default: return true
        }
    }

    private func number(_ value: JSONValue) -> Double {
        if case .number(let text) = value { Double(text) ?? .nan } else { .nan }
    }

    private func isOf(_ value: JSONValue, _ type: String) -> Bool {
        switch value {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let text): type == "number" || type == "integer" && Int(text) != nil
        case .string, .bytes: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
