internal import VarBlur

/// A matrix of the coordinates of colors.
struct ColorMatrix: Sendable {
    let rows: [[Double]]

    init(rows: [[Double]]) { self.rows = rows }

    /// The rows, as vectors.
    var weights: [SIMD3<Double>] { rows.map { SIMD3($0[0], $0[1], $0[2]) } }

    /// The matrix whose columns are colors.
    init(columns: [[Double]]) { rows = (0..<3).map { row in columns.map { $0[row] } } }

    /// The coordinates X, Y, and Z of linear red, green, and blue; `nil` if there are none for these primaries.
    ///
    /// - Parameter chromaticities: the coordinates x and y of white, red, green, and blue.
    init?(chromaticities: [Double]) {
        let c = chromaticities
        guard c.count == 8, stride(from: 1, to: 8, by: 2).allSatisfy({ c[$0] > 0 }) else { return nil }
        let colors = (1...3).map { color in
            let (x, y) = (c[2 * color], c[2 * color + 1])
            return [x, y, 1 - x - y]
        }
        let primaries = ColorMatrix(columns: colors)
        guard let scales = primaries.inverse?.applied(to: Self.white(c)) else { return nil }
        rows = primaries.rows.map { row in zip(row, scales).map(*) }
    }

    /// The coordinates of the white of chromaticities, whose luminance is 1.
    static func white(_ chromaticities: [Double]) -> [Double] {
        let (x, y) = (chromaticities[0], chromaticities[1])
        return [x / y, 1, (1 - x - y) / y]
    }

    /// The chromaticities of white, red, green, and blue of sRGB.
    static let chromaticitiesOfSRGB = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

    /// The white of the space that connects profiles (ICC.1, section 6.3.4.3).
    static let connectingWhite = [0.9642, 1, 0.8249]

    func applied(to color: [Double]) -> [Double] {
        rows.map { $0[0] * color[0] + $0[1] * color[1] + $0[2] * color[2] }
    }

    /// The matrix that is applied after another.
    func after(_ other: ColorMatrix) -> ColorMatrix {
        ColorMatrix(columns: (0..<3).map { column in applied(to: other.rows.map { $0[column] }) })
    }

    /// The inverse by Cramer's rule; `nil` if there is none.
    var inverse: ColorMatrix? {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r, s, c, d) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
            return rows[r][c] * rows[s][d] - rows[r][d] * rows[s][c]
        }
        let determinant = (0..<3).reduce(0) { $0 + rows[0][$1] * minor(0, $1) }
        guard abs(determinant) > 1e-9, determinant.isFinite else { return nil }
        return ColorMatrix(rows: (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } })
    }

    /// The response of cones by which whites are adapted (Bradford; ICC.1, annex E).
    private static let cones = ColorMatrix(rows: [
        [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
    ])

    /// The adaptation of colors from a white to another; `nil` if there is none.
    private static func adaptation(from white: [Double], to other: [Double]) -> ColorMatrix? {
        let (before, after) = (cones.applied(to: white), cones.applied(to: other))
        guard let back = cones.inverse, before.allSatisfy({ $0 > 1e-3 }) else { return nil }
        let scaled = ColorMatrix(rows: (0..<3).map { row in cones.rows[row].map { $0 * after[row] / before[row] } })
        return back.after(scaled)
    }

    /// The conversion from linear colors, whose coordinates this matrix computes, to linear sRGB.
    ///
    /// - Parameter white: the coordinates of their white.
    /// - Returns: the conversion; `nil` if there is none.
    func toStandard(white: [Double]) -> ColorMatrix? {
        guard let standard = ColorMatrix(chromaticities: Self.chromaticitiesOfSRGB)?.inverse,
            let adaptation = Self.adaptation(from: white, to: Self.white(Self.chromaticitiesOfSRGB))
        else { return nil }
        return standard.after(adaptation.after(self))
    }
}
