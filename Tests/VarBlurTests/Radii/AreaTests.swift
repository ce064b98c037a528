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

    @Test("fade over the feather along the easing")
    func feather() throws {
        let area = try BlurArea("area-blur(circle(20px at 60px 60px), 12px, feather 10px)")
        for (easing, half) in [(Easing.linear, 0.5), (.smoothstep, 0.5), (.easeIn, Easing.easeIn.value(at: 0.5))] {
            let field = try area.eased(easing).field.placed(width: 150, height: 133)
            func radius(_ x: Double) -> Double { field.radius(x: x, y: 60, width: 150, height: 133) }
            #expect(radius(60) == 12 && radius(80) == 12 && radius(90) == 0 && radius(140) == 0)
            #expect(abs(radius(85) - 12 * half) < 1e-9)
            #expect(abs(field.alpha(x: 85, y: 60, width: 150, height: 133) - half) < 1e-9)
        }
        let percent = try BlurArea("area-blur(inset(40%), 10%, feather 20%)").field
        #expect(percent.radii(width: 300, height: 200) == 0...20)
        #expect(percent.radius(column: 99, row: 100, width: 300, height: 200) == 20 * (1 - 20.5 / 40))
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
            #expect(try BlurArea(shape, radius: .pixels(9)).reaches(width: 150, height: 133) == reaches, "\(text)")
        }
        let near = try BlurArea("area-blur(xywh(150px 0 10px 10px), 4px, feather 1px)")
        #expect(near.reaches(width: 150, height: 133))
    }
}
