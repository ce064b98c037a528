/// Bounds of the standard deviations in every cell of a grid over a plane.
@safe
final class FieldMap: @unchecked Sendable {
    /// The width and the height of a cell in samples.
    static let cellSize = 64

    private let geometry: FieldGeometry
    let columnCount: Int
    let rowCount: Int
    private let memory: CheckedMemory
    private let samples: CheckedMemory

    /// Computes the bounds on some threads.
    init(_ geometry: FieldGeometry, threadCount: Int) throws(BlurError) {
        self.geometry = geometry
        columnCount = (geometry.width + Self.cellSize - 1) / Self.cellSize
        rowCount = (geometry.height + Self.cellSize - 1) / Self.cellSize
        let (cellCount, overflow) = columnCount.multipliedReportingOverflow(by: rowCount)
        memory = try CheckedMemory(count: overflow ? Int.max : cellCount, of: MemoryLayout<RadiusBounds>.stride)
        // two rows of samples for each thread, with one sample after the last cell
        let threads = max(1, min(threadCount, rowCount))
        let rowLength = geometry.width + 1
        samples = try CheckedMemory(count: 2 * threads, of: rowLength * MemoryLayout<Float>.stride)
        Threads.run(threads) { [self] thread in
            let first = unsafe samples.base.assumingMemoryBound(to: Float.self) + 2 * thread * rowLength
            for row in stride(from: thread, to: rowCount, by: threads) { unsafe computeRow(row, samples: first) }
        }
    }

    /// The memory in use, in bytes.
    var byteCount: Int { memory.byteCount + samples.byteCount }

    private var cells: UnsafeMutablePointer<RadiusBounds> {
        unsafe memory.base.assumingMemoryBound(to: RadiusBounds.self)
    }

    /// The bounds in a rectangle of cells.
    func bounds(columns: Range<Int>, rows: Range<Int>) -> RadiusBounds {
        let first = rows.lowerBound * columnCount
        var result = unsafe cells[first + columns.lowerBound]
        for row in rows {
            for column in columns { unsafe result = result.union(cells[row * columnCount + column]) }
        }
        return result
    }

    private func computeRow(_ row: Int, samples: UnsafeMutablePointer<Float>) {
        let rows = row * Self.cellSize..<min((row + 1) * Self.cellSize, geometry.height)
        var isComplete = true
        for column in 0..<columnCount {
            let columns = column * Self.cellSize..<min((column + 1) * Self.cellSize, geometry.width)
            guard let bounds = geometry.bounds(columns: columns, rows: rows) else {
                isComplete = false
                break
            }
            unsafe cells[row * columnCount + column] = bounds
        }
        if !isComplete { unsafe sampleRow(row, rows, samples) }
    }

    /// Computes the bounds of a row of cells from all of their samples, and of those to the right and below.
    private func sampleRow(_ row: Int, _ rows: Range<Int>, _ samples: UnsafeMutablePointer<Float>) {
        let width = geometry.width
        var (above, current) = unsafe (samples, samples + (width + 1))
        for y in rows.lowerBound...rows.upperBound {
            unsafe geometry.writeSigmas(
                ofRows: y..<y + 1, columns: 0..<width + 1, .full, into: current, stride: width + 1)
            for column in 0..<columnCount {
                let columns = column * Self.cellSize..<min((column + 1) * Self.cellSize, width)
                var bounds = unsafe Bounds(current[columns.lowerBound])
                let slope = unsafe Self.scan(columns, current, y > rows.lowerBound ? above : current, &bounds)
                let result = RadiusBounds(
                    least: Double(bounds.least), greatest: Double(bounds.greatest), greatestSlope: Double(slope))
                let cell = unsafe cells + (row * columnCount + column)
                if y == rows.lowerBound {
                    unsafe cell.initialize(to: result)
                } else if y < rows.upperBound {
                    unsafe cell.pointee = cell.pointee.union(result)
                } else {
                    // the row below only counts for the slope
                    let known = unsafe cell.pointee
                    unsafe cell.pointee = RadiusBounds(
                        least: known.least, greatest: known.greatest,
                        greatestSlope: max(known.greatestSlope, Double(slope)))
                }
            }
            unsafe swap(&above, &current)
        }
    }

    private struct Bounds {
        var least: Float
        var greatest: Float
        init(_ value: Float) { (least, greatest) = (value, value) }
    }

    /// Extends bounds by some samples of a row and returns the greatest difference from the sample to the right and the one above.
    private static func scan(
        _ columns: Range<Int>, _ row: UnsafeMutablePointer<Float>, _ above: UnsafeMutablePointer<Float>,
        _ bounds: inout Bounds
    ) -> Float {
        var slope: Float = 0
        for column in columns {
            let value = unsafe row[column]
            bounds.least = min(bounds.least, value)
            bounds.greatest = max(bounds.greatest, value)
            unsafe slope = max(slope, abs(row[column + 1] - value), abs(above[column] - value))
        }
        return slope
    }
}
