/// The encoded bytes of a file, which the encoder collects until they are discarded.
protocol EncoderOutput: AnyObject {
    /// The bytes encoded since the last call of `discardOutput`.
    var output: UnsafeRawBufferPointer { get }

    func discardOutput()
}

/// The encoder of a format: takes the rows of one file, from the top.
protocol RowWriter: EncoderOutput {
    /// Encodes the next row; the buffer has the size of one row.
    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError)

    /// Completes the file, after the last row.
    func finish() throws(ImageError)
}

/// Forwards the output of an encoder to a sink in pieces large enough to be worth a system call.
struct OutputForwarder {
    private let encoder: any EncoderOutput
    private let sink: any ByteSink

    private static let minimumByteCount = 1 << 16

    init(_ encoder: any EncoderOutput, to sink: any ByteSink) {
        self.encoder = encoder
        self.sink = sink
    }

    /// Forwards the collected bytes if there are enough of them.
    func forwardIfLarge() throws(ImageError) {
        if unsafe encoder.output.count >= Self.minimumByteCount { try forwardAll() }
    }

    /// Forwards all collected bytes.
    func forwardAll() throws(ImageError) {
        // discard the bytes even if the sink throws, so that they are never written twice
        defer { encoder.discardOutput() }
        try unsafe sink.write(encoder.output.bytes)
    }
}
