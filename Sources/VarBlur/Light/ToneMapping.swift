/// How light of high dynamic range becomes that of a display whose white is the reference white.
///
/// The electro-optical transfer function of BT.2390 (section 5.4.1) maps the greatest of three colors, and the others are multiplied by
/// the same factor, so that hue and saturation stay. HLG is converted to the light of a display before that (BT.2100, table 5).
package struct ToneMapping: Sendable, Hashable {
    /// The luminance of linear light 1, in cd/m².
    private let unit: Double
    /// The exponent of luminance between the scene and the display.
    private let systemGamma: Double
    /// The luminance of the brightest pixel, in cd/m²; brighter ones are as bright.
    private let peak: Double

    /// The luminance of white paper on a display of high dynamic range, in cd/m² (BT.2408), which becomes the brightest value.
    package static let referenceWhite = 203.0
    /// The luminance of the brightest value of HLG on the usual display, and the peak of most files with PQ, in cd/m².
    package static let usualPeak = 1000.0
    /// The luminance of the brightest value of PQ, in cd/m².
    private static let brightestPQ = 10000.0

    /// The tone mapping for a curve; `nil` unless it is one for high dynamic range.
    ///
    /// - Parameters:
    ///   - curve: ``TransferCurve/pq`` or ``TransferCurve/hlg``.
    ///   - peak: the luminance of the brightest pixel of PQ in cd/m²; ``usualPeak`` if it is unknown. For HLG, it is always that.
    package init?(_ curve: TransferCurve, peak: Double?) {
        guard curve.isHighDynamicRange else { return nil }
        let isPQ = curve == .pq
        (unit, systemGamma) = isPQ ? (Self.brightestPQ, 1) : (Self.usualPeak, 1.2)
        self.peak = isPQ ? min(max(peak ?? Self.usualPeak, Self.referenceWhite), Self.brightestPQ) : Self.usualPeak
    }

    /// What light of a scene is multiplied by to become that of a display; light 1 stays.
    ///
    /// - Parameter luminance: the luminance, from 0 to 1.
    /// - Returns: the factor; 1 for PQ, which is light of a display already.
    package func systemFactor(_ luminance: Double) -> Double {
        systemGamma == 1 ? 1 : power(luminance, systemGamma - 1)
    }

    /// What light is multiplied by to become that of the picture, if light 1 is that of white paper.
    ///
    /// - Parameter luminance: the luminance, from 0 to 1.
    /// - Returns: the factor.
    package func paperFactor(_ luminance: Double) -> Double {
        let white = Self.referenceWhite / unit
        return luminance > 0 ? white * power(white * luminance, 1 / systemGamma - 1) : white
    }

    /// What light of a display is multiplied by to become that of a display of standard dynamic range.
    ///
    /// - Parameter greatest: the greatest of the colors, from 0 to 1.
    /// - Returns: the factor, for light from 0 to 1 in both.
    package func factor(_ greatest: Double) -> Double {
        // in the dark, where nothing is compressed, the factor is constant
        let luminance = max(min(greatest * unit, peak), 1e-3)
        return mapped(luminance) / (Self.referenceWhite * max(greatest, 1e-3 / unit))
    }

    /// The luminance that a luminance of at most the peak becomes, in cd/m².
    private func mapped(_ luminance: Double) -> Double {
        func pq(_ luminance: Double) -> Double { TransferCurve.pq.encoded(luminance / Self.brightestPQ) }
        let range = pq(peak)
        let (greatest, position) = (pq(Self.referenceWhite) / range, pq(luminance) / range)
        let knee = 1.5 * greatest - 0.5
        guard position > knee, knee < 1 else { return luminance }
        let t = (position - knee) / (1 - knee)
        let (t2, t3) = (t * t, t * t * t)
        let result =
            (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * greatest
        return TransferCurve.pq.linear(result * range) * Self.brightestPQ
    }
}
