/// Encodes stored planes into a JPEG file: a slice is an MCU row.
final class PlaneSliceSink: SliceSink {
    private let writer: JPEGWriter
    private let output: OutputForwarder
    private let deadline: Deadline?
    private var nextSlice = 0

    init(_ plan: EncodingPlan, to sink: any ByteSink, deadline: Deadline?) throws(ImageError) {
        writer = try JPEGWriter(plan, takesPlanes: true)
        output = OutputForwarder(writer, to: sink)
        self.deadline = deadline
    }

    func write(_ slice: Slice) throws(ImageError) {
        try deadline?.check()
        slice.padBlocks(ofSlice: nextSlice)
        try writer.writePlanes(of: slice)
        nextSlice += 1
        try output.forwardIfLarge()
    }

    func finish() throws(ImageError) {
        try writer.finish()
        try output.forwardAll()
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
