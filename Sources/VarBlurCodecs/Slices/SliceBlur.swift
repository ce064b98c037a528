internal import VarBlur

/// Blurs slices as they arrive, with only the rows in memory that the blur needs.
final class SliceBlur: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let source: any SliceSource
    private let layout: SliceLayout
    private var components: [Component] = []
    /// The source slices that are still needed, and the number of the first.
    private var window: [Slice] = []
    private var windowStart = 0
    /// The slices to return that are not returned yet, and the next slice to blur.
    private var parts: [Range<Int>]
    private var nextSlice = 0
    private let timings: StageTimingCollector
    /// The time that the current slice has waited for the source.
    private var waited = Duration.zero

    private struct Component {
        let rows: RowBlur
        /// The next row of the source.
        var nextRow = 0
    }

    /// Prepares to blur an image.
    ///
    /// - Parameters:
    ///   - blur: the blur, whose radius varies between rows only.
    ///   - source: the slices of the image.
    ///   - parts: the slices of the result to return, disjoint nonempty ranges in order; others are blurred and dropped.
    ///   - instructionSet: the instruction set of the engine.
    ///   - timings: receives the time of the blur.
    /// - Throws: an error with the code `outOfMemory`.
    init(
        _ blur: ProgressiveBlur, _ source: any SliceSource, only parts: [Range<Int>], _ instructionSet: InstructionSet,
        _ timings: StageTimingCollector
    ) throws(ImageError) {
        (self.source, self.timings) = (source, timings)
        layout = source.pool.layout
        pool = SlicePool(layout)
        self.parts = parts
        for component in layout.components {
            let rows = try ImageError.wrapping { () throws(BlurError) in
                try RowBlur(
                    blur, width: component.width, height: component.height, format: component.format,
                    sampling: component.sampling, instructionSet: instructionSet)
            }
            components.append(Component(rows: rows))
        }
    }

    func next() throws(ImageError) -> Slice {
        guard let range = parts.first else { throw ImageError(.fault, "there is no further slice") }
        while nextSlice < range.lowerBound { pool.recycle(try blurNext()) }
        parts[0] = range.dropFirst()
        if parts[0].isEmpty { parts.removeFirst() }
        return try blurNext()
    }

    private func blurNext() throws(ImageError) -> Slice {
        let start = ContinuousClock.now
        waited = .zero
        defer { timings.add(\.blur, since: start, waited: waited) }
        let slice = try pool.take()
        for component in components.indices {
            let rows = layout.rows(component, of: nextSlice)
            for row in rows { unsafe try blurRow(of: component, into: slice.row(component, row - rows.lowerBound)) }
        }
        nextSlice += 1
        recycleUnneeded()
        return slice
    }

    private func blurRow(of component: Int, into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        try appendRows(component)
        var bytes = unsafe row.mutableBytes
        components[component].rows.takeRow(into: &bytes)
    }

    /// Appends the source rows that the next row of the result needs.
    private func appendRows(_ component: Int) throws(ImageError) {
        let rows = components[component].rows
        let rowsPerSlice = layout.components[component].rowsPerSlice
        while rows.needsRow {
            let row = components[component].nextRow
            let number = row / rowsPerSlice - windowStart
            while number >= window.count { window.append(try readSlice()) }
            unsafe rows.append(UnsafeRawBufferPointer(window[number].row(component, row % rowsPerSlice)).bytes)
            components[component].nextRow += 1
        }
    }

    private func readSlice() throws(ImageError) -> Slice {
        let start = ContinuousClock.now
        defer { waited += .now - start }
        return try source.next()
    }

    /// Recycles the slices that no component needs anymore.
    private func recycleUnneeded() {
        while !window.isEmpty {
            let isNeeded = components.indices.contains {
                components[$0].nextRow < layout.rows($0, of: windowStart).upperBound
            }
            if isNeeded { return }
            source.pool.recycle(window.removeFirst())
            windowStart += 1
        }
    }
}
