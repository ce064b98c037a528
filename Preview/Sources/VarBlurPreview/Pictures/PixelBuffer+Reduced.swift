internal import VarBlur

extension PixelBuffer {
    /// The picture with one pixel for each square of `ratio` × `ratio` pixels, which is their mean.
    ///
    /// The last pixels of rows and columns count more where the squares at the right and bottom are incomplete.
    ///
    /// - Parameters:
    ///   - ratio: at least 1.
    ///   - addsAlpha: whether an opaque picture gets an alpha channel.
    /// - Returns: the smaller picture.
    /// - Throws: `BlurError` if there is no memory.
    /// - Complexity: O(pixels).
    borrowing func reduced(by ratio: Int, addingAlpha addsAlpha: Bool = false) throws(BlurError) -> PixelBuffer {
        func covered(_ count: Int, _ length: Int) -> Int { count == 1 ? length : count * ratio }
        let (columns, rows) = ((width + ratio - 1) / ratio, (height + ratio - 1) / ratio)
        let region = SourceRegion(wholeWidth: covered(columns, width), height: covered(rows, height))
        let reduced = try averaged(toWidth: columns, height: rows, from: region, execution: BlurExecution())
        guard addsAlpha else { return reduced }
        var format = format
        format.channels = format.channels.withAlpha
        return try reduced.converted(to: format)
    }
}
