/// Drives the fast engine over an image in memory: in bands of rows, one for each thread.
struct FastBlur {
    let blur: ProgressiveBlur
    let execution: BlurExecution

    /// Fewer pixels than this are not worth a thread.
    private static let pixelsPerThread = 250_000

    /// Blurs the region of `source` into `destination`, an image of the region's size that may be the same memory.
    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels
    ) throws(BlurError) {
        let layout = unsafe source.layout
        let frame = CanonicalFrame(layout, direction: blur.direction)
        let (rows, columns) = CanonicalFrame.extent(of: region, in: layout, direction: blur.direction)
        let turned = try unsafe blur.direction.isVertical ? nil : RowCopies.turned(source, frame)
        var bands: [FastBand] = []
        for band in split(rows, of: frame) {
            bands.append(
                try unsafe FastBand(
                    self, band, firstRow: rows.lowerBound, columns: columns, frame: frame, turned: turned, from: source,
                    into: destination))
        }
        let all = bands
        Threads.run(all.count) { all[$0].run() }
    }

    /// Parts of the rows that take about the same time each.
    private func split(_ rows: Range<Int>, of frame: CanonicalFrame) -> [Range<Int>] {
        let mostBands = rows.count * frame.columnCount / Self.pixelsPerThread
        // a wrapped image is needed whole by whoever begins at its top
        let count = blur.edges == .wrap ? 1 : max(1, min(execution.threadCount, mostBands))
        let costs = rows.map { Self.cost(sigma: FastEngine.radius(blur, $0, frame.rowCount)) }
        let total = costs.reduce(0, +)
        var (bands, start, sum): ([Range<Int>], Int, Double) = ([], rows.lowerBound, 0)
        for (row, cost) in zip(rows, costs) {
            sum += cost
            if sum >= total * Double(bands.count + 1) / Double(count) && bands.count < count - 1 {
                bands.append(start..<row + 1)
                start = row + 1
            }
        }
        return bands + [start..<rows.upperBound]
    }

    /// The time that a row takes, compared with one that is copied.
    private static func cost(sigma: Double) -> Double {
        guard sigma > FastEngine.greatestClearRadius else { return 1 }
        return sigma < 3 ? 10 + 8 * sigma : 24
    }
}
