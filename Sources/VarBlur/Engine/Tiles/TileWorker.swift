internal import CBlurKernels

/// Blurs tiles on one thread.
@safe
final class TileWorker: @unchecked Sendable {
    let job: FieldJob
    let pyramid: FieldPyramid
    let scratch: TileScratch
    let loops: InnerLoops
    let channels: Int
    var vertical: AxisBlur
    /// One for each kernel that is applied to a row at once.
    var horizontal: [AxisBlur]
    /// For each of these kernels, the results that the edges affect.
    var edges: [EdgeColumns]
    let doubling: RowDoubling
    var sigmas: SigmaBuffer
    let look: LookRow?
    /// The columns that are written of the latest rows of a tile.
    private var (writtenRows, writtenColumns) = (0..<0, 0..<0)
    private let arena: Arena
    /// Whether the blur was stopped before this worker was finished.
    var wasInterrupted = false

    init(_ job: FieldJob, _ pyramid: FieldPyramid) throws(BlurError) {
        (self.job, self.pyramid, loops) = (job, pyramid, job.loops)
        channels = job.channelCount
        let arena = Arena()
        self.arena = arena
        let steps = job.chain.steps
        vertical = try AxisBlur(
            job.vertical, levels: steps.map(\.verticalLevel).max() ?? 0, loops: loops, arena: arena)
        var horizontal = [
            try AxisBlur(
                job.horizontal, levels: steps.map(\.horizontalLevel).max() ?? 0, loops: loops, arena: arena)
        ]
        while horizontal.count < TileScratch.kernelCount {
            horizontal.append(try horizontal[0].withOwnWeights(loops: loops, arena: arena))
        }
        self.horizontal = horizontal
        scratch = try TileScratch(TileScratch.Capacity(job), job, loops: loops, arena: arena)
        edges = scratch.edges
        sigmas = try SigmaBuffer(job.geometry, arena: arena)
        doubling = try RowDoubling(job.chain, scratch, loops: loops, arena: arena)
        look = try job.look.map { (look) throws(BlurError) in
            try LookRow(
                look, lineLength: job.geometry.width, greatestCount: FieldTile.greatestSize, job.format,
                loops: job.loops, arena: arena)
        }
    }

    /// The memory in use, in bytes.
    var byteCount: Int { arena.byteCount }

    /// Computes the pixels of a tile that lie in the region.
    func run(_ tile: FieldTile) {
        let columns = tile.columns.clamped(to: job.region.x..<job.region.x + job.region.width)
        let rows = tile.rows.clamped(to: job.region.y..<job.region.y + job.region.height)
        let keepsPixels = job.background == nil ? tile.sets.first.map { $0.low >= 0 } ?? true : tile.isMixed
        if keepsPixels || tile.sets.isEmpty { copy(columns, rows) } else { copyCovered(columns, rows) }
        writtenRows = 0..<0
        for part in parts(of: tile) {
            let (columns, rows) = (part.columns.clamped(to: columns), part.rows.clamped(to: rows))
            if columns.isEmpty || rows.isEmpty { continue }
            let plan = TilePlan(tile, part, columns: columns, rows: rows, job)
            scratch.capacity.require(plan)
            sigmas.reset()
            load(plan)
            blur(plan)
            if tile.isSmooth { writeSmooth(plan) } else { write(plan) }
        }
    }

    /// The sets of a tile with the rectangles that contain their pixels.
    ///
    /// Bounds of a tile's σ do not tell which values occur: at the edge of a mask, hardly any between the least and the greatest. So sets
    /// are limited to the σ that occur, and omitted if none does.
    private func parts(of tile: FieldTile) -> [TilePart] {
        guard tile.isMixed else {
            return zip(tile.sets, tile.steps).map {
                TilePart($0, step: $1, columns: tile.blurredColumns, rows: tile.blurredRows)
            }
        }
        unsafe job.geometry.writeSigmas(
            ofRows: tile.rows, columns: tile.columns, .full, into: scratch.cellSigmas(tile.rows.lowerBound, of: tile),
            stride: FieldMap.cellSize)
        return zip(tile.sets, tile.steps).compactMap { set, step in
            var scan = SigmaScan(set)
            for row in tile.rows {
                unsafe scan.add(row: row - tile.rows.lowerBound, scratch.cellSigmas(row, of: tile), tile.columns.count)
            }
            return scan.part(of: tile, step: step)
        }
    }

    /// Copies pixels that are not blurred.
    func copy(_ columns: Range<Int>, _ rows: Range<Int>) {
        if job.isInPlace && !job.isOverwritten { return }
        for row in rows {
            unsafe job.destinationPixel(row: row, column: columns.lowerBound).update(
                from: job.sourcePixels(row: row, columns: columns),
                count: columns.count * job.format.bytesPerPixel)
        }
    }

    /// Copies the cells of a rectangle that are wholly in front of a background.
    private func copyCovered(_ columns: Range<Int>, _ rows: Range<Int>) {
        guard let map = job.cells?.map, !job.isInPlace || job.isOverwritten else { return }
        var row = rows.lowerBound
        while row < rows.upperBound {
            let cells = MatteCoverage.rows(with: row, in: rows)
            for run in map.runs(columns: columns, rows: cells) where run.coverage.isCovered { copy(run.columns, cells) }
            row = cells.upperBound
        }
    }

    /// The columns of a row of a plan that are written: behind a matte, those that contain all pixels to blur.
    func columns(ofRow row: Int, _ plan: TilePlan) -> Range<Int> {
        guard let cells = job.cells else { return plan.columns }
        if !writtenRows.contains(row) {
            writtenRows = MatteCoverage.rows(with: row, in: plan.tile.rows)
            writtenColumns = cells.columns(of: plan.tile, rows: writtenRows)
        }
        return writtenColumns.clamped(to: plan.columns)
    }

    /// Reads the samples of a plan's window.
    private func load(_ plan: TilePlan) {
        if plan.step > 0 { pyramid.require(plan) }
        var position = 0
        for range in plan.windowRows.ranges {
            for row in range.prefix(Self.prefetchedRows) { prefetch(row, plan) }
            for row in range {
                let later = row + Self.prefetchedRows
                if later < range.upperBound { prefetch(later, plan) }
                let target = unsafe scratch.window[position]
                if plan.step == 0 {
                    unsafe loadPixels(row, of: range, plan, into: target)
                } else {
                    unsafe loadRow(row, plan, into: target)
                }
                position += 1
            }
        }
    }

    /// How many rows before a row is needed the processor starts to load it, because it does not expect short parts of distant rows.
    static let prefetchedRows = 6

    private func prefetch(_ row: Int, _ plan: TilePlan) {
        for range in plan.windowColumns.ranges {
            if plan.step == 0 {
                unsafe blur_prefetch(
                    job.source.pixels(row: row, columns: range), range.count * job.format.bytesPerPixel)
                continue
            }
            let shape = pyramid.shapes[plan.step]
            let from = unsafe pyramid.row(row, step: plan.step)
            for plane in 0..<shape.planeCount {
                let first = unsafe from + (shape.start(plane) + range.lowerBound * shape.pixelStep)
                unsafe blur_prefetch(first.address, range.count * shape.pixelStep * loops.sampleSize)
            }
        }
    }

    /// Reads pixels of a row; the next ones will be those of further `rows`.
    private func loadPixels(_ row: Int, of rows: Range<Int>, _ plan: TilePlan, into target: SamplePointer) {
        var position = 0
        for range in plan.windowColumns.ranges {
            let pixels = unsafe job.source.pixels(row: row, columns: range)
            let samples = unsafe channels == 1 ? target + position : scratch.interleaved[0]
            if let background = job.background, let coverage = scratch.coverage {
                let coverage = unsafe coverage.row(row, of: row..<rows.upperBound, columns: range)
                unsafe background.load(pixels, coverage: coverage, count: range.count, into: samples)
            } else {
                unsafe loops.load(pixels, job.format, count: range.count, into: samples)
            }
            if channels > 1 { unsafe separate(samples, count: range.count, into: target + position, plan.planeStride) }
            position += range.count
        }
    }

    private func loadRow(_ row: Int, _ plan: TilePlan, into target: SamplePointer) {
        let shape = pyramid.shapes[plan.step]
        let from = unsafe pyramid.row(row, step: plan.step)
        var position = 0
        for range in plan.windowColumns.ranges {
            if shape.horizontalLevel == 0 && channels > 1 {
                let first = shape.firstSampleOffset + range.lowerBound * channels
                unsafe separate(from + first, count: range.count, into: target + position, plan.planeStride)
            } else {
                for channel in 0..<channels {
                    unsafe (target + (channel * plan.planeStride + position)).copy(
                        range.count, from: from + (shape.start(channel) + range.lowerBound))
                }
            }
            position += range.count
        }
    }

    /// Separates the channels of interleaved samples.
    private func separate(_ samples: SamplePointer, count: Int, into target: SamplePointer, _ planeStride: Int) {
        for channel in 0..<channels {
            unsafe scratch.mutableAddresses[channel] = (target + channel * planeStride).address
        }
        unsafe loops.functions.pointee.deinterleave(scratch.mutableAddresses, samples.address, channels, count)
    }
}
