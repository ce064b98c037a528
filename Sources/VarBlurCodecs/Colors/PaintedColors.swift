internal import VarBlur

/// The values that colors which users give as in CSS, in sRGB, have in the pixels of a picture.
///
/// In pictures of high dynamic range (PQ and HLG), they look as they do elsewhere: their white is that of paper, of 203 cd/m² (BT.2408).
/// Pictures of all other colors store the values as they are given.
struct PaintedColors: Sendable {
    private struct Light {
        let formula: ColorFormula
        let tones: ToneMapping
        /// The linear light of the picture for that of sRGB.
        let matrix: ColorMatrix
    }

    private let light: Light?

    /// Those of pictures that store the values as they are given.
    static let asGiven = PaintedColors(light: nil)

    private init(light: Light?) { self.light = light }

    /// The colors of a picture with a header.
    init(_ picture: ImageHeader) {
        guard case .description(let description)? = picture.colorSource, let formula = description.formula,
            let tones = formula.tones,
            let matrix = ColorMatrix(rows: formula.matrix.map { [$0.x, $0.y, $0.z] }).inverse
        else {
            light = nil
            return
        }
        light = Light(formula: formula, tones: tones, matrix: matrix)
    }

    /// The values of a color; all are from 0 to 1.
    func values(of color: SIMD3<Double>) -> SIMD3<Double> {
        guard let light else { return color }
        let standard = TransferCurve.sRGB
        let linear = light.matrix.applied(
            to: [standard.linear(color.x), standard.linear(color.y), standard.linear(color.z)])
        let paper = SIMD3(max(linear[0], 0), max(linear[1], 0), max(linear[2], 0))
        return light.formula.encoded(paper * light.tones.paperFactor((light.formula.luminance * paper).sum()))
    }

    /// The values of a color in gray pixels, which have its luma.
    func values(ofLumaOf color: SIMD3<Double>) -> SIMD3<Double> {
        values(of: SIMD3(repeating: Luma.of(color.x, color.y, color.z)))
    }

    /// The values of a color, with 16 bits.
    func values(of color: RGBColor) -> SIMD3<UInt16> {
        let (red, green, blue) = color.fractions
        let values = values(of: SIMD3(red, green, blue)) * 65535
        return SIMD3(UInt16(values.x.rounded()), UInt16(values.y.rounded()), UInt16(values.z.rounded()))
    }

    /// The values of a color, with 8 bits.
    func roundedValues(of color: RGBColor) -> RGBColor {
        let values: SIMD3<UInt16> = values(of: color)
        return RGBColor(red: values.x.rounded, green: values.y.rounded, blue: values.z.rounded)
    }
}

extension PixelFormat {
    /// The bytes of a pixel of a color; without a color, it is transparent, or black in formats without an alpha channel.
    ///
    /// - Parameters:
    ///   - color: the color, of which gray pixels have the luma.
    ///   - colors: those of the picture.
    /// - Returns: the samples in the order of memory.
    func pixel(of color: RGBColor?, in colors: PaintedColors = .asGiven) -> [UInt8] {
        let given = color ?? .black
        let luma = Luma.of(given.red, given.green, given.blue)
        let values: SIMD3<UInt16> = colors.values(
            of: channels.isGray ? RGBColor(red: luma, green: luma, blue: luma) : given)
        let (red, green, blue) = (values.x, values.y, values.z)
        let alpha: UInt16 = color == nil ? 0 : .max
        let middle: UInt16 = 128 * 257
        let samples: [UInt16] =
            switch channels {
            case .gray: [red]
            case .grayAlpha: [red, alpha]
            case .chroma: [middle, middle]
            case .rgb: [red, green, blue]
            case .bgr: [blue, green, red]
            case .rgba: [red, green, blue, alpha]
            case .bgra: [blue, green, red, alpha]
            // ink is stored inverted
            case .cmyk: color == nil ? [.max, .max, .max, 0] : [red, green, blue, .max]
            }
        return switch depth {
        case .eight: samples.map(\.rounded)
        case .sixteen: samples.flatMap { unsafe withUnsafeBytes(of: $0) { unsafe [UInt8]($0) } }
        case .float: samples.flatMap { unsafe withUnsafeBytes(of: Float($0) / 65535) { unsafe [UInt8]($0) } }
        }
    }
}
