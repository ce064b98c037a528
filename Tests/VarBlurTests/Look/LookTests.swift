import TestSupport
import Testing

@testable import VarBlur

@Suite("Looks")
struct LookTests {
    private static let models: [LookModel] = {
        var (tint, vivid, gray, grain, dither) = (LookModel(), LookModel(), LookModel(), LookModel(), LookModel())
        tint.tint = ([0.1, 0.9, 0.4], 0.7)
        vivid.saturation = 2.4
        gray.saturation = 0
        grain.grain = 5
        dither.dithers = true
        var all = vivid
        (all.tint, all.grain, all.dithers) = (tint.tint, 2, true)
        var opaque = LookModel()
        opaque.tint = ([1, 1, 0], 1)
        var greatest = all
        (greatest.saturation, greatest.grain) = (4, 64)
        return [tint, vivid, gray, grain, dither, all, opaque, greatest]
    }()

    private static let formats = PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma }

    /// The colors of a pixel without multiplication by its alpha, and its alpha as a fraction.
    private func pixel(_ image: borrowing PixelBuffer, _ x: Int, _ y: Int) -> (colors: [Double], alpha: Double) {
        let format = image.format
        let values = (0..<format.channels.count).map { Double(image[x, y, $0]) }
        guard format.channels.hasAlpha else { return (values, 1) }
        let alpha = values[values.count - 1] / format.depth.fullScale
        let colors = values.dropLast()
        return (format.alpha == .straight ? Array(colors) : colors.map { alpha > 0 ? $0 / alpha : 0 }, alpha)
    }

    @Test("without a blur, values are those of the formulas", arguments: formats)
    func formulas(format: PixelFormat) throws {
        let size = Size(67, 41)
        let image = try PixelBuffer.noise(size, format, seed: 5)
        for model in Self.models {
            let look = try model.look
            for direction in [BlurDirection.top, .right] {
                var blur = try ProgressiveBlur(maximumRadius: 0, direction: direction, startOffset: 0.2)
                blur.look = look
                // gray has no saturation
                let isColored = format.channels.count > 2 || model.tint != nil || model.grain > 0
                let changes = look.followsAlpha && isColored
                let field = blur.field.placed(width: size.width, height: size.height)
                for isReference in [false, true] {
                    let result = try isReference ? blur.reference(of: image) : blur.blurred(image)
                    let exceptions = result.exceptions { x, y, channel in
                        let alpha = field.alpha(column: x, row: y)
                        let isAlpha = format.channels.hasAlpha && channel == format.channels.count - 1
                        if alpha == 0 || !changes || isAlpha { return result[x, y, channel] == image[x, y, channel] }
                        let (colors, opaque) = pixel(image, x, y)
                        let expected = model.colors(
                            colors, alpha: alpha, fullScale: format.depth.fullScale, at: (x, y))
                        return isNear(result[x, y, channel], expected[channel], opaque, format)
                    }
                    #expect(exceptions == nil)
                }
            }
        }
    }

    /// Whether a sample is that of an unrounded color, given the alpha of the pixel as a fraction.
    private func isNear(_ sample: Int, _ color: Double, _ opaque: Double, _ format: PixelFormat) -> Bool {
        let found = Double(sample)
        let isStraight = format.channels.hasAlpha && format.alpha == .straight
        if opaque == 0 && format.alpha == .straight { return found == 0 }
        let error = isStraight ? abs(found - color) * opaque : abs(found - color * opaque)
        return error <= (format.depth == .eight ? 1 : 2)
    }

    private static func fields() throws -> [BlurField] {
        let radial = try BlurGradient("radial-blur(circle at 60% 40%, 0px 15%, 9px 70%)").field
        let twoSides = BlurField.maximum([
            try BlurGradient("linear-blur(0, 12px 0, 0px 30%)").field,
            try BlurGradient("linear-blur(to bottom, 0px 60%, 5px)").field,
        ])
        let alphas = (0..<48).map { UInt8($0 % 8 < 3 ? 0 : $0 * 5) }
        let mask = BlurField.mask(
            try MaskRamp(AlphaMask(width: 8, height: 6, samples: alphas), maximumRadius: 11, minimumRadius: 0))
        let side = try ProgressiveBlur(maximumRadius: 8, direction: .left, startOffset: 0.3).field
        let floor = try ProgressiveBlur(maximumRadius: 8, minimumRadius: 2, direction: .bottom).field
        return [radial, twoSides, mask, side, floor]
    }

    @Test("both engines agree about looks of blurred images", arguments: 0..<5)
    func engines(field: Int) throws {
        let field = try Self.fields()[field]
        for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray), PixelFormat(.rgb, .sixteen)] {
            let image = try TestContent.natural.image(Size(150, 110), format)
            for model in Self.models.prefix(6) {
                let blur = ProgressiveBlur(field: field, look: try model.look)
                let found = try blur.blurred(image).sampleValues()
                let exact = try blur.reference(of: image).sampleValues()
                // saturation multiplies the error of the blur
                let limit = format.depth == .eight ? 3 : 400
                #expect(zip(found, exact).allSatisfy { abs($0 - $1) <= limit })
                let mean = Double(zip(found, exact).reduce(0) { $0 + abs($1.0 - $1.1) }) / Double(found.count)
                #expect(mean < (format.depth == .eight ? 0.4 : 60), "\(mean)")
            }
        }
    }

    @Test("threads, instruction sets, regions and in-place blurs do not change a byte", arguments: 0..<5)
    func execution(field: Int) throws {
        let field = try Self.fields()[field]
        for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray), PixelFormat(.rgba, .sixteen)] {
            let image = try PixelBuffer.noise(Size(830, 710), format, seed: 3)
            for model in [Self.models[5], Self.models[3]] {
                let blur = ProgressiveBlur(field: field, look: try model.look)
                try blur.expectSameBytes(of: image, in: PixelRegion(x: 77, y: 130, width: 301, height: 203))
            }
        }
    }

    @Test("rows that are taken one by one equal those of the whole image")
    func rows() throws {
        let blur = ProgressiveBlur(field: try Self.fields()[1], look: try Self.models[5].look)
        let image = try PixelBuffer.noise(Size(201, 160), PixelFormat(.rgb), seed: 2)
        let rows = try RowBlur(blur, width: 201, height: 160, format: image.format)
        let expected = try blur.blurred(image)
        var row = try PixelBuffer(width: 201, height: 1, format: image.format)
        for y in 0..<160 {
            while rows.needsRow {
                let next = rows.appendedRowCount
                rows.append(image.bytes.extracting(next * 603..<(next + 1) * 603))
            }
            var bytes = row.mutableBytes
            rows.takeRow(into: &bytes)
            #expect(row.row(0) == expected.row(y))
        }
    }

    @Test("what is neither blurred nor changed keeps its bytes, hidden colors included", arguments: formats)
    func clearPixels(format: PixelFormat) throws {
        let image = try PixelBuffer.noise(Size(120, 90), format, seed: 8)
        for field in try Self.fields() {
            let placed = field.placed(width: 120, height: 90)
            for model in Self.models {
                let blur = ProgressiveBlur(field: field, look: try model.look)
                let result = try blur.blurred(image)
                if field.radii(width: 120, height: 90).lowerBound > 0.19 { continue }
                var clearCount = 0
                let exceptions = result.exceptions { x, y, channel in
                    guard placed.radius(column: x, row: y) == 0 else { return true }
                    clearCount += 1
                    return result[x, y, channel] == image[x, y, channel]
                }
                #expect(exceptions == nil && clearCount > 500 * format.channels.count)
            }
        }
    }

    @Test("a look that changes nothing gives the bytes of the blur")
    func none() throws {
        let image = try PixelBuffer.noise(Size(120, 90), PixelFormat(.rgb))
        for field in try Self.fields() {
            let tint = try BlurLook.Tint(red: 1, green: 0, blue: 0, opacity: 0)
            let blur = ProgressiveBlur(field: field, look: try BlurLook(tint: tint))
            let plain = try ProgressiveBlur(field: field).blurred(image).sampleValues()
            #expect(try blur.blurred(image).sampleValues() == plain)
            #expect(blur.look.isNone)
        }
    }

    @Test("blue may come first")
    func channelOrder() throws {
        let image = try PixelBuffer.noise(Size(60, 50), PixelFormat(.rgba))
        let swapped = try PixelBuffer.make(Size(60, 50), image.format) { image[$0, $1, [2, 1, 0, 3][$2]] }
        for model in Self.models {
            var blur = try ProgressiveBlur(maximumRadius: 3)
            blur.look = try model.look
            let expected = try blur.blurred(image)
            blur.look.channelOrder = .bgr
            let found = try blur.blurred(swapped)
            let exceptions = expected.exceptions { x, y, channel in
                found[x, y, [2, 1, 0, 3][channel]] == expected[x, y, channel]
            }
            #expect(exceptions == nil)
        }
    }

    @Test("planes of YCbCr images give the colors of the RGB image")
    func planes() throws {
        var model = Self.models[0]
        (model.saturation, model.grain) = (1.3, 3)
        let size = Size(90, 70)
        // moderate colors, which no plane has to limit
        let image = try PixelBuffer.make(size) { x, y, channel in 90 + (x * (channel + 1) + y * 3) % 60 }
        var blur = try ProgressiveBlur(maximumRadius: 4)
        blur.look = try model.look
        let expected = try blur.blurred(image)
        func components(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
            let luma = LookModel.luma([red, green, blue])
            return [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402]
        }
        for (index, component) in PlaneComponent.allCases.enumerated() {
            let plane = try PixelBuffer.make(size, PixelFormat(.gray)) { x, y, _ in
                let values = components(Double(image[x, y, 0]), Double(image[x, y, 1]), Double(image[x, y, 2]))
                return Int(values[index].rounded())
            }
            let sampling = try PlaneSampling(
                imageWidth: 90, imageHeight: 70, horizontalRatio: 1, verticalRatio: 1, component: component)
            let found = try blur.blurred(plane, sampling: sampling)
            let exceptions = found.exceptions { x, y, _ in
                let values = components(
                    Double(expected[x, y, 0]), Double(expected[x, y, 1]), Double(expected[x, y, 2]))
                return abs(Double(found[x, y, 0]) - values[index]) <= 2.5
            }
            #expect(exceptions == nil)
        }
    }

    @Test("numbers out of range are errors, and looks survive coding")
    func ranges() throws {
        for make in [
            { try BlurLook(saturation: 4.1) }, { try BlurLook(saturation: -0.1) }, { try BlurLook(grain: .nan) },
            { try BlurLook(grain: 65) }, { try BlurLook(fade: 1.1) }, { try BlurLook(fade: -0.1) },
            { try BlurLook(fade: .nan) },
            { try BlurLook(tint: BlurLook.Tint(red: 1.1, green: 0, blue: 0)) },
            { try BlurLook(tint: BlurLook.Tint(red: 1, green: 0, blue: 0, opacity: -1)) },
        ] {
            #expect(#expect(throws: BlurError.self) { try make() }?.code == .invalidLook)
        }
    }
}
