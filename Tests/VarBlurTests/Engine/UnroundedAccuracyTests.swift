import TestSupport
import Testing

@testable import VarBlur

@Suite("Error of the fast engine before rounding")
struct UnroundedAccuracyTests {
    /// A fine sweep of radii, and radii on both sides of every level change.
    private static let sigmas: [Double] = {
        let sweep = (0..<48).map { 0.05 * exponential(Double($0) * 8.7 / 47) }
        let switches = (0..<6).map { AxisLevels.switchSigma * Double(1 << $0) }
        return sweep + switches + switches.map { 0.9999 * $0 }
    }()

    private struct Findings {
        var worst = 0.0
        var equal = 0
        var count = 0

        mutating func add(_ samples: [Double], _ exact: [Double]) {
            for (sample, exact) in zip(samples, exact) {
                worst = max(worst, abs(sample - exact))
                if (sample + 0.5).rounded(.down) == (exact + 0.5).rounded(.down) { equal += 1 }
            }
            count += exact.count
        }

        var equalShare: Double { Double(equal) / Double(count) }
    }

    @Test("errors on test images are bounded as documented", arguments: DocumentedBounds.table("on test images"))
    func contents(row: DocumentedBounds.Row) throws {
        let content = try #require(TestContent(rawValue: row.cells[0]))
        let bound = try #require(row.number(1))
        let image = try content.image(Size(131, 118))
        var all = Findings()
        for sigma in Self.sigmas {
            let blur = try ProgressiveBlur(maximumRadius: sigma, minimumRadius: sigma)
            let samples = try UnroundedBlur(blur, lineCount: image.height).samples(of: image)
            all.add(samples, BruteForceBlur(blur).exactSamples(of: image))
        }
        #expect(all.worst <= bound)
        if content != .checker { #expect(try all.equalShare >= #require(row.number(2)) / 100) }
    }

    @Test("documented bounds exist for every test image and are sufficient")
    func documentedBounds() throws {
        let contents = DocumentedBounds.table("on test images")
        #expect(Set(contents.map { $0.cells[0] }) == Set(TestContent.allCases.map(\.rawValue)))
        #expect(contents.allSatisfy { ($0.number(1) ?? 1) <= 0.4 && ($0.number(2) ?? 100) >= 97 })
        let (seams, worst) = (DocumentedBounds.table("level changes"), DocumentedBounds.table("worst-case images"))
        #expect(seams.count >= 4 && seams.allSatisfy { ($0.number(1) ?? 1) <= 0.25 })
        #expect(worst.count >= 6 && worst.allSatisfy { ($0.number(1) ?? 1) <= 0.4 })
    }

    @Test("is at most 0.4 of an 8-bit step for every edge rule and ramp", arguments: EdgeMode.allCases)
    func ramps(edges: EdgeMode) throws {
        let ramps =
            [(6, 0, 0, 64), (20, 0, 0, 97), (100, 0, 0, 160), (30, 2, 0.3, 131), (20, 0, -0.5, 77)]
            as [(Double, Double, Double, Int)]
        for (maximum, minimum, offset, height) in ramps {
            for direction in [BlurDirection.top, .bottom] {
                let blur = try ProgressiveBlur(
                    maximumRadius: maximum, minimumRadius: minimum, direction: direction, startOffset: offset,
                    edges: edges)
                for content in [TestContent.binaryNoise, .slantedStep] {
                    let image = try content.image(Size(101, height))
                    var findings = Findings()
                    let samples = try UnroundedBlur(blur, lineCount: image.height).samples(of: image)
                    findings.add(samples, BruteForceBlur(blur).exactSamples(of: image))
                    #expect(findings.worst <= 0.4, "\(maximum) \(minimum) \(offset) \(direction) \(content)")
                }
            }
        }
    }

    @Test(
        "jumps at level changes by at most the documented bound", arguments: DocumentedBounds.table("level changes")
    )
    func seams(row: DocumentedBounds.Row) throws {
        let sigma = try #require(row.number(0))
        let bound = try #require(row.number(1))
        // with a ramp this slow, neighboring rows hardly differ except in their level
        let blur = try ProgressiveBlur(maximumRadius: sigma + 0.2, minimumRadius: sigma - 0.2)
        for content in TestContent.allCases {
            let image = try content.image(Size(140, 100))
            let samples = try UnroundedBlur(blur, lineCount: image.height).samples(of: image)
            let exact = BruteForceBlur(blur).exactSamples(of: image)
            let errors = zip(samples, exact).map { $0 - $1 }
            let rowSamples = 140 * 3
            let seam = try #require(
                (1..<100).first { blur.field.radius(column: 0, row: $0, width: 140, height: 100) < sigma })
            let jump = (0..<rowSamples).map {
                abs(errors[seam * rowSamples + $0] - errors[(seam - 1) * rowSamples + $0])
            }
            #expect((jump.max() ?? 1) <= bound, "\(content)")
        }
    }
}
