/// How a set of nodes is applied to a tile: the results to compute, and the samples that they depend on.
struct TilePlan {
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
    var planeStride: Int { (windowColumns.count + 15) & ~15 }

    init(
        _ tile: FieldTile, _ set: NodeSet, step: Int, columns: Range<Int>, rows: Range<Int>, _ job: FieldJob,
        _ vertical: AxisBlur, _ horizontal: AxisBlur
    ) {
        (self.set, self.step, self.columns, self.rows) = (set, step, columns, rows)
        let levels = job.chain.steps[step]
        resultColumns = job.results(columns, level: levels.horizontalLevel)
        resultRows = job.results(rows, level: levels.verticalLevel)
        let (scales, greatest) = (job.geometry.scales, set.sigmas[set.sigmas.count - 1])
        windowColumns = horizontal.window(
            resultColumns, level: levels.horizontalLevel, greatestSigma: greatest * scales.horizontal)
        windowRows = vertical.window(
            resultRows, level: levels.verticalLevel, greatestSigma: greatest * scales.vertical)
    }
}
