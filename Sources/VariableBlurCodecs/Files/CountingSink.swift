/// Hands bytes on and counts them.
final class CountingSink: ByteSink {
    private let sink: any ByteSink
    private(set) var count = 0

    init(_ sink: any ByteSink) { self.sink = sink }

    func write(_ bytes: RawSpan) throws(ImageError) {
        try sink.write(bytes)
        count += bytes.byteCount
    }
}
