import TestSupport
import Testing

@testable import VarBlur

@Suite("Masks")
struct AlphaMaskTests {
    private func alphas(_ mask: AlphaMask, width: Int, height: Int) throws -> [[Double]] {
        let field = BlurField.mask(try MaskRamp(mask, maximumRadius: 20, minimumRadius: 4))
        return (0..<height).map { row in
            (0..<width).map { field.alpha(column: $0, row: row, width: width, height: height) }
        }
    }

    @Test("of the image's size give every pixel its own sample")
    func sameSize() throws {
        let mask = try AlphaMask(width: 2, height: 2, samples: [0, 51, 255, 102] as [UInt8])
        #expect(try alphas(mask, width: 2, height: 2) == [[0, 0.2], [1, 0.4]])
        let deep = try AlphaMask(width: 2, height: 1, samples: [0, 65535] as [UInt16])
        #expect(try alphas(deep, width: 2, height: 1) == [[0, 1]])
        let float = try AlphaMask(width: 2, height: 1, samples: [-0.5, 7] as [Float])
        #expect(try alphas(float, width: 2, height: 1) == [[0, 1]])
    }

    @Test("are interpolated between the centers of samples and constant beyond them")
    func interpolation() throws {
        let mask = try AlphaMask(width: 2, height: 1, samples: [0, 1] as [Float])
        let row = try alphas(mask, width: 8, height: 3)
        #expect(row == [[Double]](repeating: [0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1], count: 3))
        let tall = try AlphaMask(width: 1, height: 2, samples: [1, 0] as [Float])
        #expect(try alphas(tall, width: 1, height: 4).flatMap(\.self) == [1, 0.75, 0.25, 0])
    }

    @Test("larger than the image are averaged over the area of each pixel")
    func scaledDown() throws {
        let mask = try AlphaMask(width: 6, height: 1, samples: [0, 0.5, 1, 1, 0.5, 0] as [Float])
        #expect(try alphas(mask, width: 2, height: 1) == [[0.5, 0.5]])
        #expect(try alphas(mask, width: 3, height: 1) == [[0.25, 1, 0.25]])
        #expect(try alphas(mask, width: 1, height: 2) == [[0.5], [0.5]])
        // samples that belong to several pixels count in part
        let sixths = try alphas(mask, width: 4, height: 1)[0].map { $0 * 6 }
        #expect(zip(sixths, [1, 5, 5, 1]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("with fine lines have the share of the lines, wherever these are", arguments: SampleDepth.allCases)
    func fineLines(depth: SampleDepth) throws {
        func lines<Sample: PixelSample>(_ line: Int, _ black: Sample, _ white: Sample) throws -> AlphaMask {
            let samples = (0..<80 * 24).map { $0 % 80 % 8 == line ? white : black }
            return try AlphaMask(width: 80, height: 24, samples: samples, isInverted: true)
        }
        for line in 0..<8 {
            let mask =
                switch depth {
                case .eight: try lines(line, UInt8(0), .max)
                case .sixteen: try lines(line, UInt16(0), .max)
                case .float: try lines(line, Float(0), 1)
                }
            let found = try alphas(mask, width: 10, height: 24).joined()
            #expect(found.allSatisfy { abs($0 - 0.875) < 1e-5 })
            let matte = PlacedMatte(mask.inverted, width: 10, height: 3)
            #expect(abs(matte.coverage(x: 0.5, y: 0.5) - 0.125) < 1e-5)
        }
    }

    @Test("of a whole photo are averaged, too, where a smaller picture shows a part of it")
    func parts() throws {
        let samples = (0..<80 * 40).map { $0 % 8 == 5 ? UInt8.max : 0 }
        let mask = try AlphaMask(width: 80, height: 40, samples: samples)
        var placement = ResizePlacement.stretched(6, 9, from: (96, 72))
        (placement.source.x, placement.source.y) = (16, 4)
        // the photo has two pixels for each sample, and 16 for each of the picture
        let part = try mask.part(ofWidth: 160, height: 80, placement)
        #expect(part.width == 6 && part.height == 9)
        let shares = try alphas(part, width: 6, height: 9).joined()
        #expect(shares.allSatisfy { abs($0 - 0.125) < 1e-4 })
        #expect(mask.partByteCount(ofWidth: 160, height: 80, placement) == 2 * (10 * 10 + 6 * 9))
    }

    @Test("keep white and black exactly when they are averaged", arguments: SampleDepth.allCases)
    func exactExtremes(depth: SampleDepth) throws {
        func halves<Sample: PixelSample>(_ black: Sample, _ white: Sample) throws -> AlphaMask {
            try AlphaMask(width: 142, height: 71, samples: (0..<142 * 71).map { $0 % 142 < 71 ? black : white })
        }
        let mask =
            switch depth {
            case .eight: try halves(UInt8(0), .max)
            case .sixteen: try halves(UInt16(0), .max)
            case .float: try halves(Float(0), 1)
            }
        for width in [4, 6, 26, 100] {
            let sampling = PlaneSampling(wholeWidth: width, height: 17)
            let matte = PlacedMatte(mask, width: width, height: 17)
            #expect(matte.bounds(columns: 0..<width / 2 - 1, rows: 0..<17, sampling).isUncovered)
            #expect(matte.bounds(columns: width / 2..<width, rows: 0..<17, sampling).isCovered)
        }
    }

    @Test("are inverted and eased after interpolation")
    func inversion() throws {
        let mask = try AlphaMask(width: 2, height: 1, samples: [0, 255] as [UInt8])
        #expect(try alphas(mask.inverted, width: 4, height: 1) == [[1, 0.75, 0.25, 0]])
        #expect(mask.inverted.inverted == mask)
        #expect(mask.inverted != mask)
        let ramp = try MaskRamp(mask.inverted, maximumRadius: 10, easing: .smoothstep)
        let radius = BlurField.mask(ramp).radius(column: 1, row: 0, width: 4, height: 1)
        #expect(radius == 10 * Easing.smoothstep.value(at: 0.75))
    }

    @Test("say along which axes they vary")
    func variation() throws {
        func variation(_ width: Int, _ samples: [UInt8]) throws -> FieldVariation {
            let mask = try AlphaMask(width: width, height: samples.count / width, samples: samples)
            return BlurField.mask(try MaskRamp(mask, maximumRadius: 9)).variation
        }
        #expect(try variation(1, [7]) == .betweenRows)
        #expect(try variation(2, [3, 3, 5, 5]) == .betweenRows)
        #expect(try variation(2, [3, 5, 3, 5]) == .betweenColumns)
        #expect(try variation(2, [3, 3, 3, 5]) == .betweenPixels)
        #expect(try variation(3, [1, 1, 1]) == .betweenRows)
        #expect(try variation(3, [1, 1, 2]) == .betweenColumns)
    }

    @Test("rows at once have the radii of single pixels")
    func rows() throws {
        var random = SplitMix64(seed: 4)
        let samples = (0..<35 * 20).map { _ in UInt16.random(in: 0...65535, using: &random) }
        let mask = try AlphaMask(width: 35, height: 20, samples: samples, isInverted: true)
        let placed = BlurField.mask(try MaskRamp(mask, maximumRadius: 30)).placed(width: 101, height: 13)
        // rows are computed in single precision
        let tolerance: Float = 30 * 4e-7
        let sampling = try PlaneSampling(imageWidth: 101, imageHeight: 13, horizontalRatio: 2, verticalRatio: 2)
        for row in 0..<7 {
            var radii = [Float](repeating: 0, count: 40)
            var span = radii.mutableSpan
            placed.writeRadii(ofRow: row, columns: 11..<51, sampling: sampling, to: &span)
            for (index, radius) in radii.enumerated() {
                let (x, y) = (sampling.x(ofColumn: 11 + index), sampling.y(ofRow: row))
                #expect(abs(radius - Float(placed.radius(x: x, y: y))) <= tolerance)
            }
        }
    }

    @Test("rendered and read again are the same field", arguments: SampleDepth.allCases)
    func rendering(depth: SampleDepth) throws {
        let stops = try [RadiusStop(radius: .zero, position: .percent(20)), RadiusStop(radius: .pixels(9))]
        let field = BlurField.gradient(try BlurGradient(.radial(), stops: stops))
        let image = try field.rendered(width: 31, height: 20, depth: depth)
        #expect(image.format == PixelFormat(.gray, depth))
        let samples =
            depth == .float
            ? [Float](image) : (0..<20).flatMap { image.row($0).map { Float($0) / Float(depth.fullScale) } }
        let mask = try AlphaMask(width: 31, height: 20, samples: samples)
        let read = BlurField.mask(try MaskRamp(mask, maximumRadius: 9))
        for row in 0..<20 {
            for column in 0..<31 {
                let expected = field.radius(column: column, row: row, width: 31, height: 20)
                let found = read.radius(column: column, row: row, width: 31, height: 20)
                #expect(abs(found - expected) <= (depth == .float ? 1e-5 : 4.51 / depth.fullScale))
            }
        }
    }
}
