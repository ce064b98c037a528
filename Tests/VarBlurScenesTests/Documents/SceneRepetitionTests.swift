import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Repetition")
struct SceneRepetitionTests {
    private func scene(_ layers: String) throws -> Scene { try Scene(90, 60, layers) }

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

    private static let toggle = #"{"id":"toggle","width":30,"height":8}"#
    private static let badge = #"{"id":"b","width":8,"height":8,"label":[\#(dot)]}"#
    private static let closed = #"{"id":"b","width":4,"height":4}"#

    /// The identifiers of the pieces of glass, and the colors of their labels.
    private func pieces(_ items: [GlassItem]) -> [String] {
        items.map { item in
            guard case .fill(let fill)? = item.label.first?.content, case .color(let color) = fill.paint else {
                return item.id
            }
            return "\(item.id) \(color.sceneText)"
        }
    }

    @Test("one list of values is that of both states of glass, whose other pieces are there once")
    func states() throws {
        let values = ##"[{"dot.paint":"#f00"},{"dot.paint":"#0f0"}]"##
        let open = ["b-1 #ff0000", "b-2 #00ff00", "toggle"]
        for (first, closed) in [
            (Self.toggle, ["toggle"]), ("\(Self.toggle),\(Self.closed)", ["toggle", "b-1", "b-2"]), ("", []),
        ] {
            let (from, to) = ("[\(first)]", "[\(Self.badge),\(Self.toggle)]")
            let moving = #"{"type":"glass","repeat":\#(values),"items":{"from":\#(from),"to":\#(to)}}"#
            let transition =
                #"{"type":"glass","repeat":\#(values),"items":\#(to),"transition":{"items":\#(from),"progress":0.5}}"#
            func animated(_ layer: String) throws -> SceneAnimation { try SceneAnimation(90, 60, layer) }
            func glass(_ scene: Scene) throws -> GlassLayer {
                guard case .glass(let glass)? = scene.layers.first?.content else { throw CancellationError() }
                return glass
            }
            let still = try glass(animated(transition).end)
            #expect(pieces(still.items) == open && pieces(still.transition?.items ?? []) == closed)
            let animation = try animated(moving)
            #expect(try pieces(glass(animation.start).items) == closed)
            #expect(try pieces(glass(animation.end).items) == open)
            // the badges move
            let middle = try SceneRenderer().render(animation.scene(at: 0.5))
            #expect(try [UInt8](SceneRenderer().render(animation.end)) != [UInt8](middle))
        }
    }

    @Test("a name that is in no state of glass is a mistake of the list")
    func unknownNames() throws {
        let glass =
            #"{"type":"glass","repeat":[{"c.width":3}],"items":{"from":[\#(Self.toggle)],"to":[\#(Self.badge)]}}"#
        let error = #expect(throws: SceneError.self) { () throws in try scene(glass) }
        #expect(error?.problems.map(\.path) == ["layers[0].repeat[0]"], "\(String(describing: error))")
    }

    @Test("both states of the layers of a stack are repeated")
    func changingStack() throws {
        let wide = Self.dot.replacing("\"width\":10", with: "\"width\":20")
        let lists = #"{"from":[\#(Self.dot)],"to":[\#(wide)]}"#
        let json =
            #"{"canvas":{"width":90,"height":60},"layers":[{"type":"stack","repeat":[{},{"dot.height":5}],"layers":\#(lists)}]}"#
        let animation = try SceneAnimation(json)
        for (scene, width) in [(animation.start, 10.0), (animation.end, 20.0)] {
            guard case .stack(let stack)? = scene.layers.first?.content else { throw CancellationError() }
            #expect(stack.layers.map(\.placement.width) == [.pixels(width), .pixels(width)])
            #expect(stack.layers.map(\.placement.height) == [10, 5])
        }
    }

    @Test("values of the command line can replace the list, and no element leaves a gap")
    func assignments() throws {
        let json = """
            {"canvas":{"width":90,"height":60},"layers":[{"type":"stack","id":"row","repeat":[{}],"layers":[\(Self.dot)]}]}
            """
        for count in [0, 1, 5] {
            let list = "[\([String](repeating: "{}", count: count).joined(separator: ","))]"
            let assignment = SceneAssignment(path: "row.repeat", value: list)
            let animation = try SceneAnimation(json, setting: [assignment])
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
