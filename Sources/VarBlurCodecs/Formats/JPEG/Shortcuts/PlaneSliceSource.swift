internal import VarBlur

/// Decodes a JPEG file into its stored planes: a slice is an MCU row.
final class PlaneSliceSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let reader: JPEGReader
    private let context: JobContext
    private var nextSlice = 0

    /// Starts to decode a file.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - reduction: the full resolution is divided by this number: 1, 2, 4, or 8.
    ///   - region: the pixels that reduced samples depend on.
    /// - Throws: an error with the code `damaged` or `fault`.
    init(_ input: InputDecoder, reducedBy reduction: Int, keeping region: PixelRegion) throws(ImageError) {
        guard let reader = input.reader as? JPEGReader else { throw ImageError(.fault, "only JPEG files have planes") }
        pool = SlicePool(try reader.reducePlanes(by: reduction, keeping: region))
        (self.reader, context) = (reader, input.context)
    }

    func next() throws(ImageError) -> Slice {
        try context.deadline?.check()
        let start = Instant.now
        defer { context.timings.add(.decode, since: start) }
        let slice = try pool.take()
        try reader.readPlanes(into: slice)
        nextSlice += 1
        if nextSlice == pool.layout.count { try reader.finish() }
        return slice
    }
}
