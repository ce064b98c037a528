import Foundation
import TestSupport
import Testing

@testable import VarBlur

@Suite("Ramps from one side")
struct SideRampTests {
    private func radii(_ gradient: BlurGradient, rows: Int) -> [Double] {
        (0..<rows).map { gradient.field.radius(column: 0, row: $0, width: 3, height: rows) }
    }

    @Test(
        "have the radii of their definition",
        arguments: [
            (0, [18, 14, 10, 6, 2]),
            (-0.1, [18.1818, 14.5455, 10.9091, 7.2727, 3.6364]),
            (0.5, [16, 8, 0, 0, 0]),
        ] as [(Double, [Double])])
    func conformance(startOffset: Double, expected: [Double]) throws {
        let found = radii(try BlurGradient(maximumRadius: 20, startOffset: startOffset), rows: 5)
        for (row, radius) in expected.enumerated() { #expect(abs(found[row] - radius) < 0.00005, "row \(row)") }
    }

    @Test("measure distances from the blurred side", arguments: BlurDirection.allCases)
    func direction(direction: BlurDirection) throws {
        let field = try BlurGradient(maximumRadius: 20, direction: direction, startOffset: 0.25).field
        let found = (0..<7).map { field.radius(column: $0, row: $0, width: 7, height: 7) }
        let expected = radii(try BlurGradient(maximumRadius: 20, startOffset: 0.25), rows: 7)
        let isFromStart = direction == .top || direction == .left
        #expect(found == (isFromStart ? expected : expected.reversed()))
    }

    @Test("are a pair of stops as in CSS")
    func stops() throws {
        let ramp = try BlurGradient(
            maximumRadius: 12, minimumRadius: 2, direction: .bottom, startOffset: 0.6, easing: .sine)
        #expect(try ramp == BlurGradient("linear-blur(to top, 12px, 2px 40%)").eased(.sine))
        #expect(try BlurGradient(maximumRadius: 3) == BlurGradient("linear-blur(3px, 0px)"))
    }

    @Test("with a negative offset have alpha -s / (1 - s) at the clear edge")
    func negativeOffset() throws {
        let field = try BlurGradient(maximumRadius: 20, startOffset: -0.25).field.placed(width: 1, height: 40)
        #expect(abs(field.alpha(x: 0.5, y: 40) - 0.2) < 1e-15)
        #expect(field.alpha(x: 0.5, y: 0) == 1)
        // the end is no farther away than any image can tell
        #expect(
            try BlurGradient(maximumRadius: 20, startOffset: -1e300).field.radius(
                column: 0, row: 9, width: 1, height: 10) > 19.999)
    }

    @Test("are constant beyond their ends")
    func clamped() throws {
        let field = try BlurGradient(maximumRadius: 12, minimumRadius: 2, startOffset: 0.5).field
            .placed(width: 1, height: 10)
        #expect([-10, 0, 5, 70].map { field.radius(x: 0.5, y: $0) } == [12, 12, 2, 2])
        #expect(abs(field.radius(x: 0.5, y: 0.5) - 11) < 1e-12)
    }

    @Test("without any blur have the alpha that looks follow", arguments: BlurDirection.allCases)
    func alphaWithoutBlur(direction: BlurDirection) throws {
        let clear = try BlurGradient(maximumRadius: 0, direction: direction, startOffset: 0.25, easing: .easeIn).field
        let blurred = try BlurGradient(maximumRadius: 1, direction: direction, startOffset: 0.25, easing: .easeIn).field
        #expect(clear.variation == blurred.variation)
        for index in 0..<8 {
            let alpha = clear.alpha(column: index, row: index, width: 8, height: 8)
            #expect(abs(alpha - blurred.alpha(column: index, row: index, width: 8, height: 8)) < 1e-15)
        }
        let even = try BlurGradient(maximumRadius: 4, minimumRadius: 4, direction: direction).field
        #expect(even.alpha(column: 7, row: 7, width: 8, height: 8) == 1 && even.variation == .betweenRows)
    }

    @Test("render as a gray image", arguments: SampleDepth.integers)
    func rendering(depth: SampleDepth) throws {
        let image = try BlurGradient(maximumRadius: 9, direction: .right, startOffset: 0.5).field.rendered(
            width: 4, height: 2, depth: depth)
        #expect(image.format == PixelFormat(.gray, depth))
        let scale = depth.fullScale
        let expected = [0, 0, (scale * 0.25).rounded(), (scale * 0.75).rounded()].map { Int($0) }
        #expect(image.row(0) == expected)
        #expect(image.row(1) == expected)
    }

    @Test("reach from each side to the same row or column as with a start offset", arguments: BlurDirection.allCases)
    func reach(direction: BlurDirection) throws {
        func radii(_ gradient: BlurGradient) -> [Double] {
            (0..<40).map { gradient.field.radius(column: $0, row: $0, width: 50, height: 40) }
        }
        let length = direction.isVertical ? 40.0 : 50
        let offset = try BlurGradient(maximumRadius: 9, minimumRadius: 1, direction: direction, startOffset: 0.75)
        let percent = try BlurGradient(maximumRadius: 9, minimumRadius: 1, direction: direction, reach: .percent(25))
        let pixels = try BlurGradient(
            maximumRadius: 9, minimumRadius: 1, direction: direction, reach: .pixels(length / 4))
        #expect(percent == offset)
        #expect(zip(radii(pixels), radii(offset)).allSatisfy { abs($0 - $1) < 1e-12 })
        #expect(radii(percent).contains { $0 > 1 } && radii(percent).contains(1))
        let blur = try ProgressiveBlur(maximumRadius: 9, direction: direction, reach: .pixels(12))
        #expect(blur.reach == .pixels(12) && blur.direction == direction)
        let coded = #"{"maximumRadius":9,"direction":"\#(direction.rawValue)","reach":"12px"}"#
        #expect(try JSONDecoder().decode(ProgressiveBlur.self, from: Data(coded.utf8)) == blur)
        #expect(try ProgressiveBlur(reach: .percent(33)).startOffset == 0.67)
    }

    @Test(
        "reject a reach that is not positive and finite",
        arguments: [BlurLength.pixels(0), .percent(-1), .percent(.infinity), .pixels(.nan), .pixels(1e10)])
    func reachRange(reach: BlurLength) {
        let error = #expect(throws: BlurError.self) { try BlurGradient(maximumRadius: 1, reach: reach) }
        #expect(error?.code == .invalidReach && error?.message.contains("greater than 0") == true)
    }

    @Test("reject offsets of the whole axis or more", arguments: [1, 1.5, .infinity, -.infinity, .nan])
    func offsetRange(offset: Double) {
        let error = #expect(throws: BlurError.self) { try BlurGradient(maximumRadius: 1, startOffset: offset) }
        #expect(error?.code == .invalidStartOffset)
        #expect(error?.message.contains("below 1") == true)
    }
}
