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
    /// The distance between the planes of the channels in rows of the current plan.
    private(set) var planeStride = 0
    let doubling: RowDoubling
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
            job.chain.vertical, edges: job.edges, levels: steps.map(\.verticalLevel).max() ?? 0, loops: loops,
            arena: arena)
        horizontal = try AxisBlur(
            job.chain.horizontal, edges: job.edges, levels: steps.map(\.horizontalLevel).max() ?? 0, loops: loops,
            arena: arena)
        scratch = try TileScratch(
            TileScratch.Capacity(job, vertical, horizontal), format: job.format, loops: loops, arena: arena)
        edges = scratch.edges
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
        for (set, step) in zip(usedSets(tile), tile.steps) {
            guard let set else { continue }
            let plan = TilePlan(tile, set, step: step, columns: columns, rows: rows, job, vertical, horizontal)
            planeStride = plan.planeStride
            load(plan)
            for node in set.sigmas.indices { blur(plan, node: node) }
            if tile.isSmooth { writeSmooth(plan) } else { write(plan) }
        }
    }

    /// The sets of a tile, limited to the σ that its pixels have; `nil` for those that no pixel belongs to.
    ///
    /// Bounds of a tile's σ do not tell which values occur: at the edge of a mask, hardly any between the least and the greatest.
    private func usedSets(_ tile: FieldTile) -> [NodeSet?] {
        guard tile.sets.count > 1 else { return tile.sets }
        var ranges = [ClosedRange<Double>?](repeating: nil, count: tile.sets.count)
        for row in tile.rows {
            unsafe job.geometry.writeSigmas(ofRow: row, columns: tile.columns, .full, into: scratch.sigmas)
            for (index, set) in tile.sets.enumerated() {
                var (least, greatest) = (Float.infinity, -Float.infinity)
                for column in 0..<tile.columns.count {
                    let sigma = unsafe scratch.sigmas[column]
                    let isSelected = sigma > set.low && sigma <= set.high
                    least = isSelected && sigma < least ? sigma : least
                    greatest = isSelected && sigma > greatest ? sigma : greatest
                }
                guard least <= greatest else { continue }
                let known = ranges[index] ?? Double(least)...Double(greatest)
                ranges[index] = min(known.lowerBound, Double(least))...max(known.upperBound, Double(greatest))
            }
        }
        return zip(tile.sets, ranges).map { set, range in range.map(set.restricted) }
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
            let pixels = unsafe job.source.row(row, isClamped: true) + range.lowerBound * job.format.bytesPerPixel
            let samples = unsafe channels == 1 ? target + position : scratch.interleaved[0]
            unsafe loops.functions.pointee.load_pixels(
                samples.address, pixels, channels, job.format.alphaKind, range.count)
            if channels > 1 { unsafe separate(samples, count: range.count, into: target + position) }
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
                unsafe separate(from + first, count: range.count, into: target + position)
            } else {
                for channel in 0..<channels {
                    unsafe (target + (channel * planeStride + position)).copy(
                        range.count, from: from + (shape.start(channel) + range.lowerBound))
                }
            }
            position += range.count
        }
    }

    /// Separates the channels of interleaved samples.
    private func separate(_ samples: SamplePointer, count: Int, into target: SamplePointer) {
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
        vertical.prepare(
            plan.resultRows, plan.windowRows, sigma: sigma * scales.vertical, level: levels.verticalLevel)
        horizontal.prepare(
            plan.resultColumns, plan.windowColumns, sigma: sigma * scales.horizontal, level: levels.horizontalLevel)
        edges.set(horizontal.edgeResults, plan.windowColumns)
        let (line, interior) = unsafe (scratch.lines[0], vertical.interior)
        unsafe setColumnAddresses(line)
        var edgeRow = 0
        for (index, row) in plan.resultRows.enumerated() {
            if interior.contains(row) {
                unsafe sumRows(
                    around: row - interior.lowerBound + plan.windowRows.position(of: interior.lowerBound), into: line)
            } else {
                unsafe sumRows(vertical.edgeResults[edgeRow], into: line)
                edgeRow += 1
            }
            unsafe filter(line, into: scratch.nodes[node * scratch.resultRows + index])
        }
    }

    private var rowLength: Int { channels * planeStride }

    private func sumRows(around position: Int, into line: SamplePointer) {
        let (weights, before) = unsafe (vertical.weights, scratch.windowAddresses)
        let after = unsafe before + weights.count
        let center = unsafe scratch.window[position].address
        let rowBytes = scratch.window.samplesPerRow &* loops.sampleSize
        for tap in 0..<weights.count {
            let distance = max(tap &+ weights.firstDistance, 0) &* rowBytes
            unsafe before[tap] = UnsafeRawPointer(center - distance)
            unsafe after[tap] = UnsafeRawPointer(center + distance)
        }
        unsafe loops.functions.pointee.sum_pairs(
            line.address, before, after, weights.base, weights.count, rowLength)
    }

    private func sumRows(_ result: EdgeResult, into line: SamplePointer) {
        var count = 0
        // inner loops of 8-bit images cannot apply the weight 1.0; normalized weights of samples beyond the image may be greater
        let greatest = Int32(loops.unitWeight - 1)
        for (tap, weight) in result.weights.enumerated() {
            let row = unsafe UnsafeRawPointer(scratch.window[result.first + tap].address)
            var rest = weight
            while rest > 0 {
                let part = rest > greatest ? rest / 2 : rest
                unsafe scratch.windowAddresses[count] = row
                unsafe scratch.rowWeights[count] = min(part, greatest)
                rest -= min(part, greatest)
                count += 1
            }
        }
        unsafe loops.functions.pointee.sum_rows(
            line.address, scratch.windowAddresses, scratch.rowWeights, count, 0, rowLength)
    }

    /// Sets the addresses of the samples that the kernel along a row sums.
    private func setColumnAddresses(_ line: SamplePointer) {
        let (weights, addresses) = unsafe (horizontal.weights, scratch.columnAddresses)
        for tap in 0..<weights.count {
            let distance = max(tap + weights.firstDistance, 0)
            unsafe addresses[tap] = UnsafeRawPointer((line - distance).address)
            unsafe addresses[weights.count + tap] = UnsafeRawPointer((line + distance).address)
        }
    }

    /// Blurs a row along its length.
    private func filter(_ line: SamplePointer, into result: SamplePointer) {
        if !horizontal.interior.isEmpty {
            let (weights, before) = unsafe (horizontal.weights, scratch.columnAddresses)
            unsafe loops.functions.pointee.sum_pairs(
                result.address, before, before + weights.count, weights.base, weights.count, rowLength)
        }
        guard edges.count > 0 else { return }
        for channel in 0..<channels {
            let plane = channel * planeStride
            unsafe loops.functions.pointee.sum_along(
                (result + plane).address, (line + plane).address, edges.targets, edges.starts, edges.counts,
                edges.weights, edges.weightStep, edges.count)
        }
    }
}
