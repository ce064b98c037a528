/// Hands over what an encoder has made to where it goes, once it is worth a call.
struct BufferedOutput {
    private let writer: any EncoderOutput
    private let sink: any ByteSink

    private static let worthwhile = 1 << 16

    init(_ writer: any EncoderOutput, _ sink: any ByteSink) {
        self.writer = writer
        self.sink = sink
    }

    /// Gives the sink what there is, if it is much.
    func handOver() throws(ImageError) {
        if unsafe writer.output.count >= Self.worthwhile { try handOverAll() }
    }

    /// Gives the sink what there is.
    func handOverAll() throws(ImageError) {
        // what a sink has refused is not offered to it again
        defer { writer.discardOutput() }
        try unsafe sink.write(writer.output.bytes)
    }
}
