extension TransferCurve: CustomStringConvertible {
    /// The greatest difference from a curve with a name, in linear light: less than a quarter of a step of 8 bits.
    private static let namedDifference = 1.0 / 1024

    /// What the curve is called: `sRGB`, `BT.709`, `linear`, `exponent 2.2`, `parametric curve`,
    /// `table of 1024 numbers`, `PQ`, or `HLG`.
    ///
    /// A curve has the name of another one that it cannot be distinguished from in 8 bits.
    public var description: String {
        for (name, curve) in [("sRGB", TransferCurve.sRGB), ("BT.709", .bt709)] where isClose(to: curve) { return name }
        switch form {
        case .table(let table): return "table of \(table.count) numbers"
        case .perceptualQuantizer: return "PQ"
        case .hybridLogGamma: return "HLG"
        case .parameters(let parameters):
            guard parameters == Parameters(g: parameters.g) else { return "parametric curve" }
            if parameters.g == 1 { return "linear" }
            return "exponent \((parameters.g * 1000).rounded() / 1000)"
        }
    }

    private func isClose(to other: TransferCurve) -> Bool {
        (0...255).allSatisfy { value in
            let encoded = Double(value) / 255
            return abs(linear(encoded) - other.linear(encoded)) < Self.namedDifference
        }
    }
}

extension BlurLight: CustomStringConvertible {
    /// What the curves are called, with commas between those of three colors; `encoded` if there are none.
    public var description: String {
        if curves.isEmpty { return "encoded" }
        let names = curves.map(\.description)
        return Set(names).count == 1 ? names[0] : names.joined(separator: ", ")
    }
}
