import Foundation
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Lengths of mixed units")
struct MixedLengthTests {
    private func length(_ text: String) throws -> SceneLength? {
        let json = #"{"layers":[{"type":"fill","paint":"red","offsetX":\#(text)}]}"#
        return try Scene(json).layers.first?.placement.offsetX
    }

    @Test(
        "a percentage and a number of pixels are added",
        arguments: [
            ("\"50% - 24\"", 76.0), ("\"50%-24\"", 76), ("\"10% + 0.5\"", 20.5), ("\"-5% + 3\"", -7), ("\"12.5%\"", 25),
            ("\"0% - 4\"", -4), ("17", 17),
        ])
    func sums(text: String, pixels: Double) throws {
        let length = try #require(try length(text))
        #expect(length.pixels(of: 200) == pixels)
        // what is written is read again
        #expect(try self.length(length.json.text) == length)
    }

    @Test(
        "other texts are no lengths",
        arguments: ["50% 24", "50% - -4", "50% * 2", "24 - 50%", "% + 3", "50% + 4px", "50% + 3000000"])
    func mistakes(text: String) {
        let error = #expect(throws: SceneError.self) { () throws in try length("\"\(text)\"") }
        #expect(error?.problems.map(\.path) == ["layers[0].offsetX"], "\(text)")
    }

    @Test("a sum can be negative on a canvas, and is then no length")
    func negativeSums() throws {
        let json =
            #"{"canvas":{"width":40,"height":40,"background":"white"},"layers":[{"type":"fill","paint":"red","width":"50% - 24"}]}"#
        let picture = try SceneRenderer().render(try Scene(json))
        #expect(picture.sampleValues().allSatisfy { $0 == 255 })
        let text = #"{"canvas":{"width":40,"height":40},"layers":[{"type":"text","text":"a","size":"50% - 24"}]}"#
        let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().check(try Scene(text)) }
        #expect(error?.problems.map(\.path) == ["layers[0].size"])
    }

    @Test(
        "an overlay moves between an extent in pixels and one in percent",
        arguments: [
            (#""extent":{"from":120,"to":"80%"}"#, 120.0, 480.0), (#""extent":{"from":"25%","to":300}"#, 150, 300),
            (#""extent":{"from":"50% - 100","to":400}"#, 200, 400), (#""at":{"from":"low","to":"high"}"#, 120, 480),
        ])
    func motion(member: String, first: Double, last: Double) throws {
        let json = """
            {"canvas":{"width":20,"height":600},"motion":{"easing":"linear"},"layers":[{"type":"overlay","fill":"#000",
             "cornerRadius":0,"grabber":false,\(member),
             "notches":[{"name":"low","extent":120},{"name":"high","extent":"80%"}]}]}
            """
        let animation = try SceneAnimation(json)
        for time in [0, 0.25, 0.5, 1] {
            let picture = try SceneRenderer().render(animation.scene(at: time))
            let extent = (0..<600).reduce(0) { $0 + Double(picture[10, $1, 3]) / 255 }
            #expect(abs(extent - (first + (last - first) * time)) < 0.01, "\(time): \(extent)")
        }
        // the document of an animation has the same states
        let again = try SceneAnimation(animation.json)
        #expect(again.start == animation.start && again.end == animation.end)
    }
}
