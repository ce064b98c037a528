import TestSupport
import Testing
import VarBlur

@Suite("The reference compared with a gather over all pixels")
struct AccuracyTests {
    /// The maximum difference between a rounded value and the exact one: half a step, and the effect of truncating kernels.
    private func tolerance(_ depth: SampleDepth) -> Double { depth == .eight ? 0.51 : 0.55 }

    private func expectExact(
        _ blur: ProgressiveBlur, _ size: Size, _ format: PixelFormat, seed: UInt64 = 1,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let source = try PixelBuffer.noise(size, format, seed: seed)
        let result = try blur.reference(of: source)
        let error = BruteForceBlur(blur).largestError(of: result, from: source)
        #expect(error <= tolerance(format.depth), "\(blur) \(size) \(format)", sourceLocation: location)
    }

    @Test(
        "every direction, edge rule and format is exact", arguments: BlurDirection.allCases, EdgeMode.allCases
    )
    func formats(direction: BlurDirection, edges: EdgeMode) throws {
        let blur = try ProgressiveBlur(
            maximumRadius: 4, minimumRadius: 0.3, direction: direction, edges: edges)
        for format in PixelFormat.all { try expectExact(blur, Size(23, 19), format) }
    }

    @Test(
        "every size is exact with every radius",
        arguments: [
            Size(1, 1), Size(2, 1), Size(1, 2), Size(2, 3), Size(3, 2), Size(1, 37), Size(37, 1), Size(7, 13),
            Size(31, 29), Size(64, 64), Size(101, 3),
        ], [0.05, 0.5, 3, 20, 150])
    func sizes(size: Size, radius: Double) throws {
        for edges in EdgeMode.allCases {
            for direction in [BlurDirection.top, .right] {
                let blur = try ProgressiveBlur(maximumRadius: radius, direction: direction, edges: edges)
                for depth in SampleDepth.integers { try expectExact(blur, size, PixelFormat(.rgb, depth)) }
                try expectExact(blur, size, PixelFormat(.rgba))
            }
        }
    }

    @Test("long and flat images are exact", arguments: [Size(4000, 8), Size(8, 4000)], EdgeMode.allCases)
    func longImages(size: Size, edges: EdgeMode) throws {
        for direction in BlurDirection.allCases {
            let blur = try ProgressiveBlur(
                maximumRadius: 6, direction: direction, startOffset: 0.9, edges: edges)
            try expectExact(blur, size, PixelFormat(.gray))
            try expectExact(blur, size, PixelFormat(.rgba, .sixteen))
        }
    }

    @Test(
        "every ramp is exact",
        arguments: [(6, 0, 0), (20, 0, -0.5), (20, 2, 0.5), (100, 0, 0), (5, 5, 0.25)]
            as [(Double, Double, Double)])
    func ramps(maximum: Double, minimum: Double, offset: Double) throws {
        for edges in EdgeMode.allCases {
            let blur = try ProgressiveBlur(
                maximumRadius: maximum, minimumRadius: minimum, direction: .bottom, startOffset: offset,
                edges: edges)
            try expectExact(blur, Size(41, 64), PixelFormat(.rgb), seed: 7)
        }
    }

    @Test("very large radii give the mean, or zero with transparent edges")
    func endlessRadius() throws {
        let source = try PixelBuffer.make(Size(2, 2), PixelFormat(.gray)) { x, y, _ in
            x == 1 && y == 1 ? 200 : 0
        }
        for radius in [1e9, 1e150, Double.greatestFiniteMagnitude] {
            for edges in EdgeMode.allCases {
                let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius, edges: edges)
                let expected = edges == .transparent ? 0 : 50
                #expect(
                    try blur.reference(of: source).sampleValues() == [Int](repeating: expected, count: 4),
                    "\(edges) \(radius)")
            }
        }
    }
}
