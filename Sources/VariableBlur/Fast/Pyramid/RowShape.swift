internal import CBlurKernels

/// The memory layout of a row at a horizontal level.
///
/// At level 0 the channels are interleaved and form one plane. Above, each channel has its own plane, so that samples of
/// neighboring pixels are adjacent. A plane has margins for the samples that spread beyond the image, and zero padding around
/// the margins for filters to read and for vector kernels to overrun. With clamped edges, the first and the last pixel follow
/// at full width.
struct RowShape {
    /// The number of samples before a plane's first, and after its last, that may be nonzero.
    static let margin = 8

    let level: Int
    /// The number of samples of a plane inside the image.
    let width: Int
    let planeCount: Int
    let channels: Int
    /// The offset of a plane's first sample from the start of the plane: the padding and the margin.
    let padding: Int

    /// Describes rows of which up to `reach` samples beyond the margins are read.
    init(level: Int, axis: AxisLevels, channels: Int, reach: Int = 0) {
        self.level = level
        self.channels = channels
        // margins begin at a multiple of the widest vectors
        padding = Self.aligned(reach + Self.margin) + Self.margin
        planeCount = level == 0 ? 1 : channels
        width = level == 0 ? axis.count * channels : axis.length(level)
    }

    /// The distance between the samples of neighboring pixels.
    var pixelStep: Int { level == 0 ? channels : 1 }

    var planeStride: Int { Self.aligned(width + 2 * padding + Int(BLUR_SAMPLE_PADDING)) }

    /// The offset of a plane's first sample.
    func start(_ plane: Int) -> Int { plane * planeStride + padding }

    /// The offset of the first and last pixel at full width.
    var edgeStart: Int { planeCount * planeStride }

    var samplesPerRow: Int { Self.aligned(edgeStart + 2 * channels + Int(BLUR_SAMPLE_PADDING)) }

    /// The next multiple of the number of samples in 64 bytes.
    private static func aligned(_ count: Int) -> Int { (count + 31) & ~31 }

    /// A range of adjacent samples of a row.
    struct Part {
        let start: Int
        let count: Int
    }

    /// The ranges that an operation on whole rows must process: the planes with their margins, and the edge pixels.
    func parts(withEdges: Bool) -> [Part] {
        let planes = (0..<planeCount).map { Part(start: start($0) - Self.margin, count: width + 2 * Self.margin) }
        return withEdges && level > 0 ? planes + [Part(start: edgeStart, count: 2 * channels)] : planes
    }
}
