internal import VarBlur

/// Paints blocks of an image with a color.
final class FilledSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let source: any SliceSource
    private let covered: CoveredBlocks
    /// The bytes of a sample or a pixel of the color, for each component.
    private let paint: [[UInt8]]
    /// The number of pixels of the blocks along each axis that a pixel of the source represents, unless it has planes.
    private let reduction: Int
    private var nextSlice = 0

    /// Prepares to paint an image.
    ///
    /// - Parameters:
    ///   - source: the slices of the image: pixels, or planes.
    ///   - covered: the blocks to paint.
    ///   - paint: the bytes of a sample or a pixel of the color, for each component.
    ///   - reduction: the number of pixels of the blocks along each axis that a pixel of the source represents.
    init(_ source: any SliceSource, _ covered: CoveredBlocks, paint: [[UInt8]], reduction: Int = 1) {
        (self.source, self.covered, self.paint, self.reduction) = (source, covered, paint, reduction)
        pool = source.pool
    }

    func next() throws(ImageError) -> Slice {
        let slice = try source.next()
        for (index, component) in pool.layout.components.enumerated() {
            let rows = pool.layout.rows(index, of: nextSlice)
            let (sampling, scale) = (component.sampling, Double(reduction))
            let ratio = sampling.map { ($0.horizontalRatio, $0.verticalRatio) } ?? (scale, scale)
            for row in rows {
                let columns = covered.columns(
                    ofRow: row, width: component.width, ratio: ratio, isInterpolated: sampling == nil)
                let bytes = unsafe slice.row(index, row - rows.lowerBound)
                for columns in columns { unsafe Self.fill(bytes, columns, paint[index]) }
            }
        }
        nextSlice += 1
        return slice
    }

    private static func fill(_ row: UnsafeMutableRawBufferPointer, _ columns: Range<Int>, _ pixel: [UInt8]) {
        let count = pixel.count
        for index in columns.lowerBound * count..<columns.upperBound * count {
            unsafe row[index] = pixel[index % count]
        }
    }
}
