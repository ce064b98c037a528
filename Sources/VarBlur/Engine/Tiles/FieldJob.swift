internal import CBlurKernels

/// The state of a blur that the workers of all threads share.
@safe
final class FieldJob: @unchecked Sendable {
    let geometry: FieldGeometry
    let chain: ResolutionChain
    let vertical: AxisDomain
    let horizontal: AxisDomain
    let edges: EdgeMode
    /// Whether all pixels of a row, or of a column, have the same σ.
    let (isConstantAlongRows, isConstantAlongColumns): (Bool, Bool)
    /// The changes of color; `nil` for none.
    let look: PlaneLook?
    let loops: InnerLoops
    /// The tables of linear light that the inner loops use; `nil` for none.
    private let tables: LightTables?
    let format: PixelFormat
    /// The conversion of pixels that a matte covers; `nil` if nothing is in front.
    let background: BackgroundPixels?
    /// Where tiles are blurred in front of that; `nil` for all pixels.
    let cells: BlurredCells?
    let source: FieldSource
    let region: PixelRegion
    let destination: UnsafeMutablePixels
    let isInPlace: Bool
    /// Whether all pixels of the region are written before the tiles are.
    let isOverwritten: Bool
    /// The tiles that overlap the region.
    let tiles: [FieldTile]
    /// For every resolution, an upper bound of the σ that are blurred at it; `nil` if there are none.
    let greatestSigmas: [Double?]

    /// Prepares the tiles of a share.
    init(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels, _ task: BlurTask,
        _ geometry: FieldGeometry, _ share: TileShare
    ) throws(BlurError) {
        let layout = unsafe source.layout
        self.geometry = geometry
        cells = share.cells
        let matte = share.coverage(by: task)
        let usesIntegers = share.usesIntegers
        tables =
            try task.light.isLinear
            ? LightTables.shared(
                task.light, layout.format, encodes: task.look != nil, needsFloats: matte != nil) : nil
        let truncation =
            matte == nil ? tables?.truncation ?? .encoded : usesIntegers ? Truncation.linear : .steep
        chain = ResolutionChain(
            vertical: AxisLevels(count: layout.height, truncation),
            horizontal: AxisLevels(count: layout.width, truncation),
            scales: geometry.scales, greatest: geometry.greatestSigma)
        let variation = task.field.variation
        (isConstantAlongRows, isConstantAlongColumns) = (variation == .betweenRows, variation == .betweenColumns)
        (edges, look) = (task.edges, matte == nil ? task.look?.withoutMatte : task.look)
        vertical = AxisDomain(axis: chain.vertical, edges: edges)
        horizontal = AxisDomain(axis: chain.horizontal, edges: edges)
        format = layout.format
        let set = task.execution.instructionSet
        let loops =
            matte == nil
            ? set.innerLoops(format.depth, tables) : BackgroundPixels.loops(set, tables, areIntegers: usesIntegers)
        self.loops = loops
        background = matte.map { BackgroundPixels($0, layout.format, edges: task.edges, loops: loops) }
        self.source = try unsafe FieldSource(source)
        self.region = region
        unsafe self.destination = destination
        isInPlace = unsafe source.overlaps(destination)
        isOverwritten = share.isOverwritten
        let columns = region.x..<region.x + region.width
        let rows = region.y..<region.y + region.height
        tiles = share.tiles.filter { $0.columns.overlaps(columns) && $0.rows.overlaps(rows) }
        var sigmas = [Double?](repeating: nil, count: chain.steps.count)
        for tile in tiles {
            for (set, step) in zip(tile.sets, tile.steps) {
                sigmas[step] = max(sigmas[step] ?? 0, set.greatestSigma)
            }
        }
        greatestSigmas = sigmas
    }

    /// The cells of the image that tiles read at full resolution, after pixels may have been written.
    func requiredCells() -> CellSet {
        var cells = CellSet(width: geometry.width, height: geometry.height)
        if isOverwritten {
            for tile in tiles { cells.insert(columns: tile.columns, rows: tile.rows) }
        }
        let windows = TileWindows(geometry, chain, vertical: vertical, horizontal: horizontal)
        for tile in tiles where !tile.blurredRows.isEmpty {
            let sets = zip(tile.sets, tile.steps).filter { $0.1 == 0 }.map(\.0)
            guard let set = sets.max(by: { $0.greatestSigma < $1.greatestSigma }) else { continue }
            let (rows, columns) = windows.windows(tile, set, step: 0)
            for rows in rows.ranges {
                for columns in columns.ranges { cells.insert(columns: columns, rows: rows) }
            }
        }
        return cells
    }

    /// The memory in use, in bytes.
    var byteCount: Int {
        // a set of nodes takes about a hundred bytes
        source.byteCount + (tables?.byteCount ?? 0) + tiles.count * MemoryLayout<FieldTile>.stride
            + tiles.reduce(0) { $0 + 128 * $1.sets.count }
    }

    /// The number of channels that are blurred.
    var channelCount: Int { background?.channelCount ?? format.channels.count }

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

    /// The first byte of adjacent pixels of a tile in the unmodified image.
    func sourcePixels(row: Int, columns: Range<Int>) -> UnsafePointer<UInt8> {
        if isOverwritten { return unsafe source.pixels(row: row, columns: columns) }
        // in place, the pixels of a tile are not overwritten before it is written itself
        return unsafe source.row(row, isClamped: true) + columns.lowerBound * format.bytesPerPixel
    }

    /// The first byte of a pixel of the destination; `row` and `column` are those of the source, inside the region.
    func destinationPixel(row: Int, column: Int) -> UnsafeMutablePointer<UInt8> {
        let offset = unsafe destination.layout.byteOffset(x: column - region.x, y: row - region.y)
        return unsafe (destination.base + offset).assumingMemoryBound(to: UInt8.self)
    }
}
