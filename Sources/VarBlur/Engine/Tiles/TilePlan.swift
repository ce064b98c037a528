/// How a set of nodes is applied to a tile: the results to compute, and the samples that they depend on.
///
/// A class, because copies of a structure with its arrays took longer than short rows.
final class TilePlan: Sendable {
    let tile: FieldTile
    let set: NodeSet
    let step: Int
    /// The pixels to write.
    let columns: Range<Int>
    let rows: Range<Int>
    /// The results at the resolution of the set.
    let resultColumns: Range<Int>
    let resultRows: Range<Int>
    let windowColumns: AxisWindow
    let windowRows: AxisWindow

    /// The distance between the planes of the channels in rows of the window.
    let planeStride: Int
    /// The distance between the planes of the channels in rows of results.
    let resultStride: Int

    init(
        _ tile: FieldTile, _ part: TilePart, columns: Range<Int>, rows: Range<Int>, _ job: FieldJob
    ) {
        (self.tile, set, step, self.columns, self.rows) = (tile, part.set, part.step, columns, rows)
        let levels = job.chain.steps[step]
        resultColumns = FieldJob.results(columns, level: levels.horizontalLevel)
        resultRows = FieldJob.results(rows, level: levels.verticalLevel)
        let (scales, greatest) = (job.geometry.scales, set.sigmas[set.sigmas.count - 1])
        windowColumns = job.horizontal.window(
            resultColumns, level: levels.horizontalLevel, greatestSigma: greatest * scales.horizontal)
        planeStride = TileScratch.planeStride(windowColumns.count)
        resultStride = TileScratch.planeStride(resultColumns.count)
        windowRows = job.vertical.window(
            resultRows, level: levels.verticalLevel, greatestSigma: greatest * scales.vertical)
    }
}
