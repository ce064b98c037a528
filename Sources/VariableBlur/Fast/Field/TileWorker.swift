internal import CBlurKernels

/// Blurs tiles on one thread.
@safe
final class TileWorker: @unchecked Sendable {
    let job: FieldJob
    let pyramid: FieldPyramid
    let scratch: TileScratch
    let loops: InnerLoops
    let channels: Int
    private var vertical: AxisBlur
    private var horizontal: AxisBlur
    private var edges: EdgeColumns
    let doubling: RowDoubling
    var sigmas: SigmaBuffer
    let look: LookRow?
    private let arena: Arena
    /// Whether the blur was stopped before this worker was finished.
    var wasInterrupted = false

    init(_ job: FieldJob, _ pyramid: FieldPyramid) throws(BlurError) {
        (self.job, self.pyramid, loops) = (job, pyramid, job.loops)
        channels = job.format.channels.count
        let arena = Arena()
        self.arena = arena
        let steps = job.chain.steps
        vertical = try AxisBlur(
            job.vertical, levels: steps.map(\.verticalLevel).max() ?? 0, loops: loops, arena: arena)
        horizontal = try AxisBlur(
            job.horizontal, levels: steps.map(\.horizontalLevel).max() ?? 0, loops: loops, arena: arena)
        scratch = try TileScratch(TileScratch.Capacity(job), format: job.format, loops: loops, arena: arena)
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
        if tile.sets.first.map({ $0.low >= 0 }) ?? true { copy(columns, rows) }
        for part in parts(of: tile) {
            let (columns, rows) = (part.columns.clamped(to: columns), part.rows.clamped(to: rows))
            if columns.isEmpty || rows.isEmpty { continue }
            let plan = TilePlan(tile, part, columns: columns, rows: rows, job)
            scratch.capacity.require(plan)
            sigmas.reset()
            load(plan)
            for node in plan.set.sigmas.indices { blur(plan, node: node) }
            if tile.isSmooth { writeSmooth(plan) } else { write(plan) }
        }
    }

    /// The sets of a tile with the rectangles that contain their pixels.
    ///
    /// Bounds of a tile's σ do not tell which values occur: at the edge of a mask, hardly any between the least and the greatest. So sets
    /// are limited to the σ that occur, and omitted if none does.
    private func parts(of tile: FieldTile) -> [TilePart] {
        guard tile.isMixed else {
            return zip(tile.sets, tile.steps).map { TilePart($0, step: $1, columns: tile.columns, rows: tile.rows) }
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
    private func copy(_ columns: Range<Int>, _ rows: Range<Int>) {
        if job.isInPlace { return }
        let bytesPerPixel = job.format.bytesPerPixel
        for row in rows {
            let from = unsafe job.source.row(row, isClamped: true) + columns.lowerBound * bytesPerPixel
            unsafe job.destinationPixel(row: row, column: columns.lowerBound).update(
                from: from, count: columns.count * bytesPerPixel)
        }
    }

    /// Reads the samples of a plan's window.
    private func load(_ plan: TilePlan) {
        var position = 0
        for range in plan.windowRows.ranges {
            for row in range {
                let target = unsafe scratch.window[position]
                if plan.step == 0 {
                    unsafe loadPixels(row, plan, into: target)
                } else {
                    unsafe loadRow(row, plan, into: target)
                }
                position += 1
            }
        }
    }

    private func loadPixels(_ row: Int, _ plan: TilePlan, into target: SamplePointer) {
        var position = 0
        for range in plan.windowColumns.ranges {
            let pixels = unsafe job.source.pixels(row: row, columns: range)
            let samples = unsafe channels == 1 ? target + position : scratch.interleaved[0]
            unsafe loops.load(pixels, job.format, count: range.count, into: samples)
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

extension TileWorker {
    /// Blurs the window of a plan with the σ of a node.
    private func blur(_ plan: TilePlan, node: Int) {
        let sigma = plan.set.sigmas[node]
        let (scales, levels) = (job.geometry.scales, job.chain.steps[plan.step])
        self.vertical.prepare(
            plan.resultRows, plan.windowRows, sigma: sigma * scales.vertical, level: levels.verticalLevel)
        self.horizontal.prepare(
            plan.resultColumns, plan.windowColumns, sigma: sigma * scales.horizontal, level: levels.horizontalLevel)
        self.edges.set(self.horizontal.edgeResults, plan.resultColumns)
        let (vertical, horizontal, edges) = (self.vertical, self.horizontal, self.edges)
        let (line, interior) = unsafe (scratch.lines[0], vertical.interior)
        let firstPosition = interior.isEmpty ? 0 : plan.windowRows.position(of: interior.lowerBound)
        let firstColumn =
            horizontal.interior.isEmpty ? 0 : plan.windowColumns.position(of: horizontal.interior.lowerBound)
        var edgeRow = 0
        for (index, row) in plan.resultRows.enumerated() {
            if interior.contains(row) {
                let center = unsafe scratch.window[firstPosition + row - interior.lowerBound]
                unsafe loops.functions.pointee.sum_symmetric(
                    line.address, 0, center.address, 0, scratch.window.samplesPerRow, vertical.weights.firstDistance,
                    vertical.weights.base, vertical.weights.count, 1, channels * plan.planeStride)
            } else {
                unsafe sumRows(vertical.edgeResults[edgeRow], into: line, channels * plan.planeStride)
                edgeRow += 1
            }
            let result = unsafe scratch.nodes[node * scratch.resultRows + index]
            if !horizontal.interior.isEmpty {
                unsafe loops.functions.pointee.sum_symmetric(
                    (result + (horizontal.interior.lowerBound - plan.resultColumns.lowerBound)).address,
                    plan.resultStride, (line + firstColumn).address, plan.planeStride, 1,
                    horizontal.weights.firstDistance, horizontal.weights.base, horizontal.weights.count, channels,
                    horizontal.interior.count)
            }
            if edges.count > 0 { unsafe sumEdges(edges, line, into: result, plan) }
        }
    }

    private func sumRows(_ result: EdgeResult, into line: SamplePointer, _ length: Int) {
        var count = 0
        // inner loops of 8-bit images cannot apply the weight 1.0; normalized weights of samples beyond the image may be greater
        let greatest = Int32(loops.unitWeight - 1)
        for (tap, weight) in result.weights.enumerated() {
            let row = unsafe UnsafeRawPointer(scratch.window[result.first + tap].address)
            var rest = weight
            while rest > 0 {
                let part = rest > greatest ? rest / 2 : rest
                precondition(count < scratch.addressCount, "a result has more than \(count) weights")
                unsafe scratch.windowAddresses[count] = row
                unsafe scratch.rowWeights[count] = min(part, greatest)
                rest -= min(part, greatest)
                count += 1
            }
        }
        unsafe loops.functions.pointee.sum_rows(
            line.address, scratch.windowAddresses, scratch.rowWeights, count, 0, length)
    }

    /// Computes the results of a row that the edges affect.
    private func sumEdges(_ edges: EdgeColumns, _ line: SamplePointer, into result: SamplePointer, _ plan: TilePlan) {
        for channel in 0..<channels {
            unsafe loops.functions.pointee.sum_along(
                (result + channel * plan.resultStride).address, (line + channel * plan.planeStride).address,
                edges.targets, edges.starts, edges.counts, edges.weights, edges.weightStep, edges.count)
        }
    }
}
