internal import VarBlur

/// The MCUs of a JPEG file in which any component is blurred, or that are painted.
struct ReplacedMCUs {
    /// The MCUs, numbered row by row, as disjoint nonempty ranges in order.
    let mcus: [Range<Int>]
    /// The MCU rows that contain any of them, as disjoint nonempty ranges in order.
    let rows: [Range<Int>]
    /// The fraction of all MCUs that is not replaced.
    let keptFraction: Double

    /// Finds the MCUs that a blur or a fill changes.
    ///
    /// - Throws: an error after the deadline.
    init(
        _ blur: ProgressiveBlur, _ layout: SliceLayout, _ style: JPEGStyle, filling fill: FillPlan?,
        _ deadline: Deadline?
    ) throws(ImageError) {
        let most = style.sampling.reduce(1) { max($0, $1.horizontal) }
        let imageWidth = layout.components.compactMap(\.sampling?.imageWidth).first ?? 0
        let perRow = (imageWidth + 8 * most - 1) / (8 * most)
        var ranges: [Range<Int>] = []
        for (component, factors) in zip(layout.components, style.sampling) {
            guard let sampling = component.sampling else { continue }
            let grid = CellGrid(width: 8 * factors.horizontal, height: component.rowsPerSlice, cellsPerRow: perRow)
            ranges += try blur.blurredCells(
                grid, width: component.width, height: component.height, format: component.format, sampling: sampling
            ) { () throws(ImageError) in try deadline?.check() }
        }
        mcus = (ranges + (fill?.stored.covered.numbers ?? [])).merged()
        rows = mcus.map { $0.lowerBound / perRow..<($0.upperBound - 1) / perRow + 1 }.merged()
        let (total, replaced) = (perRow * layout.count, mcus.reduce(0) { $0 + $1.count })
        keptFraction = total > 0 ? Double(total - replaced) / Double(total) : 0
    }

    /// The memory for the ranges, here and in the codecs, in bytes.
    var byteCount: Int { 192 * (mcus.count + 1) }
}
