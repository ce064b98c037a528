import Foundation
import Testing

@testable import VarBlur

@Suite("Gradients of radii")
struct GradientTests {
    private func stop(_ radius: Double, _ position: BlurLength? = nil) throws -> RadiusStop {
        try RadiusStop(radius: .pixels(radius), position: position)
    }

    /// The radii at the centers of the pixels of a column, or of a row.
    private func radii(_ field: BlurField, width: Int, height: Int) -> [[Double]] {
        (0..<height).map { row in
            (0..<width).map { field.radius(column: $0, row: row, width: width, height: height) }
        }
    }

    private func isClose(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
    }

    @Test("are read from top to bottom by default")
    func toBottom() throws {
        let gradient = try BlurGradient(stops: [stop(0), stop(20)])
        let column = radii(.gradient(gradient), width: 1, height: 4).map { $0[0] }
        #expect(column == [2.5, 7.5, 12.5, 17.5])
    }

    @Test(
        "run along the angle, clockwise from the top",
        arguments: [(0, [3, 1]), (90, [1, 3]), (180, [1, 3]), (270, [3, 1]), (-90, [3, 1]), (450, [1, 3])]
            as [(
                Double, [Double]
            )])
    func angles(degrees: Double, expected: [Double]) throws {
        let gradient = try BlurGradient(.linear(.degrees(degrees)), stops: [stop(0), stop(4)])
        let isVertical = degrees.remainder(dividingBy: 180) == 0
        let found = radii(.gradient(gradient), width: isVertical ? 1 : 2, height: isVertical ? 2 : 1)
        #expect(found.flatMap(\.self) == expected)
        #expect(BlurField.gradient(gradient).variation == (isVertical ? .betweenRows : .betweenColumns))
    }

    @Test("at 45 degrees are as long as the diagonal of a square")
    func diagonal() throws {
        let gradient = try BlurGradient(.linear(.degrees(135)), stops: [stop(0), stop(4)])
        let found = radii(.gradient(gradient), width: 2, height: 2)
        #expect(isClose(found.flatMap(\.self), [1, 2, 2, 3]))
        #expect(BlurField.gradient(gradient).variation == .betweenPixels)
    }

    @Test("toward a corner pass through the neighboring corners halfway", arguments: BlurGradient.Corner.allCases)
    func corners(corner: BlurGradient.Corner) throws {
        let gradient = try BlurGradient(.linear(.corner(corner)), stops: [stop(0), stop(8)])
        let field = BlurField.gradient(gradient).placed(width: 30, height: 10)
        let isRight = corner == .topRight || corner == .bottomRight
        let isBottom = corner == .bottomLeft || corner == .bottomRight
        let (x, y) = (isRight ? 30.0 : 0, isBottom ? 10.0 : 0)
        #expect(abs(field.radius(x: x, y: y) - 8) < 1e-12)
        #expect(abs(field.radius(x: 30 - x, y: 10 - y)) < 1e-12)
        #expect(abs(field.radius(x: 30 - x, y: y) - 4) < 1e-12)
        #expect(abs(field.radius(x: x, y: 10 - y) - 4) < 1e-12)
    }

    @Test("raise positions below earlier ones, then spread missing ones")
    func fixUp() throws {
        let stops = try [
            stop(0), stop(1, .percent(60)), stop(2, .pixels(20)), stop(3), stop(4), stop(5, .percent(90)), stop(6),
        ]
        let placed = PlacedStops(stops, .linear, length: 100, radiusLength: 100)
        #expect(isClose(placed.positions, [0, 60, 60, 70, 80, 90, 100]))
        let early = try PlacedStops([stop(1, .percent(150)), stop(2), stop(3)], .linear, length: 10, radiusLength: 1)
        #expect(early.positions == [15, 15, 15])
    }

    @Test("have the later radius at the position of a double stop")
    func doubleStop() throws {
        let stops = try [stop(1), stop(2, .pixels(5)), stop(8, .pixels(5)), stop(8)]
        let placed = PlacedStops(stops, .linear, length: 10, radiusLength: 10)
        #expect(placed.radius(at: 5) == 8)
        #expect(abs(placed.radius(at: 5 - 1e-9) - 2) < 1e-6)
        #expect(placed.radius(at: -3) == 1 && placed.radius(at: 30) == 8)
    }

    @Test("ease from the smaller radius of a segment, whichever way it runs")
    func easing() throws {
        let stops = try [stop(2), stop(10, .percent(50)), stop(2)]
        let placed = PlacedStops(stops, .easeIn, length: 80, radiusLength: 80)
        for position in stride(from: 0.0, through: 80, by: 3.7) {
            #expect(abs(placed.radius(at: position) - placed.radius(at: 80 - position)) < 1e-12)
        }
        #expect(placed.radius(at: 20) == 2 + 8 * Easing.easeIn.value(at: 0.5))
    }

    @Test("percentages of radii refer to the line of a linear gradient and to the shorter side for a radial one")
    func percentages() throws {
        let stops = try [RadiusStop(radius: .zero), RadiusStop(radius: .percent(10))]
        #expect(BlurField.gradient(try BlurGradient(stops: stops)).radii(width: 300, height: 200) == 0...20)
        #expect(
            BlurField.gradient(try BlurGradient(.linear(.toRight), stops: stops)).radii(width: 300, height: 200)
                == 0...30)
        #expect(BlurField.gradient(try BlurGradient(.radial(), stops: stops)).radii(width: 300, height: 200) == 0...20)
    }

    @Test("of a single radius are constant and blurred row by row")
    func constant() throws {
        let stops = try [stop(3), stop(3, .percent(10)), stop(3)]
        for field in try [
            BlurField.gradient(BlurGradient(.linear(.degrees(30)), stops: stops)),
            .gradient(BlurGradient(.radial(), stops: stops)),
        ] {
            #expect(field.variation == .betweenRows)
            #expect(radii(field, width: 3, height: 2).allSatisfy { $0 == [3, 3, 3] })
            #expect(field.alpha(column: 0, row: 0, width: 3, height: 2) == 1)
        }
    }

    @Test("rows at once have the radii of single pixels", arguments: [Easing.linear, .sine, .ease])
    func rows(easing: Easing) throws {
        let stops = try [
            stop(0, .percent(10)), stop(9.5, .percent(30)), stop(9.5, .percent(40)), stop(0.3, .percent(40)), stop(12),
        ]
        let fields = try [
            BlurField.gradient(BlurGradient(.linear(.degrees(33)), stops: stops, easing: easing)),
            .gradient(BlurGradient(.linear(.toRight), stops: stops, easing: easing)),
            .gradient(BlurGradient(.radial(.circle(.closestSide)), stops: stops, easing: easing)),
            .gradient(BlurGradient(.radial(.ellipseOfRadii(.pixels(80), .percent(5))), stops: stops, easing: easing)),
            .gradient(BlurGradient(maximumRadius: 20, direction: .left, easing: easing)),
        ]
        let sampling = try PlaneSampling(imageWidth: 701, imageHeight: 99, horizontalRatio: 2, verticalRatio: 1.5)
        for field in fields + [.maximum(fields)] {
            let placed = field.placed(width: 701, height: 99)
            for row in [0, 20, 65] {
                var values = [Float](repeating: -1, count: 351)
                var span = values.mutableSpan
                placed.writeRadii(ofRow: row, columns: 0..<351, sampling: sampling, to: &span)
                for column in 0..<351 {
                    let (x, y) = (sampling.x(ofColumn: column), sampling.y(ofRow: row))
                    let expected = placed.radius(x: x, y: y)
                    #expect(abs(Double(values[column]) - expected) < 2e-6)
                }
                var part = [Float](repeating: -1, count: 40)
                var partSpan = part.mutableSpan
                placed.writeRadii(ofRow: row, columns: 290..<330, sampling: sampling, to: &partSpan)
                #expect(part == Array(values[290..<330]))
            }
        }
    }

    @Test("have half of the change at a midpoint, on the curve of CSS", arguments: [0.1, 0.3, 0.5, 0.77])
    func midpoints(midpoint: Double) throws {
        let exponent = log(0.5) / log(midpoint)
        for (first, last) in [(20.0, 4.0), (0, 8)] {
            let stops = [
                try RadiusStop(radius: .pixels(first), midpoint: 20 + 60 * midpoint),
                try RadiusStop(radius: .pixels(last), position: .percent(80)),
            ]
            let placed = [
                try RadiusStop(radius: .pixels(first), position: .percent(20), midpoint: stops[0].midpoint), stops[1],
            ]
            let field = BlurField.gradient(try BlurGradient(stops: placed)).placed(width: 5, height: 100)
            for y in stride(from: 0.5, to: 100, by: 1) {
                let fraction = min(max((y - 20) / 60, 0), 1)
                let expected = first + (last - first) * pow(fraction, exponent)
                #expect(abs(field.radius(x: 2, y: y) - expected) < 1e-12)
            }
            let half = field.radius(x: 2, y: 20 + 60 * midpoint)
            #expect(abs(half - (first + last) / 2) < 1e-12)
        }
    }

    @Test("are a step at a stop if the midpoint is not between the stops, and the midpoint raises later stops")
    func outerMidpoints() throws {
        func column(_ text: String) throws -> [Double] {
            radii(try BlurGradient(text).field, width: 1, height: 10).map { $0[0] }
        }
        #expect(try column("linear-blur(6px 20%, 10%, 2px 80%)") == [6, 6, 2, 2, 2, 2, 2, 2, 2, 2])
        #expect(try column("linear-blur(6px 20%, 20%, 2px 80%)") == [6, 6, 2, 2, 2, 2, 2, 2, 2, 2])
        #expect(try column("linear-blur(6px 20%, 80%, 2px 80%)") == [6, 6, 6, 6, 6, 6, 6, 6, 2, 2])
        #expect(try column("linear-blur(6px, 70%, 2px 30%)") == [6, 6, 6, 6, 6, 6, 6, 2, 2, 2])
        #expect(try column("linear-blur(6px, 50%, 2px)") == column("linear-blur(6px, 2px)"))
        // stops without positions lie between midpoints
        #expect(try column("linear-blur(1px, 40%, 9px, 2px)") == column("linear-blur(1px, 40%, 9px 70%, 2px)"))
        #expect(try column("linear-blur(1px, 9px, 40%, 2px)") == column("linear-blur(1px, 9px 20%, 40%, 2px)"))
        #expect(
            try column("linear-blur(1px, 9px, 3px, 60%, 4px, 2px)")
                == column("linear-blur(1px, 9px 20%, 3px 40%, 60%, 4px 80%, 2px)"))
        #expect(throws: BlurError.self) {
            try BlurGradient(stops: [stop(1), RadiusStop(radius: .zero, midpoint: 50)])
        }
        #expect(throws: BlurError.self) { try RadiusStop(radius: .zero, midpoint: .nan) }
    }

    @Test("have the same radii one by one and in rows", arguments: ["30%", "0%", "100%", "85%"])
    func rowsWithMidpoints(midpoint: String) throws {
        for easing in [Easing.linear, .smoothstep] {
            let gradient = try BlurGradient("linear-blur(30deg, 9px 10%, \(midpoint), 1px 90%, 5px)").eased(easing)
            let field = gradient.field.placed(width: 60, height: 50)
            let sampling = try PlaneSampling(imageWidth: 60, imageHeight: 50, horizontalRatio: 1, verticalRatio: 1)
            var radii = [Float](repeating: 0, count: 60 * 50)
            var span = radii.mutableSpan
            field.writeRadii(ofRows: 0..<50, columns: 0..<60, sampling: sampling, to: &span, stride: 60)
            for y in 0..<50 {
                for x in 0..<60 {
                    let exact = field.radius(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    #expect(abs(Double(radii[y * 60 + x]) - exact) < 1e-5)
                }
            }
        }
    }
}
