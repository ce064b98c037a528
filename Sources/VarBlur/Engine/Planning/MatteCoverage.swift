/// How much a matte covers of a plane's samples, and where that is the same for many of them.
struct MatteCoverage {
    private let matte: PlacedMatte
    private let sampling: PlaneSampling
    let map: MatteMap

    init(_ matte: PlacedMatte, _ sampling: PlaneSampling, _ map: MatteMap) {
        (self.matte, self.sampling, self.map) = (matte, sampling, map)
    }

    /// The rows of the same cells as a row, as far as they lie in `limit`.
    static func rows(with row: Int, in limit: Range<Int>) -> Range<Int> {
        let first = row / MatteMap.cellSize * MatteMap.cellSize
        return (first..<first + MatteMap.cellSize).clamped(to: limit)
    }

    /// Writes the coverage of some columns of rows that belong to the same cells; rows are `stride` values apart.
    ///
    /// - Returns: the columns in parts that are covered alike.
    @discardableResult
    func write(
        _ rows: Range<Int>, _ columns: Range<Int>, to values: UnsafeMutablePointer<Float>, stride: Int
    ) -> [MatteRun] {
        let runs = map.runs(columns: columns, rows: rows)
        for run in runs {
            let (first, count) = unsafe (values + (run.columns.lowerBound - columns.lowerBound), run.columns.count)
            if run.coverage.isUncovered || run.coverage.isCovered {
                for row in 0..<rows.count {
                    unsafe (first + row * stride).update(repeating: run.coverage.isCovered ? 1 : 0, count: count)
                }
                continue
            }
            var span = unsafe MutableSpan<Float>(
                _unsafeStart: first, count: (rows.count - 1) * stride + count)
            matte.writePartialCoverage(ofRows: rows, columns: run.columns, sampling, to: &span, stride: stride)
        }
        return runs
    }
}
