internal import VarBlur

/// The fields of all cells of a group.
///
/// A few are computed once, for both the shadow and the glass. Many are computed when they are needed, because they would take more memory
/// than the image.
struct GlassFields: @unchecked Sendable {
    /// The greatest number of fields in memory, which take 24 KB each.
    private static let greatestCount = 256

    let cells: GlassCells
    private let group: GlassGroup
    private let scratches: [GlassScratch]
    /// The fields of all cells, or one for each thread.
    private let fields: [GlassField]
    private let isStored: Bool

    /// Finds the cells of a region, and computes their fields if they are few.
    init(_ group: GlassGroup, _ plan: GlassPlan, in region: PixelRegion, threadCount: Int) throws(BlurError) {
        let cells = GlassCells(group, plan, in: region)
        let isStored = cells.cells.count <= Self.greatestCount
        var (scratches, fields): ([GlassScratch], [GlassField]) = ([], [])
        for _ in 0..<threadCount { scratches.append(try GlassScratch(itemCount: cells.greatestItemCount)) }
        for _ in 0..<(isStored ? cells.cells.count : threadCount) { fields.append(try GlassField(plan)) }
        (self.cells, self.group, self.scratches, self.fields) = (cells, group, scratches, fields)
        self.isStored = isStored
        guard isStored else { return }
        let stored = self
        Threads.run(threadCount) { thread in
            for index in stride(from: thread, to: cells.cells.count, by: threadCount) {
                stored.fields[index].compute(
                    cells.cells[index], of: group.items, isMixed: true, stored.scratches[thread])
            }
        }
    }

    /// The scratch memory of a thread.
    func scratch(_ thread: Int) -> GlassScratch { scratches[thread] }

    /// Returns the field of a cell, which is valid until the thread asks for another one; bevels and tints only if `isMixed`.
    func field(_ index: Int, isMixed: Bool, thread: Int) -> GlassField {
        if isStored { return fields[index] }
        fields[thread].compute(cells.cells[index], of: group.items, isMixed: isMixed, scratches[thread])
        return fields[thread]
    }
}
