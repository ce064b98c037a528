internal import VarBlur

/// A whole image in memory, for blurs and rotations that cannot work slice by slice.
final class BufferedImage: SliceSource {
    let pool: SlicePool
    private let planes: [Plane]
    /// The slices to return that are not returned yet.
    private var parts: [Range<Int>]

    private final class Plane {
        var pixels: PixelBuffer
        let sampling: PlaneSampling?

        init(_ component: SliceLayout.Component) throws(BlurError) {
            pixels = try PixelBuffer(width: component.width, height: component.height, format: component.format)
            sampling = component.sampling
        }

        init(_ pixels: consuming PixelBuffer, _ sampling: PlaneSampling?) {
            self.pixels = pixels
            self.sampling = sampling
        }
    }

    /// An image of interleaved pixels, or a reduced copy of one.
    init(_ pixels: consuming PixelBuffer, sampling: PlaneSampling? = nil) {
        let layout = SliceLayout(width: pixels.width, height: pixels.height, format: pixels.format)
        (pool, parts) = (SlicePool(layout), [0..<layout.count])
        planes = [Plane(pixels, sampling)]
    }

    /// All slices of an image, whatever has been read of them; several threads may read theirs at the same time.
    init(rereading image: BufferedImage) {
        let layout = image.pool.layout
        (pool, planes, parts) = (SlicePool(layout), image.planes, [0..<layout.count])
    }

    /// Interleaved pixels.
    func withPixels<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing PixelBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(planes[0].pixels)
    }

    /// Takes the interleaved pixels, once.
    func takePixels() throws(ImageError) -> PixelBuffer {
        try ImageError.wrapping { () throws(BlurError) in
            let format = planes[0].pixels.format
            return exchange(&planes[0].pixels, with: try PixelBuffer(width: 1, height: 1, format: format))
        }
    }

    func buffered() throws(ImageError) -> BufferedImage { self }

    /// Reads all slices of an image and applies its orientation.
    ///
    /// - Parameters:
    ///   - source: the slices of the image.
    ///   - orientation: the orientation of the stored image.
    ///   - parts: the slices to return, disjoint nonempty ranges in order; `nil` for all.
    /// - Throws: an error with the code `outOfMemory`, or an error of the source.
    init(
        _ source: any SliceSource, _ orientation: ImageOrientation, only parts: [Range<Int>]? = nil
    ) throws(ImageError) {
        let stored = source.pool.layout
        let layout = orientation.swapsAxes ? stored.transposed : stored
        pool = SlicePool(layout)
        self.parts = parts ?? [0..<layout.count]
        var planes: [Plane] = []
        for component in layout.components {
            try planes.append(ImageError.wrapping(Plane(component)))
        }
        self.planes = planes
        for number in 0..<stored.count {
            let slice = try source.next()
            for (index, component) in stored.components.enumerated() {
                let rows = stored.rows(index, of: number)
                for row in rows {
                    let bytes = unsafe UnsafeRawBufferPointer(slice.row(index, row - rows.lowerBound))
                    unsafe planes[index].pixels.withUnsafeMutablePixels {
                        unsafe orientation.copyRow(bytes.bytes, row, of: (component.width, component.height), to: $0)
                    }
                }
            }
            source.pool.recycle(slice)
        }
    }

    /// Blurs the image in place.
    ///
    /// - Throws: an error with the code `outOfMemory`, `timeout`, or `cancelled`.
    func apply(
        _ blur: ProgressiveBlur, _ execution: BlurExecution, _ context: JobContext
    ) throws(ImageError) {
        let start = Instant.now
        let isInterrupted = context.deadline.map { deadline in { @Sendable in deadline.hasPassed } }
        for plane in planes {
            let sampling = plane.sampling
            do {
                try unsafe plane.pixels.withUnsafeMutablePixels { (pixels) throws(BlurError) in
                    try unsafe blur.blur(
                        pixels, sampling: sampling, execution: execution, isInterrupted: isInterrupted)
                }
            } catch {
                try context.deadline?.check()
                throw ImageError(error)
            }
        }
        context.timings.add(.blur, since: start)
    }

    func next() throws(ImageError) -> Slice {
        guard let range = parts.first else { throw ImageError(.fault, "there is no further slice") }
        parts[0] = range.dropFirst()
        if parts[0].isEmpty { parts.removeFirst() }
        let slice = try pool.take()
        for (index, plane) in planes.enumerated() {
            let rows = pool.layout.rows(index, of: range.lowerBound)
            let layout = plane.pixels.layout
            unsafe plane.pixels.withUnsafePixels { pixels in
                for row in rows {
                    let bytes = unsafe UnsafeRawBufferPointer(
                        start: pixels.base + row * layout.bytesPerRow, count: layout.rowByteCount)
                    unsafe slice.row(index, row - rows.lowerBound).copyMemory(from: bytes)
                }
            }
        }
        return slice
    }
}
