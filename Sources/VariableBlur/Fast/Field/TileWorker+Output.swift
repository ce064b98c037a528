internal import CBlurKernels

// From the nodes' results to pixels.
extension TileWorker {
    private var addresses: UnsafeMutablePointer<UnsafeRawPointer?> { unsafe scratch.windowAddresses }

    /// Writes a tile whose σ varies slowly: combines the nodes' results at their resolution, then interpolates them.
    func writeSmooth(_ plan: TilePlan) {
        let step = job.chain.steps[plan.step]
        for index in 0..<plan.resultRows.count { combineResults(plan, index) }
        let columns = pixelColumns(plan)
        for row in plan.rows {
            let line = unsafe interpolatedLine(plan, row) { unsafe scratch.combined[$0] }
            if step.horizontalLevel == 0 {
                unsafe loops.functions.pointee.limit_samples(line.address, channels * planeStride)
            }
            if step.horizontalLevel > 1 && look == nil && job.format.alphaKind == BLUR_NO_ALPHA {
                unsafe storeValues(line + columns.position, count: columns.count, skipped: columns.skipped, plan, row)
                continue
            }
            var result = unsafe line
            for channel in 0..<channels {
                let samples = unsafe line + (channel * planeStride + columns.position)
                let pixels = unsafe doubling.interpolate(
                    samples, count: columns.count, level: step.horizontalLevel, into: scratch.rows[channel])
                if channel == 0 { unsafe result = pixels }
            }
            let stride = step.horizontalLevel == 0 ? planeStride : scratch.rows.samplesPerRow
            unsafe store(result + columns.skipped, planeStride: stride, plan, row, isSelected: false)
        }
    }

    /// Interpolates a line directly to values, without alpha.
    private func storeValues(_ line: SamplePointer, count: Int, skipped: Int, _ plan: TilePlan, _ row: Int) {
        let step = job.chain.steps[plan.step]
        let valueBytes = job.format.depth.byteCount
        let stride = scratch.rows.samplesPerRow
        let planes = unsafe scratch.rows[channels].address.assumingMemoryBound(to: UInt8.self)
        for channel in 0..<channels {
            unsafe doubling.interpolateToValues(
                line + channel * planeStride, count: count, level: step.horizontalLevel,
                roundingBias: FieldBlur.roundingBias(level: step.greatestLevel),
                into: planes + channel * stride * valueBytes)
        }
        let target = unsafe job.destinationPixel(row: row, column: plan.columns.lowerBound)
        let first = unsafe planes + skipped * valueBytes
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
        let columns = pixelColumns(plan)
        let nodeCount = plan.set.sigmas.count
        // the set's pixels are selected if others belong to other sets, or are not blurred
        let isSelected = plan.set.low >= 0 || plan.set.high < .infinity
        var nodes = plan.set.kernelNodes
        let rowLength = scratch.rows.samplesPerRow
        for row in plan.rows {
            unsafe job.geometry.writeSigmas(ofRow: row, columns: plan.columns, .full, into: scratch.sigmas)
            if isSelected && !containsSelected(plan) { continue }
            computeWeights(&nodes, count: plan.columns.count)
            var planes: [SamplePointer] = unsafe []
            for node in 0..<nodeCount {
                let line = unsafe interpolatedLine(plan, row) { unsafe scratch.nodes[node * scratch.resultRows + $0] }
                for channel in 0..<channels {
                    let samples = unsafe line + (channel * planeStride + columns.position)
                    let target = unsafe scratch.rows[channels + node * channels + channel]
                    unsafe planes.append(
                        doubling.interpolate(samples, count: columns.count, level: step.horizontalLevel, into: target)
                            + columns.skipped)
                    if step.verticalLevel > 0 && step.horizontalLevel == 0 {
                        // the line is overwritten for the next node
                        unsafe target.copy(plan.columns.count, from: planes[planes.count - 1])
                        unsafe planes[planes.count - 1] = target
                    }
                }
            }
            for channel in 0..<channels {
                for node in 0..<nodeCount {
                    unsafe addresses[node] = UnsafeRawPointer(planes[node * channels + channel].address)
                }
                unsafe combine(into: scratch.rows[channel], nodeCount: nodeCount, count: plan.columns.count)
            }
            unsafe store(scratch.rows[0], planeStride: rowLength, plan, row, isSelected: isSelected)
        }
    }

    /// The samples at a plan's resolution that its columns belong to: the position of the first in the window, their number, and the
    /// number of pixels before the plan's first.
    private func pixelColumns(_ plan: TilePlan) -> (position: Int, count: Int, skipped: Int) {
        let level = job.chain.steps[plan.step].horizontalLevel
        let first = plan.columns.lowerBound >> level
        let last = (plan.columns.upperBound - 1) >> level
        return (plan.windowColumns.position(of: first), last - first + 1, plan.columns.lowerBound - first << level)
    }

    /// Interpolates between rows of results.
    private func interpolatedLine(_ plan: TilePlan, _ row: Int, _ results: (Int) -> SamplePointer) -> SamplePointer {
        unsafe doubling.interpolateRows(
            row, level: job.chain.steps[plan.step].verticalLevel, count: channels * planeStride
        ) { unsafe results($0 - plan.resultRows.lowerBound) }
    }

    /// Combines a row of the nodes' results.
    private func combineResults(_ plan: TilePlan, _ index: Int) {
        let step = job.chain.steps[plan.step]
        let (nodeCount, count) = (plan.set.sigmas.count, plan.resultColumns.count)
        unsafe job.geometry.writeSigmas(
            ofRow: plan.resultRows.lowerBound + index, columns: plan.resultColumns, step, into: scratch.sigmas)
        var nodes = plan.set.kernelNodes
        computeWeights(&nodes, count: count)
        let first = plan.windowColumns.position(of: plan.resultColumns.lowerBound)
        for channel in 0..<channels {
            let offset = channel * planeStride + first
            for node in 0..<nodeCount {
                let line = unsafe scratch.nodes[node * scratch.resultRows + index]
                unsafe addresses[node] = UnsafeRawPointer((line + offset).address)
            }
            unsafe combine(into: scratch.combined[index] + offset, nodeCount: nodeCount, count: count)
        }
    }

    private func computeWeights(_ nodes: inout blur_nodes, count: Int) {
        for node in 0..<nodes.count { unsafe scratch.mutableAddresses[node] = scratch.weights[node].address }
        unsafe loops.functions.pointee.compute_node_weights(scratch.mutableAddresses, scratch.sigmas, &nodes, count)
    }

    /// Combines rows whose addresses have been set.
    private func combine(into result: SamplePointer, nodeCount: Int, count: Int) {
        for node in 0..<nodeCount {
            unsafe addresses[nodeCount + node] = UnsafeRawPointer(scratch.weights[node].address)
        }
        unsafe loops.functions.pointee.combine_nodes(
            result.address, addresses, addresses + nodeCount, nodeCount, count)
    }

    /// Whether a pixel of the row belongs to the plan's nodes.
    private func containsSelected(_ plan: TilePlan) -> Bool {
        for column in 0..<plan.columns.count {
            let sigma = unsafe scratch.sigmas[column]
            if sigma > plan.set.low && sigma <= plan.set.high { return true }
        }
        return false
    }

    /// Converts samples to pixels; writes all pixels of the plan's columns, or those that belong to its nodes.
    private func store(
        _ samples: SamplePointer, planeStride: Int, _ plan: TilePlan, _ row: Int, isSelected: Bool
    ) {
        let target = unsafe job.destinationPixel(row: row, column: plan.columns.lowerBound)
        let values = unsafe isSelected ? scratch.values : target
        if let look { unsafe look.apply(to: samples, stride: planeStride, line: row, positions: plan.columns) }
        unsafe loops.functions.pointee.store_pixels(
            values, samples.address, planeStride, 1, channels, job.format.alphaKind, plan.columns.count,
            FieldBlur.roundingBias(level: job.chain.steps[plan.step].greatestLevel))
        if isSelected {
            unsafe blur_copy_selected_pixels(
                target, values, scratch.sigmas, plan.set.low, plan.set.high, job.format.bytesPerPixel,
                plan.columns.count)
        }
    }
}
