internal import VariableBlur

/// Blurs slices as they come, with the rows that the blur needs in memory and no more.
final class SliceBlur: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let source: any SliceSource
    private let layout: SliceLayout
    private var components: [Component] = []
    /// The slices that have been read and are still needed, and the number of the first.
    private var window: [Slice] = []
    private var windowStart = 0
    /// The first slice that is wanted, and the one that is made next.
    private let first: Int
    private var nextSlice = 0
    private let meter: StageMeter
    /// What the slice that is being made has waited for the source.
    private var waited = Duration.zero

    private struct Component {
        let rows: RowBlur
        /// The next row to blur.
        var nextRow = 0
    }

    /// Prepares to blur an image.
    ///
    /// - Parameters:
    ///   - blur: the blur, from top or bottom.
    ///   - source: the image's slices.
    ///   - first: the first slice of the result that is wanted.
    ///   - set: the inner loops to use.
    ///   - meter: what adds up the time.
    /// - Throws: an error of the code `outOfMemory`.
    init(
        _ blur: ProgressiveBlur, _ source: any SliceSource, from first: Int = 0, set: InstructionSet,
        meter: StageMeter
    ) throws(ImageError) {
        (self.source, self.meter) = (source, meter)
        layout = source.pool.layout
        pool = SlicePool(layout)
        self.first = first
        for component in layout.components {
            let rows = try ImageError.wrapping { () throws(BlurError) in
                try RowBlur(
                    blur, width: component.width, height: component.height, format: component.format,
                    sampling: component.sampling, instructionSet: set)
            }
            components.append(Component(rows: rows))
        }
    }

    func next() throws(ImageError) -> Slice {
        while nextSlice < first { pool.giveBack(try make()) }
        return try make()
    }

    private func make() throws(ImageError) -> Slice {
        let start = ContinuousClock.now
        waited = .zero
        defer { meter.add(\.blur, since: start, waited: waited) }
        let slice = try pool.take()
        for component in components.indices {
            let rows = layout.rows(component, of: nextSlice)
            for row in rows { unsafe try take(component, into: slice.row(component, row - rows.lowerBound)) }
        }
        nextSlice += 1
        dropUnneeded()
        return slice
    }

    private func take(_ component: Int, into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        try appendRows(component)
        var bytes = unsafe row.mutableBytes
        components[component].rows.takeRow(into: &bytes)
    }

    /// Hands in the rows that the next row of the result needs.
    private func appendRows(_ component: Int) throws(ImageError) {
        let rows = components[component].rows
        let rowsPerSlice = layout.components[component].rowsPerSlice
        while rows.needsRow {
            let row = components[component].nextRow
            let number = row / rowsPerSlice - windowStart
            while number >= window.count { window.append(try nextDecoded()) }
            unsafe rows.append(UnsafeRawBufferPointer(window[number].row(component, row % rowsPerSlice)).bytes)
            components[component].nextRow += 1
        }
    }

    private func nextDecoded() throws(ImageError) -> Slice {
        let start = ContinuousClock.now
        defer { waited += .now - start }
        return try source.next()
    }

    /// Gives back the slices that every component is done with.
    private func dropUnneeded() {
        while !window.isEmpty {
            let isNeeded = components.indices.contains {
                components[$0].nextRow < layout.rows($0, of: windowStart).upperBound
            }
            if isNeeded { return }
            source.pool.giveBack(window.removeFirst())
            windowStart += 1
        }
    }
}
