import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Transitions whose progress changes")
struct TransitionProgressTests {
    private static let overlay =
        #""type":"overlay","id":"p","at":"max","notches":[{"name":"min","extent":9},{"name":"max","extent":"80%"}],"#
        + #""transition":{"at":"min","progress":"#
    private static let glass =
        #""type":"glass","id":"g","items":[{"id":"a","width":20,"height":20,"offsetX":20},{"id":"b","width":8,"height":8}],"#
        + #""transition":{"items":[{"id":"a","width":20,"height":20,"offsetX":-20}],"progress":"#

    private func animation(_ layer: String, _ progress: String, rest: String = "") throws -> SceneAnimation {
        let json =
            #"{"canvas":{"width":96,"height":72},"motion":{"easing":"linear"},"layers":[{\#(layer)\#(progress)}}\#(rest)]}"#
        return try SceneAnimation(json)
    }

    @Test(
        "the progress at a time is between those of the two states", arguments: [overlay, glass],
        [(0.0, 1.0), (1, 0), (0.25, 0.625), (0.875, 0.125), (-0.5, 1.5)])
    func progress(layer: String, states: (from: Double, to: Double)) throws {
        let moving = try animation(layer, #"{"from":\#(states.from),"to":\#(states.to)}"#)
        for time in [0, 0.125, 0.25, 0.5, 0.75, 1] {
            let still = try animation(layer, SceneText.number(states.from + (states.to - states.from) * time)).end
            #expect(moving.scene(at: time) == still, "\(time)")
        }
    }

    @Test("the progress of a transition follows an overlay")
    func following() throws {
        let sheet =
            #",{"type":"overlay","id":"sheet","extent":"25%","notches":[{"name":"a","extent":0},{"name":"b","extent":"100%"}]}"#
        let following = try animation(Self.glass, #"{"from":0.2,"to":1,"follows":"sheet"}"#, rest: sheet)
        let still = try animation(Self.glass, "0.4", rest: sheet)
        let pictures = try [following, still].map { [UInt8](try SceneRenderer().render($0.end)) }
        #expect(pictures[0] == pictures[1])
    }

    @Test("a transition that cannot change gradually is an error at its place")
    func mistakes() {
        for (transition, path) in [
            (#"{"at":{"from":"min","to":"max"},"progress":0.5}"#, "layers[0].transition.at"),
            (#"{"from":null,"to":{"at":"min","progress":0.5}}"#, "layers[0].transition"),
        ] {
            let layer = Self.overlay.replacing(#"{"at":"min","progress":"#, with: transition)
            let error = #expect(throws: SceneError.self) { () throws in try SceneAnimation(96, 72, #"{\#(layer)}"#) }
            #expect(error?.problems.map(\.path) == [path])
        }
    }
}
