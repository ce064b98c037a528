import TestSupport
import Testing

@testable import VarBlur

@Suite("The order in which rows are computed and copied")
struct RowStepsTests {
    @Test("contains all rows once, in batches of blurred ones, and in one step between them")
    func order() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            let start = Int.random(in: 0...20, using: &random)
            var (blurred, end) = ([Range<Int>](), start)
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let first = end + Int.random(in: blurred.isEmpty ? 0...9 : 1...9, using: &random)
                end = first + Int.random(in: 1...30, using: &random)
                blurred.append(first..<end)
            }
            let rows = start..<end + Int.random(in: 0...9, using: &random)
            var (steps, found, next) = (RowSteps(rows, blurring: blurred), [Range<Int>](), start)
            while let step = steps.next() {
                #expect(step.rows.lowerBound == next && !step.rows.isEmpty)
                next = step.rows.upperBound
                if let range = step.blurred {
                    #expect(range.clamped(to: step.rows) == step.rows)
                    found.append(step.rows)
                } else {
                    #expect(!blurred.contains { $0.overlaps(step.rows) })
                }
            }
            #expect(next == rows.upperBound && found == blurred.flatMap { Array(FastEngine.batches(of: $0)) })
        }
    }
}

@Suite("Blurs that are prepared for small images")
struct PreparedBlurTests {
    @Test("give the result of blurring each image alone, in place or not", arguments: PixelFormat.all)
    func results(format: PixelFormat) throws {
        var random = SplitMix64(seed: 9)
        for direction in BlurDirection.allCases {
            for (maximum, minimum, offset) in [(20.0, 0.0, 0.3), (2, 2, 0), (60, 1, 0), (0, 0, 0)] {
                let size = Size(Int.random(in: 1...64, using: &random), Int.random(in: 1...64, using: &random))
                let blur = try ProgressiveBlur(
                    maximumRadius: maximum, minimumRadius: minimum, direction: direction, startOffset: offset,
                    edges: EdgeMode.allCases.randomElement(using: &random) ?? .wrap)
                let layout = try PixelLayout(width: size.width, height: size.height, format: format)
                let prepared = try #require(PreparedBlur(blur, layout, instructionSet: .standard))
                for seed in 1...4 as ClosedRange<UInt64> {
                    var image = try PixelBuffer.noise(size, format, seed: seed)
                    var result = try PixelBuffer.noise(size, format, seed: 99)
                    let expected = try blur.blurred(image).sampleValues()
                    try unsafe image.withUnsafeMutablePixels { (source) throws(BlurError) in
                        try unsafe result.withUnsafeMutablePixels { (target) throws(BlurError) in
                            try unsafe prepared.blur(source.readOnly, into: seed % 2 == 0 ? source : target)
                        }
                    }
                    let values = seed % 2 == 0 ? image.sampleValues() : result.sampleValues()
                    #expect(values == expected, "\(direction) \(size) \(blur.edges) \(seed)")
                }
            }
        }
    }

    @Test("exist for ramps along one axis of small images only")
    func limits() throws {
        func isPrepared(_ blur: ProgressiveBlur, _ width: Int, _ height: Int) throws -> Bool {
            let layout = try PixelLayout(width: width, height: height, format: PixelFormat(.rgb))
            return PreparedBlur(blur, layout, instructionSet: .standard)?.isPrepared(for: layout) ?? false
        }
        let ramp = try ProgressiveBlur()
        let radial = ProgressiveBlur(field: try BlurGradient("radial-blur(9px, 0px)").field)
        #expect(try isPrepared(ramp, 64, 64) && isPrepared(ramp, 128, 32))
        #expect(try !isPrepared(ramp, 129, 1) && !isPrepared(ramp, 65, 64) && !isPrepared(radial, 8, 8))
    }
}

@Suite("Rounding with carried errors")
struct CarriedRoundingTests {
    @Test("keeps every sum within half a unit")
    func sums() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<200 {
            let exact = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                Double.random(in: -0.2...1, using: &random)
            }
            var (sum, total) = (0.0, 0)
            for (weight, rounded) in zip(exact, CarriedRounding.weights(exact[...], scale: 32768)) {
                (sum, total) = (sum + weight * 32768, total + Int(rounded))
                #expect(abs(sum - Double(total)) <= 0.5)
            }
        }
    }
}
