internal import CBlurKernels

// From the nodes' results to pixels.
extension TileWorker {
    /// Writes a tile whose σ varies slowly: combines the nodes' results at their resolution, then interpolates them.
    func writeSmooth(_ plan: TilePlan) {
        let step = job.chain.steps[plan.step]
        var nodes = plan.set.kernelNodes
        for index in 0..<plan.resultRows.count { combineResults(plan, index, &nodes) }
        for row in plan.rows {
            let written = columns(ofRow: row, plan)
            if written.isEmpty { continue }
            let columns = PixelColumns(written, plan, level: step.horizontalLevel)
            prefetchTarget(plan, row)
            let line = unsafe interpolatedLine(plan, row, scratch.combined, first: 0)
            if step.horizontalLevel == 0 {
                unsafe loops.functions.pointee.limit_samples(line.address, channels * plan.resultStride)
            }
            unsafe interpolateAndStore(line, columns, plan, row, selectedBy: nil)
        }
    }

    /// Interpolates a line along the row, and converts it to pixels.
    private func interpolateAndStore(
        _ line: SamplePointer, _ columns: PixelColumns, _ plan: TilePlan, _ row: Int,
        selectedBy sigmas: UnsafePointer<Float>?
    ) {
        let (level, samples) = unsafe (job.chain.steps[plan.step].horizontalLevel, line + columns.position)
        let hasValues = look == nil && job.format.alphaKind == BLUR_NO_ALPHA && !loops.isLinear && job.background == nil
        if unsafe level > 1 && hasValues && sigmas == nil { return unsafe storeValues(samples, columns, plan, row) }
        let (target, stride) = unsafe (scratch.rows[1], plan.resultStride)
        if level > 0 && 2 * columns.count < stride {
            for channel in 0..<channels {
                unsafe doubling.interpolate(
                    samples + channel * stride, count: columns.count, level: level,
                    into: target + channel * (stride << level))
            }
        } else {
            unsafe doubling.interpolate(samples, count: sampleCount(columns, plan), level: level, into: target)
        }
        unsafe store(
            (level == 0 ? samples : target) + columns.skipped, planeStride: stride << level, plan, row, columns.pixels,
            selectedBy: sigmas)
    }

    /// Starts to load the pixels that will be written a few rows below a row, or the next stores would wait for them.
    private func prefetchTarget(_ plan: TilePlan, _ row: Int) {
        let later = row + Self.prefetchedRows
        guard later < plan.rows.upperBound else { return }
        unsafe blur_prefetch(
            job.destinationPixel(row: later, column: plan.columns.lowerBound),
            plan.columns.count * job.format.bytesPerPixel)
    }

    /// The number of samples from the first sample of the first channel to the last of the last channel, so that all channels are
    /// interpolated as one row.
    private func sampleCount(_ columns: PixelColumns, _ plan: TilePlan) -> Int {
        (channels - 1) * plan.resultStride + columns.count
    }

    /// Interpolates a line directly to values, without alpha.
    private func storeValues(_ line: SamplePointer, _ columns: PixelColumns, _ plan: TilePlan, _ row: Int) {
        let step = job.chain.steps[plan.step]
        let valueBytes = job.format.depth.byteCount
        let stride = plan.resultStride << step.horizontalLevel
        let planes = unsafe scratch.rows[0].address.assumingMemoryBound(to: UInt8.self)
        unsafe doubling.interpolateToValues(
            line, count: sampleCount(columns, plan), level: step.horizontalLevel,
            roundingBias: AxisLevels.roundingBias(step.greatestLevel), into: planes)
        let target = unsafe job.destinationPixel(row: row, column: plan.columns.lowerBound)
        let first = unsafe planes + columns.skipped * valueBytes
        if channels > 1 {
            unsafe loops.functions.pointee.interleave(target, first, stride, channels, plan.columns.count)
        } else {
            unsafe target.update(from: first, count: plan.columns.count * valueBytes)
        }
    }

    /// Writes a tile whose σ varies quickly, or which contains several sets of nodes: interpolates the results of each node, then
    /// combines them.
    func write(_ plan: TilePlan) {
        let step = job.chain.steps[plan.step]
        let columns = PixelColumns(plan.columns, plan, level: step.horizontalLevel)
        let nodeCount = plan.set.sigmas.count
        // the set's pixels are selected if others belong to other sets, or are not blurred
        let isSelected = plan.set.low >= 0 || plan.set.high < .infinity
        if job.isConstantAlongColumns && step.verticalLevel > 0 {
            return writeConstantColumns(plan, columns, isSelected: isSelected)
        }
        var nodes = plan.set.kernelNodes
        let (stride, nodeStride) = (scratch.planeStride, plan.resultStride << step.horizontalLevel)
        for row in plan.rows {
            let sigmas = unsafe sigmas(ofRow: row, plan)
            if unsafe isSelected && !containsSelected(plan, sigmas) { continue }
            let written = self.columns(ofRow: row, plan)
            if written.isEmpty { continue }
            let first = written.lowerBound - plan.columns.lowerBound
            prefetchTarget(plan, row)
            if job.isConstantAlongRows && step.horizontalLevel > 0 {
                let line = unsafe combinedLine(plan, row, &nodes, sigma: sigmas[0])
                unsafe interpolateAndStore(
                    line, PixelColumns(written, plan, level: step.horizontalLevel), plan, row,
                    selectedBy: isSelected ? sigmas : nil)
                continue
            }
            if nodeCount == 1 && step == .full {
                let line = unsafe interpolatedLine(plan, row, scratch.nodes, first: 0)
                unsafe loops.functions.pointee.limit_samples(line.address, channels * plan.resultStride)
                unsafe store(
                    line + first, planeStride: plan.resultStride, plan, row, written,
                    selectedBy: isSelected ? sigmas : nil)
                continue
            }
            unsafe computeWeights(&nodes, sigmas, count: plan.columns.count)
            for node in 0..<nodeCount {
                let line = unsafe interpolatedLine(plan, row, scratch.nodes, first: node * scratch.resultRows)
                unsafe interpolate(line, plan, node, columns)
            }
            unsafe combine(
                into: scratch.rows[0], step: stride, from: nodeStride, nodeCount: nodeCount, count: plan.columns.count)
            unsafe store(
                scratch.rows[0] + first, planeStride: stride, plan, row, written, selectedBy: isSelected ? sigmas : nil)
        }
    }

    /// Combines the nodes of a row whose pixels all have the same σ, before they are interpolated along the row.
    private func combinedLine(
        _ plan: TilePlan, _ row: Int, _ nodes: inout blur_nodes, sigma: Float
    ) -> SamplePointer {
        let (nodeCount, count) = (plan.set.sigmas.count, plan.resultColumns.count)
        unsafe scratch.lineSigmas.update(repeating: sigma, count: count)
        unsafe computeWeights(&nodes, scratch.lineSigmas, count: count)
        for node in 0..<nodeCount {
            let line = unsafe interpolatedLine(plan, row, scratch.nodes, first: node * scratch.resultRows)
            // the line is overwritten for the next node
            let target = unsafe scratch.rows[1 + node]
            unsafe target.copy(channels * plan.resultStride, from: line)
            unsafe scratch.nodeAddresses[node] = UnsafeRawPointer(target.address)
        }
        unsafe combine(
            into: scratch.rows[0], step: plan.resultStride, from: plan.resultStride, nodeCount: nodeCount, count: count)
        return unsafe scratch.rows[0]
    }

    /// Writes a tile in which all pixels of a column have the same σ: interpolates the rows of results along the row, combines them,
    /// and then interpolates between them.
    private func writeConstantColumns(_ plan: TilePlan, _ columns: PixelColumns, isSelected: Bool) {
        let (step, nodeCount) = (job.chain.steps[plan.step], plan.set.sigmas.count)
        let sigmas = unsafe sigmas(ofRow: plan.rows.lowerBound, plan)
        if unsafe isSelected && !containsSelected(plan, sigmas) { return }
        var nodes = plan.set.kernelNodes
        unsafe computeWeights(&nodes, sigmas, count: plan.columns.count)
        let stride = TileScratch.planeStride(plan.columns.count)
        for index in 0..<plan.resultRows.count {
            for node in 0..<nodeCount {
                unsafe interpolate(scratch.nodes[node * scratch.resultRows + index], plan, node, columns)
            }
            unsafe combine(
                into: scratch.wide[index], step: stride, from: plan.resultStride << step.horizontalLevel,
                nodeCount: nodeCount, count: plan.columns.count)
        }
        let count = (channels - 1) * stride + plan.columns.count
        for row in plan.rows {
            let written = self.columns(ofRow: row, plan)
            if written.isEmpty { continue }
            prefetchTarget(plan, row)
            let line = unsafe doubling.interpolateRows(
                row, level: step.verticalLevel, count: count, scratch.wide, zero: -plan.resultRows.lowerBound)
            unsafe loops.functions.pointee.limit_samples(line.address, count)
            unsafe store(
                line + (written.lowerBound - plan.columns.lowerBound), planeStride: stride, plan, row, written,
                selectedBy: isSelected ? sigmas : nil)
        }
    }

    /// Interpolates a line of a node's results along the row, and sets the address of its first pixel.
    private func interpolate(_ line: SamplePointer, _ plan: TilePlan, _ node: Int, _ columns: PixelColumns) {
        let step = job.chain.steps[plan.step]
        if step == .full {
            unsafe scratch.nodeAddresses[node] = UnsafeRawPointer(line.address)
            return
        }
        let (target, samples) = unsafe (scratch.rows[1 + node], line + columns.position)
        if step.horizontalLevel == 0 {
            // the line is overwritten for the next node
            unsafe target.copy(sampleCount(columns, plan), from: samples)
        } else {
            unsafe doubling.interpolate(
                samples, count: sampleCount(columns, plan), level: step.horizontalLevel, into: target)
        }
        unsafe scratch.nodeAddresses[node] = UnsafeRawPointer((target + columns.skipped).address)
    }

    /// The σ of a row of a plan's columns.
    private func sigmas(ofRow row: Int, _ plan: TilePlan) -> UnsafePointer<Float> {
        if plan.tile.isMixed {
            let columnsBefore = plan.columns.lowerBound - plan.tile.columns.lowerBound
            return unsafe UnsafePointer(scratch.cellSigmas(row, of: plan.tile)) + columnsBefore
        }
        return unsafe sigmas.row(row, of: plan.rows, columns: plan.columns, .full)
    }

    /// The samples at a plan's resolution that some of its columns belong to.
    private struct PixelColumns {
        let pixels: Range<Int>
        /// The index of the first among the results.
        let position: Int
        let count: Int
        /// The number of pixels of the first sample before the first of the columns.
        let skipped: Int

        init(_ pixels: Range<Int>, _ plan: TilePlan, level: Int) {
            self.pixels = pixels
            let first = pixels.lowerBound >> level
            position = first - plan.resultColumns.lowerBound
            count = ((pixels.upperBound - 1) >> level) - first + 1
            skipped = pixels.lowerBound - first << level
        }
    }

    /// Interpolates between rows of results, of which the plan's first is in the row `first` of a table.
    private func interpolatedLine(_ plan: TilePlan, _ row: Int, _ results: SampleTable, first: Int) -> SamplePointer {
        unsafe doubling.interpolateRows(
            row, level: job.chain.steps[plan.step].verticalLevel, count: channels * plan.resultStride, results,
            zero: first - plan.resultRows.lowerBound)
    }

    /// Combines a row of the nodes' results.
    private func combineResults(_ plan: TilePlan, _ index: Int, _ nodes: inout blur_nodes) {
        let step = job.chain.steps[plan.step]
        let (nodeCount, count) = (plan.set.sigmas.count, plan.resultColumns.count)
        let sigmas = unsafe sigmas.row(
            plan.resultRows.lowerBound + index, of: plan.resultRows, columns: plan.resultColumns, step)
        unsafe computeWeights(&nodes, sigmas, count: count)
        for node in 0..<nodeCount {
            unsafe scratch.nodeAddresses[node] = UnsafeRawPointer(
                scratch.nodes[node * scratch.resultRows + index].address)
        }
        unsafe combine(
            into: scratch.combined[index], step: plan.resultStride, from: plan.resultStride, nodeCount: nodeCount,
            count: count)
    }

    private func computeWeights(_ nodes: inout blur_nodes, _ sigmas: UnsafePointer<Float>, count: Int) {
        for node in 0..<nodes.count { unsafe scratch.mutableAddresses[node] = scratch.weights[node].address }
        unsafe loops.functions.pointee.compute_node_weights(scratch.mutableAddresses, sigmas, &nodes, count)
    }

    /// Combines rows of all channels whose addresses have been set; planes are `step` and `nodeStep` samples apart.
    private func combine(
        into result: SamplePointer, step: Int, from nodeStep: Int, nodeCount: Int, count: Int
    ) {
        let weights = unsafe scratch.nodeAddresses + NodeSet.greatestNodeCount
        for node in 0..<nodeCount { unsafe weights[node] = UnsafeRawPointer(scratch.weights[node].address) }
        unsafe loops.functions.pointee.combine_nodes(
            result.address, step, scratch.nodeAddresses, nodeStep, weights, nodeCount, channels, count)
    }

    /// Whether a pixel of the row belongs to the plan's nodes.
    private func containsSelected(_ plan: TilePlan, _ sigmas: UnsafePointer<Float>) -> Bool {
        let (low, high) = (plan.set.low, plan.set.high)
        var count: Int32 = 0
        // the compiler vectorizes a loop without an early end
        for column in 0..<plan.columns.count {
            let sigma = unsafe sigmas[column]
            count &+= (sigma > low ? 1 : 0) & (sigma <= high ? 1 : 0)
        }
        return count > 0
    }

    /// Converts samples to pixels; writes all pixels of some columns, or those that belong to the plan's nodes by their σ.
    private func store(
        _ samples: SamplePointer, planeStride: Int, _ plan: TilePlan, _ row: Int, _ columns: Range<Int>,
        selectedBy sigmas: UnsafePointer<Float>?
    ) {
        if let background = job.background {
            let sigmas = unsafe sigmas.map { unsafe $0 + (columns.lowerBound - plan.columns.lowerBound) }
            return unsafe store(background, samples, planeStride: planeStride, plan, row, columns, selectedBy: sigmas)
        }
        let target = unsafe job.destinationPixel(row: row, column: plan.columns.lowerBound)
        let values = unsafe sigmas == nil ? target : scratch.values
        let (format, count) = (job.format, plan.columns.count)
        let roundingBias = AxisLevels.roundingBias(job.chain.steps[plan.step].greatestLevel)
        if let look {
            unsafe loops.encode(samples, stride: planeStride, format, count: count)
            unsafe look.apply(to: samples, stride: planeStride, line: row, positions: plan.columns)
            unsafe loops.storeEncoded(
                samples, stride: planeStride, format, count: count, roundingBias: roundingBias, into: values)
        } else {
            unsafe loops.store(
                samples, channelStep: planeStride, pixelStep: 1, format, count: count, roundingBias: roundingBias,
                into: values)
        }
        if let sigmas = unsafe sigmas {
            unsafe blur_copy_selected_pixels(
                target, values, sigmas, plan.set.low, plan.set.high, job.format.bytesPerPixel,
                plan.columns.count)
        }
    }

    /// Puts pixels in front of their blurred background, and writes those that are not wholly in front; the other parameters are those
    /// of the function above.
    private func store(
        _ background: BackgroundPixels, _ samples: SamplePointer, planeStride: Int, _ plan: TilePlan, _ row: Int,
        _ columns: Range<Int>, selectedBy sigmas: UnsafePointer<Float>?
    ) {
        guard let buffer = scratch.coverage else { return }
        let count = columns.count
        let coverage = unsafe buffer.row(row, of: plan.rows, columns: columns)
        unsafe look?.fadeBackground(samples, stride: planeStride, row: row, columns: columns)
        let bias = AxisLevels.roundingBias(job.chain.steps[plan.step].greatestLevel)
        // for every run, whether some of its pixels are wholly in front
        var fronts: UInt64 = 0
        let runs = unsafe buffer.runs
        precondition(runs.count <= UInt64.bitWidth)
        for index in 0..<runs.count where unsafe !runs[index].coverage.isCovered {
            let run = unsafe runs[index]
            let first = run.columns.lowerBound - columns.lowerBound
            let hasFront = unsafe background.composite(
                samples + first, stride: planeStride, with: job.sourcePixels(row: row, columns: run.columns),
                coverage: coverage + first, count: run.columns.count, roundingBias: bias)
            fronts |= hasFront ? 1 << UInt64(index) : 0
        }
        if let look {
            unsafe loops.encode(samples, stride: planeStride, job.format, count: count)
            unsafe look.apply(to: samples, stride: planeStride, line: row, positions: columns)
        }
        // those wholly in front have been copied already
        for index in 0..<runs.count where unsafe !runs[index].coverage.isCovered {
            let run = unsafe runs[index]
            let first = run.columns.lowerBound - columns.lowerBound
            let isBlurred = unsafe sigmas == nil && fronts >> UInt64(index) & 1 == 0
            if !isBlurred && !plan.tile.isMixed { copy(run.columns, row..<row + 1) }
            let target = unsafe job.destinationPixel(row: row, column: run.columns.lowerBound)
            unsafe background.store(
                samples + first, stride: planeStride, isEncoded: look != nil, count: run.columns.count,
                into: isBlurred ? target : scratch.values)
            if isBlurred { continue }
            let sigmas = unsafe sigmas.map { unsafe $0 + first }
            unsafe copySelected(run.columns.count, into: target, plan.set, coverage + first, selectedBy: sigmas)
        }
    }

    /// Copies values of pixels that are not wholly in front, and whose σ belongs to a set.
    private func copySelected(
        _ count: Int, into target: UnsafeMutablePointer<UInt8>, _ set: NodeSet, _ coverage: UnsafePointer<Float>,
        selectedBy sigmas: UnsafePointer<Float>?
    ) {
        let selection = unsafe scratch.selection
        let (low, high) = unsafe sigmas == nil ? (0, Float.infinity) : (set.low, set.high)
        for index in 0..<count {
            let sigma = unsafe sigmas.map { unsafe $0[index] } ?? 1
            unsafe selection[index] = coverage[index] < 1 ? sigma : -.infinity
        }
        unsafe blur_copy_selected_pixels(
            target, scratch.values, selection, low, high, job.format.bytesPerPixel, count)
    }
}
