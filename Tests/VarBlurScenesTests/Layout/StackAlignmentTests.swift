import Testing

@testable import VarBlurScenes

@Suite("The alignment of single layers in stacks")
struct StackAlignmentTests {
    private static let dot = #""type":"fill","paint":"black","width":10,"height":8"#

    private func scene(_ layer: String) throws -> Scene { try Scene(96, 72, layer) }

    /// The frame of the second layer or piece in a stack of 60×40 pixels at the top left corner.
    private func frame(_ members: String, _ layer: String) throws -> SceneRectangle {
        let size = #""width":60,"height":40,"alignment":"topLeading""#
        let stack = try scene(
            #"{"type":"stack",\#(size),\#(members),"layers":[{\#(Self.dot)},{\#(Self.dot)\#(layer)}]}"#)
        let layout = try SceneLayout.of(width: 96, height: 72)
        guard case .stack(let contents)? = stack.layers.first?.content else { throw CancellationError() }
        let frame = try layout.frame(of: stack.layers[0], in: SceneRectangle(x: 0, y: 0, width: 96, height: 72))
        let area = try layout.plan(of: contents, in: frame.size).areas(in: frame)[1]
        return try layout.outerFrame(of: contents.layers[1], in: area)
    }

    @Test("a depth stack places a layer by its own alignment, padding, and offset", arguments: SceneAlignment.allCases)
    func depth(alignment: SceneAlignment) throws {
        let unit = alignment.unitPoint
        let own = #","alignment":"\#(alignment.rawValue)","padding":5,"offsetX":2"#
        let frame = try frame(#""axis":"depth","contentAlignment":"topTrailing""#, own)
        #expect(frame == SceneRectangle(x: 7 + 40 * unit.x, y: 5 + 22 * unit.y, width: 10, height: 8))
        // without one, the alignment of the stack applies
        let plain = try self.frame(#""axis":"depth","contentAlignment":"\#(alignment.rawValue)""#, "")
        #expect(plain == SceneRectangle(x: 50 * unit.x, y: 32 * unit.y, width: 10, height: 8))
    }

    @Test("rows and columns align a layer across their axis", arguments: SceneAlignment.allCases)
    func rows(alignment: SceneAlignment) throws {
        for (axis, unusable) in [("horizontal", [SceneAlignment.leading, .trailing]), ("vertical", [.top, .bottom])] {
            let members = #""axis":"\#(axis)","spacing":4,"contentAlignment":"topLeading""#
            let own = #","alignment":"\#(alignment.rawValue)""#
            guard !unusable.contains(alignment) else {
                let error = #expect(throws: SceneError.self) { () throws in try frame(members, own) }
                #expect(error?.problems.map(\.path) == ["layers[0].layers[1].alignment"])
                continue
            }
            let (plain, aligned) = (try frame(members, ""), try frame(members, own))
            let isRow = axis == "horizontal"
            #expect(isRow ? aligned.x == plain.x : aligned.y == plain.y)
            let unit = alignment.unitPoint
            #expect(isRow ? aligned.y == 32 * unit.y : aligned.x == 50 * unit.x)
        }
    }

    @Test("so do pieces of glass that follow one another, and their alignment along the axis is an error")
    func glass() throws {
        func glass(_ alignment: String, _ axis: String) -> String {
            #"{"type":"glass","axis":"\#(axis)","items":[{"width":9,"height":30},{"width":9,"height":9,"alignment":"\#(alignment)"}]}"#
        }
        for (alignment, y) in [("top", 0.0), ("bottomLeading", 21), ("center", 10.5)] {
            let scene = try scene(glass(alignment, "horizontal"))
            guard case .glass(let layer)? = scene.layers.first?.content else { throw CancellationError() }
            let layout = try SceneLayout.of(width: 96, height: 72)
            let frames = try layout.frames(
                of: layer.items, layer, in: SceneRectangle(x: 0, y: 0, width: 26, height: 30))
            #expect(frames[1] == SceneRectangle(x: 17, y: y, width: 9, height: 9))
        }
        let error = #expect(throws: SceneError.self) { () throws in try scene(glass("trailing", "horizontal")) }
        #expect(error?.problems.map(\.path) == ["layers[0].items[1].alignment"])
        #expect(error?.description.contains("top, center, or bottom") == true)
    }

    @Test("an alignment that equals the default is one, and survives writing and animations")
    func chosen() throws {
        let json =
            #"{"canvas":{"width":96,"height":72},"layers":[{"type":"stack","axis":"depth","contentAlignment":"topLeading","#
            + #""width":60,"layers":[{\#(Self.dot)},{\#(Self.dot),"alignment":"center","opacity":{"from":0,"to":1}}]}]}"#
        let animation = try SceneAnimation(json)
        #expect(try SceneAnimation(animation.json) == animation)
        guard case .stack(let stack) = animation.scene(at: 0.5).layers[0].content else { throw CancellationError() }
        #expect(stack.layers.map(\.placement.chosenAlignment) == [nil, .center])
    }
}
