internal import VarBlur

/// Puts an image between bars, which have one color or show another image.
final class BarSource: SliceSource {
    /// What the bars show.
    enum Fill {
        /// A pixel in the format of the image.
        case color([UInt8])
        /// An image of the size of the result.
        case image(any SliceSource)
    }

    let pool: SlicePool
    private let image: any SliceSource
    private let fill: Fill
    private let target: PixelRegion
    /// The current slice of the image, and its number.
    private var current: (slice: Slice, number: Int)?
    private var nextSlice = 0

    /// Prepares to put an image at its place.
    ///
    /// - Parameters:
    ///   - image: the slices of the image, of interleaved pixels.
    ///   - fill: what the bars show.
    ///   - target: the place of the image in the result.
    ///   - width: the width of the result.
    ///   - height: the height of the result.
    init(_ image: any SliceSource, _ fill: Fill, at target: PixelRegion, width: Int, height: Int) {
        (self.image, self.fill, self.target) = (image, fill, target)
        let format = image.pool.layout.components[0].format
        pool = SlicePool(SliceLayout(width: width, height: height, format: format))
    }

    func stop() { image.stop() }

    func next() throws(ImageError) -> Slice {
        let slice = try background()
        let rows = pool.layout.rows(0, of: nextSlice)
        let bytesPerPixel = pool.layout.components[0].format.bytesPerPixel
        let offset = target.x * bytesPerPixel
        for row in rows.clamped(to: target.y..<target.y + target.height) {
            let source = try unsafe imageRow(row - target.y)
            let result = unsafe slice.row(0, row - rows.lowerBound)
            unsafe UnsafeMutableRawBufferPointer(rebasing: result[offset..<offset + source.count])
                .copyMemory(from: source)
        }
        nextSlice += 1
        return slice
    }

    /// The next slice without the image.
    private func background() throws(ImageError) -> Slice {
        let (slice, rows) = (try pool.take(), 0..<pool.layout.rows(0, of: nextSlice).count)
        switch fill {
        case .image(let backdrop):
            let filled = try backdrop.next()
            for row in rows {
                unsafe slice.row(0, row).copyMemory(from: UnsafeRawBufferPointer(filled.row(0, row)))
            }
            backdrop.pool.recycle(filled)
        case .color(let pixel):
            let columns = 0..<pool.layout.components[0].width
            for row in rows { unsafe slice.row(0, row).fill(columns, with: pixel) }
        }
        return slice
    }

    /// The pixels of a row of the image; rows are read in order.
    private func imageRow(_ row: Int) throws(ImageError) -> UnsafeRawBufferPointer {
        let component = image.pool.layout.components[0]
        let number = row / component.rowsPerSlice
        if current?.number != number {
            if let current { image.pool.recycle(current.slice) }
            current = (try image.next(), number)
        }
        guard let slice = current?.slice else { throw ImageError(.fault, "there is no further slice") }
        let bytes = unsafe slice.row(0, row % component.rowsPerSlice)
        return unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<component.rowByteCount])
    }
}
