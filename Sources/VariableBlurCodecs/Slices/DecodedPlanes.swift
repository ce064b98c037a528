/// The slices of a JPEG file as it stores them: a row of MCUs of every plane.
final class DecodedPlanes: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let input: InputImage
    private let reader: JPEGReader
    private let deadline: Deadline?
    private let meter: StageMeter
    private var nextSlice = 0

    init(_ input: InputImage, _ reader: JPEGReader, _ layout: SliceLayout, deadline: Deadline?, meter: StageMeter) {
        pool = SlicePool(layout)
        (self.input, self.reader, self.deadline, self.meter) = (input, reader, deadline, meter)
    }

    func next() throws(ImageError) -> Slice {
        try deadline?.check()
        let start = ContinuousClock.now
        defer { meter.add(\.decode, since: start) }
        let slice = try pool.take()
        try reader.readPlanes(into: slice)
        nextSlice += 1
        if nextSlice == pool.layout.count { try input.finish() }
        return slice
    }
}
