import VarBlurLibC
import Testing

/// A shape by its definition: which points belong to it, and densely spaced points of its outline.
///
/// It shares nothing with the library.
struct AreaModel: Sendable, CustomTestStringConvertible {
    let contains: @Sendable (_ x: Double, _ y: Double) -> Bool
    let outline: [(x: Double, y: Double)]

    var testDescription: String { "\(outline.count) points" }

    /// The distance from a point: 0 inside.
    func distance(_ x: Double, _ y: Double) -> Double {
        if contains(x, y) { return 0 }
        return outline.reduce(Double.infinity) { min($0, hypot(x - $1.x, y - $1.y)) }
    }

    static func ellipse(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> AreaModel {
        AreaModel(
            contains: { ($0 - x) * ($0 - x) / (a * a) + ($1 - y) * ($1 - y) / (b * b) <= 1 },
            outline: (0..<20_000).map { index in
                let angle = Double(index) / 10_000 * Double.pi
                return (x + a * cos(angle), y + b * sin(angle))
            })
    }

    /// A rectangle, with the radii of its corners clockwise from the top left.
    static func rectangle(
        _ left: Double, _ top: Double, _ right: Double, _ bottom: Double,
        _ radii: [(x: Double, y: Double)] = [(0, 0), (0, 0), (0, 0), (0, 0)]
    ) -> AreaModel {
        let corners = [(left, top, 1.0, 1.0), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1)]
        var outline: [(Double, Double)] = []
        for (radius, corner) in zip(radii, corners) {
            let center = (corner.0 + corner.2 * radius.x, corner.1 + corner.3 * radius.y)
            for step in 0...10_000 {
                let angle = Double(step) / 20_000 * Double.pi
                outline.append(
                    (center.0 - corner.2 * radius.x * cos(angle), center.1 - corner.3 * radius.y * sin(angle)))
            }
        }
        func side(_ from: (Double, Double), _ to: (Double, Double)) {
            for step in 0...10_000 {
                let part = Double(step) / 10_000
                outline.append((from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)))
            }
        }
        side((left + radii[0].x, top), (right - radii[1].x, top))
        side((right, top + radii[1].y), (right, bottom - radii[2].y))
        side((right - radii[2].x, bottom), (left + radii[3].x, bottom))
        side((left, bottom - radii[3].y), (left, top + radii[0].y))
        return AreaModel(
            contains: { x, y in
                guard x >= left, x <= right, y >= top, y <= bottom else { return false }
                return zip(radii, corners).allSatisfy { radius, corner in
                    let dx = corner.0 + corner.2 * radius.x - x
                    let dy = corner.1 + corner.3 * radius.y - y
                    guard dx * corner.2 > 0, dy * corner.3 > 0 else { return true }
                    return hypot(dx / radius.x, dy / radius.y) <= 1
                }
            }, outline: outline)
    }

    /// A polygon; a point belongs to it if the angles that its sides subtend add up to turns.
    static func polygon(_ points: [(Double, Double)], isEvenOdd: Bool = false) -> AreaModel {
        let sides = zip(points, points.dropFirst() + [points[0]])
        return AreaModel(
            contains: { x, y in
                let angle = sides.reduce(0.0) { sum, side in
                    let (a, b) = ((side.0.0 - x, side.0.1 - y), (side.1.0 - x, side.1.1 - y))
                    return sum + atan2(a.0 * b.1 - a.1 * b.0, a.0 * b.0 + a.1 * b.1)
                }
                let turns = Int((angle / (2 * Double.pi)).rounded())
                return isEvenOdd ? turns % 2 != 0 : turns != 0
            },
            outline: sides.flatMap { from, to in
                (0...10_000).map { step -> (x: Double, y: Double) in
                    let part = Double(step) / 10_000
                    return (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1))
                }
            })
    }

    /// Shapes on an image of 150 × 133 pixels, each by its text and by its definition.
    static let all: [(text: String, model: AreaModel)] = [
        ("xywh(30px 20px 60px 44px)", .rectangle(30, 20, 90, 64)),
        ("xywh(20% -10px 50% 60px)", .rectangle(30, -10, 105, 50)),
        ("xywh(30px 20px 60px 44px round 12px)", .rectangle(30, 20, 90, 64, [(12, 12), (12, 12), (12, 12), (12, 12)])),
        (
            "xywh(30px 20px 60px 40px round 20px 0 10% 30px / 8px 0 25%)",
            .rectangle(30, 20, 90, 60, [(20, 8), (0, 0), (6, 10), (30, 0)].map { $0.1 == 0 ? (0, 0) : $0 })
        ),
        // the radii of the left side add up to twice its length
        (
            "xywh(30px 20px 60px 40px round 40px 0 0 40px)",
            .rectangle(30, 20, 90, 60, [(20, 20), (0, 0), (0, 0), (20, 20)])
        ),
        ("inset(10px 20% 30px)", .rectangle(30, 10, 120, 103)),
        ("rect(auto 90px 50% 12px)", .rectangle(12, 0, 90, 66.5)),
        ("circle(31px at 60px 40%)", .ellipse(60, 53.2, 31, 31)),
        ("circle()", .ellipse(75, 66.5, 66.5, 66.5)),
        ("circle(farthest-side at left)", .ellipse(0, 66.5, 150, 150)),
        ("circle(20%)", .ellipse(75, 66.5, 28.351014091210217, 28.351014091210217)),
        ("ellipse(40px 9px at 50% 40px)", .ellipse(75, 40, 40, 9)),
        ("ellipse(closest-side 80% at 40px 20px)", .ellipse(40, 20, 40, 106.4)),
        ("polygon(20px 10px, 120px 40px, 50% 90%)", .polygon([(20, 10), (120, 40), (75, 119.7)])),
        (
            "polygon(75px 5px, 110px 115px, 15px 45px, 135px 45px, 40px 115px)",
            .polygon([(75, 5), (110, 115), (15, 45), (135, 45), (40, 115)])
        ),
        (
            "polygon(evenodd, 75px 5px, 110px 115px, 15px 45px, 135px 45px, 40px 115px)",
            .polygon([(75, 5), (110, 115), (15, 45), (135, 45), (40, 115)], isEvenOdd: true)
        ),
    ]
}
