import TestSupport
import Testing
import VarBlur

/// A long sweep over radii, sizes and formats.
@Suite("Soak", .enabled(if: SoakTable.path != nil), .serialized)
struct SoakTests {
    private static let sigmas = [
        0.05, 0.15, 0.16, 0.19, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4.5, 6, 10, 16, 25, 40, 75, 150, 300,
    ]
    private static let sizes = [
        Size(1, 1), Size(2, 3), Size(1, 61), Size(61, 1), Size(17, 13), Size(32, 32), Size(53, 47), Size(96, 31),
    ]

    @Test("every radius, size, edge rule, direction and format is within the bound")
    func sweep() throws {
        // half a step of rounding, and the error bound of the engine
        try SoakTable.measure("one axis", as: "1", { 0.5 + 0.4 * $0.depth.fullScale / 255 }, worstError)
    }

    private func worstError(_ format: PixelFormat, _ edges: EdgeMode) throws -> (Double, Int) {
        var (worst, count, seed) = (0.0, 0, UInt64(1))
        for sigma in Self.sigmas {
            for size in Self.sizes {
                for (minimum, offset) in [(0, 0), (sigma / 2, -0.3), (0, 0.4)] {
                    let direction = BlurDirection.allCases[count % 4]
                    let blur = try ProgressiveBlur(
                        maximumRadius: sigma, minimumRadius: minimum, direction: direction, startOffset: offset,
                        edges: edges)
                    let source = try PixelBuffer.noise(size, format, seed: seed)
                    let result = try blur.blurred(source)
                    worst = max(worst, BruteForceBlur(blur).largestError(of: result, from: source))
                    (count, seed) = (count + 1, seed + 1)
                }
            }
        }
        return (worst, count)
    }
}
