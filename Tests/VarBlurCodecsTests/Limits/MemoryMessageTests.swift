import Testing

@testable import VarBlurCodecs

@Suite("Memory limits of images")
struct MemoryMessageTests {
    @Test(
        "are errors with two different numbers",
        arguments: [
            (10 << 20, (10 << 20) + 5, "10485765 bytes exceeds the limit of 10485760 bytes"),
            (10 << 20, 12 << 20, "12 MiB exceeds the limit of 10 MiB"),
        ])
    func message(limit: Int, estimate: Int, text: String) throws {
        var limits = ImageLimits()
        limits.memory = limit
        try limits.check(memory: limit)
        let error = #expect(throws: ImageError.self) { () throws in try limits.check(memory: estimate) }
        #expect(error?.description.contains(text) == true, "\(String(describing: error))")
    }
}
