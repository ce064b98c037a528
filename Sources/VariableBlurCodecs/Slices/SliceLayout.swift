internal import VariableBlur

/// How an image is cut into slices, which are decoded, blurred and encoded one after the other.
///
/// A slice is some rows of every component. An image of interleaved pixels has one component, a JPEG file has one for each of
/// its planes, whose rows stand for one or several rows of the image.
struct SliceLayout: Sendable {
    /// What all slices have of a component.
    struct Component: Sendable {
        let width: Int
        /// The number of rows of the whole component.
        let height: Int
        let format: PixelFormat
        /// How it samples the image, if it is a plane of several.
        let sampling: PlaneSampling?
        /// The number of rows in a slice; the last slice has room for as many, whatever it holds.
        let rowsPerSlice: Int
        /// The distance between rows in memory.
        let bytesPerRow: Int
        /// Where in a slice the first row begins, in bytes.
        let offset: Int

        /// The bytes of a row's pixels.
        var rowByteCount: Int { width * format.bytesPerPixel }
    }

    let components: [Component]
    /// The number of slices.
    let count: Int

    /// The rows of a component that a slice holds.
    func rows(_ component: Int, of slice: Int) -> Range<Int> {
        let (rows, height) = (components[component].rowsPerSlice, components[component].height)
        return min(slice * rows, height)..<min((slice + 1) * rows, height)
    }

    /// The bytes of a slice.
    var byteCount: Int { components.reduce(0) { $0 + $1.rowsPerSlice * $1.bytesPerRow } }

    /// As large as is worth handing to another thread, and as small as fits a processor's cache.
    private static let customaryByteCount = 1 << 17

    /// The slices of an image whose pixels are interleaved.
    init(width: Int, height: Int, format: PixelFormat) {
        let rowBytes = width * format.bytesPerPixel
        let rows = min(max(Self.customaryByteCount / rowBytes / 8 * 8, 8), 64)
        components = [
            Component(
                width: width, height: height, format: format, sampling: nil, rowsPerSlice: rows, bytesPerRow: rowBytes,
                offset: 0)
        ]
        count = (height + rows - 1) / rows
    }

    /// The slices of a JPEG file's planes: rows of MCUs.
    init(width: Int, height: Int, sampling: [JPEGStyle.Sampling]) throws(BlurError) {
        let most = JPEGStyle.Sampling(
            sampling.reduce(1) { max($0, $1.horizontal) }, sampling.reduce(1) { max($0, $1.vertical) })
        var components: [Component] = []
        var offset = 0
        for factors in sampling {
            let planeSampling = try PlaneSampling(
                imageWidth: width, imageHeight: height,
                horizontalRatio: Double(most.horizontal) / Double(factors.horizontal),
                verticalRatio: Double(most.vertical) / Double(factors.vertical))
            let planeWidth = Self.quotient(width * factors.horizontal, most.horizontal)
            let component = Component(
                width: planeWidth, height: Self.quotient(height * factors.vertical, most.vertical),
                format: PixelFormat(.gray), sampling: planeSampling, rowsPerSlice: 8 * factors.vertical,
                bytesPerRow: Self.quotient(planeWidth, 8) * 8, offset: offset)
            offset += component.rowsPerSlice * component.bytesPerRow
            components.append(component)
        }
        self.components = components
        count = Self.quotient(height, 8 * most.vertical)
    }

    private static func quotient(_ number: Int, _ divisor: Int) -> Int { (number + divisor - 1) / divisor }
}
