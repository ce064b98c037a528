extension RadiusField {
    /// Calls a function with the alphas at the centers of a rectangle of samples of a plane, in any order.
    ///
    /// They are exactly those of ``alpha(x:y:)``. Many rows at once take less time than each by itself.
    package func visitAlphas(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling,
        _ visit: (_ row: Int, _ column: Int, _ alpha: Double) -> Void
    ) {
        guard !rows.isEmpty, !columns.isEmpty else { return }
        if let pieces = Self.pieces(columns, rows),
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

    /// Writes the radii of the pieces of a rectangle, each with what matters for its samples.
    ///
    /// - Returns: `false` if the rectangle is small, and nothing was written.
    func writePieces(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int, _ part: (_ columns: Range<Int>, _ rows: Range<Int>) -> Self
    ) -> Bool {
        guard let pieces = Self.pieces(columns, rows) else { return false }
        for piece in pieces {
            let width = piece.columns.count
            var values = [Float](repeating: 0, count: piece.rows.count * width)
            var span = values.mutableSpan
            part(piece.columns, piece.rows).writeRadii(
                ofRows: piece.rows, columns: piece.columns, sampling: sampling, to: &span, stride: width)
            for row in 0..<piece.rows.count {
                let first =
                    (piece.rows.lowerBound + row - rows.lowerBound) * stride + piece.columns.lowerBound
                    - columns.lowerBound
                for column in 0..<width { radii[first + column] = values[row * width + column] }
            }
        }
        return true
    }

    /// The halves of a rectangle of samples, divided across its longer side; `nil` if it is small, and takes less time as it is.
    private static func pieces(
        _ columns: Range<Int>, _ rows: Range<Int>
    ) -> [(columns: Range<Int>, rows: Range<Int>)]? {
        guard max(columns.count, rows.count) > 8 else { return nil }
        if columns.count >= rows.count {
            let middle = columns.lowerBound + columns.count / 2
            return [(columns.lowerBound..<middle, rows), (middle..<columns.upperBound, rows)]
        }
        let middle = rows.lowerBound + rows.count / 2
        return [(columns, rows.lowerBound..<middle), (columns, middle..<rows.upperBound)]
    }
}
