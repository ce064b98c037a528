import Testing

@testable import VarBlurScenes

@Suite("Timings of layers")
struct LayerTimingTests {
    private func animation(_ timing: String, motion: String = #""easing":"linear""#) throws -> SceneAnimation {
        let json = """
            {"canvas":{"width":100,"height":20},"motion":{\(motion)},"layers":[
            {"type":"fill","paint":"#fff","id":"whole","offsetX":{"from":0,"to":100}},
            {"type":"stack","id":"part","offsetX":{"from":0,"to":100},"timing":\(timing),"layers":[
            {"type":"fill","paint":"#000","offsetY":{"from":0,"to":100}},
            {"type":"fill","paint":"#000","offsetY":{"from":0,"to":100},"timing":{"start":0,"end":0.5}}]}]}
            """
        return try SceneAnimation(json)
    }

    /// The displacements of the layers: the whole, the stack, and the layers in it.
    private func offsets(_ animation: SceneAnimation, at time: Double) -> [Double] {
        let layers = animation.scene(at: time).layers
        guard case .stack(let stack) = layers[1].content else { return [] }
        let placements = layers.map(\.placement.offsetX) + stack.layers.map(\.placement.offsetY)
        return placements.map { $0.pixels(of: 0) }
    }

    private static let expected: [(Double, [Double])] = [
        (0, [0, 0, 0, 0]), (0.25, [25, 0, 0, 50]), (0.5, [50, 0, 0, 100]), (0.6, [60, 40, 40, 100]),
        (0.75, [75, 100, 100, 100]), (0.9, [90, 100, 100, 100]), (1, [100, 100, 100, 100]),
    ]

    @Test("are those of the layer and of the layers in it", arguments: expected)
    func parts(time: Double, expected: [Double]) throws {
        let offsets = offsets(try animation(#"{"start":0.5,"end":0.75}"#), at: time)
        #expect(zip(offsets, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(offsets)")
    }

    @Test("follow the curve in their part of the time")
    func curve() throws {
        let timing = SceneTiming.spring(response: 0.5, damping: 0.4)
        let animation = try animation(#"{"start":0.5}"#, motion: #""spring":{"response":0.5,"damping":0.4}"#)
        for time in [0.1, 0.55, 0.6, 0.8, 0.99] {
            let offsets = offsets(animation, at: time)
            #expect(abs(offsets[0] - 100 * timing.progress(at: time)) < 1e-6)
            #expect(abs(offsets[1] - 100 * timing.progress(at: 2 * time - 1)) < 1e-6)
        }
    }

    @Test("that end before they start are refused", arguments: [#"{"start":0.5,"end":0.5}"#, #"{"start":1}"#])
    func mistakes(timing: String) {
        let error = #expect(throws: SceneError.self) { () throws in try animation(timing) }
        #expect(error?.problems.map(\.path) == ["layers[1].timing.end"], "\(error?.description ?? "")")
    }
}
