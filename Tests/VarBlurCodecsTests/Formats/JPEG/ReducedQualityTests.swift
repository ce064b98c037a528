import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Quality of reduced JPEG files")
struct ReducedQualityTests {
    private static let size = Size(640, 576)

    @Test("needs twice the pixels of the result, or all")
    func ratios() throws {
        let header = try ImageHeader.of(TestContent.natural.image(Self.size).encoded(.jpeg(quality: 90)))
        for width in 20...640 {
            let resize = try Resize("\(width)x")
            let frame = try Frame(header, nil, resize, reductions: [2, 4, 8], limits: ImageLimits())
            let scale = min(640 / Double(frame.width), 576 / Double(frame.height))
            #expect(frame.reduction == [8, 4, 2].first { scale / Double($0) >= 1.998 } ?? 1, "\(width)")
        }
    }
}
