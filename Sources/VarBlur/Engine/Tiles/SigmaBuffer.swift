internal import CBlurKernels

/// The σ of consecutive rows, computed several rows at a time.
@safe
struct SigmaBuffer {
    private let geometry: FieldGeometry
    private let memory: UnsafeMutablePointer<Float>
    /// The rows that are stored, and their distance.
    private var rows = 0..<0
    private var stride = 0

    /// The number of samples that are stored at most: those of a smooth tile.
    private static let capacity = 8192

    init(_ geometry: FieldGeometry, arena: Arena) throws(BlurError) {
        self.geometry = geometry
        unsafe memory = try arena.allocate(Self.capacity + Int(BLUR_SAMPLE_PADDING), of: Float.self)
    }

    /// Forgets all rows.
    mutating func reset() { rows = 0..<0 }

    /// The σ of a row at some columns of a resolution, at most 8192.
    ///
    /// `limit` are the rows that will be needed, with the same columns, until ``reset()``.
    mutating func row(
        _ row: Int, of limit: Range<Int>, columns: Range<Int>, _ levels: ResolutionChain.Step
    ) -> UnsafePointer<Float> {
        precondition(columns.count <= Self.capacity, "\(columns.count) columns exceed the buffer")
        if !rows.contains(row) {
            stride = columns.count
            rows = row..<min(limit.upperBound, row + Self.capacity / stride)
            unsafe geometry.writeSigmas(ofRows: rows, columns: columns, levels, into: memory, stride: stride)
        }
        return unsafe UnsafePointer(memory) + (row - rows.lowerBound) * stride
    }
}
