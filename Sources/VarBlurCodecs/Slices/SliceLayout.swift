internal import VarBlur

/// The division of an image into slices, which are decoded, blurred and encoded one after the other.
///
/// A slice holds a few rows of every component. Interleaved pixels are one component. Stored planes are a component each, whose rows
/// may cover several rows of the image.
struct SliceLayout: Sendable {
    /// The rows of a component, and their offset in a slice.
    struct Component: Sendable {
        let width: Int
        /// The number of rows of the whole component.
        let height: Int
        let format: PixelFormat
        /// The sampling of a stored plane; `nil` for interleaved pixels.
        let sampling: PlaneSampling?
        /// The number of rows in a slice; the last slice may hold fewer.
        let rowsPerSlice: Int
        /// The distance between rows, in bytes.
        let bytesPerRow: Int
        /// The offset of the first row in a slice, in bytes.
        let offset: Int
        /// The number of stored samples, along each axis, of which each sample is the mean.
        var reduction = 1

        /// The length of a row's pixels, in bytes.
        var rowByteCount: Int { width * format.bytesPerPixel }
    }

    let components: [Component]
    /// The number of slices.
    let count: Int

    /// The rows of a component in a slice, counted from the top of the image.
    func rows(_ component: Int, of slice: Int) -> Range<Int> {
        let (rows, height) = (components[component].rowsPerSlice, components[component].height)
        return min(slice * rows, height)..<min((slice + 1) * rows, height)
    }

    /// The size of a slice in bytes.
    var byteCount: Int { components.reduce(0) { $0 + $1.rowsPerSlice * $1.bytesPerRow } }

    /// Large enough that threads seldom wait for each other, small enough to fit in the processor's cache.
    private static let preferredByteCount = 1 << 19

    /// Divides an image of interleaved pixels, each the mean of `reduction` pixels along each axis.
    init(width: Int, height: Int, format: PixelFormat, reduction: Int = 1) {
        let rowBytes = width * format.bytesPerPixel
        let rows = min(max(Self.preferredByteCount / rowBytes / 8 * 8, 8), 64)
        components = [
            Component(
                width: width, height: height, format: format, sampling: nil, rowsPerSlice: rows, bytesPerRow: rowBytes,
                offset: 0, reduction: reduction)
        ]
        count = (height + rows - 1) / rows
    }

    /// The slices of the transposed image; for interleaved pixels only.
    var transposed: SliceLayout {
        SliceLayout(width: components[0].height, height: components[0].width, format: components[0].format)
    }

    /// Whether the components are stored planes.
    var hasPlanes: Bool { components[0].sampling != nil }

    init(components: [Component], count: Int) { (self.components, self.count) = (components, count) }
}
