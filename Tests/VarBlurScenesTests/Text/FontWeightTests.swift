import Testing

@testable import VarBlurScenes

@Suite("Weights of fonts")
struct FontWeightTests {
    private func scene(_ weight: String) throws -> Scene {
        try Scene(9, 9, #"{"type":"text","text":"a","weight":\#(weight)}"#)
    }

    private func weight(_ json: String) throws -> Int? {
        if case .text(let text) = try scene(json).layers[0].content { text.weight } else { nil }
    }

    @Test(
        "are numbers or words",
        arguments: [
            ("350", 350), (#""bold""#, 700), (#""Bold""#, 700), (#""regular""#, 400), (#""normal""#, 400),
            (#""semibold""#, 600), (#""black""#, 900),
        ])
    func values(json: String, weight: Int) throws { #expect(try self.weight(json) == weight) }

    @Test(
        "mistakes name what is meant",
        arguments: [
            (#""700""#, "write 700, not \"700\""), (#""bolt""#, "mean 'bold'"), ("1200", "100 to 1000, not 1200"),
            ("true", "must be a whole number"), (#""""#, "700 or bold"),
        ])
    func mistakes(json: String, message: String) throws {
        let error = #expect(throws: SceneError.self) { () throws in try scene(json) }
        #expect(error?.problems.map(\.path) == ["layers[0].weight"])
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
