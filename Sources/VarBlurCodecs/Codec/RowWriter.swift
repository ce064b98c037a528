/// The encoder of a format: takes the rows of one file, from the top, and collects its bytes until they are discarded.
protocol RowWriter: AnyObject {
    /// Encodes the next row; the buffer has the size of one row.
    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError)

    /// Completes the file, after the last row.
    func finish() throws(ImageError)

    /// The bytes encoded since the last call of `discardOutput`.
    var output: UnsafeRawBufferPointer { get }

    func discardOutput()
}

extension RowWriter {
    /// Forwards the collected bytes if there are enough of them to be worth a system call.
    func forwardIfLarge(to sink: any ByteSink) throws(ImageError) {
        if unsafe output.count >= 1 << 16 { try forwardAll(to: sink) }
    }

    /// Forwards all collected bytes.
    func forwardAll(to sink: any ByteSink) throws(ImageError) {
        // discard the bytes even if the sink throws, so that they are never written twice
        defer { discardOutput() }
        try unsafe sink.write(output.bytes)
    }
}
