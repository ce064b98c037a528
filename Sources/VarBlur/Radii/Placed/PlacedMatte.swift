/// A matte, stretched over an image: how much of every pixel is in front, from 0 to 1.
package struct PlacedMatte: Sendable {
    /// A field whose radii are the coverage.
    private let mask: PlacedMask

    init(_ matte: AlphaMask, width: Int, height: Int) { mask = PlacedMask(matte, width: width, height: height) }

    /// The coverage at a position of the image, in pixels.
    func coverage(x: Double, y: Double) -> Double { mask.radius(x: x, y: y) }

    /// Writes the coverage of a rectangle of a plane's samples, row by row.
    func writeCoverage(
        ofRows rows: Range<Int>, columns: Range<Int>, _ sampling: PlaneSampling, to coverage: inout MutableSpan<Float>
    ) {
        let bounds = bounds(columns: columns, rows: rows, sampling)
        if bounds.isUncovered || bounds.isCovered {
            for index in 0..<rows.count * columns.count { coverage[index] = bounds.isCovered ? 1 : 0 }
            return
        }
        writePartialCoverage(ofRows: rows, columns: columns, sampling, to: &coverage, stride: columns.count)
    }

    /// Writes the coverage of a rectangle that is neither uncovered nor covered; its rows are `stride` values apart.
    func writePartialCoverage(
        ofRows rows: Range<Int>, columns: Range<Int>, _ sampling: PlaneSampling, to coverage: inout MutableSpan<Float>,
        stride: Int
    ) {
        mask.writeRadii(ofRows: rows, columns: columns, sampling: sampling, to: &coverage, stride: stride)
    }

    /// Calls `visit` with bounds of the coverage in every square cell of a plane.
    func visitCells(
        size: Int, width: Int, height: Int, _ sampling: PlaneSampling,
        _ visit: (_ column: Int, _ row: Int, CoverageBounds) -> Void
    ) {
        mask.visitCells(size: size, width: width, height: height, sampling) { column, row, areZero, areGreatest in
            let isInverted = mask.mask.isInverted
            visit(
                column, row,
                CoverageBounds(
                    isUncovered: isInverted ? areGreatest : areZero, isCovered: isInverted ? areZero : areGreatest))
        }
    }

    /// Bounds of the coverage in a nonempty rectangle of a plane's samples.
    func bounds(columns: Range<Int>, rows: Range<Int>, _ sampling: PlaneSampling) -> CoverageBounds {
        let bounds = mask.bounds(columns: columns, rows: rows, sampling, hasSlope: false)
        // a sample of the mask is a rounded fraction of its greatest value
        return CoverageBounds(isUncovered: bounds.greatest < 1e-9, isCovered: bounds.least > 1 - 1e-9)
    }
}

/// What is known of the coverage in a rectangle.
struct CoverageBounds: Equatable, BitwiseCopyable {
    /// Whether nothing is in front.
    var isUncovered = false
    /// Whether everything is in front.
    var isCovered = false
}
