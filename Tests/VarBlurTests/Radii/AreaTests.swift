import TestSupport
import Testing

@testable import VarBlur

@Suite("Areas")
struct AreaTests {
    private static let (width, height) = (150, 133)

    /// Points in and around the image.
    private static func points(_ count: Int) -> [(x: Double, y: Double)] {
        var random = SplitMix64(seed: 4)
        return (0..<count).map { _ in
            (Double.random(in: -40...190, using: &random), Double.random(in: -40...170, using: &random))
        }
    }

    @Test("are where CSS has their shapes, at distances exact to a hundredth of a pixel", arguments: AreaModel.all)
    func shapes(text: String, model: AreaModel) throws {
        let outline = try BlurArea.Shape(text).outline(width: Self.width, height: Self.height)
        for (x, y) in Self.points(300) {
            let exact = model.distance(x, y)
            #expect(abs(outline.distance(x, y) - exact) <= 0.01, "\(x) \(y)")
            #expect(outline.contains(x, y) == (exact == 0), "\(x) \(y)")
        }
    }

    @Test("of a long, flat ellipse have exact distances")
    func flatEllipses() throws {
        for (a, b) in [(3000.0, 0.5), (0.01, 60), (1e6, 1e3)] {
            for index in 1..<50 {
                // a point on the normal at a known distance
                let (sine, cosine) = ExactAngle.sineAndCosine(degrees: Double(index) / 50 * 90)
                let normal = (cosine / a, sine / b)
                let scale = 1 / (normal.0 * normal.0 + normal.1 * normal.1).squareRoot()
                for distance in [1e-3, 1.0, 700, 1e7] {
                    let point = (
                        x: a * cosine + distance * normal.0 * scale, y: b * sine + distance * normal.1 * scale
                    )
                    let found = EllipseDistance.distance(point, (a, b))
                    #expect(abs(found - distance) <= 1e-9 * max(distance, a, b), "\(a) \(b) \(index) \(distance)")
                }
            }
        }
    }

    @Test("touch exactly the pixels that they cover in part", arguments: AreaModel.all)
    func touchedPixels(text: String, model: AreaModel) throws {
        let outline = try BlurArea.Shape(text).outline(width: Self.width, height: Self.height)
        var seen = Set<Int>()
        var wrong: [[Int]] = []
        for point in model.outline where point.x >= 0 && point.y >= 0 && point.x < 150 && point.y < 133 {
            // the outline itself may lie on the edge of a pixel
            let (dx, dy) = (point.x - point.x.rounded(), point.y - point.y.rounded())
            if abs(dx) > 1e-3 && abs(dy) > 1e-3 { seen.insert(Int(point.y) * 150 + Int(point.x)) }
        }
        for y in 0..<133 {
            for x in 0..<150 {
                /// Whether the shape touches the pixel, less a margin.
                func touches(_ margin: Double) -> Bool {
                    let (left, top) = (Double(x) + margin, Double(y) + margin)
                    return outline.touches(x: left...left + 1 - 2 * margin, y: top...top + 1 - 2 * margin)
                }
                let isTouched = seen.contains(y * 150 + x) || model.contains(Double(x) + 0.5, Double(y) + 0.5)
                // points of the outline are up to a twentieth of a pixel apart
                if isTouched ? !touches(0) : touches(0.05) { wrong.append([x, y]) }
            }
        }
        #expect(wrong.isEmpty)
    }

    /// A polygon with many corners: anywhere, on whole and half pixels, along a line, around a point, or on a circle.
    private static func polygon(_ kind: Int, _ rule: BlurArea.FillRule, _ random: inout SplitMix64) -> Polygon {
        func coordinate(_ length: Double) -> Double { Double.random(in: -20...length + 20, using: &random) }
        let points = (0..<Int.random(in: 20...200, using: &random)).map { index -> (x: Double, y: Double) in
            switch kind {
            case 0: return (coordinate(150), coordinate(133))
            case 1: return ((coordinate(150) * 2).rounded() / 2, (coordinate(133) * 2).rounded() / 2)
            case 2: return (index % 2 == 0 ? 5 : 140 + coordinate(1) / 1e3, index % 2 == 0 ? coordinate(1) / 1e3 : 130)
            case 3: return (75 + coordinate(1) / 1e4, 60 + coordinate(1) / 1e4)
            default:
                let (sine, cosine) = ExactAngle.sineAndCosine(degrees: Double(index * 7 % 360))
                return (75 + 50 * cosine, 66 + 60 * sine)
            }
        }
        return Polygon(points, rule)
    }

    @Test("of many corners have the same inside and distances in parts as in whole", arguments: 0..<5)
    func parts(kind: Int) throws {
        var random = SplitMix64(seed: UInt64(kind))
        var keptCount = 0
        for index in 0..<200 {
            let whole = Self.polygon(kind, index % 2 == 0 ? .nonzero : .evenodd, &random)
            func range(_ length: Double) -> ClosedRange<Double> {
                let start = (Double.random(in: -40...length, using: &random) * 2).rounded() / 2
                return start...start + [0.0, 1, 7, 60][Int.random(in: 0..<4, using: &random)]
            }
            let (x, y) = (range(150), range(133))
            var part = whole.part(x: x, y: y)
            // a part of a part is one of the whole
            part = part.part(x: x, y: y.middle...y.upperBound)
            if !part.isComplex { keptCount += 1 }
            for step in 0..<20 {
                let point = (
                    x: step < 4 ? [x.lowerBound, x.upperBound][step % 2] : Double.random(in: x, using: &random),
                    y: step < 4
                        ? [y.middle, y.upperBound][step / 2]
                        : Double.random(in: y.middle...y.upperBound, using: &random)
                )
                #expect(part.contains(point.x, point.y) == whole.contains(point.x, point.y), "\(point)")
                #expect(part.distance(point.x, point.y) == whole.distance(point.x, point.y), "\(point)")
            }
            let (right, bottom) = (x.middle...x.upperBound, y.middle...y.upperBound)
            #expect(part.touches(x: right, y: bottom) == whole.touches(x: right, y: bottom))
        }
        #expect(keptCount > 10, "\(keptCount)")
    }

    /// Areas with few or many corners, with and without a feather; their radii in pixels are at most the greatest one.
    private static func areas(
        _ count: Int, greatestRadius: Double, _ random: inout SplitMix64
    ) throws -> [BlurField] {
        func number(_ range: ClosedRange<Double>) -> String { "\(Double.random(in: range, using: &random))px" }
        return try (0..<count).map { index -> BlurField in
            let corners = (0..<(index % 3 == 0 ? 60 : 5)).map { _ in "\(number(-20...170)) \(number(-20...150))" }
            let shape =
                index % 2 == 0
                ? "polygon(\(corners.joined(separator: ", ")))"
                : "ellipse(\(number(1...60)) \(number(1...60)) at \(number(0...150)) \(number(0...133)))"
            let feather = index % 5 == 0 ? "" : ", feather \(number(1...40))"
            let radius = index % 4 == 0 ? "\(greatestRadius)px" : number(greatestRadius / 12...greatestRadius)
            if index % 4 == 1 {
                // what is outside of few or many shapes
                let others = (0..<(index % 8 == 1 ? 12 : 1)).map { _ in
                    "circle(\(number(5...40)) at \(number(0...150)) \(number(0...133)))"
                }
                let shapes = ([shape] + others).joined(separator: " ")
                return try BlurArea("area-blur(outside \(shapes), \(radius)\(feather))").field
            }
            return try BlurArea("area-blur(\(shape), \(radius)\(feather))").field
        }
    }

    @Test("write the same radii all at once as one by one, however many there are", arguments: [3, 9, 60])
    func manyAreas(count: Int) throws {
        var random = SplitMix64(seed: 9)
        let fields = try Self.areas(count, greatestRadius: 12, &random)
        let field = BlurField.maximum(fields).placed(width: 150, height: 133)
        let sampling = PlaneSampling(wholeWidth: 150, height: 133)
        var radii = [Float](repeating: -1, count: 133 * 160)
        var span = radii.mutableSpan
        field.writeRadii(ofRows: 0..<133, columns: 0..<150, sampling: sampling, to: &span, stride: 160)
        for y in 0..<133 {
            for x in 0..<150 {
                let radius = field.radius(x: Double(x) + 0.5, y: Double(y) + 0.5)
                #expect(radii[y * 160 + x] == Float(radius), "\(x) \(y)")
            }
            #expect(radii[y * 160 + 150..<(y + 1) * 160].allSatisfy { $0 == -1 })
        }
    }

    @Test("have the same alphas all at once as one by one, also without radii", arguments: [1, 3, 9, 60], [0.0, 12])
    func alphas(count: Int, greatestRadius: Double) throws {
        var random = SplitMix64(seed: UInt64(count))
        var fields = try Self.areas(count, greatestRadius: greatestRadius, &random)
        if count > 1 {
            let samples = (0..<42).map { _ in Float.random(in: 0...1, using: &random) }
            let mask = try AlphaMask(width: 7, height: 6, samples: samples)
            fields.append(.mask(try MaskRamp(mask, maximumRadius: greatestRadius / 2)))
            let ramp = "radial-blur(\(greatestRadius / 3)px, \(greatestRadius / 4)px 60%, 0px)"
            fields += try BlurGradient.list(ramp).map(\.field)
        }
        let field = (count == 1 ? fields[0] : .maximum(fields)).placed(width: 150, height: 133)
        let plane = try PlaneSampling(imageWidth: 150, imageHeight: 133, horizontalRatio: 2, verticalRatio: 1.5)
        for sampling in [PlaneSampling(wholeWidth: 150, height: 133), plane] {
            var visited = Set<Int>()
            field.visitAlphas(ofRows: 3..<80, columns: 5..<70, sampling: sampling) { row, column, alpha in
                let (x, y) = (sampling.x(ofColumn: column), sampling.y(ofRow: row))
                #expect(alpha == field.alpha(x: x, y: y), "\(x) \(y)")
                visited.insert(row * 150 + column)
            }
            #expect(visited.count == 77 * 65)
        }
    }

    @Test("of thousands of corners have alphas in much less time all at once than one by one")
    func alphaTime() throws {
        let corners = (0..<10_000).map { index -> String in
            let (sine, cosine) = ExactAngle.sineAndCosine(degrees: Double(index) * 0.036)
            return "\(150 + 120 * cosine)px \(100 + 90 * sine)px"
        }
        let area = try BlurArea("area-blur(polygon(\(corners.joined(separator: ", "))), 9px, feather 5px)")
        let field = area.field.placed(width: 300, height: 200)
        let hundredth = ProcessorTime.seconds {
            for x in 0..<300 {
                for y in [50, 150] { _ = field.alpha(x: Double(x), y: Double(y)) }
            }
        }
        let all = try ProcessorTime.seconds { _ = try area.field.rendered(width: 300, height: 200) }
        #expect(all < 20 * hundredth, "\(all) \(hundredth)")
    }

    @Test("fade over the feather along the easing")
    func feather() throws {
        let area = try BlurArea("area-blur(circle(20px at 60px 60px), 12px, feather 10px)")
        for (easing, half) in [(Easing.linear, 0.5), (.smoothstep, 0.5), (.easeIn, Easing.easeIn.value(at: 0.5))] {
            let field = try area.eased(easing).field.placed(width: 150, height: 133)
            func radius(_ x: Double) -> Double { field.radius(x: x, y: 60) }
            #expect(radius(60) == 12 && radius(80) == 12 && radius(90) == 0 && radius(140) == 0)
            #expect(abs(radius(85) - 12 * half) < 1e-9)
            #expect(abs(field.alpha(x: 85, y: 60) - half) < 1e-9)
        }
        let percent = try BlurArea("area-blur(inset(40%), 10%, feather 20%)").field
        #expect(percent.radii(width: 300, height: 200) == 0...20)
        #expect(percent.radius(column: 99, row: 100, width: 300, height: 200) == 20 * (1 - 20.5 / 40))
    }

    @Test("of what is outside of shapes begin at the nearest of them")
    func outside() throws {
        var random = SplitMix64(seed: 5)
        for feather in [0.0, 15] {
            for easing in [Easing.linear, .easeIn] {
                let chosen = (0..<3).map { _ in AreaModel.all[Int.random(in: 0..<AreaModel.all.count, using: &random)] }
                let shapes = try chosen.map { try BlurArea.Shape($0.text) }
                let area = try BlurArea(outside: shapes, radius: .pixels(12), feather: .pixels(feather), easing: easing)
                let field = area.field.placed(width: Self.width, height: Self.height)
                for (x, y) in Self.points(15) {
                    let distance = chosen.map { $0.model.distance(x, y) }.min() ?? 0
                    if abs(distance - feather) <= 0.01 { continue }
                    let alpha = distance == 0 ? 0 : distance < feather ? easing.value(at: distance / feather) : 1
                    let radius = field.radius(x: x, y: y)
                    #expect(abs(radius - 12 * alpha) <= 0.03, "\(x) \(y) \(chosen.map(\.text))")
                }
            }
        }
        let all = try BlurArea("area-blur(outside, 10%, feather 9px)").field
        #expect(all.radius(column: 3, row: 4, width: 300, height: 200) == 20)
    }

    @Test("combine with other fields by the maximum")
    func maximum() throws {
        let fields = try BlurField.list(
            "linear-blur(9px, 0px) area-blur(xywh(10px 10px 50px 50px), 6px) area-blur(circle(30px), 4px, feather 9px)")
        let union = BlurField.maximum(fields)
        var radii = Set<Int>()
        for row in 0..<133 {
            for column in 0..<150 {
                let expected = fields.map { $0.radius(column: column, row: row, width: 150, height: 133) }.max()
                #expect(union.radius(column: column, row: row, width: 150, height: 133) == expected)
                radii.insert(Int(expected ?? 0))
            }
        }
        #expect(radii.count == 9)
        #expect(union.variation == .betweenPixels)
    }

    @Test("without extent or outside of the image reach no pixel")
    func reach() throws {
        for (text, reaches) in [
            ("xywh(10px 10px 0 20px)", false), ("xywh(150px 0 10px 10px)", false), ("xywh(149px 0 10px 10px)", true),
            ("inset(60% 0)", false), ("circle(5px at -6px 50%)", false), ("circle(7px at -6px 50%)", true),
            ("polygon(0 0, 10px 10px, 20px 20px)", true), ("polygon(-9px 0, -1px 20px, -9px 40px)", false),
            ("circle(20px at -12px -12px)", true), ("circle(20px at -16px -16px)", false),
        ] {
            let shape = try BlurArea.Shape(text)
            let area = try BlurArea(shape, radius: .pixels(9))
            #expect(area.shapesOutside(width: 150, height: 133) == (reaches ? [] : [shape]), "\(text)")
        }
        let near = try BlurArea("area-blur(xywh(150px 0 10px 10px), 4px, feather 1px)")
        #expect(near.shapesOutside(width: 150, height: 133).isEmpty)
    }
}
