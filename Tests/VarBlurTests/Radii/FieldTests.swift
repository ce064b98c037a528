import TestSupport
import Testing

@testable import VarBlur

@Suite("Fields of radii")
struct FieldTests {
    @Test("sines and cosines are exact at multiples of 90° and right everywhere")
    func angles() {
        for quarter in -9...9 {
            let (sine, cosine) = ExactAngle.sineAndCosine(degrees: Double(quarter) * 90)
            let index = (quarter % 4 + 4) % 4
            #expect(sine == [0, 1, 0, -1][index] && cosine == [1, 0, -1, 0][index])
        }
        for degrees in stride(from: -725.3, through: 725, by: 0.77) {
            let (sine, cosine) = ExactAngle.sineAndCosine(degrees: degrees)
            #expect(abs(cosine - VarBlur.cosine(degrees * .pi / 180)) < 1e-14)
            #expect(abs(sine - VarBlur.cosine((degrees - 90) * .pi / 180)) < 1e-14)
            #expect(abs(sine * sine + cosine * cosine - 1) < 1e-15)
        }
    }

    @Test("a uniform field has one radius, and is the fastest kind", arguments: [(7, 90), (640, 3)])
    func uniform(width: Int, height: Int) throws {
        for (radius, pixels) in [(BlurLength.pixels(2.5), 2.5), (.percent(5), 5 / 100 * Double(height)), (.zero, 0)] {
            let field = try BlurField.uniform(radius)
            #expect(field.radii(width: width, height: height) == pixels...pixels)
            #expect(field.radius(column: width - 1, row: height - 1, width: width, height: height) == pixels)
            #expect(field.variation == .betweenRows)
        }
        for radius in [-1, .infinity, .nan] {
            #expect(throws: BlurError.self) { try BlurField.uniform(.pixels(radius)) }
        }
    }

    @Test("easings begin at 0, end at 1 and follow their curves")
    func easings() {
        let curves: [Easing] = [.linear, .smoothstep, .sine, .ease, .easeIn, .easeOut, .easeInOut]
        for curve in curves {
            #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
            #expect(curve.value(at: -3) == 0 && curve.value(at: 7) == 1)
            let values = (0...500).map { curve.value(at: Double($0) / 500) }
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
        }
        for position in stride(from: 0.0, through: 1, by: 0.01) {
            #expect(abs(Easing.sine.value(at: position) - (1 - cosine(.pi * position)) / 2) < 1e-15)
            let symmetric = Easing.easeInOut
            #expect(abs(symmetric.value(at: position) + symmetric.value(at: 1 - position) - 1) < 1e-13)
        }
        // values of the curve that browsers use for transitions
        #expect(abs(Easing.ease.value(at: 0.5) - 0.80240338) < 1e-7)
        #expect(abs(Easing.easeIn.value(at: 0.5) - 0.31535681) < 1e-7)
    }

    @Test("Bézier curves solve their position", arguments: [0, 0.1, 0.5, 1], [0, 0.3, 1])
    func bezier(x1: Double, x2: Double) {
        for t in stride(from: 0.02, to: 1, by: 0.07) {
            let s = 1 - t
            let x = 3 * s * s * t * x1 + 3 * s * t * t * x2 + t * t * t
            let y = 3 * s * s * t * 0.2 + 3 * s * t * t * 0.9 + t * t * t
            // a vertical tangent magnifies rounding
            #expect(abs(Easing.cubicBezier(x1: x1, y1: 0.2, x2: x2, y2: 0.9).value(at: x) - y) < 1e-5)
        }
        let overshooting = Easing.cubicBezier(x1: x1, y1: 3, x2: x2, y2: -2)
        let values = (0...100).map { overshooting.value(at: Double($0) / 100) }
        #expect(values.allSatisfy { $0 >= 0 && $0 <= 1 })
    }

    @Test("circles and ellipses reach the sides and corners of their names")
    func radialSizes() {
        func size(_ shape: BlurGradient.EndingShape) -> [Double] {
            let (x, y) = shape.size(around: (50, 20), width: 200, height: 100)
            return [x, y]
        }
        #expect(size(.circle(.closestSide)) == [20, 20])
        #expect(size(.circle(.farthestSide)) == [150, 150])
        #expect(size(.circle(.farthestCorner)) == [170, 170])
        #expect(abs(size(.circle(.closestCorner))[0] - 2900.0.squareRoot()) < 1e-12)
        #expect(size(.ellipse(.closestSide)) == [50, 20])
        #expect(size(.ellipse(.farthestSide)) == [150, 80])
        let corner = size(.ellipse(.farthestCorner))
        #expect(abs(corner[0] - 150 * 2.0.squareRoot()) < 1e-12 && abs(corner[1] - 80 * 2.0.squareRoot()) < 1e-12)
        #expect(size(.ellipseOfRadii(.percent(10), .pixels(7))) == [20, 7])
        #expect(size(.circleOfRadius(33)) == [33, 33])
    }

    @Test("a radial gradient without an extent has its last radius everywhere")
    func point() throws {
        let stops = try [RadiusStop(radius: .pixels(4)), RadiusStop(radius: .pixels(2))]
        for shape in [BlurGradient.EndingShape.circleOfRadius(0), .ellipseOfRadii(.pixels(9), .zero)] {
            let field = BlurField.gradient(try BlurGradient(.radial(shape), stops: stops))
            #expect(field.radius(column: 2, row: 2, width: 5, height: 5) == 2)
            #expect(field.radii(width: 5, height: 5) == 2...4)
            #expect(field.alpha(column: 2, row: 2, width: 5, height: 5) == 0)
        }
    }

    @Test("the greatest of several radii is in effect, and alpha spans the stops of all")
    func maximum() throws {
        let sides = try [BlurDirection.top, .bottom].map { direction in
            try BlurGradient(maximumRadius: 8, direction: direction, startOffset: 0.5).field
        }
        let field = BlurField.maximum(sides)
        #expect((0..<4).map { field.radius(column: 0, row: $0, width: 9, height: 4) } == [6, 2, 2, 6])
        #expect((0..<4).map { field.alpha(column: 0, row: $0, width: 9, height: 4) } == [0.75, 0.25, 0.25, 0.75])
        #expect(field.variation == .betweenRows)
        let left = try BlurGradient(maximumRadius: 8, direction: .left).field
        #expect(BlurField.maximum(sides + [left]).variation == .betweenPixels)
        #expect(BlurField.maximum([left]).variation == .betweenColumns)
        #expect(BlurField.maximum([]).radii(width: 3, height: 3) == 0...0)
        #expect(BlurField.maximum([]).alpha(column: 0, row: 0, width: 3, height: 3) == 0)
    }

    @Test("numbers out of range are rejected")
    func invalidNumbers() throws {
        let stops = try [RadiusStop(radius: .zero), RadiusStop(radius: .pixels(1))]
        func code(_ body: () throws -> Void) -> BlurError.Code? {
            #expect(throws: BlurError.self, performing: body)?.code
        }
        #expect(code { _ = try RadiusStop(radius: .pixels(-1)) } == .invalidRadius)
        #expect(code { _ = try RadiusStop(radius: .percent(.nan)) } == .invalidRadius)
        #expect(code { _ = try RadiusStop(radius: .zero, position: .percent(.infinity)) } == .invalidField)
        #expect(code { _ = try BlurGradient(stops: [stops[0]]) } == .invalidField)
        #expect(code { _ = try BlurGradient(.linear(.degrees(.nan)), stops: stops) } == .invalidField)
        #expect(code { _ = try BlurGradient(.radial(.circleOfRadius(-1)), stops: stops) } == .invalidField)
        let easing = Easing.cubicBezier(x1: 2, y1: 0, x2: 0, y2: 0)
        #expect(code { _ = try BlurGradient(stops: stops, easing: easing) } == .invalidField)
        #expect(
            code { _ = try AlphaMask(width: 2, height: 2, samples: [UInt8](repeating: 0, count: 3)) } == .invalidSize)
        #expect(code { _ = try AlphaMask(width: 1, height: 1, samples: [Float.nan]) } == .invalidField)
    }
}
