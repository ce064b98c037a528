import Testing
import VarBlurCodecs
import VarBlurJSON
import VarBlur

@testable import VarBlurScenes

@Suite("The kinds of layers")
struct LayerContentTests {
    @Test("are the same in all lists", arguments: SceneLayer.Kind.allCases)
    func lists(kind: SceneLayer.Kind) {
        var reader = SceneReader(limits: SceneLimits())
        let content = kind.content([], &reader, others: [])
        #expect(content.kind == kind && content.value.layerContent == content)
        for value in [content.value, content.placed, content.drawn] as [any LayerContent] {
            #expect(type(of: value) == kind.type)
        }
    }

    /// Layers that contain others in all possible places.
    private static let containers: [SceneLayer.Content] = {
        func layers(_ ids: String...) -> [SceneLayer] { ids.map { SceneLayer(.fill(FillLayer()), id: $0) } }
        func item(_ id: String) -> GlassItem {
            GlassItem("", shape: .capsule, placement: Placement(), label: layers(id))
        }
        var stack = StackLayer(.vertical, layers("a", "b"))
        stack.more = layers("c")
        var overlay = OverlayLayer()
        (overlay.content, overlay.above) = (layers("a"), layers("b", "c"))
        var glass = GlassLayer([item("a"), item("b")])
        glass.transition = GlassTransition(from: [item("c")], progress: 0.5)
        return [.stack(stack), .overlay(overlay), .glass(glass)]
    }()

    @Test("have children in the order of the document, all of which can be changed", arguments: containers)
    func children(content: SceneLayer.Content) {
        #expect(content.value.childLayers.map(\.id) == ["a", "b", "c"])
        var changed = content
        changed.value.changeChildren { layers in
            for index in layers.indices { layers[index].id += "2" }
        }
        #expect(changed.value.childLayers.map(\.id) == ["a2", "b2", "c2"])
        #expect(
            changed.kind == content.kind && changed.value.children.map(\.path) == content.value.children.map(\.path))
        // a document names them by the same paths
        let members = content.value.jsonMembers
        for (path, layers) in content.value.children {
            let steps = path.split { "[].".contains($0) }
            var value = JSONValue.object(members)
            for step in steps {
                if case .array(let elements) = value, let index = Int(step) {
                    value = elements[index]
                } else {
                    value = value[String(step)] ?? .null
                }
            }
            #expect(value == layers.json, "\(path)")
        }
    }

    @Test("are measured and checked once before they are drawn")
    func checks() throws {
        let scene = Scene(canvas: SceneCanvas(width: 9, height: 9), layers: [SceneLayer(.fill(FillLayer()))])
        var other = scene
        other.layers[0].opacity = 0.5
        let renderer = try SceneRenderer()
        var count = 0
        renderer.layerObserver = { _ in count += 1 }
        try renderer.check(scene)
        _ = try renderer.memory(of: scene)
        let picture = try [UInt8](renderer.render(scene))
        // once for the check, and twice for the drawing: before the layer is measured, and before it is drawn
        #expect(count == 3)
        try renderer.check(other)
        #expect(try [UInt8](renderer.render(scene)) == picture)
        #expect(count == 7)
        renderer.page = RGBColor(red: 255, green: 255, blue: 255)
        #expect(try [UInt8](renderer.render(other)) != picture)
        #expect(count == 10)
    }
}
