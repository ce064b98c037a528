internal import VarBlur

/// A transfer function of ITU-T H.273, as in cICP chunks and in the `cicp` tags of profiles.
enum TransferFunction {
    /// A function with a curve.
    case curve(TransferCurve)
    /// A function for high dynamic range, by its name: PQ or HLG.
    case highDynamicRange(String)
    /// No function, or an unknown one.
    case unspecified

    /// The function of a code.
    init(code: Int) {
        switch code {
        case 1, 6, 11, 12, 14, 15: self = .curve(.bt709)
        case 4: self = .gamma(2.2)
        case 5: self = .gamma(2.8)
        case 7: self = .parameters(g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4.0, d: 0.0912)
        case 8: self = .gamma(1)
        case 13: self = .curve(.sRGB)
        case 16: self = .highDynamicRange("PQ")
        case 17: self = .gamma(2.6)
        case 18: self = .highDynamicRange("HLG")
        default: self = .unspecified
        }
    }

    private static func gamma(_ exponent: Double) -> TransferFunction {
        parameters(g: exponent, a: 1, b: 0, c: 0, d: 0)
    }

    private static func parameters(g: Double, a: Double, b: Double, c: Double, d: Double) -> TransferFunction {
        let curve = try? TransferCurve(TransferCurve.Parameters(g: g, a: a, b: b, c: c, d: d))
        return curve.map { .curve($0) } ?? .unspecified
    }
}
