import TestSupport
import Testing

@testable import VarBlur

@Suite("The fast engine compared with a gather over all pixels")
struct FastEngineTests {
    /// The blurs of a sweep: constant radii on both sides of every level change, and ramps.
    private static let blurs: [(maximum: Double, minimum: Double, offset: Double)] =
        [0.05, 0.19, 0.2, 0.3, 0.5, 1, 1.49, 1.5, 2, 2.5, 2.99, 3, 3.5, 4.5, 5.99, 6, 9, 11.99, 12, 20, 50, 150, 300]
        .map { ($0, $0, 0) } + [(6, 0, 0), (20, 0, 0), (100, 0, 0), (30, 2, 0.3), (20, 0, -0.5)]

    /// The greatest difference from the exact values, and the fraction of values that equal the rounded exact ones.
    private func largestError(
        _ blur: ProgressiveBlur, _ source: borrowing PixelBuffer
    ) throws -> (error: Double, equal: Double) {
        let fast = try blur.blurred(source)
        let exact = BruteForceBlur(blur).exactSamples(of: source)
        let (values, count) = (fast.sampleValues(), Double(exact.count))
        var (largest, equal) = (0.0, 0)
        for (value, exact) in zip(values, exact) {
            largest = max(largest, abs(Double(value) - exact))
            if Double(value) == (exact + 0.5).rounded(.down) { equal += 1 }
        }
        return (largest, Double(equal) / count)
    }

    @Test("is within 0.9 of the exact value on noise, at every radius", arguments: EdgeMode.allCases)
    func noise(edges: EdgeMode) throws {
        for (maximum, minimum, offset) in Self.blurs {
            let blur = try ProgressiveBlur(
                maximumRadius: maximum, minimumRadius: minimum, startOffset: offset, edges: edges)
            let random = try PixelBuffer.noise(Size(83, 64))
            let binary = try PixelBuffer.make(Size(83, 64)) { x, y, channel in random[x, y, channel] & 1 * 255 }
            #expect(try largestError(blur, random).error <= 0.9, "\(maximum) \(minimum) \(offset)")
            #expect(try largestError(blur, binary).error <= 0.9, "\(maximum) \(minimum) \(offset)")
        }
    }

    @Test(
        "is within 0.9 of the exact value in every size",
        arguments: [
            Size(1, 1), Size(2, 3), Size(1, 61), Size(61, 1), Size(17, 13), Size(32, 32), Size(33, 31), Size(64, 16),
            Size(15, 130), Size(131, 67),
        ])
    func sizes(size: Size) throws {
        for edges in EdgeMode.allCases {
            for radius in [0.4, 2.2, 7, 31, 300] {
                for minimum in [0, radius] {
                    let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: minimum, edges: edges)
                    let error = try largestError(blur, PixelBuffer.noise(size)).error
                    #expect(error <= 0.9, "\(edges) \(radius) \(minimum)")
                }
            }
        }
    }

    @Test("supports arbitrarily large radii", arguments: EdgeMode.allCases)
    func endlessRadius(edges: EdgeMode) throws {
        for size in [Size(3, 3), Size(40, 40), Size(300, 50), Size(50, 300)] {
            let source = try PixelBuffer.noise(size)
            for radius in [3e3, 1e6, 1e9, 1e150, Double.greatestFiniteMagnitude] {
                let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius, edges: edges)
                let fast = try blur.blurred(source).sampleValues()
                let exact = try blur.reference(of: source).sampleValues()
                #expect(zip(fast, exact).allSatisfy { abs($0 - $1) <= 1 }, "\(size) \(radius)")
            }
        }
    }

    @Test("the fast engine is within the error bound in every format", arguments: PixelFormat.all, EdgeMode.allCases)
    func formats(format: PixelFormat, edges: EdgeMode) throws {
        let source = try PixelBuffer.noise(Size(75, 66), format)
        for (maximum, minimum) in [(2.5, 0.0), (5.5, 5.5), (12.5, 0), (40, 40)] {
            let blur = try ProgressiveBlur(
                maximumRadius: maximum, minimumRadius: minimum, direction: .left, edges: edges)
            let result = try blur.blurred(source)
            let error = BruteForceBlur(blur).largestError(of: result, from: source) * 255 / format.depth.fullScale
            let rounding = format.depth == .eight ? 0.5 : 0.5 / 257
            #expect(error <= rounding + 0.4, "\(maximum) \(minimum)")
        }
    }

    @Test("equals the rounded exact value nearly everywhere")
    func equality() throws {
        for (maximum, minimum) in [(20.0, 0.0), (6, 6), (3, 3), (60, 5)] {
            let blur = try ProgressiveBlur(maximumRadius: maximum, minimumRadius: minimum)
            let image = try PixelBuffer.make(Size(120, 160)) { x, y, channel in
                (x * x / 90 + y * (channel + 1) + (x / 20 + y / 30) % 2 * 60) % 256
            }
            #expect(try largestError(blur, image).equal >= 0.97, "\(maximum) \(minimum)")
        }
    }

    @Test("gives the same result with every instruction set", arguments: InstructionSet.allCases.filter(\.isAvailable))
    func instructionSets(set: InstructionSet) throws {
        for edges in EdgeMode.allCases {
            for format in PixelFormat.all {
                let source = try PixelBuffer.noise(Size(301, 97), format)
                let blur = try ProgressiveBlur(maximumRadius: 30, direction: .right, startOffset: 0.1, edges: edges)
                func blurred(_ set: InstructionSet) throws -> [Int] {
                    try blur.blurred(source, execution: BlurExecution(instructionSet: set)).sampleValues()
                }
                #expect(try blurred(set) == blurred(.portable), "\(edges) \(format)")
            }
        }
    }

    @Test("regions and blurring in place give the result of the whole image", arguments: BlurDirection.allCases)
    func directions(direction: BlurDirection) throws {
        let source = try PixelBuffer.noise(Size(90, 70))
        let blur = try ProgressiveBlur(maximumRadius: 12, direction: direction, startOffset: 0.2, edges: .mirror)
        let whole = try blur.blurred(source)
        let exact = try blur.reference(of: source)
        #expect(zip(whole.sampleValues(), exact.sampleValues()).allSatisfy { abs($0 - $1) <= 1 })
        var inPlace = try source.copy()
        try blur.blur(&inPlace)
        #expect(inPlace.sampleValues() == whole.sampleValues())
        let region = PixelRegion(x: 13, y: 41, width: 30, height: 17)
        let crop = try whole.rearranged(Size(30, 17)) { ($0 + 13, $1 + 41) }
        #expect(try blur.blurred(source, region: region).sampleValues() == crop.sampleValues())
    }

    @Test("gives the same result with every number of threads, also in place", arguments: EdgeMode.allCases)
    func threads(edges: EdgeMode) throws {
        let source = try PixelBuffer.noise(Size(1200, 1100))
        for direction in BlurDirection.allCases {
            let blur = try ProgressiveBlur(maximumRadius: 25, direction: direction, startOffset: 0.3, edges: edges)
            let expected = try blur.blurred(source, execution: BlurExecution(threadCount: 1)).sampleValues()
            for count in [2, 3, 5] {
                let execution = BlurExecution(threadCount: count)
                let isSame = try blur.blurred(source, execution: execution).sampleValues() == expected
                var inPlace = try source.copy()
                try blur.blur(&inPlace, execution: execution)
                let isSameInPlace = inPlace.sampleValues() == expected
                #expect(isSame && isSameInPlace, "\(direction) \(count)")
            }
        }
    }

    @Test("preserves constants", arguments: [EdgeMode.normalize, .clamp, .mirror, .wrap])
    func constants(edges: EdgeMode) throws {
        for size in [Size(1, 1), Size(20, 20), Size(200, 90), Size(33, 400)] {
            for level in [1, 100, 254, 255] {
                for radius in [0.5, 1.5, 2.9, 3, 4, 6, 12, 25, 500] {
                    let source = try PixelBuffer.make(size) { _, _, _ in level }
                    let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius / 2, edges: edges)
                    let result = try blur.blurred(source).sampleValues()
                    #expect(result == source.sampleValues(), "\(size) \(level) \(radius)")
                }
            }
        }
    }

    @Test("copies rows of radius 0")
    func clearRows() throws {
        let source = try PixelBuffer.noise(Size(50, 80))
        let result = try ProgressiveBlur(maximumRadius: 30, startOffset: 0.5).blurred(source)
        for row in 40..<80 { #expect(result.row(row) == source.row(row)) }
    }
}
