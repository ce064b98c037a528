import VarBlurLibC
import TestSupport
import Testing

@testable import VarBlur

@Suite("Error of the blur and of the reference behind a matte")
struct MatteAccuracyTests {
    private static let size = Size(150, 133)

    /// A field, and the radius of a pixel according to its definition.
    private struct Field {
        let field: BlurField
        let radius: (_ x: Int, _ y: Int) -> Double
    }

    private static let names = ["constant 2", "constant 7", "constant 25", "ramp", "side", "mask", "area"]

    private static func field(_ name: String) throws -> Field {
        let (width, height) = (Double(size.width), Double(size.height))
        switch name {
        case "ramp":
            let gradient = try BlurGradient(maximumRadius: 14)
            return Field(field: gradient.field) { _, y in 14 * (1 - (Double(y) + 0.5) / height) }
        case "side":
            let gradient = try BlurGradient(maximumRadius: 9, minimumRadius: 1, direction: .right)
            return Field(field: gradient.field) { x, _ in 1 + 8 * (Double(x) + 0.5) / width }
        case "mask":
            let mask = try AlphaMask(width: 1, height: 2, samples: [0, 255] as [UInt8])
            return Field(field: .mask(try MaskRamp(mask, maximumRadius: 12))) { _, y in
                12 * min(max((Double(y) + 0.5) * 2 / height - 0.5, 0), 1)
            }
        case "area":
            let area = try BlurArea("area-blur(circle(40px at 75px 60px), 8px)")
            return Field(field: area.field) { x, y in
                let (dx, dy) = (Double(x) + 0.5 - 75, Double(y) + 0.5 - 60)
                return dx * dx + dy * dy <= 1600 ? 8 : 0
            }
        default:
            let radius = Double(name.split(separator: " ")[1]) ?? 0
            let gradient = try BlurGradient(maximumRadius: radius, minimumRadius: radius)
            return Field(field: gradient.field) { _, _ in radius }
        }
    }

    private static func pixels(_ count: Int) -> [(x: Int, y: Int)] {
        var random = SplitMix64(seed: 6)
        return (0..<count).map { index in
            let (x, y) = (
                Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random)
            )
            return index % 4 > 0 ? (x, y) : (min(x, 4), max(y, size.height - 3))
        }
    }

    private func worstError(
        _ name: String, _ shape: MatteModel.Shape, _ image: borrowing PixelBuffer, _ edges: EdgeMode,
        isReference: Bool = false, light: LightModel? = nil, isInverted: Bool = false, count: Int
    ) throws -> Double {
        let field = try Self.field(name)
        let matte = try shape.matte(75, 60, isInverted: isInverted)
        let blur = ProgressiveBlur(field: field.field, edges: edges, light: light?.light ?? .encoded, matte: matte)
        let result =
            try isReference
            ? blur.reference(of: image) : blur.blurred(image, execution: BlurExecution(threadCount: 1))
        let model = MatteModel(image, matte: matte.model, edges: edges, light: light, sigma: field.radius)
        return model.worstError(of: result, at: Self.pixels(count))
    }

    @Test(
        "is at most 0.25 of an 8-bit step if the background fades",
        arguments: ["constant 7", "ramp", "side"], [MatteModel.Shape.softDisk, .veil, .disk])
    func fading(name: String, shape: MatteModel.Shape) throws {
        let field = try Self.field(name)
        let placed = field.field.placed(width: Self.size.width, height: Self.size.height)
        let matte = try shape.matte(75, 60)
        for format in [PixelFormat(.rgba), PixelFormat(.rgba, .sixteen), PixelFormat(.grayAlpha)] {
            let image = try TestContent.natural.image(Self.size, format)
            for (fade, isReference) in [(1.0, false), (0.6, false), (0.6, true)] {
                var blur = ProgressiveBlur(field: field.field, matte: matte)
                blur.look = try BlurLook(fade: fade)
                let result = try isReference ? blur.reference(of: image) : blur.blurred(image)
                var model = MatteModel(image, matte: matte.model, edges: .normalize, sigma: field.radius)
                model.kept = { x, y in
                    let alpha = placed.alpha(column: x, row: y)
                    return 1 - fade * alpha
                }
                let error = model.worstError(of: result, at: Self.pixels(200))
                #expect(error <= 0.25, "\(format) \(fade) \(isReference)")
            }
        }
    }

    @Test("The background fades alike near the subject and far from it")
    func distantBackground() throws {
        let size = Size(700, 500)
        var samples = [UInt8](repeating: 0, count: size.width * size.height)
        for row in 0..<40 { for column in 0..<40 { samples[row * size.width + column] = 255 } }
        let image = try PixelBuffer.make(size, PixelFormat(.rgba)) { _, _, channel in channel < 3 ? 90 : 255 }
        let gradients = [
            try BlurGradient(maximumRadius: 9), try BlurGradient(maximumRadius: 9, direction: .left),
            try BlurGradient("radial-blur(0px, 12px)"),
        ]
        for field in gradients.map(\.field) {
            var blur = ProgressiveBlur(field: field)
            blur.look = try BlurLook(tint: BlurLook.Tint(red: 1, green: 1, blue: 1, opacity: 0.5), fade: 1)
            let whole = try blur.blurred(image)
            for isEmpty in [true, false] {
                let front = [UInt8](repeating: 0, count: samples.count)
                blur.matte = try AlphaMask(
                    width: size.width, height: size.height, samples: isEmpty ? front : samples)
                let result = try blur.blurred(image)
                for (x, y) in [(10, 10), (200, 3), (30, 300), (690, 20), (350, 250), (600, 480)] {
                    let isFront = x < 40 && y < 40 && !isEmpty
                    for channel in 0..<4 {
                        let expected = isFront ? image[x, y, channel] : whole[x, y, channel]
                        #expect(abs(result[x, y, channel] - expected) <= 1, "\(field) \(x) \(y) \(channel)")
                    }
                }
            }
        }
    }

    @Test("is at most 0.2 of an 8-bit step", arguments: names, MatteModel.Shape.allCases)
    func content(name: String, shape: MatteModel.Shape) throws {
        for content in [TestContent.natural, .binaryNoise, .squareChirp] {
            for depth in SampleDepth.integers {
                let image = try content.image(Self.size).rescaled(to: PixelFormat(.rgb, depth))
                let error = try worstError(name, shape, image, .normalize, count: 150)
                #expect(error <= 0.2, "\(content) \(depth)")
            }
        }
    }

    @Test("is at most 0.2 with every edge rule and format", arguments: EdgeMode.allCases, PixelFormat.all)
    func formats(edges: EdgeMode, format: PixelFormat) throws {
        let image = try PixelBuffer.noise(Self.size, format, seed: 3)
        for (index, name) in ["constant 7", "ramp", "constant 25"].enumerated() {
            for shape in [MatteModel.Shape.disk, .veil, .hole] {
                let isInverted = index == 1
                let error = try worstError(name, shape, image, edges, isInverted: isInverted, count: 60)
                #expect(error <= 0.2, "\(name) \(shape)")
            }
        }
    }

    @Test("of the reference is at most 0.01", arguments: EdgeMode.allCases)
    func reference(edges: EdgeMode) throws {
        for format in [PixelFormat(.rgb), PixelFormat(.rgba, .sixteen), PixelFormat(.grayAlpha)] {
            let image = try PixelBuffer.noise(Self.size, format, seed: 5)
            for (name, shape) in [("constant 2", MatteModel.Shape.comb), ("ramp", .softDisk), ("mask", .hole)] {
                let error = try worstError(name, shape, image, edges, isReference: true, count: 60)
                #expect(error <= 0.01, "\(name) \(shape) \(format)")
            }
        }
    }

    @Test("is at most 0.25 in linear light", arguments: [false, true])
    func light(isReference: Bool) throws {
        for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray, .sixteen)] {
            let image = try TestContent.natural.image(Self.size, PixelFormat(format.channels)).rescaled(to: format)
            for (name, shape) in [("constant 7", MatteModel.Shape.disk), ("ramp", .veil), ("constant 2", .comb)] {
                let error = try worstError(
                    name, shape, image, .normalize, isReference: isReference, light: .sRGB, count: 60)
                #expect(error <= 0.25, "\(name) \(shape) \(format)")
            }
        }
    }

    @Test(
        "is at most a step in images whose last tiles are short, and in tiles with several radii",
        arguments: ["linear-blur(to right, 1px, 30px)", "radial-blur(0px, 30px)", "radial-blur(30px, 0px)"],
        [Size(400, 14), Size(400, 134), Size(17, 200)])
    func tiles(ramp: String, size: Size) throws {
        let field = try BlurGradient(ramp).field
        for shape in MatteModel.Shape.allCases {
            let blur = ProgressiveBlur(field: field, matte: try shape.matte(size.width, size.height))
            for format in [PixelFormat(.rgb), PixelFormat(.gray)] {
                let image = try TestContent.natural.image(size, format)
                let expected = try blur.reference(of: image).sampleValues()
                let result = try blur.blurred(image).sampleValues()
                #expect(zip(result, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(shape) \(format)")
            }
        }
    }

    @Test("colors of the subject do not reach the background, however strong the blur is")
    func halo() throws {
        let size = Size(200, 160)
        let matte = try AlphaMask(width: 200, height: 160, samples: Self.square(size))
        let image = try PixelBuffer.make(size, PixelFormat(.rgb)) { x, y, _ in
            (60..<140).contains(x) && (50..<110).contains(y) ? 255 : 40
        }
        for radius in [1.0, 6, 40] {
            let field = try BlurGradient(maximumRadius: radius, minimumRadius: radius).field
            let result = try ProgressiveBlur(field: field, matte: matte).blurred(image)
            #expect(result.sampleValues() == image.sampleValues(), "\(radius)")
        }
    }

    private static func square(_ size: Size) -> [UInt8] {
        (0..<size.width * size.height).map { index in
            let (x, y) = (index % size.width, index / size.width)
            return (60..<140).contains(x) && (50..<110).contains(y) ? 255 : 0
        }
    }
}
