import TestSupport
import Testing

@testable import VarBlur

/// The image with the greatest error at a pixel of the result is known: white where the engine's weight is above the exact
/// weight, black where it is below.
@Suite("Error of the fast engine on worst-case images")
struct WorstImageTests {
    /// The engine's weights of a line's samples for each position of the line: `[position][sample]`.
    private static func weights(_ count: Int, _ sigma: Double, _ edges: EdgeMode) throws -> [[Double]] {
        let blur = try ProgressiveBlur(maximumRadius: sigma, minimumRadius: sigma, edges: edges)
        var weights = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for impulse in 0..<count {
            let line = try PixelBuffer.make(Size(1, count), PixelFormat(.gray, .sixteen)) { _, y, _ in
                y == impulse ? 65535 : 0
            }
            let blurred = try blur.blurred(line)
            for position in 0..<count { weights[position][impulse] = Double(blurred[0, position, 0]) / 65535 }
        }
        return weights
    }

    /// The exact weights: `[position][sample]`.
    private static func exactWeights(_ count: Int, _ sigma: Double, _ edges: EdgeMode) -> [[Double]] {
        let line = GaussianLine(sigma: sigma, count: count, edges: edges)
        return (0..<count).map { position in
            var weights: [Double] = []
            let first = line.weights(at: position, into: &weights)
            var all = [Double](repeating: 0, count: count)
            for (offset, weight) in weights.enumerated() { all[first + offset] += weight }
            return all
        }
    }

    /// The greatest error at some pixels, each with its worst-case image.
    static func worstError(_ count: Int, _ sigma: Double, _ edges: EdgeMode, positions: [Int]) throws -> Double {
        let (found, exact) = (try weights(count, sigma, edges), exactWeights(count, sigma, edges))
        let blur = try ProgressiveBlur(maximumRadius: sigma, minimumRadius: sigma, edges: edges)
        var worst = 0.0
        for y in positions {
            for x in positions {
                let image = try PixelBuffer.make(Size(count, count), PixelFormat(.gray)) { j, i, _ in
                    found[y][i] * found[x][j] > exact[y][i] * exact[x][j] ? 255 : 0
                }
                let samples = try UnroundedBlur(blur, lineCount: count).samples(of: image)
                var expected = 0.0
                for i in 0..<count {
                    for j in 0..<count where image[j, i, 0] > 0 { expected += 255 * exact[y][i] * exact[x][j] }
                }
                worst = max(worst, abs(samples[y * count + x] - expected))
            }
        }
        return worst
    }

    @Test("the worst-case error is within the documented bound", arguments: DocumentedBounds.table("worst-case images"))
    func bound(row: DocumentedBounds.Row) throws {
        let sigma = try #require(row.number(0))
        let bound = try #require(row.number(1))
        for (edges, positions) in [
            (EdgeMode.normalize, [0, 1, 3, 97, 98, 99, 100]), (.mirror, [2, 195]), (.clamp, [1, 98]),
        ] {
            let worst = try Self.worstError(196, sigma, edges, positions: positions)
            #expect(worst <= bound, "\(edges)")
        }
    }
}
