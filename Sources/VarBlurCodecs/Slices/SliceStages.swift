/// A stage that produces an image slice by slice.
protocol SliceSource: AnyObject {
    /// The pool of the slices, to which the consumer returns them.
    var pool: SlicePool { get }

    /// Produces the next slice, from the top.
    func next() throws(ImageError) -> Slice

    /// Ends the threads of the stage and of those before it, whether or not all slices were produced.
    func stop()

    /// The whole image, after which the source has no further slices.
    ///
    /// - Throws: an error with the code `outOfMemory`, or an error of the source.
    func buffered() throws(ImageError) -> BufferedImage
}

extension SliceSource {
    func stop() {}

    func buffered() throws(ImageError) -> BufferedImage { try BufferedImage(self, .up) }
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
