internal import CBlurKernels

// From the samples of a window to the results of the nodes.
extension TileWorker {
    /// Blurs the window of a plan with the σ of every node: first along the rows, with several kernels at once, because they read the
    /// same samples; then across the rows.
    func blur(_ plan: TilePlan) {
        let nodeCount = plan.set.sigmas.count
        let groupCount = (nodeCount + TileScratch.kernelCount - 1) / TileScratch.kernelCount
        for group in 0..<groupCount {
            let nodes = group * nodeCount / groupCount..<(group + 1) * nodeCount / groupCount
            filterRows(plan, nodes)
            for node in nodes { sumRows(plan, node: node, slot: node - nodes.lowerBound) }
        }
    }

    /// Blurs the rows of a window along the row with the kernels of some nodes.
    private func filterRows(_ plan: TilePlan, _ nodes: Range<Int>) {
        let (count, interior) = (nodes.count, prepareKernels(plan, nodes))
        let firstColumn = interior.isEmpty ? 0 : plan.windowColumns.position(of: interior.lowerBound)
        let firstResult = interior.isEmpty ? 0 : interior.lowerBound - plan.resultColumns.lowerBound
        let isTogether = !interior.isEmpty && canApplyTogether(count)
        let (functions, kernels, results) = unsafe (loops.functions, scratch.kernels, scratch.kernelResults)
        let edges = edges
        for position in 0..<plan.windowRows.count {
            let line = unsafe scratch.window[position]
            for slot in 0..<count {
                let result = unsafe scratch.filtered[slot * scratch.windowRows + position]
                unsafe results[slot] = (result + firstResult).address
            }
            let center = unsafe UnsafeRawPointer((line + firstColumn).address)
            if isTogether {
                unsafe functions.pointee.sum_symmetric_kernels(
                    results, plan.resultStride, center, plan.planeStride, kernels, count, channels, interior.count)
            } else if !interior.isEmpty {
                unsafe applySeparately(center, count, interior.count, plan)
            }
            // the inner loops above overwrite the first results of the next plane
            for slot in 0..<count where edges[slot].count > 0 {
                let result = unsafe scratch.filtered[slot * scratch.windowRows + position]
                unsafe sumEdges(edges[slot], line, into: result, plan)
            }
        }
    }

    /// Applies the kernels of some nodes to a row, one after the other.
    private func applySeparately(_ center: UnsafeRawPointer, _ kernelCount: Int, _ length: Int, _ plan: TilePlan) {
        for slot in 0..<kernelCount {
            let weights = horizontal[slot].weights
            unsafe loops.functions.pointee.sum_symmetric(
                scratch.kernelResults[slot], plan.resultStride, center, plan.planeStride, 1, weights.firstDistance,
                weights.base, weights.count, channels, length)
        }
    }

    /// Computes the kernels of some nodes along the rows, and returns the results to which all of them apply: those of the widest.
    private func prepareKernels(_ plan: TilePlan, _ nodes: Range<Int>) -> Range<Int> {
        let (scale, level) = (job.geometry.scales.horizontal, job.chain.steps[plan.step].horizontalLevel)
        var interior = plan.resultColumns
        for slot in (0..<nodes.count).reversed() {
            horizontal[slot].prepare(
                plan.resultColumns, plan.windowColumns, sigma: plan.set.sigmas[nodes.lowerBound + slot] * scale,
                level: level, interiorIn: interior)
            interior = horizontal[slot].interior
            let weights = horizontal[slot].weights
            unsafe scratch.kernels[slot] = unsafe blur_symmetric_kernel(
                weights: weights.base, pair_count: weights.count)
            edges[slot].set(horizontal[slot].edgeResults, plan.resultColumns)
        }
        return interior
    }

    /// Whether the inner loop accepts the first kernels: none is split, and none has fewer taps than the one before.
    private func canApplyTogether(_ count: Int) -> Bool {
        (0..<count).allSatisfy { slot in
            let weights = horizontal[slot].weights
            return weights.firstDistance == 0 && (slot == 0 || horizontal[slot - 1].weights.count <= weights.count)
        }
    }

    /// Sums the rows that were blurred along the row with the σ of a node.
    private func sumRows(_ plan: TilePlan, node: Int, slot: Int) {
        let sigma = plan.set.sigmas[node] * job.geometry.scales.vertical
        self.vertical.prepare(
            plan.resultRows, plan.windowRows, sigma: sigma, level: job.chain.steps[plan.step].verticalLevel)
        let vertical = vertical
        let (interior, weights) = (vertical.interior, vertical.weights)
        let (rows, first) = (scratch.filtered, slot * scratch.windowRows)
        let firstPosition = first + (interior.isEmpty ? 0 : plan.windowRows.position(of: interior.lowerBound))
        let length = channels * plan.resultStride
        func result(_ row: Int) -> SamplePointer {
            unsafe scratch.nodes[node * scratch.resultRows + row - plan.resultRows.lowerBound]
        }
        if !interior.isEmpty {
            unsafe loops.functions.pointee.sum_symmetric_rows(
                result(interior.lowerBound).address, scratch.nodes.samplesPerRow, rows[firstPosition].address,
                rows.samplesPerRow, weights.firstDistance, weights.base, weights.count, interior.count, length)
        }
        for edge in vertical.edgeResults { unsafe sumEdgeRow(edge, first: first, into: result(edge.index), length) }
    }

    /// Computes a row of results that the edges affect; `first` is the first row of the window in the table.
    private func sumEdgeRow(_ result: EdgeResult, first: Int, into target: SamplePointer, _ length: Int) {
        var count = 0
        // inner loops of 8-bit images cannot apply the weight 1.0; normalized weights of samples beyond the image may be greater
        let greatest = Int32(loops.unitWeight - 1)
        for (tap, weight) in result.weights.enumerated() {
            let row = unsafe UnsafeRawPointer(scratch.filtered[first + result.first + tap].address)
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
            target.address, scratch.windowAddresses, scratch.rowWeights, count, 0, length)
    }

    /// Computes the results of a row that the edges affect.
    private func sumEdges(_ edges: EdgeColumns, _ line: SamplePointer, into result: SamplePointer, _ plan: TilePlan) {
        for channel in 0..<channels {
            unsafe loops.functions.pointee.sum_along(
                (result + channel * plan.resultStride).address, (line + channel * plan.planeStride).address,
                edges.groups, edges.count)
        }
    }
}
