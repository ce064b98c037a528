/// Encodes stored planes into a JPEG file: a slice is an MCU row.
final class PlaneSliceSink: SliceSink {
    private let writer: JPEGWriter
    private let sink: any ByteSink
    private let deadline: Deadline?
    private var nextSlice = 0

    init(_ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) {
        writer = try JPEGWriter(plan, takesPlanes: true)
        (self.sink, deadline) = (sink, plan.deadline)
    }

    func write(_ slice: Slice) throws(ImageError) {
        try deadline?.check()
        slice.padBlocks(ofSlice: nextSlice)
        try writer.writePlanes(of: slice)
        nextSlice += 1
        try writer.forwardIfLarge(to: sink)
    }

    func finish() throws(ImageError) {
        try writer.finish()
        try writer.forwardAll(to: sink)
    }
}

extension Slice {
    /// Repeats the last column and row of every plane to the end of the last block column and MCU row.
    func padBlocks(ofSlice sliceIndex: Int) {
        for (index, component) in layout.components.enumerated() {
            let rows = layout.rows(index, of: sliceIndex).count
            for row in 0..<rows {
                let bytes = unsafe self.row(index, row)
                for x in component.width..<component.bytesPerRow { unsafe bytes[x] = bytes[component.width - 1] }
            }
            guard rows > 0 else { continue }
            for row in rows..<component.rowsPerSlice {
                unsafe self.row(index, row).copyMemory(from: UnsafeRawBufferPointer(self.row(index, rows - 1)))
            }
        }
    }
}
