internal import VariableBlur

/// The new MCU rows of a JPEG file, encoded as small separate files that use the original's quantization tables.
final class NewRows {
    /// Some consecutive MCU rows as a file.
    struct Piece {
        let rows: Range<Int>
        let file: MemoryFile
    }

    private(set) var pieces: [Piece] = []
    private let plan: EncodingPlan
    private let layout: SliceLayout
    private let end: Int
    private var nextRow: Int
    private var open: (piece: Piece, writer: JPEGWriter)?

    /// The number of MCU rows in a piece; the last may have fewer.
    private static let rowsPerPiece = 16

    /// Prepares to encode MCU rows of the file that `plan` describes; each row is a slice of `layout`.
    init(_ rows: Range<Int>, of plan: EncodingPlan, _ layout: SliceLayout) {
        (self.plan, self.layout) = (plan, layout)
        (nextRow, end) = (rows.lowerBound, rows.upperBound)
    }

    /// Encodes the next MCU row.
    func add(_ slice: Slice) throws(ImageError) {
        let (piece, writer) = if let open { open } else { try begin() }
        slice.padBlocks(nextRow)
        try writer.writePlanes(of: slice)
        nextRow += 1
        open = (piece, writer)
        guard nextRow == piece.rows.upperBound else { return }
        try writer.finish()
        try OutputForwarder(writer, to: piece.file).forwardAll()
        pieces.append(piece)
        open = nil
    }

    private func begin() throws(ImageError) -> (Piece, JPEGWriter) {
        let rows = nextRow..<min(nextRow + Self.rowsPerPiece, end)
        var part = EncodingPlan(
            width: plan.width, height: height(rows), pixelFormat: plan.pixelFormat, encoding: plan.encoding)
        part.isProgressiveJPEG = false
        return (Piece(rows: rows, file: try MemoryFile()), try JPEGWriter(part, takesPlanes: true))
    }

    /// The number of image rows in some MCU rows.
    private func height(_ slices: Range<Int>) -> Int {
        let rowsPerSlice = layout.components.reduce(0) { max($0, $1.rowsPerSlice) }
        return min(slices.upperBound * rowsPerSlice, plan.height) - slices.lowerBound * rowsPerSlice
    }
}
