/// What the engine on rows computes: rows that have a constant radius each, of an image or of a transposed one.
struct RowTask {
    let profile: RadiusProfile
    let columnCount: Int
    let format: PixelFormat
    let edges: EdgeMode
    /// The changes of color; `nil` for none.
    var look: PlaneLook?
    /// Whether values are blurred in linear light.
    var light = BlurLight.encoded
    var instructionSet = InstructionSet.standard

    /// The rows among some that are blurred, as disjoint ranges in order; the others are copied.
    func blurred(in rows: Range<Int>) -> [Range<Int>] {
        profile.ranges(in: rows, above: LineSigmas.greatestUnblurred)
    }
}

extension RowTask {
    /// A blur as if there were no matte; `nil` if its radius varies along both axes.
    init?(_ task: BlurTask, _ layout: PixelLayout) {
        let order = RowOrder(layout, isTransposed: task.field.variation == .betweenColumns)
        guard let profile = task.field.profile(lineCount: order.rowCount, sampling: task.sampling) else { return nil }
        self.init(
            profile: profile, columnCount: order.columnCount, format: layout.format, edges: task.edges,
            look: task.look?.onRows, light: task.light, instructionSet: task.execution.instructionSet)
    }
}
