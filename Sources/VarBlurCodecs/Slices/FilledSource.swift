internal import VarBlur

/// Blocks of an image that are painted with a color.
struct Paint: Sendable {
    let covered: CoveredBlocks
    /// The bytes of a sample or a pixel of the color, for each component of the image.
    let samples: @Sendable (SliceLayout) -> [[UInt8]]
}

/// Paints blocks of an image: of pixels, or of planes.
final class FilledSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let source: any SliceSource
    private let covered: CoveredBlocks
    private let samples: [[UInt8]]
    private var nextSlice = 0

    init(_ source: any SliceSource, _ paint: Paint) {
        (self.source, pool, covered) = (source, source.pool, paint.covered)
        samples = paint.samples(source.pool.layout)
    }

    func stop() { source.stop() }

    func next() throws(ImageError) -> Slice {
        let slice = try source.next()
        for (index, component) in pool.layout.components.enumerated() {
            let rows = pool.layout.rows(index, of: nextSlice)
            let (sampling, scale) = (component.sampling, Double(component.reduction))
            let ratio = sampling.map { ($0.horizontalRatio, $0.verticalRatio) } ?? (scale, scale)
            for row in rows {
                let columns = covered.columns(
                    ofRow: row, width: component.width, ratio: ratio, isInterpolated: sampling == nil)
                let bytes = unsafe slice.row(index, row - rows.lowerBound)
                for columns in columns { unsafe bytes.fill(columns, with: samples[index]) }
            }
        }
        nextSlice += 1
        return slice
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Fills some columns of a row with a pixel.
    func fill(_ columns: Range<Int>, with pixel: [UInt8]) {
        var index = columns.lowerBound * pixel.count
        for _ in columns {
            for byte in pixel {
                unsafe self[index] = byte
                index += 1
            }
        }
    }
}

extension PixelBuffer {
    /// Fills some columns of each row with a pixel.
    mutating func paint(_ rows: [[Range<Int>]], with pixel: [UInt8]) {
        unsafe withUnsafeMutablePixels { pixels in
            for (row, ranges) in rows.enumerated() {
                let bytes = unsafe UnsafeMutableRawBufferPointer(
                    start: pixels.base + row * pixels.layout.bytesPerRow, count: pixels.layout.rowByteCount)
                for columns in ranges { unsafe bytes.fill(columns, with: pixel) }
            }
        }
    }
}
