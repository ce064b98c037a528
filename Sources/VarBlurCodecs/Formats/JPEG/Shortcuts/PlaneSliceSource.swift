/// Decodes a JPEG file into its stored planes: a slice is an MCU row.
final class PlaneSliceSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let reader: JPEGReader
    private let context: JobContext
    private var nextSlice = 0

    init(_ reader: JPEGReader, _ layout: SliceLayout, _ context: JobContext) {
        pool = SlicePool(layout)
        (self.reader, self.context) = (reader, context)
    }

    func next() throws(ImageError) -> Slice {
        try context.deadline?.check()
        let start = ContinuousClock.now
        defer { context.timings.add(\.decode, since: start) }
        let slice = try pool.take()
        try reader.readPlanes(into: slice)
        nextSlice += 1
        if nextSlice == pool.layout.count { try reader.finish() }
        return slice
    }
}
