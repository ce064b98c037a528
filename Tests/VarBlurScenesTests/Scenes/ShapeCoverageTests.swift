import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The coverage of shapes")
struct ShapeCoverageTests {
    private static let frame = SceneRectangle(x: 3.3, y: 2.6, width: 53.1, height: 40.7)

    /// A shape: whether it contains a point, by a formula that does not use its outline.
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let shape: SceneShape
        let contains: @Sendable (Double, Double) -> Bool
    }

    static let cases: [Case] = {
        let (center, half) = (frame.center, (x: frame.width / 2, y: frame.height / 2))
        /// Inside a rectangle with circular corners around the center of the frame.
        func rounded(_ radius: Double) -> @Sendable (Double, Double) -> Bool {
            { x, y in
                let dx = max(abs(x - center.x) - half.x + radius, 0)
                let dy = max(abs(y - center.y) - half.y + radius, 0)
                return radius > 0 ? dx * dx + dy * dy <= radius * radius : dx == 0 && dy == 0
            }
        }
        let corners = [(0.1, 0.9), (0.5, 0.05), (0.93, 0.8)]
        let placed = corners.map { (frame.x + $0.0 * frame.width, frame.y + $0.1 * frame.height) }
        return [
            Case(description: "circle", shape: .circle) { x, y in hypot(x - center.x, y - center.y) <= half.y },
            Case(description: "ellipse", shape: .ellipse) { x, y in
                hypot((x - center.x) / half.x, (y - center.y) / half.y) <= 1
            },
            Case(description: "rectangle", shape: .rectangle, contains: rounded(0)),
            Case(
                description: "rounded rectangle", shape: .rectangle(cornerRadius: 9.5, style: .circular),
                contains: rounded(9.5)),
            Case(description: "capsule", shape: .capsule, contains: rounded(half.y)),
            Case(description: "triangle", shape: .polygon(points: corners.map { ScenePoint(x: $0.0, y: $0.1) })) {
                x, y in
                Self.isInside(placed, x, y)
            },
            Case(description: "hexagon badge", shape: .hexagonBadge) { x, y in
                // the badge is as high as the frame, and 0.832 times as wide
                Self.badge((x - center.x) / (0.832 * frame.height) + 0.5, (y - frame.y) / frame.height)
            },
        ]
    }()

    /// Whether a convex polygon, whose corners follow each other clockwise or not, contains a point.
    private static func isInside(_ corners: [(Double, Double)], _ x: Double, _ y: Double) -> Bool {
        // without arrays, because this is called millions of times
        var (isLeft, isRight, last) = (true, true, corners[corners.count - 1])
        for corner in corners {
            let side = (corner.0 - last.0) * (y - last.1) - (corner.1 - last.1) * (x - last.0)
            (isLeft, isRight, last) = (isLeft && side >= 0, isRight && side <= 0, corner)
        }
        return isLeft || isRight
    }

    /// The corners of the badge: both ends and the control point of each curve.
    private static let badgeCorners: [[(Double, Double)]] = [
        [(0.60, 0.05), (0.50, 0.00), (0.40, 0.05)], [(0.05, 0.285), (0.00, 0.335), (0.00, 0.385)],
        [(0.00, 0.615), (0.00, 0.665), (0.05, 0.715)], [(0.40, 0.95), (0.50, 1.00), (0.60, 0.95)],
        [(0.95, 0.715), (1.00, 0.665), (1.00, 0.615)], [(1.00, 0.385), (1.00, 0.335), (0.95, 0.285)],
    ]
    private static let badgePolygon = badgeCorners.flatMap { [$0[0], $0[2]] }

    /// Whether the badge in the unit square contains a point.
    ///
    /// With the barycentric coordinates (a, b, c) in the triangle of a quadratic Bézier curve, the curve is b² = 4ac.
    private static func badge(_ x: Double, _ y: Double) -> Bool {
        if isInside(badgePolygon, x, y) { return true }
        return badgeCorners.contains { corner in
            let (p, q, r) = (corner[0], corner[1], corner[2])
            let area = (q.1 - r.1) * (p.0 - r.0) + (r.0 - q.0) * (p.1 - r.1)
            let a = ((q.1 - r.1) * (x - r.0) + (r.0 - q.0) * (y - r.1)) / area
            let b = ((r.1 - p.1) * (x - r.0) + (p.0 - r.0) * (y - r.1)) / area
            let c = 1 - a - b
            return a >= 0 && b >= 0 && c >= 0 && b * b <= 4 * a * c
        }
    }

    /// The part of a pixel that an area covers, 0...1: from points in and around it, and from many more if these are not alike.
    private static func coverage(_ x: Int, _ y: Int, _ contains: (Double, Double) -> Bool) -> Double {
        /// The part of the points that are in the area.
        func part(columns: Int, rows: Int, margin: Double) -> Double {
            var count = 0
            for row in 0..<rows {
                let pointY = Double(y) - margin + (Double(row) + 0.5) / Double(rows) * (1 + 2 * margin)
                for column in 0..<columns {
                    let pointX = Double(x) - margin + (Double(column) + 0.5) / Double(columns) * (1 + 2 * margin)
                    if contains(pointX, pointY) { count += 1 }
                }
            }
            return Double(count) / Double(rows * columns)
        }
        let rough = part(columns: 20, rows: 20, margin: 0.5)
        return rough == 0 || rough == 1 ? rough : part(columns: 200, rows: 200, margin: 0)
    }

    /// The greatest difference between the coverage in a picture and that of a formula, in steps of 8 bits.
    private func greatestError(
        of drawn: borrowing PixelBuffer, opacity: Double = 1, _ contains: (Double, Double) -> Bool
    ) -> Double {
        var greatest = 0.0
        for y in 0..<drawn.height {
            for x in 0..<drawn.width {
                greatest = max(greatest, abs(Double(drawn[x, y, 3]) - opacity * Self.coverage(x, y, contains) * 255))
            }
        }
        return greatest
    }

    private func draw(
        _ content: SceneLayer.Content, opacity: Double = 1, _ resources: SceneResources = SceneResources()
    ) throws -> PixelBuffer {
        let frame = Self.frame
        let placement = Placement(
            .topLeading, padding: Insets(top: .pixels(frame.y), leading: .pixels(frame.x)), width: .pixels(frame.width),
            height: .pixels(frame.height))
        let scene = Scene(
            canvas: SceneCanvas(width: 60, height: 48),
            layers: [SceneLayer(content, placement: placement, opacity: opacity)])
        return try SceneRenderer(resources).render(scene)
    }

    /// The greatest permitted error, in steps of 8 bits.
    private static let tolerance = 2.0

    @Test("of fills and shapes is that of their formulas", arguments: cases)
    func fills(test: Case) throws {
        let fill = try draw(.fill(FillLayer(.color(.white), shape: test.shape)))
        let error = greatestError(of: fill, test.contains)
        #expect(error <= Self.tolerance, "\(error)")
        let shape = try draw(.shape(ShapeLayer(test.shape, fill: .color(.white))))
        #expect(unsafe fill.bytes.withUnsafeBytes { Array($0) } == shape.bytes.withUnsafeBytes { Array($0) })
    }

    @Test("of strokes is that of a band around the outline", arguments: [0.4, 1, 3.7])
    func strokes(width: Double) throws {
        var layer = ShapeLayer()
        (layer.shape, layer.stroke, layer.strokeWidth) = (.circle, .color(.white), width)
        let stroke = try draw(.shape(layer))
        let (center, radius) = (Self.frame.center, Self.frame.height / 2)
        let error = greatestError(of: stroke) { x, y in abs(hypot(x - center.x, y - center.y) - radius) <= width / 2 }
        #expect(error <= Self.tolerance, "\(error)")
    }

    @Test("of images is that of their shapes", arguments: [1, 0.5])
    func images(opacity: Double) throws {
        let directory = try TemporaryDirectory()
        var white = try PixelBuffer(width: 2, height: 2, format: PixelFormat(.gray))
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] { white[x, y, 0] = 255 }
        try directory.write(white.encoded(.png), to: "white.png")
        var image = ImageLayer("white.png")
        image.fit = .fill
        image.shape = .ellipse
        let drawn = try draw(.image(image), opacity: opacity, SceneResources(directory: directory.url.path))
        let ellipse = try #require(Self.cases.first { $0.shape == .ellipse })
        let error = greatestError(of: drawn, opacity: opacity, ellipse.contains)
        #expect(error <= Self.tolerance, "\(error)")
    }
}
