import Foundation
import VarBlur

/// Fields of radii to measure: gradients at an angle, around a center, from two sides, and masks.
enum BenchmarkFields {
    /// Measures a ramp from the top for comparison, and every field, on one thread.
    static func measurements(_ timer: BlurTimer) throws -> [Measurement] {
        try timer.measureInTurns(
            [("ramp from the top", try ProgressiveBlur(maximumRadius: 20))]
                + fields().map { ($0, ProgressiveBlur(field: $1)) })
    }

    private static func fields() throws -> [(String, BlurField)] {
        let stops = try [RadiusStop(radius: .pixels(20)), RadiusStop(radius: .zero)]
        let top = try BlurGradient(maximumRadius: 20, direction: .top, startOffset: 0.6)
        let bottom = try BlurGradient(maximumRadius: 20, direction: .bottom, startOffset: 0.6)
        return [
            ("30 degrees", .gradient(try BlurGradient(.linear(.degrees(30)), stops: stops))),
            ("radial", .gradient(try BlurGradient(.radial(), stops: stops))),
            ("two sides", .maximum([top.field, bottom.field])),
            ("smooth mask", try mask(1000, 750) { u, v in 0.5 + 0.35 * (sin(5 * u + 1) + cos(4 * v + 2 * u)) }),
            ("hard mask", try mask(2000, 1500) { u, v in hypot((u - 0.5) * 1.5, v - 0.45) < 0.3 ? 0 : 1 }),
            (
                "noise mask",
                try mask(500, 375) { u, v in
                    (sin(12.9898 * u + 78.233 * v) * 43758.5453).magnitude.truncatingRemainder(dividingBy: 1)
                }
            ),
        ]
    }

    private static func mask(_ width: Int, _ height: Int, _ alpha: (Double, Double) -> Double) throws -> BlurField {
        var samples: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let value = alpha((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
                samples.append(UInt8(min(max(value, 0), 1) * 255))
            }
        }
        let mask = try AlphaMask(width: width, height: height, samples: samples)
        return .mask(try MaskRamp(mask, maximumRadius: 20))
    }
}
