/// A rectangle of samples of a plane.
struct SampleBlock {
    let columns: Range<Int>
    let rows: Range<Int>

    /// Smaller blocks take less time as they are.
    private static let leastSide = 8

    init(_ columns: Range<Int>, _ rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

    /// The halves of the block, divided across its longer side; `nil` if it is small.
    var pieces: [SampleBlock]? {
        guard max(columns.count, rows.count) > Self.leastSide else { return nil }
        if columns.count >= rows.count {
            let middle = columns.lowerBound + columns.count / 2
            return [
                SampleBlock(columns.lowerBound..<middle, rows), SampleBlock(middle..<columns.upperBound, rows),
            ]
        }
        let middle = rows.lowerBound + rows.count / 2
        return [SampleBlock(columns, rows.lowerBound..<middle), SampleBlock(columns, middle..<rows.upperBound)]
    }
}

extension RadiusField {
    /// Calls a function with the alphas at the centers of a rectangle of samples of a plane, in any order.
    ///
    /// They are exactly those of ``alpha(x:y:)``. Many rows at once take less time than each by itself.
    package func visitAlphas(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling,
        _ visit: (_ row: Int, _ column: Int, _ alpha: Double) -> Void
    ) {
        guard !rows.isEmpty, !columns.isEmpty else { return }
        if let pieces = SampleBlock(columns, rows).pieces,
            let part = alphaPart(columns: columns, rows: rows, sampling: sampling)
        {
            for piece in pieces {
                part.visitAlphas(ofRows: piece.rows, columns: piece.columns, sampling: sampling, visit)
            }
            return
        }
        for row in rows {
            let y = sampling.y(ofRow: row)
            for column in columns {
                visit(row, column, alpha(x: sampling.x(ofColumn: column), y: y))
            }
        }
    }

    /// Writes the radii of the pieces of a block, each with what matters for its samples.
    ///
    /// - Returns: `false` if the block is small, and nothing was written.
    func writePieces(
        of block: SampleBlock, sampling: PlaneSampling, to radii: inout MutableSpan<Float>, stride: Int,
        _ part: (SampleBlock) -> Self
    ) -> Bool {
        guard let pieces = block.pieces else { return false }
        for piece in pieces {
            let width = piece.columns.count
            var values = [Float](repeating: 0, count: piece.rows.count * width)
            var span = values.mutableSpan
            part(piece).writeRadii(
                ofRows: piece.rows, columns: piece.columns, sampling: sampling, to: &span, stride: width)
            for row in 0..<piece.rows.count {
                let first =
                    (piece.rows.lowerBound + row - block.rows.lowerBound) * stride + piece.columns.lowerBound
                    - block.columns.lowerBound
                for column in 0..<width { radii[first + column] = values[row * width + column] }
            }
        }
        return true
    }
}
