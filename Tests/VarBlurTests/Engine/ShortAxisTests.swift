import TestSupport
import Testing
import VarBlur

/// With few rows and large radii, a row depends on distant rows, some of which an in-place blur has already overwritten.
@Suite("Short axes")
struct ShortAxisTests {
    struct Case: Sendable, CustomStringConvertible {
        var rows: Int
        var maximum: Double
        var minimum = 0.0
        var offset = 0.0
        var direction = BlurDirection.top
        var edges = EdgeMode.normalize
        /// The rows to write; `nil` for all.
        var part: Range<Int>?

        var description: String {
            "\(rows) rows \(maximum)–\(minimum) \(offset) \(direction) \(edges)" + (part.map { " \($0)" } ?? "")
        }

        var blur: ProgressiveBlur {
            get throws {
                try ProgressiveBlur(
                    maximumRadius: maximum, minimumRadius: minimum, direction: direction, startOffset: offset,
                    edges: edges)
            }
        }
    }

    static let cases = [
        Case(rows: 100, maximum: 4, minimum: 4, edges: .wrap, part: 14..<30),
        Case(rows: 150, maximum: 40, edges: .wrap),
        Case(rows: 150, maximum: 40, direction: .bottom, edges: .wrap),
        Case(rows: 1000, maximum: 5, minimum: 5, edges: .mirror, part: 900..<983),
        Case(rows: 313, maximum: 9, minimum: 9, edges: .clamp, part: 200..<290),
        Case(rows: 64, maximum: 254.5, offset: 0.00586, direction: .bottom),
        Case(rows: 100, maximum: 200, direction: .bottom),
        Case(rows: 100, maximum: 200, direction: .top, edges: .mirror),
        Case(rows: 31, maximum: 3.3, minimum: 2.5),
        Case(rows: 17, maximum: 3.3, minimum: 2.5, direction: .bottom, edges: .clamp),
        Case(rows: 29, maximum: 90, offset: -0.4, direction: .bottom, edges: .transparent),
    ]

    @Test("regions, threads and blurring in place give the same bytes", arguments: cases)
    func sameBytes(example: Case) throws {
        let blur = try example.blur
        // enough pixels for several threads
        let width = 1_200_000 / example.rows
        let source = try PixelBuffer.noise(Size(width, example.rows), PixelFormat(.gray))
        let region = example.part.map { PixelRegion(x: 0, y: $0.lowerBound, width: width, height: $0.count) }
        let rows = example.part ?? 0..<example.rows
        let whole = try blur.blurred(source, execution: BlurExecution(threadCount: 1))
        for threads in 1...4 {
            var inPlace = try source.copy()
            try blur.blur(&inPlace, region: region, execution: BlurExecution(threadCount: threads))
            let apart = try blur.blurred(source, region: region, execution: BlurExecution(threadCount: threads))
            for row in 0..<example.rows where rows.contains(row) {
                #expect(inPlace.row(row) == whole.row(row), "row \(row), \(threads) threads, in place")
                #expect(apart.row(row - rows.lowerBound) == whole.row(row), "row \(row), \(threads) threads")
            }
        }
    }

    @Test("blurs of short axes are exact", arguments: cases)
    func exact(example: Case) throws {
        let blur = try example.blur
        let source = try PixelBuffer.noise(Size(23, example.rows), PixelFormat(.gray))
        #expect(BruteForceBlur(blur).largestError(of: try blur.blurred(source), from: source) <= 0.9)
    }

    @Test("very many columns of few pixels are exact, on any number of threads", arguments: EdgeMode.allCases)
    func shortColumns(edges: EdgeMode) throws {
        let look = try BlurLook(saturation: 1.5, grain: 1, dithers: true)
        for (direction, rows) in edges == .normalize ? [(BlurDirection.left, 1), (.right, 4)] : [(.left, 1)] {
            let source = try PixelBuffer.noise(Size(66_000, rows), PixelFormat(.rgb))
            var blur = try ProgressiveBlur(maximumRadius: 8, direction: direction, startOffset: 0.2, edges: edges)
            let plain = try blur.reference(of: source)
            let result = try blur.blurred(source, execution: BlurExecution(threadCount: 1))
            #expect(result.exceptions { abs(result[$0, $1, $2] - plain[$0, $1, $2]) <= 1 } == nil)
            blur.look = look
            let expected = try blur.reference(of: source)
            let region = PixelRegion(x: 900, y: 0, width: 65_000, height: rows)
            let part = try blur.blurred(source, region: region, execution: BlurExecution(threadCount: 4))
            var inPlace = try source.copy()
            try blur.blur(&inPlace, execution: BlurExecution(threadCount: 3))
            #expect(inPlace.exceptions { abs(inPlace[$0, $1, $2] - expected[$0, $1, $2]) <= 2 } == nil)
            #expect(part.exceptions { part[$0, $1, $2] == inPlace[$0 + 900, $1, $2] } == nil)
        }
    }

    @Test("planes whose last samples lie beyond the image are exact")
    func planesBeyondTheImage() throws {
        let sampling = try PlaneSampling(imageWidth: 46, imageHeight: 379, horizontalRatio: 2, verticalRatio: 2)
        let plane = try PixelBuffer.noise(Size(23, 313), PixelFormat(.gray))
        for direction in [BlurDirection.top, .bottom] {
            for edges in EdgeMode.allCases {
                let blur = try ProgressiveBlur(maximumRadius: 30, direction: direction, edges: edges)
                let oracle = BruteForceBlur(blur, sampling: sampling)
                let result = try blur.blurred(plane, sampling: sampling)
                #expect(oracle.largestError(of: result, from: plane) <= 0.9, "\(direction) \(edges)")
            }
        }
    }
}
