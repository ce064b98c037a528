/// A transfer function: the relation between the encoded values of a color channel and linear light.
///
/// Both are fractions: 0 is black, and 1 is the brightest value. The curve increases monotonically.
public struct TransferCurve: Sendable, Hashable {
    /// The form of a curve.
    enum Form: Sendable, Hashable {
        case parameters(Parameters)
        /// Samples of linear light at equal distances, in units of 1/65535, interpolated linearly.
        case table([UInt16])
        case perceptualQuantizer
        case hybridLogGamma
    }

    /// The parameters of a piecewise curve: (a x + b)^g + e for x ≥ d, and c x + f for x < d (ICC.1, section 10.18).
    public struct Parameters: Sendable, Hashable, Codable {
        /// The exponent.
        public var g: Double
        /// The factor of x in the upper part.
        public var a: Double
        /// The offset of x in the upper part.
        public var b: Double
        /// The factor of x in the lower part.
        public var c: Double
        /// The encoded value at which the upper part begins.
        public var d: Double
        /// The offset of the upper part.
        public var e: Double
        /// The offset of the lower part.
        public var f: Double

        /// Creates parameters; the defaults describe a straight line.
        public init(
            g: Double = 1, a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0, f: Double = 0
        ) {
            (self.g, self.a, self.b, self.c, self.d, self.e, self.f) = (g, a, b, c, d, e, f)
        }
    }

    let form: Form

    private init(unchecked parameters: Parameters) { form = .parameters(parameters) }

    private init(form: Form) { self.form = form }

    /// The curve of sRGB and of Display P3 (IEC 61966-2-1).
    public static let sRGB = TransferCurve(
        unchecked: Parameters(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045))
    /// The inverse of the camera curve (OETF) of BT.709, BT.601, and BT.2020.
    public static let bt709 = TransferCurve(
        unchecked: Parameters(
            g: 1 / 0.45, a: 1 / 1.09929682680944, b: 0.09929682680944 / 1.09929682680944, c: 1 / 4.5,
            d: 0.0812428582986315))

    /// The perceptual quantizer (PQ) for high dynamic range: light that a display emits (SMPTE ST 2084; BT.2100, table 4).
    ///
    /// Linear light 1 is 10000 cd/m².
    public static let pq = TransferCurve(form: .perceptualQuantizer)
    /// The inverse of the camera curve of hybrid log-gamma (HLG) for high dynamic range: light of the scene (BT.2100, table 5).
    public static let hlg = TransferCurve(form: .hybridLogGamma)

    /// Whether the curve is one for high dynamic range: ``pq`` or ``hlg``.
    public var isHighDynamicRange: Bool { self == .pq || self == .hlg }

    /// Creates a power function of the encoded value.
    ///
    /// - Parameter exponent: 0.1 to 10; 2.2 for many displays.
    /// - Throws: ``BlurError/Code/invalidLight`` if the exponent is out of range.
    public init(gamma exponent: Double) throws(BlurError) {
        guard (0.1...10).contains(exponent) else {
            throw BlurError(.invalidLight, "the gamma is \(exponent); it must be from 0.1 to 10")
        }
        try self.init(Parameters(g: exponent))
    }

    /// Creates a curve from parameters.
    ///
    /// - Parameter parameters: g is from 0.1 to 10. Results are clamped to 0...1.
    /// - Throws: ``BlurError/Code/invalidLight`` if a number is not finite, or if the curve decreases anywhere or spans less
    ///   than a quarter of the range of light.
    public init(_ parameters: Parameters) throws(BlurError) {
        let numbers = [
            parameters.g, parameters.a, parameters.b, parameters.c, parameters.d, parameters.e, parameters.f,
        ]
        guard numbers.allSatisfy({ $0.isFinite && abs($0) <= 100 }), (0.1...10).contains(parameters.g),
            parameters.a > 0, parameters.c >= 0
        else { throw BlurError(.invalidLight, "a transfer curve has parameters that are out of range") }
        form = .parameters(parameters)
        try check()
    }

    /// Creates a curve from samples at equal distances.
    ///
    /// - Parameter table: linear light in units of 1/65535, from encoded 0 to encoded 1: 2 to 65536 nondecreasing numbers.
    /// - Throws: ``BlurError/Code/invalidLight`` if the number of samples is out of range, or if the curve decreases anywhere
    ///   or spans less than a quarter of the range of light.
    public init(table: [UInt16]) throws(BlurError) {
        guard (2...65536).contains(table.count), zip(table, table.dropFirst()).allSatisfy(<=) else {
            throw BlurError(
                .invalidLight,
                "the table of a transfer curve must have 2 to 65536 values, none less than the one before")
        }
        form = .table(table)
        try check()
    }

    /// The minimum difference between the light of the brightest and of the darkest value.
    private static let leastRange = 0.25
    private static let checkedCount = 1024

    private func check() throws(BlurError) {
        let samples = (0...Self.checkedCount).map { linear(Double($0) / Double(Self.checkedCount)) }
        let rises = zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 }
        guard rises, samples[Self.checkedCount] - samples[0] >= Self.leastRange else {
            throw BlurError(.invalidLight, "a transfer curve must rise from black to white")
        }
    }
}

extension TransferCurve {
    /// The linear light of an encoded value.
    ///
    /// - Parameter encoded: the value, clamped to 0...1; NaN is 0.
    /// - Returns: 0 to 1.
    public func linear(_ encoded: Double) -> Double {
        let x = encoded.limitedToUnit
        switch form {
        case .parameters(let parameters): return min(max(parameters.value(at: x), 0), 1)
        case .table(let table):
            let position = x * Double(table.count - 1)
            let index = min(Int(position), table.count - 2)
            let (low, high) = (Double(table[index]), Double(table[index + 1]))
            return (low + (high - low) * (position - Double(index))) / 65535
        case .perceptualQuantizer: return PerceptualQuantizer.linear(x)
        case .hybridLogGamma: return HybridLogGamma.linear(x)
        }
    }

    /// The encoded value of linear light; the inverse of ``linear(_:)``.
    ///
    /// - Parameter linear: the value, clamped to 0...1; NaN is 0.
    /// - Returns: 0 to 1. If several encoded values have the same light, black or white is preferred.
    public func encoded(_ linear: Double) -> Double {
        let y = linear.limitedToUnit
        switch form {
        case .parameters(let parameters): return min(max(parameters.position(of: y), 0), 1)
        case .table(let table): return Self.position(of: y * 65535, in: table)
        case .perceptualQuantizer: return PerceptualQuantizer.encoded(y)
        case .hybridLogGamma: return HybridLogGamma.encoded(y)
        }
    }

    private static func position(of value: Double, in table: [UInt16]) -> Double {
        if value >= Double(table[table.count - 1]) { return 1 }
        if value <= Double(table[0]) { return 0 }
        // the first number that is at least the value
        let next = (1..<table.count - 1).bisected { Double(table[$0]) >= value }
        let (before, after) = (Double(table[next - 1]), Double(table[next]))
        return (Double(next - 1) + (value - before) / (after - before)) / Double(table.count - 1)
    }
}

extension TransferCurve.Parameters {
    fileprivate func value(at x: Double) -> Double { x < d ? c * x + f : upperPart(x) }

    private func upperPart(_ x: Double) -> Double { power(max(a * x + b, 0), g) + e }

    /// Where the curve reaches a value, without limits to the range.
    fileprivate func position(of y: Double) -> Double {
        if d <= 0 || y >= upperPart(d) { return (power(max(y - e, 0), 1 / g) - b) / a }
        // the lower part may be flat, or end below the upper one
        return c > 0 ? min((y - f) / c, d) : y <= f ? 0 : d
    }
}

/// The curve PQ (SMPTE ST 2084).
private enum PerceptualQuantizer {
    private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
    private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)

    static func linear(_ x: Double) -> Double {
        let root = power(x, 1 / m2)
        return power(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    static func encoded(_ y: Double) -> Double {
        if y <= 0 { return 0 }
        let light = power(y, m1)
        return power((c1 + c2 * light) / (1 + c3 * light), m2)
    }
}

/// The camera curve of HLG (BT.2100).
private enum HybridLogGamma {
    private static let a = 0.17883277
    private static let b = 1 - 4 * a
    private static let c = 0.5 - a * logarithm(4 * a)

    static func linear(_ x: Double) -> Double { x <= 0.5 ? x * x / 3 : (exponential((x - c) / a) + b) / 12 }

    static func encoded(_ y: Double) -> Double {
        y <= 1.0 / 12 ? (3 * y).squareRoot() : a * logarithm(12 * y - b) + c
    }
}
