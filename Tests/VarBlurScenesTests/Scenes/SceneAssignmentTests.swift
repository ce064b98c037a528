import Testing
import VarBlurJSON

@testable import VarBlurScenes

@Suite("Values that are set in scenes")
struct SceneAssignmentTests {
    private static let document = Array(
        #"{"canvas":{"width":9},"layers":[{"type":"stack","id":"s","layers":[{"type":"text","id":"caption","text":"a","size":12}]}]}"#
            .utf8)

    private func caption(_ assignments: (String, String)...) throws -> TextLayer {
        let scene = try SceneAnimation(
            json: Self.document, setting: assignments.map { SceneAssignment(path: $0.0, value: $0.1) }
        ).end
        guard case .stack(let stack) = scene.layers[0].content, case .text(let text) = stack.layers[0].content else {
            Issue.record("another scene")
            return TextLayer()
        }
        return text
    }

    @Test("a value is found by the id of its layer, or by its path")
    func paths() throws {
        #expect(try caption(("caption.text", "Alpine lake")).text == "Alpine lake")
        #expect(try caption(("layers[0].layers[0].text", "b")).text == "b")
        #expect(try caption(("caption.size", "40")).size == 40)
        #expect(try caption(("caption.size", "5%")).size == .percent(5))
        #expect(try caption(("caption.shadow.radius", "7")).shadow?.radius == 7)
    }

    @Test("the members that are taken as texts are those that the schema describes as plain texts")
    func plainMembers() throws {
        func isPlain(_ value: JSONValue) -> Bool {
            guard ["enum", "const", "examples"].allSatisfy({ value[$0] == nil }) else { return false }
            if let forms = value["anyOf"]?.array {
                return forms.allSatisfy { isPlain($0) || $0["type"]?.string == "null" }
            }
            // a number is taken as a text, too
            guard value["type"] != ["string", "number"] else { return true }
            return value["type"]?.string == "string" && [nil, "path"].contains(value["format"]?.string)
        }
        var (plain, others): (Set<String>, Set<String>) = ([], [])
        func visit(_ value: JSONValue) {
            for member in value["properties"]?.members ?? [] {
                if isPlain(member.value) { plain.insert(member.name) } else { others.insert(member.name) }
            }
            for inner in (value.members ?? []).map(\.value) + (value.array ?? []) { visit(inner) }
        }
        visit(try JSONParser.value(of: Array(SceneSchema.text.utf8)))
        // the address of the schema cannot be set, and the states of an animation are no members of their own
        #expect(plain.subtracting(["$schema", "from", "to"]) == Set(SceneText.plainMembers))
        // the notch at which a panel rests may change
        #expect(others.intersection(SceneText.plainMembers) == ["at"])
    }

    @Test("a number of pixels takes the place of a percentage, and null that of a text")
    func otherKinds() throws {
        #expect(try caption(("caption.size", "5%"), ("caption.size", "40")).size == 40)
        #expect(try caption(("caption.family", "50%"), ("caption.family", "Sans")).family == "Sans")
        let blur = Array(#"{"layers":[{"type":"blur","id":"b","direction":"left"}]}"#.utf8)
        let scene = try SceneAnimation(json: blur, setting: [SceneAssignment(path: "b.direction", value: "null")]).end
        guard case .blur(let layer) = scene.layers[0].content else {
            Issue.record("another scene")
            return
        }
        #expect(layer.direction == nil)
    }

    @Test("the title of the document does not hide a layer with the id title")
    func titles() throws {
        let document = Array(#"{"title":"x","layers":[{"type":"text","id":"title","text":"a","size":12}]}"#.utf8)
        func text(_ path: String) throws -> String? {
            let assignment = SceneAssignment(path: path, value: "b")
            let scene = try SceneAnimation(json: document, setting: [assignment]).end
            return if case .text(let text) = scene.layers[0].content { text.text } else { nil }
        }
        #expect(try text("title.text") == "b")
        #expect(try text("title") == "a")
        #expect(try text("layers[0].text") == "b")
        let error = #expect(throws: SceneError.self) { () throws in _ = try caption(("title.text", "b")) }
        #expect(error?.description.contains("there is no layer with the id 'title'") == true)
    }

    @Test("a text stays a text, even if it looks like a number")
    func texts() throws {
        #expect(try caption(("caption.text", "2026")).text == "2026")
        #expect(try caption(("caption.text", "true")).text == "true")
        #expect(try caption(("caption.text", "null")).text == "null")
        #expect(try caption(("caption.text", "50%"), ("caption.text", "7")).text == "7")
    }

    @Test(
        "wrong paths are errors",
        arguments: ["captoin.text", "", "layers[9].text", "caption.text[0]", "canvas..width", "layers[x].text"])
    func mistakes(path: String) {
        #expect(throws: SceneError.self) { () throws in try caption((path, "1")) }
    }

    @Test("a misspelled id gets a suggestion")
    func suggestion() {
        let error = #expect(throws: SceneError.self) { () throws in try caption(("captoin.text", "1")) }
        #expect(error?.description.contains("did you mean 'caption'?") == true)
    }
}
