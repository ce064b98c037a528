import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The labels of glass between two states")
struct GlassLabelTests {
    private static func item(_ text: String, id: String = "toggle", icon: Bool = true) -> GlassItem {
        var layer = TextLayer(text, size: 14)
        layer.family = "DejaVu Sans"
        let disk = SceneLayer(
            .shape(ShapeLayer(.circle, fill: .color(.black))), placement: Placement(.leading, width: 12, height: 12))
        return GlassItem(
            id, shape: .capsule, placement: Placement(.center, width: 80, height: 40),
            label: (icon ? [disk] : []) + [SceneLayer(.text(layer))])
    }

    private func draw(_ items: [GlassItem], from first: [GlassItem]? = nil, _ progress: Double = 0) throws -> DrawnScene
    {
        var glass = GlassLayer(items)
        glass.transition = first.map { GlassTransition(from: $0, progress: progress) }
        return try DrawnScene([SceneLayer(.glass(glass))], background: SceneColor(red: 0.2, green: 0.4, blue: 0.6))
    }

    @Test("that differ crossfade, and what is in both stays", arguments: ["toggle", ""])
    func crossfade(id: String) throws {
        let (first, last) = ([Self.item("Show", id: id)], [Self.item("Hide", id: id)])
        let (before, after) = (try draw(first), try draw(last))
        #expect(before.bytes != after.bytes)
        for progress in [-0.2, 0, 0.01, 0.25, 0.5, 0.99, 1, 1.1] {
            let drawn = try draw(last, from: first, progress)
            let difference = drawn.difference(from: before, to: after, at: min(max(progress, 0), 1))
            #expect(difference <= 0.51, "\(difference) at \(progress)")
        }
    }

    @Test("that are the same stay", arguments: [0, 0.3, 0.7, 1.05])
    func same(progress: Double) throws {
        let items = [Self.item("Show")]
        #expect(try draw(items, from: items, progress).bytes == draw(items).bytes)
    }

    @Test("that are in one state only fade in or out")
    func oneState() throws {
        let (empty, full) = ([Self.item("", icon: false)], [Self.item("Hide")])
        var bare = empty[0]
        bare.label = []
        let middle = try draw(full, from: [bare], 0.5)
        #expect(middle.difference(from: try draw([bare]), to: try draw(full), at: 0.5) <= 0.51)
        let reverse = try draw([bare], from: full, 0.5)
        #expect(reverse.difference(from: try draw(full), to: try draw([bare]), at: 0.5) <= 0.51)
    }

    @Test("may have images, which are found in the first state, too")
    func images() {
        let image = SceneLayer(.image(ImageLayer("a.png")))
        var glass = GlassLayer([])
        glass.transition = GlassTransition(
            from: [GlassItem("a", shape: .circle, placement: Placement(), label: [image])], progress: 0.5)
        let scene = Scene(canvas: SceneCanvas(width: 9, height: 9), layers: [SceneLayer(.glass(glass))])
        #expect(scene.imageReferences.map(\.path) == ["layers[0].transition.items[0].label[0].image"])
    }
}
