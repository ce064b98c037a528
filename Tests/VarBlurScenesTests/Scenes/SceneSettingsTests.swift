import Foundation
import VarBlurJSON
import Testing

@testable import VarBlurScenes

@Suite("The list of values that can be set")
struct SceneSettingsTests {
    private func values(_ json: [UInt8], _ assignments: SceneAssignment...) throws -> [String: JSONValue] {
        let limits = SceneLimits()
        let document = try SceneAnimation.document(json, limits)
        let report = try SceneSettings.report(of: document, setting: assignments, limits: limits)
        guard let values = report["values"]?.array else { return [:] }
        return Dictionary(uniqueKeysWithValues: try values.map { (try #require($0["path"]?.string), $0) })
    }

    @Test("values have what a control needs, from the same descriptions as the decoder")
    func card() throws {
        let values = try values(SceneFiles.contents("share-card"))
        func member(_ path: String, _ name: String) -> JSONValue? { values[path]?[name] }
        #expect(member("photo.image", "kind") == .string("path"))
        #expect(member("title.text", "kind") == .string("text"))
        #expect(member("title.text", "value") == .string("Alpine lake"))
        #expect(member("title.text", "place") == .string("layers[3].layers[0].text"))
        #expect(
            member("title.text", "layer") == .string("title") && member("title.text", "layerType") == .string("text"))
        #expect(member("title.minContrast", "minimum") == .integer(1))
        #expect(member("title.minContrast", "maximum") == .integer(21))
        #expect(member("title.color", "kind") == .string("color") && member("title.color", "value") == nil)
        #expect(member("title.color", "default") == .string("#ffffff"))
        #expect(member("caption-blur.radius", "kind") == .string("length"))
        #expect(member("caption-blur.radius", "minimum") == .integer(0))
        #expect(member("badge.padding", "default") == .integer(0) && member("badge.fill.start[0]", "default") == nil)
        #expect(values["badge.offsetX"] != nil && member("badge.offsetX", "minimum") == nil)
        #expect(member("caption-blur.direction", "optional") == .bool(true))
        #expect(
            member("caption-blur.direction", "choices")
                == .array(["top", "bottom", "left", "right"].map { .string($0) }))
        #expect(member("caption-blur.easing", "choices") != nil)
        #expect(member("caption-blur.dithers", "kind") == .string("boolean"))
        #expect(member("canvas.width", "kind") == .string("integer"))
        #expect(member("badge.fill.stops[1]", "kind") == .string("color-stop"))
        #expect(member("badge.fill.stops[1]", "value") == .string("rgb(239 172 120)"))
        #expect(member("badge.fill.start[0]", "kind") == .string("number"))
        #expect(member("title.scrim.startOffset", "value") == .number("0.35"))
        // no shadow is given, and an identifier or a type cannot be changed
        #expect(values["title.shadow.radius"] == nil && values["title.id"] == nil && values["title.type"] == nil)
        #expect(values.values.allSatisfy { $0["summary"]?.string?.hasSuffix(".") == true })
    }

    @Test("every path leads to its value: setting it to what it is changes nothing", arguments: SceneFiles.names)
    func paths(name: String) throws {
        let json = try SceneFiles.contents(name)
        let values = try values(json)
        #expect(values.count > 30)
        let before = try SceneAnimation(json: json)
        for (path, entry) in values {
            guard let value = entry["value"] ?? entry["default"] else { continue }
            let text = value.string ?? value.text
            let assignment = SceneAssignment(path: path, value: text)
            #expect(try SceneAnimation(json: json, setting: [assignment]) == before, "\(path)=\(text)")
        }
    }

    @Test("what the list does not permit, the decoder rejects, at the place that the list names")
    func ranges() throws {
        let json = try SceneFiles.contents("share-card")
        var count = 0
        for (path, entry) in try values(json) {
            let kind = entry["kind"]?.string
            let below = entry["minimum"].flatMap { Double($0.text) }.map { String($0 - 1) }
            guard let wrong = kind == "choice" || kind == "color" ? "nonsense" : below else { continue }
            count += 1
            let assignment = SceneAssignment(path: path, value: wrong)
            let error = #expect(throws: SceneError.self) { () throws in
                // without the result, which would be a long message
                _ = try SceneAnimation(json: json, setting: [assignment])
            }
            #expect(error?.problems.first?.path == entry["place"]?.string, "\(path)")
        }
        #expect(count > 60)
    }

    @Test("values of moving scenes have two states, and motion is listed only for them")
    func states() throws {
        let moving = try values(
            Array(
                #"{"layers":[{"type":"fill","id":"a","paint":{"from":"red","to":"blue"}}],"motion":{"spring":{}}}"#.utf8
            ))
        #expect(moving["a.paint.from"]?["value"] == .string("red") && moving["a.paint.to"] != nil)
        #expect(moving["a.paint.to"]?["summary"] == moving["a.paint.from"]?["summary"])
        #expect(moving["a.paint"] == nil && moving["motion.spring.damping"]?["default"] == .number("0.8"))
        let still = try values(Array(#"{"layers":[{"type":"fill","id":"a","paint":"red"}]}"#.utf8))
        #expect(still["a.paint"]?["kind"] == .string("color"))
        #expect(!still.keys.contains { $0.hasPrefix("motion") } && still["canvas.height"]?["optional"] == .bool(true))
    }

    @Test("the values of copies are one value, which can be set as a whole", arguments: ["stack", "glass"])
    func copies(type: String) throws {
        let list =
            type == "stack" ? #""layers":[{"type":"text","id":"t","text":"a"}]"# : #""items":[{"id":"t","width":9}]"#
        let name = type == "stack" ? "t.text" : "t.width"
        let json = Array(
            #"{"layers":[{"type":"\#(type)","id":"s","repeat":[{"\#(name)":1},{"\#(name)":2}],\#(list)}]}"#.utf8)
        let repetition = try #require(try values(json)["s.repeat"])
        #expect(repetition["kind"] == .string("list") && repetition["place"] == .string("layers[0].repeat"))
        #expect(repetition["value"]?.text == #"[{"\#(name)":1},{"\#(name)":2}]"#)
        for text in ["[]", #"[{"\#(name)":3}]"#, try #require(repetition["value"]?.text)] {
            let changed = try values(json, SceneAssignment(path: "s.repeat", value: text))
            #expect(changed["s.repeat"]?["value"]?.text == text)
        }
    }

    @Test("an identifier that does not lead to its layer is not part of a path")
    func identifiers() throws {
        let glass = #"""
            {"layers":[{"type":"glass","id":"g","items":{"from":[{"id":"a","width":5}],"to":[{"id":"a","width":9}]}},
            {"type":"fill","id":"layers","paint":"red"},{"type":"fill","id":"canvas","paint":"red"},
            {"type":"fill","paint":"red"}]}
            """#
        let values = try values(Array(glass.utf8))
        #expect(values["a.width"]?["value"] == .number("5"))
        #expect(values["g.items.to[0].width"]?["value"] == .number("9"))
        #expect(values["layers[1].paint"] != nil && values["layers.paint"] == nil)
        #expect(values["canvas.paint"] != nil && values["canvas.background"] == nil && values["layers[3].paint"] != nil)
    }

    @Test("values are set before they are listed, and the document contains them")
    func assignments() throws {
        let values = try values(
            SceneFiles.contents("share-card"), SceneAssignment(path: "title.shadow.radius", value: "3"))
        #expect(values["title.shadow.radius"]?["value"] == .number("3") && values["title.shadow.color"] != nil)
        #expect(throws: SceneError.self) { () throws in
            _ = try self.values(SceneFiles.contents("share-card"), SceneAssignment(path: "title.size", value: "-3"))
        }
    }
}
