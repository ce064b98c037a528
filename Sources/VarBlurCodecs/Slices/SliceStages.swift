/// A stage that produces an image slice by slice.
protocol SliceSource: AnyObject {
    /// The pool of the slices, to which the consumer returns them.
    var pool: SlicePool { get }

    /// Produces the next slice, from the top.
    func next() throws(ImageError) -> Slice
}

/// A stage that consumes an image slice by slice.
protocol SliceSink: AnyObject {
    /// Consumes the next slice, from the top; afterward the slice may be recycled.
    func write(_ slice: Slice) throws(ImageError)

    /// Completes the output, after the last slice.
    func finish() throws(ImageError)

    /// Ends background work, whether or not the output is complete.
    func stop()
}

extension SliceSink {
    func stop() {}
}
