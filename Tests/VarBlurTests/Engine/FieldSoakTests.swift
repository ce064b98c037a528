import TestSupport
import Testing

@testable import VarBlur

/// A long sweep over fields that vary along both axes, radii, sizes and formats.
@Suite("Soak, radii that vary along both axes", .enabled(if: SoakTable.path != nil))
struct FieldSoakTests {
    private static let radii = [0.15, 0.25, 0.5, 0.8, 1.3, 2.5, 3.1, 6.2, 11, 25, 60, 150]
    private static let sizes = [
        Size(1, 1), Size(2, 3), Size(1, 61), Size(61, 1), Size(17, 13), Size(32, 32), Size(53, 47), Size(96, 131),
    ]

    private static func fields(_ radius: Double) -> [TestField] {
        [
            .radial(radius), .diagonal(radius, radius / 3), .hardMask(radius, 0), .noise(radius),
            .waves(radius / 8, radius, count: 2),
        ]
    }

    @Test("every field, radius, size, edge rule and format is within the bound")
    func sweep() throws {
        try SoakTable.measure("both axes", as: "2", { 0.5 + 0.4 * $0.depth.fullScale / 255 }, worstError)
    }

    private func worstError(_ format: PixelFormat, _ edges: EdgeMode) throws -> (Double, Int) {
        var (worst, count) = (0.0, 0)
        for (index, radius) in Self.radii.enumerated() {
            for size in Self.sizes {
                let image = try PixelBuffer.noise(size, format, seed: UInt64(index + 1))
                for field in Self.fields(radius) {
                    let result = try field.blurred(image, edges: edges)
                    let sampling = PlaneSampling(whole: image.layout)
                    let gather = GatherBlur(image, edges: edges) { field.sigmas($0, $1, sampling) }
                    let pixels = (0..<8).map { (x: $0 * 13 % size.width, y: $0 * 29 % size.height) }
                    worst = max(worst, gather.errors(of: result, at: pixels).reduce(0) { max($0, abs($1)) })
                    count += 1
                }
            }
        }
        return (worst, count)
    }
}
