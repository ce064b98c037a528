import TestSupport
import Testing

@testable import VariableBlur

@Suite("The fast engine")
struct FastEngineTests {
    /// The blurs of a sweep: constant radii on both sides of every change of level, and ramps.
    private static let blurs: [(maximum: Double, minimum: Double, offset: Double)] =
        [0.05, 0.19, 0.2, 0.3, 0.5, 1, 1.49, 1.5, 2, 2.5, 2.99, 3, 3.5, 4.5, 5.99, 6, 9, 11.99, 12, 20, 50, 150, 300]
        .map { ($0, $0, 0) } + [(6, 0, 0), (20, 0, 0), (100, 0, 0), (30, 2, 0.3), (20, 0, -0.5)]

    /// Blurs an image with both engines' definition of exact: the code, and the exact number.
    private func largestError(
        _ blur: ProgressiveBlur, _ source: borrowing PixelBuffer
    ) throws -> (error: Double, equal: Double) {
        let fast = try blur.blurred(source, engine: .fast)
        let exact = BruteForceBlur(blur).exactSamples(of: source)
        let (codes, count) = (fast.sampleValues(), Double(exact.count))
        var (largest, equal) = (0.0, 0)
        for (code, exact) in zip(codes, exact) {
            largest = max(largest, abs(Double(code) - exact))
            if Double(code) == (exact + 0.5).rounded(.down) { equal += 1 }
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

    @Test("knows no largest radius", arguments: EdgeMode.allCases)
    func endlessRadius(edges: EdgeMode) throws {
        for size in [Size(3, 3), Size(40, 40), Size(300, 50), Size(50, 300)] {
            let source = try PixelBuffer.noise(size)
            for radius in [3e3, 1e6, 1e9, 1e150, Double.greatestFiniteMagnitude] {
                let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius, edges: edges)
                let fast = try blur.blurred(source, engine: .fast).sampleValues()
                let exact = try blur.blurred(source, engine: .reference).sampleValues()
                #expect(zip(fast, exact).allSatisfy { abs($0 - $1) <= 1 }, "\(size) \(radius)")
            }
        }
    }

    @Test("is as near in every format", arguments: PixelFormat.all, EdgeMode.allCases)
    func formats(format: PixelFormat, edges: EdgeMode) throws {
        let source = try PixelBuffer.noise(Size(75, 66), format)
        for (maximum, minimum) in [(2.5, 0.0), (5.5, 5.5), (12.5, 0), (40, 40)] {
            let blur = try ProgressiveBlur(
                maximumRadius: maximum, minimumRadius: minimum, direction: .left, edges: edges)
            let result = try blur.blurred(source, engine: .fast)
            let error = BruteForceBlur(blur).largestError(of: result, from: source) * 255 / format.depth.fullScale
            let rounding = format.depth == .eight ? 0.5 : 0.5 / 257
            #expect(error <= rounding + 0.4, "\(maximum) \(minimum)")
        }
    }

    @Test("16-bit gradients stay smooth, and rise where they rose", arguments: [4.0, 11, 40])
    func deepGradients(radius: Double) throws {
        let gray = PixelFormat(.gray, .sixteen)
        let source = try PixelBuffer.make(Size(700, 64), gray) { x, y, _ in 9000 + x * 5 / 3 + y }
        let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius)
        let fast = try blur.blurred(source, engine: .fast)
        let exact = try blur.blurred(source, engine: .reference)
        let reach = Int(6 * radius) + 1
        for y in 0..<64 {
            for x in reach..<700 - reach {
                #expect(abs(fast[x, y, 0] - exact[x, y, 0]) <= 1)
                #expect(fast[x, y, 0] >= fast[x - 1, y, 0])
            }
        }
        let columns = reach..<700 - reach
        let levels = Set(columns.map { fast[$0, 32, 0] }).count
        let expected = Set(columns.map { exact[$0, 32, 0] }).count
        #expect(abs(levels - expected) * 100 <= expected)
    }

    /// Without `transparent` and `wrap`, which put something else beside the gradient.
    ///
    /// Where rows are folded back, the engine's grid has to end with the image: else a constant may be off by 4/10⁴ there.
    @Test(
        "16-bit gradients fall nowhere where they exactly rise by 1/50 of a code",
        arguments: [
            (EdgeMode.normalize, Size(37, 470)), (.clamp, Size(41, 501)), (.mirror, Size(32, 512)),
        ])
    func deepRamps(edges: EdgeMode, size: Size) throws {
        let gradients = [(9000, 0.01, 0.125), (0, 0.3, 3), (32_000, 0, 0.01), (60_000, 10, 0.02), (65_000, 0.1, 10)]
        for (start, slope, slopeAlong) in gradients {
            let source = try PixelBuffer.make(size, PixelFormat(.gray, .sixteen)) { x, y, _ in
                min(65535, Int(Double(start) + Double(y) * slope + Double(x) * slopeAlong))
            }
            for (maximum, direction) in [(40.0, BlurDirection.top), (100, .left)] {
                let blur = try ProgressiveBlur(maximumRadius: maximum, direction: direction, edges: edges)
                let exact = BruteForceBlur(blur).exactSamples(of: source)
                let codes = try blur.blurred(source).sampleValues()
                for step in [1, size.width] {
                    let falls = codes.indices.filter { place in
                        place % size.width > 0 && place >= size.width && codes[place] < codes[place - step]
                            && exact[place] >= exact[place - step] + 0.02
                    }
                    #expect(falls == [], "\(start) \(slope) \(maximum) \(direction)")
                }
            }
        }
    }

    @Test("equals the exact value, rounded, nearly everywhere")
    func equality() throws {
        for (maximum, minimum) in [(20.0, 0.0), (6, 6), (3, 3), (60, 5)] {
            let blur = try ProgressiveBlur(maximumRadius: maximum, minimumRadius: minimum)
            let image = try PixelBuffer.make(Size(120, 160)) { x, y, channel in
                (x * x / 90 + y * (channel + 1) + (x / 20 + y / 30) % 2 * 60) % 256
            }
            #expect(try largestError(blur, image).equal >= 0.97, "\(maximum) \(minimum)")
        }
    }

    @Test("gives the same bytes with every instruction set", arguments: InstructionSet.allCases.filter(\.isAvailable))
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

    @Test("directions are exact mirrors and transposes, and regions are crops", arguments: BlurDirection.allCases)
    func directions(direction: BlurDirection) throws {
        let source = try PixelBuffer.noise(Size(90, 70))
        let blur = try ProgressiveBlur(maximumRadius: 12, direction: direction, startOffset: 0.2, edges: .mirror)
        let whole = try blur.blurred(source, engine: .fast)
        let exact = try blur.blurred(source, engine: .reference)
        #expect(zip(whole.sampleValues(), exact.sampleValues()).allSatisfy { abs($0 - $1) <= 1 })
        var inPlace = try source.copy()
        try blur.blur(&inPlace, engine: .fast)
        #expect(inPlace.sampleValues() == whole.sampleValues())
        let region = PixelRegion(x: 13, y: 41, width: 30, height: 17)
        let crop = try whole.rearranged(Size(30, 17)) { ($0 + 13, $1 + 41) }
        #expect(try blur.blurred(source, region: region, engine: .fast).sampleValues() == crop.sampleValues())
    }

    @Test("gives the same bytes with every number of threads, in place and not", arguments: EdgeMode.allCases)
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

    @Test("uses no more processors than the process may")
    func processors() {
        #expect(Processors.usableCount >= 1)
        #expect(ControlGroup.processorCount("max 100000\n") == nil)
        #expect(ControlGroup.processorCount("150000 100000\n") == 2)
        #expect(ControlGroup.processorCount("50000 100000") == 1)
        #expect(ControlGroup.processorCount("nonsense") == nil)
        #expect(Processors.bitCount(ofMask: "\t00000000,0000000f") == 4)
    }

    @Test("white and opaque stay so in 16 bits", arguments: [EdgeMode.normalize, .clamp, .mirror, .wrap])
    func deepWhite(edges: EdgeMode) throws {
        for size in [Size(3, 1000), Size(40, 40), Size(33, 8), Size(1, 5), Size(1000, 20), Size(260, 260)] {
            for format in [PixelFormat(.rgba, .sixteen), PixelFormat(.gray, .sixteen)] {
                let source = try PixelBuffer.make(size, format) { _, _, _ in 65535 }
                for radius in [3.0, 10, 20, 64, 300, 1e300] {
                    for minimum in [0, radius] {
                        let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: minimum, edges: edges)
                        let least = try blur.blurred(source).sampleValues().min()
                        // 0.4 of an 8-bit code
                        #expect((least ?? 0) >= 65432, "\(size) \(format) \(radius) \(minimum)")
                    }
                }
            }
        }
    }

    @Test("constants stay constant", arguments: [EdgeMode.normalize, .clamp, .mirror, .wrap])
    func constants(edges: EdgeMode) throws {
        for size in [Size(1, 1), Size(20, 20), Size(200, 90), Size(33, 400)] {
            for level in [1, 100, 254, 255] {
                for radius in [0.5, 2.9, 4, 25, 500] {
                    let source = try PixelBuffer.make(size) { _, _, _ in level }
                    let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius / 2, edges: edges)
                    let result = try blur.blurred(source, engine: .fast).sampleValues()
                    #expect(result == source.sampleValues(), "\(size) \(level) \(radius)")
                }
            }
        }
    }

    @Test(
        "constants of 16 bits stay constant however little of a filter lies inside",
        arguments: [EdgeMode.normalize, .clamp])
    func deepConstants(edges: EdgeMode) throws {
        for width in Array(1...40) + [63, 64, 65, 127, 250, 333, 1023] {
            for sigma in [0.3, 2.9, 3.1, 7, 50, 700, 100_000] {
                let source = try PixelBuffer.make(Size(width, 5), PixelFormat(.gray, .sixteen)) { _, _, _ in 65535 }
                let blur = try ProgressiveBlur(maximumRadius: sigma, minimumRadius: sigma, edges: edges)
                #expect(try blur.blurred(source).sampleValues() == source.sampleValues(), "\(width) \(sigma)")
            }
        }
    }

    @Test("rows of radius 0 keep every byte")
    func clearRows() throws {
        let source = try PixelBuffer.noise(Size(50, 80))
        let result = try ProgressiveBlur(maximumRadius: 30, startOffset: 0.5).blurred(source, engine: .fast)
        for row in 40..<80 { #expect(result.row(row) == source.row(row)) }
    }
}
