/// Encodes slices of planes as a JPEG file stores them.
final class EncodedPlanes: SliceSink {
    private let writer: JPEGWriter
    private let output: BufferedOutput
    private let deadline: Deadline?
    private var nextSlice = 0

    init(_ plan: EncodingPlan, to sink: any ByteSink, deadline: Deadline?) throws(ImageError) {
        writer = try JPEGWriter(plan, takesPlanes: true)
        output = BufferedOutput(writer, sink)
        self.deadline = deadline
    }

    func write(_ slice: Slice) throws(ImageError) {
        try deadline?.check()
        slice.fillBlocks(nextSlice)
        try writer.writePlanes(of: slice)
        nextSlice += 1
        try output.handOver()
    }

    func finish() throws(ImageError) {
        try writer.finish()
        try output.handOverAll()
    }
}

extension Slice {
    /// Repeats the last pixels and rows of every plane, so that the blocks of the last MCUs are full.
    func fillBlocks(_ number: Int) {
        for (index, component) in layout.components.enumerated() {
            let rows = layout.rows(index, of: number).count
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
