import Testing
import VariableBlur

@Suite("Linear alpha mask")
struct LinearAlphaMaskTests {
    @Test(
        "radii follow the definition",
        arguments: [
            (0, [18, 14, 10, 6, 2]),
            (-0.1, [18.1818, 14.5455, 10.9091, 7.2727, 3.6364]),
            (0.5, [16, 8, 0, 0, 0]),
        ] as [(Double, [Double])])
    func conformance(startOffset: Double, expected: [Double]) throws {
        let blur = try ProgressiveBlur(maximumRadius: 20, startOffset: startOffset)
        for (row, radius) in expected.enumerated() {
            #expect(abs(blur.radius(at: row, of: 5) - radius) < 0.00005, "row \(row)")
        }
    }

    @Test("distances are measured from the blurred side", arguments: BlurDirection.allCases)
    func direction(direction: BlurDirection) throws {
        let mask = try LinearAlphaMask(direction: direction, startOffset: 0.25)
        let alphas = (0..<7).map { mask.alpha(at: $0, of: 7) }
        let reference = try LinearAlphaMask(direction: .top, startOffset: 0.25)
        let isFromStart = direction == .top || direction == .left
        #expect(alphas == (0..<7).map { reference.alpha(at: isFromStart ? $0 : 6 - $0, of: 7) })
    }

    @Test("with a negative offset, alpha is -s / (1 - s) at the clear edge")
    func negativeOffset() throws {
        let mask = try LinearAlphaMask(startOffset: -0.25)
        #expect(abs(mask.alpha(atDistance: 1) - 0.2) < 1e-15)
        #expect(mask.alpha(atDistance: 0) == 1)
    }

    @Test("alpha is clamped outside the ramp")
    func clamped() throws {
        let mask = try LinearAlphaMask(startOffset: 0.5)
        #expect(mask.alpha(atDistance: -1) == 1)
        #expect(mask.alpha(atDistance: 0.5) == 0)
        #expect(mask.alpha(atDistance: 7) == 0)
    }

    @Test("maps alpha to the range of radii")
    func minimumRadius() throws {
        let blur = try ProgressiveBlur(maximumRadius: 12, minimumRadius: 2, startOffset: 0.5)
        #expect(blur.radius(alpha: 1) == 12)
        #expect(blur.radius(alpha: 0) == 2)
        #expect(blur.radius(at: 9, of: 10) == 2)
        #expect(abs(blur.radius(at: 0, of: 10) - 11) < 1e-12)
    }

    @Test("renders as a gray image", arguments: SampleDepth.allCases)
    func rendering(depth: SampleDepth) throws {
        let image = try LinearAlphaMask(direction: .right, startOffset: 0.5).rendered(
            width: 4, height: 2, depth: depth)
        #expect(image.format == PixelFormat(.gray, depth))
        let scale = depth.fullScale
        let expected = [0, 0, (scale * 0.25).rounded(), (scale * 0.75).rounded()].map { Int($0) }
        #expect(image.row(0) == expected)
        #expect(image.row(1) == expected)
    }

    @Test("rejects offsets of the whole axis or more", arguments: [1, 1.5, .infinity, -.infinity, .nan])
    func offsetRange(offset: Double) {
        let error = #expect(throws: BlurError.self) { try LinearAlphaMask(startOffset: offset) }
        #expect(error?.code == .invalidStartOffset)
        #expect(error?.message.contains("below 1") == true)
    }
}
