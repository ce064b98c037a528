import TestSupport
import Testing

@testable import VarBlur

@Suite("Bounds of the radii in a rectangle")
struct RadiusBoundsTests {
    private static func fields(_ easings: [Easing]) throws -> [BlurField] {
        let stops = try [
            RadiusStop(radius: .pixels(3)), RadiusStop(radius: .pixels(12), position: .percent(30)),
            RadiusStop(radius: .pixels(1), position: .percent(30)),
            RadiusStop(radius: .pixels(7), position: .percent(80)),
            RadiusStop(radius: .zero),
        ]
        var random = SplitMix64(seed: 3)
        let samples = (0..<23 * 17).map { _ in UInt8.random(in: 0...255, using: &random) }
        let mask = try AlphaMask(width: 23, height: 17, samples: samples)
        let floats = try AlphaMask(width: 23, height: 17, samples: samples.map { Float($0) / 255 }, isInverted: true)
        var fields: [BlurField] = []
        for easing in easings {
            fields.append(.gradient(try BlurGradient(.linear(.degrees(30)), stops: stops, easing: easing)))
            fields.append(.gradient(try BlurGradient(.radial(), stops: stops, easing: easing)))
            for text in ["linear-blur(20deg, 9px, 20%, 1px 60%, 90%, 6px)", "radial-blur(0px, 40%, 7px)"] {
                fields.append(try BlurGradient(text).eased(easing).field)
            }
            fields.append(.mask(try MaskRamp(mask, maximumRadius: 9, minimumRadius: 2, easing: easing)))
            fields.append(.mask(try MaskRamp(floats, maximumRadius: 9, easing: easing)))
            let ramps = try [BlurDirection.top, .right].map { direction in
                try BlurGradient(
                    maximumRadius: 8, minimumRadius: 1, direction: direction, startOffset: 0.2, easing: easing
                ).field
            }
            fields += ramps + [.maximum(ramps + [fields[0]])]
            for shape in [
                "xywh(30px 20px 60px 44px round 20px 5px)", "circle(45px at 40% 60%)", "ellipse(70px 12px)",
                "polygon(20px 10px, 160px 40px, 30% 120px, 90px 50px)",
            ] {
                fields.append(try BlurArea("area-blur(\(shape), 9px, feather 30px)").eased(easing).field)
                fields.append(try BlurArea("area-blur(\(shape), 9px)").field)
                let others = "outside \(shape) circle(20px at 20% 80%) inset(80% 10% 10% 60%)"
                fields.append(try BlurArea("area-blur(\(others), 9px, feather 30px)").eased(easing).field)
                fields.append(try BlurArea("area-blur(\(others), 9px)").field)
            }
        }
        return fields
    }

    @Test("no radius lies outside, and no slope is steeper, except that of a Bézier curve")
    func bounds() throws {
        try check(Self.fields([.linear, .smoothstep, .sine]), slopes: true)
        // the slopes of Bézier curves are estimates
        try check(Self.fields([.easeInOut, .cubicBezier(x1: 0.3, y1: -0.5, x2: 0.6, y2: 1.6)]), slopes: false)
    }

    @Test("exist between positions so close that a curve falls by a rounding error")
    func closePositions() throws {
        let (first, last) = (0.3622633650395667, 0.36226336503956674)
        let curve = MidpointCurve(midpoint: 0.05)
        #expect(first < last && curve.value(at: first) > curve.value(at: last))
        for radii in [(0, 20), (20, 0)] {
            let stops = try [
                RadiusStop(radius: .pixels(Double(radii.0)), position: .zero, midpoint: 5),
                RadiusStop(radius: .pixels(Double(radii.1)), position: .percent(100)),
            ]
            let bounds = PlacedStops(stops, .linear, length: 1, radiusLength: 1).bounds(from: first, to: last)
            #expect(bounds.greatest - bounds.least < 1e-12 && bounds.greatestSlope > 1)
        }
    }

    private func check(_ fields: [BlurField], slopes: Bool) throws {
        var random = SplitMix64(seed: 8)
        let samplings = try [
            PlaneSampling(imageWidth: 190, imageHeight: 140, horizontalRatio: 1, verticalRatio: 1),
            PlaneSampling(imageWidth: 190, imageHeight: 140, horizontalRatio: 2, verticalRatio: 1.5),
        ]
        for field in fields {
            let placed = field.placed(width: 190, height: 140)
            for sampling in samplings {
                let width = Int(190 / sampling.horizontalRatio)
                let height = Int(140 / sampling.verticalRatio)
                for _ in 0..<12 {
                    let x = Int.random(in: 0..<width, using: &random)
                    let y = Int.random(in: 0..<height, using: &random)
                    let columns = x..<Int.random(in: x + 1...min(x + 40, width), using: &random)
                    let rows = y..<Int.random(in: y + 1...min(y + 40, height), using: &random)
                    let bounds = try #require(placed.bounds(columns: columns, rows: rows, sampling: sampling))
                    #expect(
                        Self.contains(bounds, placed, columns, rows, sampling, slopes: slopes),
                        "\(field) \(columns) \(rows)")
                }
            }
        }
    }

    private static func contains(
        _ bounds: RadiusBounds, _ field: any RadiusField, _ columns: Range<Int>, _ rows: Range<Int>,
        _ sampling: PlaneSampling, slopes: Bool
    ) -> Bool {
        var above: [Float] = []
        for row in rows {
            var radii = [Float](repeating: 0, count: columns.count)
            var span = radii.mutableSpan
            field.writeRadii(ofRow: row, columns: columns, sampling: sampling, to: &span)
            let tolerance: Float = 1e-4
            let isInside = radii.allSatisfy {
                $0 >= Float(bounds.least) - tolerance && $0 <= Float(bounds.greatest) + tolerance
            }
            let slope = Float(bounds.greatestSlope * max(sampling.horizontalRatio, sampling.verticalRatio)) + tolerance
            let isFlat = zip(radii, radii.dropFirst()).allSatisfy { abs($1 - $0) <= slope }
            let isFlatBelow = zip(radii, above).allSatisfy { abs($1 - $0) <= slope }
            guard isInside && (isFlat && isFlatBelow || !slopes) else { return false }
            above = radii
        }
        return true
    }
}
