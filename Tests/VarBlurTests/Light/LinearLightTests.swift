import TestSupport
import Testing

@testable import VarBlur

@Suite("Linear light")
struct LinearLightTests {
    private static let size = Size(150, 110)
    private static let models: [LightModel] =
        [.sRGB] + [2.2, 1.8].compactMap { try? LightModel.gamma($0) } + [.pq, .hlg]
    private static let formats = PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma }

    /// Images whose dark parts are next to bright ones, with fractions of white.
    private static let images: [@Sendable (Int, Int, Int) -> Double] = [
        { x, y, _ in random(x, y) % 300 == 0 ? 1 : 0 }, { x, y, c in Double(random(x + 999 * c, y) % 256) / 255 },
        { x, y, c in Double(random(x + 999 * c, y) % 9) / 255 }, { x, y, _ in x + y / 3 < 90 ? 0 : 1 },
        { x, _, c in (x / 9 + c) % 2 == 0 ? 0.02 : 1 },
    ]

    private static func random(_ x: Int, _ y: Int) -> UInt64 {
        var random = SplitMix64(seed: UInt64(x * 7919 + y * 104_729))
        return random.next() >> 20
    }

    private static func image(_ format: PixelFormat, _ fraction: (Int, Int, Int) -> Double) throws -> PixelBuffer {
        let last = format.channels.hasAlpha ? format.channels.count - 1 : -1
        return try PixelBuffer.make(size, format) { x, y, channel in
            let alpha = last > 0 ? Double(random(x / 9, y / 7) % 100) / 99 : 1
            let multiplied = fraction(x, y, channel) * (format.alpha == .premultiplied && last > 0 ? alpha : 1)
            return Int(((channel == last ? alpha : multiplied) * format.depth.fullScale).rounded())
        }
    }

    private static var fields: [BlurField] {
        get throws {
            [
                try ProgressiveBlur(maximumRadius: 3.4, startOffset: 0.1).field,
                try ProgressiveBlur(maximumRadius: 30, minimumRadius: 3, direction: .left).field,
                try BlurGradient("radial-blur(circle 70px, 0px 10%, 3px, 14px)").field,
            ]
        }
    }

    @Test("the result is the blur of linear light", arguments: formats, models.indices)
    func accuracy(format: PixelFormat, modelIndex: Int) throws {
        let model = Self.models[modelIndex]
        for (number, fraction) in Self.images.enumerated() {
            let image = try Self.image(format, fraction)
            for (index, field) in try Self.fields.enumerated() {
                let edges = EdgeMode.allCases[(number + index) % EdgeMode.allCases.count]
                let placed = field.placed(width: image.width, height: image.height)
                let oracle = GatherBlur(image, edges: edges, light: model) { x, y in
                    let sigma = placed.radius(column: x, row: y)
                    return (sigma, sigma)
                }
                let pixels = (0..<90).map { pixel in
                    (x: Int(Self.random(pixel, 1) % 150), y: Int(Self.random(pixel, 2) % 110))
                }
                let blurred = pixels.filter { oracle.isBlurred($0.x, $0.y) }
                let result = try ProgressiveBlur(field: field, edges: edges, light: model.light).blurred(image)
                let errors = oracle.lightErrors(of: result, model, at: blurred)
                #expect(
                    errors.linear <= 0.4 && errors.encoded <= model.greatestError,
                    "\(errors) with \(edges), image \(number)")
                #expect(blurred.count > 40)
            }
        }
    }

    @Test("the reference follows the definition", arguments: formats)
    func reference(format: PixelFormat) throws {
        for model in Self.models.prefix(2) {
            let image = try Self.image(format, Self.images[1])
            for field in try Self.fields {
                let placed = field.placed(width: 150, height: 110)
                let oracle = GatherBlur(image, edges: .mirror, light: model) { x, y in
                    let sigma = placed.radius(column: x, row: y)
                    return (sigma, sigma)
                }
                let region = PixelRegion(x: 40, y: 30, width: 20, height: 10)
                let blur = ProgressiveBlur(field: field, edges: .mirror, light: model.light)
                let part = try blur.reference(of: image, region: region)
                var result = try PixelBuffer(width: 150, height: 110, format: format)
                for y in 0..<10 {
                    for x in 0..<20 {
                        for channel in 0..<format.channels.count {
                            result[40 + x, 30 + y, channel] = part[x, y, channel]
                        }
                    }
                }
                let pixels = (0..<200).map { (x: 40 + $0 % 20, y: 30 + $0 / 20) }.filter {
                    oracle.isBlurred($0.x, $0.y)
                }
                let errors = oracle.lightErrors(of: result, model, at: pixels)
                #expect(errors.linear <= 0.01 && errors.encoded <= 0.01, "\(errors)")
            }
        }
    }

    @Test("equal pixels keep every 8-bit value", arguments: models.indices)
    func constants(modelIndex: Int) throws {
        let light = Self.models[modelIndex].light
        for channels in [ChannelLayout.gray, .rgba] {
            for value in 0..<256 where channels == .gray || value % 16 == 1 {
                let image = try PixelBuffer.make(Size(67, 43), PixelFormat(channels)) { _, _, channel in
                    channel == 3 ? 255 : value
                }
                for (index, field) in try Self.fields.enumerated() {
                    let edges = [EdgeMode.normalize, .clamp, .mirror, .wrap][(index + value) % 4]
                    let result = try ProgressiveBlur(field: field, edges: edges, light: light).blurred(image)
                    #expect(result.sampleValues() == image.sampleValues(), "\(value) with \(edges)")
                }
            }
        }
    }

    @Test("equal pixels keep 16-bit values", arguments: models.indices)
    func fineConstants(modelIndex: Int) throws {
        let light = Self.models[modelIndex].light
        for value in stride(from: 0, to: 65_536, by: 1_285) {
            let image = try PixelBuffer.make(Size(40, 37), PixelFormat(.gray, .sixteen)) { _, _, _ in value }
            for field in try Self.fields {
                let result = try ProgressiveBlur(field: field, light: light).blurred(image)
                #expect(result.sampleValues().allSatisfy { abs($0 - value) <= 1 }, "\(value)")
            }
        }
    }

    @Test("half black and half white meet in the middle of linear light")
    func step() throws {
        let image = try PixelBuffer.make(Size(200, 60)) { x, _, _ in x < 100 ? 0 : 255 }
        var blur = try ProgressiveBlur(maximumRadius: 12, minimumRadius: 12)
        let encoded = try blur.blurred(image)
        blur.light = .linear
        let linear = try blur.blurred(image)
        // the mean of two pixels that are as far from the border
        #expect(abs(encoded[99, 30, 0] + encoded[100, 30, 0] - 255) <= 1)
        #expect(abs(linear[99, 30, 0] + linear[100, 30, 0] - 2 * 188) <= 2)
    }

    @Test("clear pixels keep their bytes, and transparent ones do not bleed", arguments: formats)
    func clearPixels(format: PixelFormat) throws {
        let image = try PixelBuffer.noise(Self.size, format)
        var blur = try ProgressiveBlur(maximumRadius: 9, startOffset: 0.5)
        blur.light = .linear
        let result = try blur.blurred(image)
        for y in 56..<110 { #expect(result.row(y) == image.row(y)) }
        #expect(result.row(3) != image.row(3))
        let spot = try ProgressiveBlur(
            field: BlurGradient("radial-blur(circle 30px, 8px, 0px)").field, light: .linear
        ).blurred(image)
        #expect(spot.row(2) == image.row(2) && spot.row(55) != image.row(55))
        guard format.channels == .rgba, format.alpha == .straight else { return }
        let border = try PixelBuffer.make(Self.size, format) { x, _, channel in
            let white = Int(format.depth.fullScale)
            return x < 75 ? (channel == 0 ? white : 0) : (channel >= 2 ? white : 0)
        }
        var even = try ProgressiveBlur(maximumRadius: 6, minimumRadius: 6)
        even.light = .linear
        let mixed = try even.blurred(border)
        for channel in 0..<2 { #expect(mixed[73, 50, channel] == 0) }
        #expect(mixed[73, 50, 2] == Int(format.depth.fullScale))
    }
}

extension GatherBlur {
    /// Whether the fast engine blurs a pixel.
    fileprivate func isBlurred(_ x: Int, _ y: Int) -> Bool { sigma(x, y) > LineSigmas.greatestUnblurred }
}

extension LightModel {
    /// The bound of errors in 8-bit values; a power has no finite slope at black, and the first 12 of 255 values of PQ are 5 millionths of
    /// the light of its brightest one.
    fileprivate var greatestError: Double { name == LightModel.sRGB.name ? 1 : name == LightModel.pq.name ? 12 : 1.5 }
}
