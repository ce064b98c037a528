internal import VarBlur

/// The description of colors that are converted to sRGB.
package enum ColorSource: Sendable, Hashable {
    /// An ICC profile of RGB, gray, or CMYK.
    case profile(ICCProfile)
    /// Chromaticities and a transfer curve, of RGB or gray.
    case description(ColorDescription)
    /// CMYK without a profile: each color is the product of the light that its ink and the black ink leave.
    case plainInks

    /// The conversion to sRGB as a formula; `nil` if there is none.
    var formula: ColorFormula? {
        switch self {
        case .profile(let profile): profile.formula
        case .description(let description): description.formula
        case .plainInks: nil
        }
    }
}

/// The colors of an RGB or gray image without a profile.
package struct ColorDescription: Sendable, Hashable {
    /// The coordinates x and y of white, red, green, and blue (CIE 1931); gray ignores them.
    var chromaticities: [Double]
    var curve: TransferCurve
    /// The luminance of the brightest pixel in cd/m², for PQ; `nil` if it is unknown.
    var peak: Double?

    /// The greatest difference between equal chromaticities: PNG files have them rounded in various ways.
    private static let tolerance = 0.0011

    /// The conversion to sRGB; `nil` if there is none, because the primaries lie on a line.
    var formula: ColorFormula? {
        guard let matrix = ColorMatrix(chromaticities: chromaticities),
            let result = matrix.toStandard(white: ColorMatrix.white(chromaticities))
        else { return nil }
        return ColorFormula(
            curves: .linear(curve), matrix: result.weights, tones: ToneMapping(curve, peak: peak))
    }

    /// Whether an image has the colors of sRGB.
    func isSRGB(isGray: Bool) -> Bool {
        guard curve == .sRGB else { return false }
        return isGray
            || zip(chromaticities, ColorMatrix.chromaticitiesOfSRGB).allSatisfy { abs($0 - $1) <= Self.tolerance }
    }

    /// The chromaticities of a code for primaries (ITU-T H.273, table 2); `nil` for those without white, red, green, and blue.
    static func chromaticities(ofPrimaries code: UInt8) -> [Double]? {
        switch code {
        case 1: ColorMatrix.chromaticitiesOfSRGB
        case 4: [0.310, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08]
        case 5: [0.3127, 0.3290, 0.64, 0.33, 0.29, 0.60, 0.15, 0.06]
        case 6, 7: [0.3127, 0.3290, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070]
        case 8: [0.310, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049]
        case 9: [0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
        case 11: [0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
        case 12: [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
        default: nil
        }
    }
}

extension ImageMetadata {
    /// The colors that the EXIF data describes: Adobe RGB (1998); `nil` for none.
    var exifColors: ColorDescription? {
        guard namesAdobeRGB, let curve = try? TransferCurve(gamma: 563.0 / 256) else { return nil }
        return ColorDescription(chromaticities: [0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06], curve: curve)
    }
}
