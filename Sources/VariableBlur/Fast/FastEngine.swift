internal import CBlurKernels

/// The blur at the resolution that each row's radius needs: near-exact, and independent of the radius in time.
///
/// For every row of the result the rows of the image around it are summed at the coarsest level on which the row's Gaussian
/// is still well sampled, and the one short row of sums is filtered along its length and interpolated to full width.
@safe
final class FastEngine {
    private let blur: ProgressiveBlur
    private let kernels: blur_kernels
    private let vertical: AxisLevels
    private let horizontal: AxisLevels
    private let filter: VerticalFilter
    private let rowFilter: RowFilter
    private let pyramid: Pyramid
    private let summed: [SampleStore]
    private let hasEdges: Bool
    private var taps = RowTaps()

    /// A σ up to which a row is copied: 1/1000 of a code of 8 bits.
    static let greatestClearRadius = 0.19

    /// The rows of the image that are read.
    let sourceRows: Range<Int>

    /// Prepares to compute some rows of an image with its blurred side on top.
    init(
        _ blur: ProgressiveBlur, rows: Range<Int>, rowCount: Int, columnCount: Int, format: PixelFormat,
        set: InstructionSet
    ) throws(BlurError) {
        self.blur = blur
        let kernels = set.kernels(format.depth)
        self.kernels = kernels
        (vertical, horizontal) = (AxisLevels(count: rowCount), AxisLevels(count: columnCount))
        let greatest = Self.radius(blur, rows.lowerBound, rowCount)
        let levels = vertical.level(sigma: greatest)
        hasEdges = blur.edges == .clamp
        filter = VerticalFilter(vertical, edges: blur.edges, levels: levels)
        let plan = RingPlan(blur, vertical, levels: levels, rows: rows)
        sourceRows = plan.sourceRows
        pyramid = try Pyramid(
            vertical, horizontal, format, plan, hasEdges: hasEdges, kernels: kernels)
        rowFilter = try RowFilter(
            horizontal, edges: blur.edges, format, levels: horizontal.level(sigma: greatest),
            greatestSigma: greatest, kernels: kernels)
        var summed: [SampleStore] = []
        for shape in pyramid.shapes { summed.append(try SampleStore(rows: 1, samplesPerRow: shape.samplesPerRow)) }
        self.summed = summed
    }

    static func radius(_ blur: ProgressiveBlur, _ row: Int, _ count: Int) -> Double {
        blur.radius(alpha: blur.mask.alpha(atDistance: (Double(row) + 0.5) / Double(count)))
    }

    /// Computes a row of the result; rows have to be asked for in order.
    ///
    /// - Returns: whether the row is blurred; if not, it is the image's own, and nothing was written.
    func makeRow(
        _ row: Int, from source: (Int) -> UnsafePointer<UInt8>, into codes: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let sigma = Self.radius(blur, row, vertical.count)
        guard sigma > Self.greatestClearRadius else { return false }
        let level = vertical.level(sigma: sigma)
        filter.find(&taps, row: row, sigma: sigma, level: level)
        let last = taps.lastRow
        while pyramid.latest[level] < last { unsafe pyramid.push(source(pyramid.latest[0] + 1)) }
        if hasEdges && taps.rows.last == RowTaps.bottomEdge {
            while pyramid.latest[0] < vertical.count - 1 { unsafe pyramid.push(source(pyramid.latest[0] + 1)) }
        }
        let sums = unsafe summed[level].row(0)
        unsafe sumRows(level, into: sums)
        unsafe rowFilter.filter(
            UnsafePointer(sums), from: pyramid.shapes[level].level, level: horizontal.level(sigma: sigma), sigma: sigma,
            into: codes)
        return true
    }

    private func sumRows(_ level: Int, into sums: UnsafeMutablePointer<Int16>) {
        let rows = taps.rows
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>?.self, capacity: rows.count) { starts in
            for part in pyramid.parts[level] {
                for index in rows.indices { unsafe starts[index] = start(of: rows[index], level) + part.start }
                unsafe kernels.sum_rows(sums + part.start, starts.baseAddress, taps.weights, rows.count, part.count)
            }
        }
    }

    private func start(of row: Int, _ level: Int) -> UnsafePointer<Int16> {
        switch row {
        case RowTaps.topEdge: unsafe pyramid.edgeRow(isBottom: false, level: level)
        case RowTaps.bottomEdge: unsafe pyramid.edgeRow(isBottom: true, level: level)
        default: unsafe pyramid.row(row, level: level)
        }
    }
}
