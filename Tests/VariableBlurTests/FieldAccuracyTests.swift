import TestSupport
import Testing

@testable import VariableBlur

@Suite("Error of the fast engine with radii that vary along both axes")
struct FieldAccuracyTests {
    /// Pixels spread over an image, with many at its edges.
    private static func pixels(_ size: Size, count: Int) -> [(x: Int, y: Int)] {
        var random = SplitMix64(seed: 5)
        return (0..<count).map { index in
            func position(_ length: Int) -> Int {
                let inside = Int.random(in: 0..<length, using: &random)
                return index % 3 > 0 ? inside : inside % 2 == 0 ? min(inside % 12, length - 1) : max(length - 1 - inside % 12, 0)
            }
            return (position(size.width), position(size.height))
        }
    }

    /// The greatest error at some pixels, in 8-bit steps.
    private func worstError(
        _ field: TestField, _ content: TestContent, _ size: Size, _ format: PixelFormat, edges: EdgeMode, count: Int = 200
    ) throws -> Double {
        let image = try content.image(size).converted(to: format)
        let result = try field.blurred(image, edges: edges)
        let sampling = PlaneSampling(whole: image.layout)
        let gather = GatherBlur(image, edges: edges) { field.sigmas($0, $1, sampling) }
        let errors = gather.errors(of: result, at: Self.pixels(size, count: count))
        return errors.reduce(0) { max($0, abs($1)) } / (format.depth.fullScale / 255)
    }

    static let fields: [(name: String, field: TestField)] = [
        ("radial 12", .radial(12)), ("radial 30, clear outside", .radial(30, clearFrom: 0.7)),
        ("diagonal 0 to 8", .diagonal(0, 8)), ("diagonal 5 to 7", .diagonal(5, 7)), ("diagonal 2.9 to 3.1", .diagonal(2.9, 3.1)),
        ("diagonal 0.1 to 1.2", .diagonal(0.1, 1.2)), ("hard mask", .hardMask(0, 10)), ("inverted hard mask", .hardMask(6, 0.4)),
        ("noise", .noise(9)), ("waves", .waves(0, 14, count: 3)), ("steep waves", .waves(3.2, 6.3, count: 9)),
        ("constant", .diagonal(4, 4)), ("constant below 0.5", .diagonal(0.45, 0.45)),
    ]

    @Test("is at most 0.4 of an 8-bit step for every edge rule", arguments: Self.fields.map(\.name), EdgeMode.allCases)
    func accuracy(name: String, edges: EdgeMode) throws {
        let field = try #require(Self.fields.first { $0.name == name }).field
        for content in [TestContent.whiteNoise, .binaryNoise, .squareChirp, .natural] {
            // 16-bit values show the error without the rounding of 8-bit values
            let exact = try worstError(field, content, Size(150, 133), PixelFormat(.rgb, .sixteen), edges: edges)
            #expect(exact <= 0.4, "\(name) \(edges) \(content)")
            let rounded = try worstError(field, content, Size(150, 133), PixelFormat(.rgb), edges: edges)
            #expect(rounded <= 0.9, "\(name) \(edges) \(content), 8 bits")
        }
    }

    @Test("is bounded for every format", arguments: PixelFormat.all)
    func formats(format: PixelFormat) throws {
        let size = Size(90, 70)
        let image = try PixelBuffer.noise(size, format, seed: 3)
        for field in [TestField.radial(9), .noise(7), .diagonal(0, 2)] {
            for edges in EdgeMode.allCases {
                let result = try field.blurred(image, edges: edges)
                let sampling = PlaneSampling(whole: image.layout)
                let gather = GatherBlur(image, edges: edges) { field.sigmas($0, $1, sampling) }
                let errors = gather.errors(of: result, at: Self.pixels(size, count: 80))
                let worst = errors.reduce(0) { max($0, abs($1)) } / (format.depth.fullScale / 255)
                #expect(worst <= 0.95, "\(format) \(edges)")
            }
        }
    }

    @Test(
        "is bounded for every size",
        arguments: [
            Size(1, 1), Size(2, 1), Size(1, 2), Size(3, 2), Size(1, 37), Size(37, 1), Size(7, 13), Size(31, 33), Size(65, 64),
            Size(300, 9), Size(9, 300), Size(129, 200),
        ])
    func sizes(size: Size) throws {
        for radius in [0.3, 0.9, 4, 25, 150, 1e9] {
            for edges in EdgeMode.allCases {
                // the exact sum of very wide kernels takes too long; all of them give the mean of the image
                let exactRadius = min(radius, 400)
                let image = try TestContent.binaryNoise.image(size).converted(to: PixelFormat(.gray, .sixteen))
                let result = try TestField.diagonal(radius / 4, radius).blurred(image, edges: edges)
                if radius > exactRadius && edges == .transparent { continue }
                let sampling = PlaneSampling(whole: image.layout)
                let field = TestField.diagonal(radius == exactRadius ? radius / 4 : exactRadius, exactRadius)
                let gather = GatherBlur(image, edges: edges) { field.sigmas($0, $1, sampling) }
                let errors = gather.errors(of: result, at: Self.pixels(size, count: 12))
                let worst = errors.reduce(0) { max($0, abs($1)) } / 257
                #expect(worst <= (radius > exactRadius ? 12 : 0.45), "\(size) \(radius) \(edges)")
            }
        }
    }
}

extension PixelBuffer {
    /// The image with samples of another depth, or fewer channels.
    borrowing func converted(to format: PixelFormat) throws -> PixelBuffer {
        let scale = Int(format.depth.fullScale / self.format.depth.fullScale)
        var image = try PixelBuffer(width: width, height: height, format: format)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<format.channels.count { image[x, y, channel] = self[x, y, channel] * scale }
            }
        }
        return image
    }
}
