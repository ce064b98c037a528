import TestSupport
import Testing

@testable import VariableBlur

/// For a pixel of the result the worst of all images can be written down: white where the engine's weight for a pixel is
/// above the exact one, black where it is below.
@Suite("The fast engine on the worst of all images")
struct WorstImageTests {
    /// The weights with which the samples of a line enter each of its blurred values: `[value][sample]`.
    private static func weights(_ count: Int, _ sigma: Double, _ edges: EdgeMode) throws -> [[Double]] {
        let blur = try ProgressiveBlur(maximumRadius: sigma, minimumRadius: sigma, edges: edges)
        var weights = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for impulse in 0..<count {
            let line = try PixelBuffer.make(Size(1, count), PixelFormat(.gray, .sixteen)) { _, y, _ in
                y == impulse ? 65535 : 0
            }
            let blurred = try blur.blurred(line)
            for place in 0..<count { weights[place][impulse] = Double(blurred[0, place, 0]) / 65535 }
        }
        return weights
    }

    /// The exact weights, as `weights` gives the engine's.
    private static func exactWeights(_ count: Int, _ sigma: Double, _ edges: EdgeMode) -> [[Double]] {
        let line = GaussianLine(sigma: sigma, count: count, edges: edges)
        return (0..<count).map { place in
            var weights: [Double] = []
            let first = line.weights(at: place, into: &weights)
            var all = [Double](repeating: 0, count: count)
            for (offset, weight) in weights.enumerated() { all[first + offset] += weight }
            return all
        }
    }

    /// The largest error at some pixels, each with the image that is the worst for it.
    static func worstError(_ count: Int, _ sigma: Double, _ edges: EdgeMode, places: [Int]) throws -> Double {
        let (found, exact) = (try weights(count, sigma, edges), exactWeights(count, sigma, edges))
        let blur = try ProgressiveBlur(maximumRadius: sigma, minimumRadius: sigma, edges: edges)
        var worst = 0.0
        for y in places {
            for x in places {
                let image = try PixelBuffer.make(Size(count, count), PixelFormat(.gray)) { j, i, _ in
                    found[y][i] * found[x][j] > exact[y][i] * exact[x][j] ? 255 : 0
                }
                let samples = try UnroundedBlur(blur: blur).samples(of: image)
                var expected = 0.0
                for i in 0..<count {
                    for j in 0..<count where image[j, i, 0] > 0 { expected += 255 * exact[y][i] * exact[x][j] }
                }
                worst = max(worst, abs(samples[y * count + x] - expected))
            }
        }
        return worst
    }

    @Test("is within the paper's bound of the exact value", arguments: Paper.figures("worst images"))
    func bound(row: Paper.Row) throws {
        let sigma = try #require(row.number(0))
        let bound = try #require(row.number(1))
        for (edges, places) in [
            (EdgeMode.normalize, [0, 1, 3, 97, 98, 99, 100]), (.mirror, [2, 195]), (.clamp, [1, 98]),
        ] {
            let worst = try Self.worstError(196, sigma, edges, places: places)
            #expect(worst <= bound, "\(edges)")
        }
    }
}
