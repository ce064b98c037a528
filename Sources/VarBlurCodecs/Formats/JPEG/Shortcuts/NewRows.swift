internal import VarBlur

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
    /// The rows that have not been added yet; the first of them is the next.
    private var rest: [Range<Int>]
    private var open: (piece: Piece, writer: JPEGWriter)?

    /// The number of MCU rows in a piece; the last may have fewer.
    private static let rowsPerPiece = 16

    /// Prepares to encode MCU rows of the file that `plan` describes; each row is a slice of `layout`, of planes or of pixels.
    ///
    /// `rows` are disjoint nonempty ranges in order.
    init(_ rows: [Range<Int>], of plan: EncodingPlan, _ layout: SliceLayout) {
        (rest, self.plan, self.layout) = (rows, plan, layout)
    }

    /// Whether slices contain planes, not pixels.
    private var takesPlanes: Bool { layout.components[0].sampling != nil }

    /// Encodes the next MCU row.
    func add(_ slice: Slice) throws(ImageError) {
        guard let range = rest.first else { throw ImageError(.fault, "there is no further new row") }
        let (piece, writer) = if let open { open } else { try begin(range) }
        if takesPlanes {
            slice.padBlocks(ofSlice: range.lowerBound)
            try writer.writePlanes(of: slice)
        } else {
            let rows = layout.rows(0, of: range.lowerBound)
            for row in 0..<rows.count { try unsafe writer.writeRow(UnsafeRawBufferPointer(slice.row(0, row))) }
        }
        rest[0] = range.dropFirst()
        if rest[0].isEmpty { rest.removeFirst() }
        open = (piece, writer)
        guard range.lowerBound + 1 == piece.rows.upperBound else { return }
        try writer.finish()
        try writer.forwardAll(to: piece.file)
        pieces.append(piece)
        open = nil
    }

    private func begin(_ range: Range<Int>) throws(ImageError) -> (Piece, JPEGWriter) {
        let rows = range.prefix(Self.rowsPerPiece)
        var part = EncodingPlan(
            width: plan.width, height: height(rows), pixelFormat: plan.pixelFormat, encoding: plan.encoding)
        part.isProgressiveJPEG = false
        return (
            Piece(rows: rows, file: try MemoryFile()), try JPEGWriter(part, takesPlanes: takesPlanes, isPiece: true)
        )
    }

    /// The number of image rows in some MCU rows.
    private func height(_ slices: Range<Int>) -> Int {
        let rowsPerSlice = layout.components.reduce(0) { max($0, $1.rowsPerSlice) }
        return min(slices.upperBound * rowsPerSlice, plan.height) - slices.lowerBound * rowsPerSlice
    }
}
