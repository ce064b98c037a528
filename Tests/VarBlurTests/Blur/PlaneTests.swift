import TestSupport
import Testing
import VarBlur

@Suite("Subsampled planes")
struct PlaneTests {
    /// 4:2:0, 4:2:2, 4:4:0, 4:1:1, and fractional ratios.
    private static let ratios: [(x: Double, y: Double)] = [
        (2, 2), (2, 1), (1, 2), (4, 1), (1.5, 1), (1, 1.5), (4, 3), (1, 4),
    ]

    @Test("use the ramp and the radii of the image", arguments: BlurDirection.allCases, EdgeMode.allCases)
    func planes(direction: BlurDirection, edges: EdgeMode) throws {
        let (imageWidth, imageHeight) = (203, 171)
        for (x, y) in Self.ratios {
            let sampling = try PlaneSampling(
                imageWidth: imageWidth, imageHeight: imageHeight, horizontalRatio: x, verticalRatio: y)
            let size = Size(Int((203 / x).rounded(.up)), Int((171 / y).rounded(.up)))
            let plane = try PixelBuffer.noise(size, PixelFormat(.gray))
            for (maximum, minimum, offset) in [(20.0, 0.0, 0.0), (7, 7, 0), (60, 1, 0.3), (2.5, 0, -0.2)] {
                let blur = try ProgressiveBlur(
                    maximumRadius: maximum, minimumRadius: minimum, direction: direction, startOffset: offset,
                    edges: edges)
                let oracle = BruteForceBlur(blur, sampling: sampling)
                let fast = try blur.blurred(plane, sampling: sampling)
                #expect(oracle.largestError(of: fast, from: plane) <= 0.9, "\(x) \(y) \(maximum)")
                let reference = try blur.reference(of: plane, sampling: sampling)
                #expect(oracle.largestError(of: reference, from: plane) <= 0.51, "\(x) \(y) \(maximum)")
            }
        }
    }

    @Test("give the same result as a whole, streamed, in place and on several threads")
    func waysToBlur() throws {
        let sampling = try PlaneSampling(imageWidth: 2401, imageHeight: 1603, horizontalRatio: 2, verticalRatio: 2)
        let plane = try PixelBuffer.noise(Size(1201, 802), PixelFormat(.gray))
        let blur = try ProgressiveBlur(maximumRadius: 30, direction: .bottom)
        let whole = try blur.blurred(plane, sampling: sampling, execution: BlurExecution(threadCount: 1)).sampleValues()
        var inPlace = try plane.copy()
        try blur.blur(&inPlace, sampling: sampling, execution: BlurExecution(threadCount: 3))
        #expect(inPlace.sampleValues() == whole)
        let rows = try RowBlur(blur, width: 1201, height: 802, format: PixelFormat(.gray), sampling: sampling)
        #expect(rows.blurred(plane) == whole)
    }

    @Test("of an image of odd size follow the image's ramp")
    func position() throws {
        // the last row of this plane represents only the image's last row, which is clear
        let sampling = try PlaneSampling(imageWidth: 9, imageHeight: 9, horizontalRatio: 2, verticalRatio: 2)
        let plane = try PixelBuffer.noise(Size(5, 5), PixelFormat(.gray))
        let blur = try ProgressiveBlur(maximumRadius: 8)
        let result = try blur.blurred(plane, sampling: sampling)
        #expect(result.row(4) == plane.row(4))
        #expect(result.row(3) != plane.row(3))
    }

    @Test("extreme ratios are supported")
    func extremeRatios() throws {
        let plane = try PixelBuffer.noise(Size(64, 64), PixelFormat(.gray))
        for (x, y) in [(1, 16), (16, 1), (1e19, 1), (1, 1e200), (1.5000000000000002, 1.5)] as [(Double, Double)] {
            let sampling = try PlaneSampling(
                imageWidth: 64, imageHeight: 64 * 16, horizontalRatio: x, verticalRatio: y)
            for (maximum, minimum) in [(0.4, 0.4), (20, 0), (25, 4.5)] {
                let blur = try ProgressiveBlur(maximumRadius: maximum, minimumRadius: minimum, startOffset: 0.5)
                let fast = try blur.blurred(plane, sampling: sampling).sampleValues()
                let exact = try blur.reference(of: plane, sampling: sampling).sampleValues()
                #expect(zip(fast, exact).allSatisfy { abs($0 - $1) <= 1 }, "\(x) \(y) \(maximum)")
            }
        }
    }

    @Test("invalid sizes and ratios are rejected")
    func refusals() {
        for (width, height, x, y) in [
            (0, 5, 1, 1), (5, 0, 1, 1), (5, 5, 0.5, 1), (5, 5, 1, .infinity), (5, 5, .nan, 1),
        ]
            as [(Int, Int, Double, Double)]
        {
            #expect(throws: BlurError.self) {
                try PlaneSampling(imageWidth: width, imageHeight: height, horizontalRatio: x, verticalRatio: y)
            }
        }
    }
}
