import TestSupport
import Testing

@testable import VarBlur

@Suite("Resize")
struct ResizeTests {
    @Test("an image resized to its size is copied")
    func identity() throws {
        let source = try PixelBuffer.noise(Size(37, 21), PixelFormat(.rgba), seed: 1)
        let result = try source.resized(toWidth: 37, height: 21)
        #expect(result.row(5) == source.row(5))
    }
}
