internal import CBlurKernels

/// The state of a blur that the workers of all threads share.
@safe
final class FieldJob: @unchecked Sendable {
    let geometry: FieldGeometry
    let chain: ResolutionChain
    let vertical: AxisDomain
    let horizontal: AxisDomain
    let edges: EdgeMode
    /// The changes of color; `nil` for none.
    let look: PlaneLook?
    let loops: InnerLoops
    /// The tables of linear light that the inner loops use; `nil` for none.
    private let tables: LightTables?
    let format: PixelFormat
    let source: FieldSource
    let region: PixelRegion
    let destination: UnsafeMutablePixels
    let isInPlace: Bool
    /// The tiles that overlap the region.
    let tiles: [FieldTile]
    /// For every resolution, an upper bound of the σ that are blurred at it; `nil` if there are none.
    let greatestSigmas: [Double?]
    private let mapByteCount: Int
    /// Pixels with a σ up to this value are not blurred.
    static let clear = LineSigmas.greatestUnblurred

    init(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, _ task: BlurTask
    ) throws(BlurError) {
        let layout = unsafe source.layout
        geometry = FieldGeometry(task.field, task.sampling, width: layout.width, height: layout.height)
        tables =
            try task.light.isLinear ? LightTables.shared(task.light, layout.format, encodes: task.look != nil) : nil
        let truncation = tables?.truncation ?? .encoded
        chain = ResolutionChain(
            vertical: AxisLevels(count: layout.height, truncation),
            horizontal: AxisLevels(count: layout.width, truncation),
            scales: geometry.scales, greatest: geometry.greatestSigma)
        (edges, look) = (task.edges, task.look)
        vertical = AxisDomain(axis: chain.vertical, edges: edges)
        horizontal = AxisDomain(axis: chain.horizontal, edges: edges)
        format = layout.format
        loops = task.execution.instructionSet.innerLoops(format.depth, tables)
        self.source = try unsafe FieldSource(source)
        self.region = region
        unsafe self.destination = destination
        isInPlace = unsafe source.overlaps(destination)
        let map = try FieldMap(geometry, threadCount: task.execution.threadCount)
        mapByteCount = map.byteCount
        let columns = region.x..<region.x + region.width
        let rows = region.y..<region.y + region.height
        tiles = FieldTile.tiles(map, geometry, chain, clear: Self.clear).filter {
            $0.columns.overlaps(columns) && $0.rows.overlaps(rows)
        }
        var sigmas = [Double?](repeating: nil, count: chain.steps.count)
        for tile in tiles {
            for (set, step) in zip(tile.sets, tile.steps) {
                sigmas[step] = max(sigmas[step] ?? 0, set.greatestSigma)
            }
        }
        greatestSigmas = sigmas
    }

    /// The cells of the image that tiles read at full resolution.
    func requiredCells() -> CellSet {
        var cells = CellSet(width: geometry.width, height: geometry.height)
        for tile in tiles {
            let sigmas = zip(tile.sets, tile.steps).filter { $0.1 == 0 }.map(\.0.greatestSigma)
            guard let sigma = sigmas.max() else { continue }
            let rows = vertical.window(tile.rows, level: 0, greatestSigma: sigma * geometry.scales.vertical)
            let columns = horizontal.window(tile.columns, level: 0, greatestSigma: sigma * geometry.scales.horizontal)
            for rows in rows.ranges {
                for columns in columns.ranges { cells.insert(columns: columns, rows: rows) }
            }
        }
        return cells
    }

    /// The memory in use, in bytes.
    var byteCount: Int {
        // a set of nodes takes about a hundred bytes
        source.byteCount + mapByteCount + (tables?.byteCount ?? 0) + tiles.count * MemoryLayout<FieldTile>.stride
            + tiles.reduce(0) { $0 + 128 * $1.sets.count }
    }

    /// The indices of the results at a level from which some pixels are interpolated.
    static func results(_ pixels: Range<Int>, level: Int) -> Range<Int> {
        if level == 0 { return pixels }
        return (pixels.lowerBound >> level) - SmoothDoubling.reach..<((pixels.upperBound - 1) >> level) + 1
            + SmoothDoubling.reach
    }

    /// The greatest number of results for some adjacent pixels, wherever they lie.
    static func resultCapacity(pixelCount: Int, level: Int) -> Int {
        if level == 0 { return pixelCount }
        return ((pixelCount + (1 << level) - 2) >> level) + 1 + 2 * SmoothDoubling.reach
    }

    /// The first byte of a pixel of the destination; `row` and `column` are those of the source, inside the region.
    func destinationPixel(row: Int, column: Int) -> UnsafeMutablePointer<UInt8> {
        let offset = unsafe destination.layout.byteOffset(x: column - region.x, y: row - region.y)
        return unsafe (destination.base + offset).assumingMemoryBound(to: UInt8.self)
    }
}
