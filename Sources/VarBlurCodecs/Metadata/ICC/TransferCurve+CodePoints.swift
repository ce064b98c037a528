internal import VarBlur

extension TransferCurve {
    /// The transfer function of a code of ITU-T H.273, as in cICP chunks and in the `cicp` tags of profiles; `nil` for none, or an unknown
    /// one.
    static func coded(_ code: UInt8) -> TransferCurve? {
        switch code {
        case 1, 6, 11, 12, 14, 15: .bt709
        case 4: try? TransferCurve(gamma: 2.2)
        case 5: try? TransferCurve(gamma: 2.8)
        case 7: try? TransferCurve(Parameters(g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4.0, d: 0.0912))
        case 8: try? TransferCurve(gamma: 1)
        case 13: .sRGB
        case 16: .pq
        case 17: try? TransferCurve(gamma: 2.6)
        case 18: .hlg
        default: nil
        }
    }
}
