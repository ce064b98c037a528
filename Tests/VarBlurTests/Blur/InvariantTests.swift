import TestSupport
import Testing
import VarBlur

@Suite("Invariants of the blur")
struct InvariantTests {
    @Test("directions are exact mirrors and transposes of each other", arguments: EdgeMode.allCases)
    func directions(edges: EdgeMode) throws {
        let (size, transposed) = (Size(29, 17), Size(17, 29))
        let source = try PixelBuffer.noise(size, PixelFormat(.rgba), seed: 3)
        func blur(_ direction: BlurDirection) throws -> ProgressiveBlur {
            try ProgressiveBlur(maximumRadius: 5, direction: direction, startOffset: 0.2, edges: edges)
        }
        let top = try blur(.top).reference(of: source).sampleValues()
        let flipped = try source.rearranged(size) { ($0, size.height - 1 - $1) }
        let bottom = try blur(.bottom).reference(of: flipped).rearranged(size) {
            ($0, size.height - 1 - $1)
        }
        #expect(bottom.sampleValues() == top)
        let turned = try source.rearranged(transposed) { ($1, $0) }
        let left = try blur(.left).reference(of: turned).rearranged(size) { ($1, $0) }
        #expect(left.sampleValues() == top)
        let turnedAndFlipped = try source.rearranged(transposed) { ($1, size.height - 1 - $0) }
        let right = try blur(.right).reference(of: turnedAndFlipped).rearranged(size) {
            (size.height - 1 - $1, $0)
        }
        #expect(right.sampleValues() == top)
    }

    @Test("rows of radius 0 are copied, including colors of transparent pixels", arguments: PixelFormat.all)
    func clearRows(format: PixelFormat) throws {
        let source = try PixelBuffer.noise(Size(11, 20), format, seed: 9)
        let blur = try ProgressiveBlur(maximumRadius: 30, startOffset: 0.5)
        let result = try blur.reference(of: source)
        for row in 10..<20 { #expect(result.row(row) == source.row(row), "row \(row)") }
        #expect(result.row(9) != source.row(9))
    }

    @Test("a radius of 0 everywhere is the identity", arguments: BlurDirection.allCases)
    func identity(direction: BlurDirection) throws {
        let source = try PixelBuffer.noise(Size(13, 9), PixelFormat(.rgba, .sixteen))
        let blur = try ProgressiveBlur(maximumRadius: 0, direction: direction)
        #expect(try blur.reference(of: source).sampleValues() == source.sampleValues())
    }

    @Test(
        "a constant stays constant", arguments: [EdgeMode.normalize, .clamp, .mirror, .wrap], PixelFormat.all)
    func constants(edges: EdgeMode, format: PixelFormat) throws {
        let blur = try ProgressiveBlur(maximumRadius: 40, minimumRadius: 0.5, edges: edges)
        for size in [Size(17, 23), Size(1, 1), Size(5, 200)] {
            for level in [1, 3] {
                let value = Int(format.depth.fullScale) * level / 3
                let source = try PixelBuffer.make(size, format) { _, _, channel in
                    channel == 0 ? value / 2 : value
                }
                #expect(
                    try blur.reference(of: source).sampleValues() == source.sampleValues(),
                    "\(size) \(value)")
            }
        }
    }

    @Test(
        "an impulse near the edge follows the edge rule",
        arguments: [(EdgeMode.clamp, 0.0666), (.normalize, 0.1234), (.mirror, 0.1246)])
    func impulse(edges: EdgeMode, expected: Double) throws {
        let source = try PixelBuffer.make(Size(41, 1), PixelFormat(.gray, .sixteen)) { x, _, _ in
            x == 3 ? 65535 : 0
        }
        let blur = try ProgressiveBlur(maximumRadius: 5, minimumRadius: 5, edges: edges)
        #expect(abs(Double(try blur.reference(of: source)[0, 0, 0]) / 65535 - expected) < 0.00006)
    }

    @Test("transparent red beside opaque blue stays pure blue", arguments: SampleDepth.integers)
    func hiddenColor(depth: SampleDepth) throws {
        let full = Int(depth.fullScale)
        let (red, blue) = ([full, 0, 0, 0], [0, 0, full, full])
        let source = try PixelBuffer.make(Size(40, 4), PixelFormat(.rgba, depth)) { x, _, channel in
            (x < 20 ? red : blue)[channel]
        }
        let result = try ProgressiveBlur(maximumRadius: 3, minimumRadius: 3).reference(of: source)
        for x in 0..<40 where result[x, 0, 3] > 0 {
            #expect(result[x, 0, 0] == 0 && result[x, 0, 1] == 0 && result[x, 0, 2] == full, "column \(x)")
        }
        #expect(result[0, 0, 0] == 0, "where alpha rounds to 0, color is 0")
        #expect((1..<full).contains(result[19, 0, 3]))
    }

    @Test("premultiplied color never exceeds its alpha")
    func premultipliedBound() throws {
        let source = try PixelBuffer.make(Size(33, 33), PixelFormat(.rgba, alpha: .premultiplied)) {
            x, y, _ in
            (x * 7 + y * 13) % 256
        }
        for edges in EdgeMode.allCases {
            let result = try ProgressiveBlur(maximumRadius: 9, edges: edges).reference(of: source)
            #expect(result.exceptions { x, y, channel in result[x, y, channel] <= result[x, y, 3] } == nil)
        }
    }

    @Test("transparent edges fade to black without alpha, and to transparency with it")
    func transparentEdges() throws {
        let blur = try ProgressiveBlur(maximumRadius: 10, minimumRadius: 10, edges: .transparent)
        let white = try PixelBuffer.make(Size(161, 161), PixelFormat(.rgb)) { _, _, _ in 255 }
        #expect(try blur.reference(of: white)[80, 0, 0] == Int((255 * (1 + 0.0398942) / 2).rounded()))
        let opaque = try PixelBuffer.make(Size(161, 161), PixelFormat(.rgba)) { _, _, _ in 255 }
        let faded = try blur.reference(of: opaque)
        #expect(faded[0, 80, 0] == 255 && faded[0, 80, 3] == 133)
    }
}
