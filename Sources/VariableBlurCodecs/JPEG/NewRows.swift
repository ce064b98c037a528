internal import VariableBlur

/// The rows of MCUs that are new in a JPEG file, compressed as small files of their own with the file's quantization.
final class NewRows {
    /// Some rows, as a file.
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

    /// How many rows are compressed together.
    private static let rowsPerPiece = 16

    /// Prepares for some rows of the file that `plan` describes, which are slices of `layout`.
    init(_ rows: Range<Int>, of plan: EncodingPlan, _ layout: SliceLayout) {
        (self.plan, self.layout) = (plan, layout)
        (nextRow, end) = (rows.lowerBound, rows.upperBound)
    }

    /// Adds the next row.
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

    /// The rows of the image in some rows of MCUs.
    private func height(_ slices: Range<Int>) -> Int {
        let rowsPerSlice = layout.components.reduce(0) { max($0, $1.rowsPerSlice) }
        return min(slices.upperBound * rowsPerSlice, plan.height) - slices.lowerBound * rowsPerSlice
    }
}
