internal import VarBlur

/// The contrast that text has to have with the tinted part of an output.
///
/// The tint of ``BlurSettings/look`` then gets an opacity at which it does, usually within 1/100 of the least one. Text is expected where the tint has
/// at least two thirds of its greatest strength. This part is divided into square cells, a 64th of the longer side of the output wide; in each of them, at
/// least 95 % of the pixels have the contrast, as it is measured on the output after it has been encoded and decoded again, in sRGB.
public struct TextContrast: Sendable, Hashable, Codable {
    /// The contrasts of text that can be asked for, as WCAG 2.2 defines them; 1 itself is none.
    public static let ratios = 1.0...21
    /// The contrast that WCAG 2.2 requires of text of usual size.
    public static let defaultRatio = 4.5

    /// The color of the text in sRGB; `nil` for black or white, whichever has more contrast with the tint.
    public var color: RGBColor?
    /// The least contrast, more than 1 and at most 21.
    public var ratio: Double

    /// Describes text.
    ///
    /// - Parameters:
    ///   - ratio: the least contrast.
    ///   - color: the color of the text; `nil` for black or white.
    public init(_ ratio: Double = defaultRatio, color: RGBColor? = nil) { (self.ratio, self.color) = (ratio, color) }
}

extension TextContrast {
    /// The text on a tint, and its color.
    ///
    /// - Throws: an error with the code `invalidSettings` if there is no tint, or if the contrast is out of range, or more than that with an
    ///   opaque tint.
    func text(on tint: BlurLook.Tint?) throws(ImageError) -> (color: RGBColor, layer: LegibleLayer) {
        guard let tint else {
            throw ImageError(
                .invalidSettings, "the opacity of a tint cannot be chosen without a tint",
                remedy: "choose a color, such as black")
        }
        guard Self.ratios.contains(ratio), ratio > Self.ratios.lowerBound else {
            throw ImageError(
                .invalidSettings, "the contrast of text is \(ratio)", remedy: "choose a number above 1, and at most 21")
        }
        func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
        let opaque = RGBColor(red: byte(tint.red), green: byte(tint.green), blue: byte(tint.blue)).legible
        let colors =
            color.map { [$0] }
            ?? [RGBColor(red: 255, green: 255, blue: 255), .black]
        let texts = colors.map { (color: $0, layer: LegibleLayer($0.ink, on: opaque, contrast: ratio)) }
        let best = texts.reduce(texts[0]) { $1.layer.greatestContrast > $0.layer.greatestContrast ? $1 : $0 }
        guard best.layer.greatestContrast >= ratio else {
            let greatest = ReadableNumber.text((best.layer.greatestContrast * 100).rounded(.down) / 100)
            throw ImageError(
                .invalidSettings,
                "text in \(best.color.hexadecimal) has a contrast of at most \(greatest) on the tint, which is less than \(ReadableNumber.text(ratio))",
                remedy: "choose another color of the text or of the tint, or less contrast")
        }
        return best
    }
}

extension BlurJob {
    /// Checks that the contrast of text on an output can be measured.
    ///
    /// - Throws: an error with the code `invalidSettings`, or `unsupported` for PQ and HLG.
    func checkTextContrast(on output: ImageHeader) throws(ImageError) {
        guard let textContrast else { return }
        _ = try textContrast.text(on: blur.look.tint)
        guard !output.isHighDynamicRange else {
            throw ImageError(
                .unsupported, "the contrast of text is not defined for images of high dynamic range",
                remedy: "convert the image to sRGB first, or set the opacity of the tint")
        }
    }
}

extension RGBColor {
    /// An opaque pixel: blue, green, red, alpha.
    fileprivate var legible: SIMD4<Int32> { SIMD4(Int32(blue), Int32(green), Int32(red), 255) }

    fileprivate var ink: InkColor {
        InkColor(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, opacity: 1)
    }
}
