import Testing

@testable import VarBlurScenes

@Suite("Repetition")
struct SceneRepetitionTests {
    private func scene(_ layers: String) throws -> Scene {
        try Scene(json: Array("{\"canvas\":{\"width\":90,\"height\":60},\"layers\":[\(layers)]}".utf8))
    }

    private static let dot = #"{"type":"fill","id":"dot","paint":"black","width":10,"height":10}"#

    @Test("copies of layers have the values of the list")
    func layers() throws {
        let repeated = try scene(
            """
            {"type":"stack","axis":"horizontal","repeat":[{"dot.paint":"red"},{},{"dot.width":20,"dot.opacity":0.5}],
            "layers":[\(Self.dot)]}
            """)
        let written = try scene(
            """
            {"type":"stack","axis":"horizontal","layers":[
            {"type":"fill","id":"dot-1","paint":"red","width":10,"height":10},
            {"type":"fill","id":"dot-2","paint":"black","width":10,"height":10},
            {"type":"fill","id":"dot-3","paint":"black","width":20,"height":10,"opacity":0.5}]}
            """)
        #expect(repeated == written)
    }

    @Test("copies of pieces of glass, inside of copies of a stack, and in both states of an animation")
    func nested() throws {
        let item = #"{"id":"a","width":8,"height":8}"#
        let glass = #"{"type":"glass","axis":"horizontal","repeat":[{"a.width":9},{}],"items":[\#(item)]}"#
        let scene = try scene(#"{"type":"stack","repeat":[{},{"a.height":7},{}],"layers":[\#(glass)]}"#)
        guard case .stack(let stack)? = scene.layers.first?.content, case .glass(let second) = stack.layers[1].content
        else { throw CancellationError() }
        #expect(stack.layers.count == 3)
        #expect(second.items.map(\.placement.width) == [9, 8] && second.items.map(\.placement.height) == [7, 7])
    }

    @Test("values of the command line can replace the list, and no element leaves a gap")
    func assignments() throws {
        let json = """
            {"canvas":{"width":90,"height":60},"layers":[{"type":"stack","id":"row","repeat":[{}],"layers":[\(Self.dot)]}]}
            """
        for count in [0, 1, 5] {
            let list = "[\([String](repeating: "{}", count: count).joined(separator: ","))]"
            let assignment = SceneAssignment(path: "row.repeat", value: list)
            let animation = try SceneAnimation(json: Array(json.utf8), setting: [assignment])
            guard case .stack(let stack)? = animation.end.layers.first?.content else { throw CancellationError() }
            #expect(stack.layers.count == count)
        }
    }

    @Test(
        "mistakes in the list have its path",
        arguments: [
            (#"[{"spot.paint":"red"}]"#, "layers[0].repeat[0]"), ("[3]", "layers[0].repeat[0]"),
            ("3", "layers[0].repeat"),
            (#"[{},{"dot.paint":7}]"#, "layers[0].layers[1].paint"),
        ])
    func mistakes(list: String, path: String) throws {
        let error = #expect(throws: SceneError.self) { () throws in
            try scene(#"{"type":"stack","repeat":\#(list),"layers":[\#(Self.dot)]}"#)
        }
        #expect(error?.problems.map(\.path) == [path], "\(String(describing: error))")
    }

    @Test("copies are limited before they are made")
    func limits() throws {
        let many = [String](repeating: "{}", count: 4000).joined(separator: ",")
        var layer = Self.dot
        for _ in 0..<3 { layer = #"{"type":"stack","repeat":[\#(many)],"layers":[\#(layer)]}"# }
        let error = #expect(throws: SceneError.self) { () throws in try scene(layer) }
        #expect(error?.code == .overLimit)
    }

    @Test("a number is a text, and suggestions know other names")
    func messages() throws {
        #expect(try scene(#"{"type":"text","text":49.5}"#) == scene(#"{"type":"text","text":"49.5"}"#))
        for (layer, part) in [
            (#"{"type":"fill","paint":"red","alignment":"topleft"}"#, "'topLeading'"),
            (#"{"type":"fill","paint":"red","alignment":"bottom-right"}"#, "'bottomTrailing'"),
            (#"{"type":"shape","shape":"hexagon"}"#, "'hexagonBadge'"),
            (#"{"type":"fill","paint":"red","width":"12px"}"#, "write 12, not \"12px\""),
        ] {
            let error = #expect(throws: SceneError.self) { () throws in try scene(layer) }
            #expect(error?.description.contains(part) == true, "\(String(describing: error))")
        }
        let image = try scene(#"{"type":"image","image":"https://example.org/a.png"}"#)
        let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().check(image) }
        #expect(error?.description.contains("network") == true)
    }
}
