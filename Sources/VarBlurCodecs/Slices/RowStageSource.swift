internal import VarBlur

/// Computes the rows of a component from those of another, which it gets one by one from the top.
protocol RowStage: AnyObject {
    /// The rows that the stage gets.
    var sourceRows: Range<Int> { get }
    /// Whether the next row of the result depends on further rows.
    var needsRow: Bool { get }
    /// Gets the next row.
    func append(_ row: RawSpan)
    /// Computes the next row of the result.
    func takeRow(into row: inout MutableRawSpan)
}

extension RowBlur: RowStage {
    var sourceRows: Range<Int> { 0..<rowCount }
}

extension RowResizer: RowStage {}

extension RowSharpener: RowStage {
    var sourceRows: Range<Int> { 0..<rowCount }
}

/// Resizes a part of an image, of which other pixels have no effect.
final class CroppedRows: RowStage {
    private let kept: PixelRegion
    /// What resizes the part.
    let rows: RowResizer

    /// Resizes a part of an image with a resizer for an image of the part's size.
    init(_ kept: PixelRegion, _ rows: RowResizer) { (self.kept, self.rows) = (kept, rows) }

    var sourceRows: Range<Int> { rows.sourceRows.lowerBound + kept.y..<rows.sourceRows.upperBound + kept.y }
    var needsRow: Bool { rows.needsRow }

    func append(_ row: RawSpan) {
        let layout = rows.sourceLayout
        let start = kept.x * layout.format.bytesPerPixel
        rows.append(row.extracting(start..<start + layout.rowByteCount))
    }

    func takeRow(into row: inout MutableRawSpan) { rows.takeRow(into: &row) }
}

/// Blurs or resizes slices as they arrive, with only the rows in memory that the result needs.
final class RowStageSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let source: any SliceSource
    private let layout: SliceLayout
    private var components: [Component]
    /// The source slices that are still needed, and the number of the first.
    private var window: [Slice] = []
    private var windowStart = 0
    /// The slices to return that are not returned yet, and the next slice to blur.
    private var parts: [Range<Int>]
    private var nextSlice = 0
    private let stage: StageTimings.Stage
    private let timings: StageTimingCollector
    /// Called when the last slice has been computed, and the stages are no longer used.
    private let finish: () -> Void
    /// The time that the current slice has waited for the source.
    private var waited = Duration.zero

    private struct Component {
        let rows: any RowStage
        /// The next row of the source.
        var nextRow: Int
    }

    /// Prepares to compute an image.
    ///
    /// - Parameters:
    ///   - stages: the stage of each component.
    ///   - source: the slices of the image.
    ///   - layout: the slices of the result.
    ///   - parts: the slices of the result to return, disjoint nonempty ranges in order; others are computed and dropped.
    ///   - stage: what the time is spent on.
    ///   - timings: receives the time.
    ///   - finish: called when the last slice has been computed, and the stages are no longer used.
    init(
        _ stages: [any RowStage], _ source: any SliceSource, to layout: SliceLayout, only parts: [Range<Int>],
        _ stage: StageTimings.Stage, _ timings: StageTimingCollector, finish: @escaping () -> Void = {}
    ) {
        self.finish = finish
        (self.source, self.layout, self.parts) = (source, layout, parts)
        (self.stage, self.timings) = (stage, timings)
        pool = SlicePool(layout)
        components = stages.map { Component(rows: $0, nextRow: $0.sourceRows.lowerBound) }
    }

    /// Prepares to blur an image.
    ///
    /// - Parameters:
    ///   - blur: the blur, whose radius varies between rows only.
    ///   - source: the slices of the image.
    ///   - parts: the slices of the result to return, disjoint nonempty ranges in order; others are blurred and dropped.
    ///   - instructionSet: the instruction set of the engine.
    ///   - context: receives the time of the blur, and may have blurs that are prepared already.
    /// - Throws: an error with the code `outOfMemory`.
    convenience init(
        _ blur: ProgressiveBlur, _ source: any SliceSource, only parts: [Range<Int>], _ instructionSet: InstructionSet,
        _ context: JobContext
    ) throws(ImageError) {
        let layout = source.pool.layout
        let components = layout.components.map { RowBlurCache.Key(blur, $0, instructionSet) }
        let cache = context.blurCache ?? RowBlurCache()
        let blurs = try ImageError.wrapping(cache.blurs(for: components))
        self.init(blurs, source, to: layout, only: parts, .blur, context.timings) {
            cache.keep(blurs, for: components)
        }
    }

    func stop() { source.stop() }

    func next() throws(ImageError) -> Slice {
        guard let range = parts.first else { throw ImageError(.fault, "there is no further slice") }
        while nextSlice < range.lowerBound { pool.recycle(try computeNext()) }
        parts[0] = range.dropFirst()
        if parts[0].isEmpty { parts.removeFirst() }
        let slice = try computeNext()
        if parts.isEmpty { finish() }
        return slice
    }

    private func computeNext() throws(ImageError) -> Slice {
        let start = Instant.now
        waited = .zero
        defer { timings.add(stage, since: start, waited: waited) }
        let slice = try pool.take()
        for component in components.indices {
            let stage = components[component].rows
            for row in 0..<layout.rows(component, of: nextSlice).count {
                if stage.needsRow { try appendRows(component, to: stage) }
                var bytes = unsafe slice.row(component, row).mutableBytes
                stage.takeRow(into: &bytes)
            }
        }
        nextSlice += 1
        if nextSlice == layout.count { try readRest() } else { recycleUnneeded() }
        return slice
    }

    /// Appends the source rows that the next row of the result needs, at least one.
    private func appendRows(_ component: Int, to stage: any RowStage) throws(ImageError) {
        let rowsPerSlice = source.pool.layout.components[component].rowsPerSlice
        repeat {
            var row = components[component].nextRow
            let slice = try slice(row / rowsPerSlice)
            repeat {
                unsafe stage.append(UnsafeRawBufferPointer(slice.row(component, row % rowsPerSlice)).bytes)
                row += 1
            } while stage.needsRow && row % rowsPerSlice > 0
            components[component].nextRow = row
        } while stage.needsRow
    }

    /// A slice of the source, after all slices before it have been read.
    private func slice(_ number: Int) throws(ImageError) -> Slice {
        while number >= windowStart + window.count {
            recycleUnneeded()
            window.append(try readNextSlice())
        }
        return window[number - windowStart]
    }

    /// Reads the slices that the result does not depend on, so that damage in them is found.
    private func readRest() throws(ImageError) {
        while windowStart + window.count < source.pool.layout.count {
            source.pool.recycle(try readNextSlice())
            windowStart += 1
        }
    }

    private func readNextSlice() throws(ImageError) -> Slice {
        let start = Instant.now
        defer { waited += .now - start }
        return try source.next()
    }

    /// Recycles the slices that no component needs anymore.
    private func recycleUnneeded() {
        while !window.isEmpty {
            let isNeeded = components.indices.contains {
                components[$0].nextRow < source.pool.layout.rows($0, of: windowStart).upperBound
            }
            if isNeeded { return }
            source.pool.recycle(window.removeFirst())
            windowStart += 1
        }
    }
}

extension RowBlurCache.Key {
    /// The blur of a component.
    init(_ blur: ProgressiveBlur, _ component: SliceLayout.Component, _ instructionSet: InstructionSet) {
        self.init(
            blur, width: component.width, height: component.height, format: component.format,
            sampling: component.sampling, instructionSet: instructionSet)
    }
}
