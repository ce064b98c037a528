import TestSupport
import Testing

@testable import VarBlur

@Suite("Profiles of radii")
struct RadiusProfileTests {
    /// A profile of arbitrary radii.
    private static func profile(_ count: Int, _ radius: (_ line: Int) -> Double) -> RadiusProfile {
        RadiusProfile(radii: (0..<count).map(radius))
    }

    private static let steps = [40, 0.5, 8, 2.9, 3.1]

    /// Profiles that rise and fall: a wave, peaks within a batch, steps, noise, and clear ranges between blurred ones.
    private static let profiles: [RadiusProfile] = [
        profile(170) { 12 + 11.5 * cosine(Double($0) / 9) },
        profile(64) { line in line == 28 ? 25 : line == 37 ? 7 : 1.5 },
        profile(150) { steps[$0 / 11 % 5] },
        profile(180) { max(0, 20 * cosine(Double($0) / 13)) },
        profile(120) { Double($0 * 7919 % 31) / 3 },
        profile(130) { line in
            if line < 45 { return 30 }
            return line < 90 ? 0 : Double(line - 90) / 2
        },
    ]

    /// The result by the definition: every row is gathered with its own radius.
    private func exactSamples(
        _ image: borrowing PixelBuffer, _ profile: RadiusProfile, _ edges: EdgeMode
    ) throws -> [Double] {
        let rowSamples = image.width * image.format.channels.count
        var result: [Double] = []
        for (row, radius) in profile.radii.enumerated() {
            if radius <= LineSigmas.greatestUnblurred {
                result += image.row(row).map(Double.init)
                continue
            }
            let line = GaussianLine(sigma: radius, count: image.height, edges: edges)
            var weights: [Double] = []
            let first = line.weights(at: row, into: &weights)
            var sums = [Double](repeating: 0, count: rowSamples)
            for (offset, weight) in weights.enumerated() {
                for (index, value) in image.row(first + offset).enumerated() { sums[index] += weight * Double(value) }
            }
            result += gathered(sums, radius, edges, width: image.width)
        }
        return result
    }

    private func gathered(_ sums: [Double], _ radius: Double, _ edges: EdgeMode, width: Int) -> [Double] {
        let line = GaussianLine(sigma: radius, count: width, edges: edges)
        let channels = sums.count / width
        var result = [Double](repeating: 0, count: sums.count)
        var weights: [Double] = []
        for column in 0..<width {
            let first = line.weights(at: column, into: &weights)
            for channel in 0..<channels {
                for (offset, weight) in weights.enumerated() {
                    result[column * channels + channel] += weight * sums[(first + offset) * channels + channel]
                }
            }
        }
        return result
    }

    @Test("that rise and fall are within the bound of the fast engine", arguments: EdgeMode.allCases)
    func risingAndFalling(edges: EdgeMode) throws {
        for (number, profile) in Self.profiles.enumerated() {
            for content in [TestContent.binaryNoise, .slantedStep] {
                let image = try content.image(Size(67, profile.lineCount))
                let exact = try exactSamples(image, profile, edges)
                let samples = try UnroundedBlur(profile, edges: edges).samples(of: image)
                let worst = zip(samples, exact).map { abs($0 - $1) }.max() ?? 1
                #expect(worst <= 0.4, "profile \(number) \(content)")
            }
        }
    }

    @Test("that rise and fall give the same result streamed, in bands and in place", arguments: EdgeMode.allCases)
    func drivers(edges: EdgeMode) throws {
        for (number, profile) in Self.profiles.enumerated() {
            let size = Size(1_200_000 / profile.lineCount, profile.lineCount)
            let image = try PixelBuffer.noise(size, PixelFormat(.gray))
            let expected = try streamed(image, profile, edges)
            for threadCount in 1...3 {
                var result = try PixelBuffer(width: size.width, height: size.height, format: image.format)
                try unsafe image.withUnsafePixels { source in
                    try unsafe result.withUnsafeMutablePixels { result in
                        try unsafe blur(source, into: result, profile, edges, threadCount)
                    }
                }
                #expect(result.sampleValues() == expected, "profile \(number), \(threadCount) threads")
                var inPlace = try image.copy()
                try unsafe inPlace.withUnsafeMutablePixels { pixels in
                    try unsafe blur(pixels.readOnly, into: pixels, profile, edges, threadCount)
                }
                #expect(inPlace.sampleValues() == expected, "profile \(number), \(threadCount) threads, in place")
            }
        }
    }

    /// A field whose rows have the radii of a list.
    private struct ListField: RadiusField {
        let list: RadiusProfile

        var variation: FieldVariation { .betweenRows }
        var minimumRadius: Double { list.radii.min() ?? 0 }
        var maximumRadius: Double { list.radii.max() ?? 0 }

        func alpha(x: Double, y: Double) -> Double {
            (list.radii[Int(y)] - minimumRadius) / (maximumRadius - minimumRadius)
        }

        func radius(x: Double, y: Double) -> Double { list.radii[Int(y)] }
    }

    private func blur(
        _ source: UnsafePixels, into destination: UnsafeMutablePixels, _ profile: RadiusProfile, _ edges: EdgeMode,
        _ threadCount: Int
    ) throws {
        let task = BlurTask(
            field: ListField(list: profile), edges: edges, sampling: PlaneSampling(whole: source.layout),
            execution: BlurExecution(threadCount: threadCount))
        try unsafe FastBlur.blur(source, region: source.layout.bounds, into: destination, task: task)
    }

    private func streamed(
        _ image: borrowing PixelBuffer, _ profile: RadiusProfile, _ edges: EdgeMode
    ) throws -> [Int] {
        try RowBlur(RowTask(profile: profile, columnCount: image.width, format: image.format, edges: edges))
            .blurred(image)
    }

    @Test("with two clear ends, or several clear ranges, have exact ranges of blurred lines")
    func clearRanges() {
        let peak = RadiusProfile(radii: [0, 0, 0.1, 0.5, 9, 2, 0.19, 0])
        #expect(peak.ranges(in: 0..<8, above: 0.19) == [3..<6])
        let twoSides = RadiusProfile(radii: [9, 3, 0.2, 0, 0, 0, 0.3, 4])
        #expect(twoSides.ranges(in: 0..<8, above: 0.19) == [0..<3, 6..<8])
        #expect(twoSides.ranges(in: 2..<7, above: 0.19) == [2..<3, 6..<7])
        #expect(twoSides.ranges(in: 3..<6, above: 0.19) == [])
        #expect(twoSides.ranges(in: 0..<8, above: 0.19).clamped(to: 1..<7) == [1..<3, 6..<7])
        #expect(twoSides.ranges(in: 0..<8, above: 0.19).hull == 0..<8)
        #expect(twoSides.sigmaBounds(in: 1..<8).greatest.across == 4)
        #expect(twoSides.sigmaBounds(in: 0..<3).least.across == 0.2)
    }

    @Test("rows outside the blurred ranges are copied, with their hidden colors")
    func clearRowsAreCopied() throws {
        let profile = Self.profile(90) { (20..<40).contains($0) || (55..<80).contains($0) ? 6 : 0 }
        let image = try PixelBuffer.noise(Size(40, 90), PixelFormat(.rgba))
        var result = try PixelBuffer(width: 40, height: 90, format: image.format)
        try unsafe image.withUnsafePixels { source in
            try unsafe result.withUnsafeMutablePixels { result in
                try unsafe blur(source, into: result, profile, .normalize, 1)
            }
        }
        for row in 0..<90 {
            let (found, original) = (result.row(row), image.row(row))
            #expect((found == original) == (profile.radii[row] == 0), "row \(row)")
        }
    }

    @Test("of a linear ramp are found by bisection as by a scan", arguments: BlurDirection.allCases)
    func monotone(direction: BlurDirection) throws {
        for (maximum, minimum, offset) in [(20.0, 0.0, 0.0), (20, 0, 0.6), (3, 3, 0), (0.1, 0, 0), (9, 2, -0.5)] {
            let blur = try ProgressiveBlur(
                maximumRadius: maximum, minimumRadius: minimum, direction: direction, startOffset: offset)
            let sampling = try PlaneSampling(imageWidth: 97, imageHeight: 97, horizontalRatio: 1, verticalRatio: 1)
            let ramp = try #require(
                blur.field.placed(width: 97, height: 97).profile(lineCount: 97, sampling: sampling))
            #expect(ramp.isMonotone)
            for lines in [0..<97, 13..<50, 60..<61] {
                let sigmas = lines.map { ramp.sigmas(ofLine: $0).larger }
                for limit in [0.15, 0.19, 5, 30] {
                    let above = zip(lines, sigmas).compactMap { $1 > limit ? $0..<$0 + 1 : nil }
                    #expect(ramp.ranges(in: lines, above: limit) == above.merged())
                }
                let bounds = ramp.sigmaBounds(in: lines)
                #expect(bounds.least.larger == sigmas.min() && bounds.greatest.larger == sigmas.max())
            }
        }
    }

    @Test("agree with the field at the center of every line", arguments: BlurDirection.allCases)
    func field(direction: BlurDirection) throws {
        let blur = try ProgressiveBlur(maximumRadius: 20, minimumRadius: 1, direction: direction, startOffset: 0.2)
        let field = blur.field.placed(width: 30, height: 20)
        #expect(field.variation == (direction.isVertical ? .betweenRows : .betweenColumns))
        let sampling = try PlaneSampling(imageWidth: 30, imageHeight: 20, horizontalRatio: 1, verticalRatio: 1)
        let count = direction.isVertical ? 20 : 30
        let profile = try #require(field.profile(lineCount: count, sampling: sampling))
        for line in 0..<count {
            let center = Double(line) + 0.5
            let (x, y) = direction.isVertical ? (3.5, center) : (center, 3.5)
            let radius = field.radius(x: x, y: y)
            #expect(radius == profile.sigmas(ofLine: line).across)
            let distance = (direction == .top || direction == .left ? center : Double(count) - center) / Double(count)
            #expect(abs(radius - (1 + 19 * max(0, 1 - distance / 0.8))) < 1e-12)
            #expect(abs(field.alpha(x: x, y: y) - (radius - 1) / 19) < 1e-12)
        }
    }
}
