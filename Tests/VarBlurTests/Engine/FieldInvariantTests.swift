import TestSupport
import Testing

@testable import VarBlur

@Suite("What holds exactly with radii that vary along both axes")
struct FieldInvariantTests {
    private static let fields: [TestField] = [
        .radial(14, clearFrom: 0.8), .noise(8), .waves(0, 11, count: 2), .hardMask(0, 30), .diagonal(2, 9),
    ]

    private func bytes(_ image: borrowing PixelBuffer) -> [Int] { image.sampleValues() }

    @Test("threads, instruction sets and in-place blurs do not change a byte", arguments: EdgeMode.allCases)
    func execution(edges: EdgeMode) throws {
        for format in [
            PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray, .sixteen), PixelFormat(.grayAlpha, .sixteen),
        ] {
            let image = try PixelBuffer.noise(Size(470, 410), format, seed: 9)
            for field in Self.fields {
                let expected = try bytes(field.blurred(image, edges: edges))
                for threads in [2, 5] {
                    let execution = BlurExecution(threadCount: threads)
                    #expect(try bytes(field.blurred(image, edges: edges, execution: execution)) == expected)
                }
                for set in InstructionSet.allCases where set.isAvailable {
                    let execution = BlurExecution(threadCount: 1, instructionSet: set)
                    #expect(try bytes(field.blurred(image, edges: edges, execution: execution)) == expected, "\(set)")
                }
                var copy = try image.copy()
                try field.blur(&copy, edges: edges, execution: BlurExecution(threadCount: 3))
                #expect(bytes(copy) == expected)
            }
        }
    }

    @Test("a region is the crop of the whole blur, and nothing else is written")
    func regions() throws {
        let image = try PixelBuffer.noise(Size(330, 290), PixelFormat(.rgb), seed: 4)
        for region in [
            PixelRegion(x: 0, y: 0, width: 1, height: 1), PixelRegion(x: 61, y: 70, width: 130, height: 101),
            PixelRegion(x: 329, y: 3, width: 1, height: 280), PixelRegion(x: 10, y: 289, width: 300, height: 1),
        ] {
            for field in Self.fields {
                for edges in [EdgeMode.normalize, .wrap] {
                    let whole = try field.blurred(image, edges: edges)
                    let part = try field.blurred(image, edges: edges, region: region)
                    var inPlace = try image.copy()
                    try field.blur(&inPlace, edges: edges, region: region)
                    let outside = inPlace.exceptions { x, y, channel in
                        let isInside = PixelRegion(x: x, y: y, width: 1, height: 1).isInside(region)
                        return inPlace[x, y, channel] == (isInside ? whole[x, y, channel] : image[x, y, channel])
                    }
                    #expect(outside == nil)
                    let inside = part.exceptions { x, y, channel in
                        part[x, y, channel] == whole[x + region.x, y + region.y, channel]
                    }
                    #expect(inside == nil)
                }
            }
        }
    }

    /// Only the parts of coarser resolutions that a blur reads are computed.
    @Test("rectangles are blurred as if the whole image were", arguments: EdgeMode.allCases)
    func rectangles(edges: EdgeMode) throws {
        let (size, cell) = (Size(830, 710), FieldMap.cellSize)
        for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray), PixelFormat(.rgb, .sixteen)] {
            let image = try PixelBuffer.noise(size, format, seed: 3)
            for radius in [4.0, 13, 90] {
                let expected = try TestField(radius) { _, _ in radius }.blurred(image, edges: edges)
                for (column, row) in [(5, 4), (0, 0), (12, 0), (0, 11), (12, 11)] {
                    let (x, y) = (column * cell, row * cell)
                    let field = TestField(radius) { u, v in
                        let isInside = u * 830 > Double(x) && v * 710 > Double(y)
                        return isInside && u * 830 < Double(x + cell) && v * 710 < Double(y + cell) ? radius : 0
                    }
                    let result = try field.blurred(image, edges: edges)
                    var differences = 0
                    for y in y..<min(y + cell, size.height) {
                        for x in x..<min(x + cell, size.width) {
                            for channel in 0..<format.channels.count
                            where result[x, y, channel] != expected[x, y, channel] { differences += 1 }
                        }
                    }
                    #expect(differences == 0, "\(format) \(radius) \(column) \(row)")
                }
            }
        }
    }

    @Test("pixels with a radius of up to 0.19 keep their bytes, hidden colors included", arguments: PixelFormat.all)
    func clearPixels(format: PixelFormat) throws {
        let size = Size(140, 90)
        let image = try PixelBuffer.noise(size, format, seed: 8)
        for field in [TestField.hardMask(0.19, 9), .radial(10, clearFrom: 0.5), .noise(0.6)] {
            let result = try field.blurred(image)
            var changed = 0
            let sampling = PlaneSampling(whole: image.layout)
            let exceptions = result.exceptions { x, y, channel in
                if result[x, y, channel] == image[x, y, channel] { return true }
                changed += 1
                return Float(field.sigmas(x, y, sampling).x) > Float(0.19)
            }
            #expect(exceptions == nil && changed > 1000)
        }
    }

    @Test("constant images stay constant, down to 1×1", arguments: SampleDepth.integers)
    func constants(depth: SampleDepth) throws {
        for size in [Size(1, 1), Size(5, 3), Size(40, 33), Size(200, 150)] {
            for value in [1, 77, Int(depth.fullScale) - 1, Int(depth.fullScale)] {
                let image = try PixelBuffer.make(size, PixelFormat(.rgb, depth)) { _, _, _ in value }
                for field in Self.fields + [.diagonal(0.1, 0.9), .diagonal(20, 150)] {
                    for edges in EdgeMode.allCases where edges != .transparent {
                        let values = try Set(field.blurred(image, edges: edges).sampleValues())
                        #expect(values == [value], "\(size) \(edges)")
                    }
                }
            }
        }
    }

    @Test("premultiplied colors do not exceed alpha", arguments: SampleDepth.integers)
    func premultiplied(depth: SampleDepth) throws {
        for channels in [ChannelLayout.grayAlpha, .rgba] {
            let image = try PixelBuffer.noise(
                Size(150, 120), PixelFormat(channels, depth, alpha: .premultiplied), seed: 2)
            for field in Self.fields {
                let result = try field.blurred(image)
                let last = channels.count - 1
                #expect(result.exceptions { x, y, channel in result[x, y, channel] <= result[x, y, last] } == nil)
            }
        }
    }

    @Test("a transposed field gives the transposed image within a step")
    func transposed() throws {
        let image = try TestContent.natural.image(Size(170, 130))
        let field = TestField(9) { u, v in 9 * u * v }
        let other = try image.rearranged(Size(130, 170)) { ($1, $0) }
        let result = try field.blurred(image)
        let transposed = try field.blurred(other)
        let exceptions = result.exceptions { x, y, channel in
            abs(result[x, y, channel] - transposed[y, x, channel]) <= 1
        }
        #expect(exceptions == nil)
    }

    @Test("a rotated image with a rotated angle gives the rotated result within a step", arguments: [30.0, 100, -160])
    func rotated(degrees: Double) throws {
        let image = try TestContent.natural.image(Size(170, 130))
        let stops = try [RadiusStop(radius: .pixels(14)), RadiusStop(radius: .zero, position: .percent(80))]
        let blur = ProgressiveBlur(field: .gradient(try BlurGradient(.linear(.degrees(degrees)), stops: stops)))
        let expected = try blur.blurred(image)
        // clockwise: the left column becomes the top row
        let turned = try image.rearranged(Size(130, 170)) { x, y in (y, 129 - x) }
        let turnedBlur = ProgressiveBlur(
            field: .gradient(try BlurGradient(.linear(.degrees(degrees + 90)), stops: stops)))
        let result = try turnedBlur.blurred(turned)
        let exceptions = expected.exceptions { x, y, channel in
            abs(expected[x, y, channel] - result[129 - y, x, channel]) <= 1
        }
        #expect(exceptions == nil)
    }

    @Test("a blur stops between tiles when it is asked to")
    func stopping() throws {
        var image = try PixelBuffer.noise(Size(400, 300), PixelFormat(.rgb))
        let gradient = try BlurGradient(.radial(), stops: [RadiusStop(radius: .pixels(9)), RadiusStop(radius: .zero)])
        let blur = ProgressiveBlur(field: .gradient(gradient))
        let execution = BlurExecution(threadCount: 2)
        func run(interrupted: Bool) throws(BlurError) {
            try unsafe image.withUnsafeMutablePixels { pixels throws(BlurError) in
                try unsafe blur.blur(pixels, sampling: nil, execution: execution, isInterrupted: { interrupted })
            }
        }
        let error = #expect(throws: BlurError.self) { try run(interrupted: true) }
        #expect(error?.code == .cancelled)
        try run(interrupted: false)
    }

    @Test("the memory estimate covers the memory in use", arguments: EdgeMode.allCases)
    func memory(edges: EdgeMode) throws {
        for (size, radius) in [
            (Size(1200, 900), 60.0), (Size(40, 2500), 300), (Size(2500, 20), 9), (Size(700, 700), 2),
        ] {
            for format in [PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.rgb, .sixteen)] {
                let gradient = try BlurGradient(
                    .radial(), stops: [RadiusStop(radius: .pixels(radius)), RadiusStop(radius: .zero)])
                let blur = ProgressiveBlur(field: .gradient(gradient), edges: edges)
                let memory = try blur.memory(size, format)
                #expect(memory.estimate >= memory.inUse + memory.image, "\(size) \(format.channels)")
                #expect(memory.estimate <= 60_000_000 + 20 * memory.image)
            }
        }
    }
}
