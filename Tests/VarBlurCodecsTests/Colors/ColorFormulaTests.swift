import Foundation
import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

@Suite("Colors that are converted by a formula")
struct ColorFormulaTests {
    private static let formats = [ChannelLayout.rgb, .bgr, .rgba, .bgra].flatMap { channels in
        SampleDepth.integers.flatMap { depth in
            (channels.hasAlpha ? AlphaEncoding.allCases : [.straight]).map { PixelFormat(channels, depth, alpha: $0) }
        }
    }

    /// A profile with random primaries and curves.
    private static func profile(_ random: inout SplitMix64) -> ICCProfile {
        let displayP3 = [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]]
        var profile = HandmadeProfile()
        for signature in ["rTRC", "gTRC", "bTRC"] {
            let curves = [
                HandmadeProfile.curve([461]), HandmadeProfile.curve([563]), HandmadeProfile.curve([0, 12_000, 65_535]),
                HandmadeProfile.parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
            ]
            profile.add(signature, curves[Int(random.next() % 4)])
        }
        profile.addPrimaries(displayP3.map { $0.map { $0 + Double(random.next() % 100) / 2000 } })
        return ICCProfile(bytes: profile.bytes)
    }

    private static func converted(_ color: [Double], _ formula: ColorFormula) -> [Double] {
        let result = formula.converted(SIMD3(color[0], color[1], color[2]))
        return [result.x, result.y, result.z]
    }

    /// The colors of a pixel, from red to blue, and alpha, as fractions.
    private static func pixel(_ image: borrowing PixelBuffer, _ x: Int) -> (color: [Double], alpha: Double) {
        let format = image.format
        let order = format.channels.isBlueFirst ? [2, 1, 0] : [0, 1, 2]
        let color = order.map { Double(image[x, 0, $0]) / format.depth.fullScale }
        return (color, format.channels.hasAlpha ? Double(image[x, 0, 3]) / format.depth.fullScale : 1)
    }

    private static func converted(
        _ image: borrowing PixelBuffer, _ formula: ColorFormula, to format: PixelFormat,
        _ instructionSet: InstructionSet = .standard
    ) throws -> PixelBuffer {
        let converter = try RowColorConverter(formula, image.format, to: format, instructionSet: instructionSet)
        var result = try PixelBuffer(width: image.width, height: 1, format: format)
        let width = image.width
        image.withUnsafePixels { from in
            result.withUnsafeMutablePixels { to in
                unsafe converter.convert(
                    from.base.assumingMemoryBound(to: UInt8.self), to: to.base.assumingMemoryBound(to: UInt8.self),
                    count: width)
            }
        }
        return result
    }

    /// A few random formulas: of profiles, and of high dynamic range.
    private static func formulas(_ random: inout SplitMix64) throws -> [ColorFormula] {
        let codes = [UInt8(1), 9, 12]
        let primaries = try codes.map { try #require(ColorDescription.chromaticities(ofPrimaries: $0)) }
        let peaks: [Double?] = [nil, 100, 203, 400, 4000, 20_000]
        return try (0..<3).map { _ in try #require(profile(&random).formula) }
            + [TransferCurve.pq, .pq, .hlg].map { curve in
                let description = ColorDescription(
                    chromaticities: primaries[Int(random.next() % 3)], curve: curve,
                    peak: peaks[Int(random.next() % 6)])
                return try #require(description.formula)
            }
    }

    @Test("are within 0.6 steps of 8 bits, and within 1 of 16 bits without tone mapping", arguments: formats)
    func accuracy(source: PixelFormat) throws {
        var random = SplitMix64(seed: UInt64(source.bytesPerPixel))
        for target in Self.formats where target.depth == source.depth {
            for formula in try Self.formulas(&random) {
                let width = 1 + Int(random.next() % 700)
                var image = try PixelBuffer(width: width, height: 1, format: source)
                let (isOpaque, scale) = (!source.channels.hasAlpha, source.depth.fullScale)
                for x in 0..<width {
                    // premultiplied colors of little alpha are coarse, and stand for a range of colors
                    let alpha =
                        isOpaque ? scale : source.alpha == .straight ? Double(random.next() % 256) / 255 * scale : scale
                    for channel in 0..<3 { image[x, 0, channel] = Int(Double(random.next() % 65_536) / 65_535 * scale) }
                    if !isOpaque { image[x, 0, 3] = Int(alpha) }
                }
                let result = try Self.converted(image, formula, to: target)
                var greatest = 0.0
                for x in 0..<width {
                    let (color, alpha) = Self.pixel(image, x)
                    let (values, resultAlpha) = Self.pixel(result, x)
                    let isMultiplied = target.channels.hasAlpha && target.alpha == .premultiplied
                    for (value, expected) in zip(values, Self.converted(color, formula)) {
                        greatest = max(greatest, abs(value - expected * (isMultiplied ? alpha : 1)) * scale)
                    }
                    #expect(!target.channels.hasAlpha || resultAlpha == alpha)
                }
                // the peak of high dynamic range is a bend, which a segment of the function cuts off
                let limit = source.depth == .eight ? 0.6 : formula.tones == nil ? 1 : 0.6 * 257
                #expect(greatest <= limit, "\(target): \(greatest)")
            }
        }
    }

    @Test("are those of premultiplied colors, times alpha", arguments: SampleDepth.integers)
    func premultiplied(depth: SampleDepth) throws {
        var random = SplitMix64(seed: 3)
        let format = PixelFormat(.rgba, depth, alpha: .premultiplied)
        for formula in try Self.formulas(&random) {
            let image = try PixelBuffer.noise(Size(400, 1), format)
            let result = try Self.converted(image, formula, to: format)
            for x in 0..<400 {
                let (color, alpha) = Self.pixel(image, x)
                let (values, resultAlpha) = Self.pixel(result, x)
                #expect(resultAlpha == alpha)
                // the color of a pixel is known to half a step, divided by alpha
                let step = 0.501 / depth.fullScale / max(alpha, 1e-9)
                let ranges = [-step, step].map { step in
                    Self.converted(color.map { alpha > 0 ? min(max($0 / alpha + step, 0), 1) : 0 }, formula)
                }
                for channel in 0..<3 {
                    // a mapped color also depends on the others, which are as coarse
                    let spread = zip(ranges[0], ranges[1]).map { abs($0 - $1) }
                    let range = formula.tones == nil ? spread[channel] : spread.max() ?? 0
                    // as for colors that are not multiplied by alpha
                    let bend = formula.tones == nil ? 0 : 0.6 / 255 * alpha
                    let margin = 3 / depth.fullScale + range * alpha * 2 + bend
                    let middle = (ranges[0][channel] + ranges[1][channel]) / 2 * alpha
                    #expect(abs(values[channel] - middle) <= margin, "\(alpha)")
                }
                #expect(values.allSatisfy { $0 <= alpha })
            }
        }
    }

    @Test("are the same with every instruction set", arguments: formats)
    func instructionSets(source: PixelFormat) throws {
        var random = SplitMix64(seed: 11)
        for formula in try Self.formulas(&random) {
            let image = try PixelBuffer.noise(Size(517, 1), source)
            let expected = try Self.converted(image, formula, to: source, .portable).sampleValues()
            for set in InstructionSet.allCases where set.isAvailable {
                #expect(try Self.converted(image, formula, to: source, set).sampleValues() == expected, "\(set)")
            }
        }
    }

    @Test("are the same colors for grays of any profile, and for black and white")
    func grays() throws {
        var random = SplitMix64(seed: 5)
        for code in [UInt8(1), 4, 5, 6, 8, 9, 11, 12] {
            let description = ColorDescription(
                chromaticities: try #require(ColorDescription.chromaticities(ofPrimaries: code)), curve: .sRGB)
            let formula = try #require(description.formula)
            for _ in 0..<20 {
                let gray = Double(random.next() % 1000) / 999
                for value in Self.converted([gray, gray, gray], formula) { #expect(abs(value - gray) < 1e-3) }
            }
        }
        let line = ColorDescription(chromaticities: [0.3, 0.3, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4], curve: .sRGB)
        #expect(line.formula == nil)
    }

    @Test("need no formula for profiles with tables, or without colors")
    func otherProfiles() throws {
        var random = SplitMix64(seed: 9)
        #expect(Self.profile(&random).formula != nil)
        var table = HandmadeProfile(curve: HandmadeProfile.curve([563]))
        table.addPrimaries([[0.4, 0.2, 0], [0.3, 0.7, 0.1], [0.1, 0.1, 0.7]])
        #expect(ICCProfile(bytes: table.bytes).formula != nil)
        table.add("A2B0", Array("mft2".utf8) + [UInt8](repeating: 0, count: 60))
        #expect(ICCProfile(bytes: table.bytes).formula == nil)
        #expect(ICCProfile(bytes: HandmadeProfile(curve: HandmadeProfile.curve([563])).bytes).formula == nil)
        var flat = HandmadeProfile(curve: HandmadeProfile.curve([563]))
        flat.addPrimaries([[0.4, 0.2, 0], [0.4, 0.2, 0], [0.1, 0.1, 0.7]])
        let color = try Self.converted([0.2, 0.5, 0.1], #require(ICCProfile(bytes: flat.bytes).formula))
        #expect(color.allSatisfy { (0...1).contains($0) })
    }
}
