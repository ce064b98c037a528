internal import CBlurKernels

/// The memory layout of a row at a horizontal level.
///
/// At level 0 the channels are interleaved and form one plane. Above, each channel has its own plane, so that samples of
/// neighboring pixels are adjacent. A plane has margins for the samples beyond the image, and zero padding around
/// the margins for filters to read and for vector loops to overrun. With clamped edges, the first and the last pixel follow
/// at full width.
struct RowShape {
    /// The number of samples before a plane's first, and after its last, that are computed like those of the image.
    ///
    /// At least `AxisLevels.overhang`; all samples beyond the overhang are 0.
    static let margin = 8

    let horizontalLevel: Int
    /// The number of samples of a plane inside the image; at level 0, where channels are interleaved, of all channels.
    let sampleCount: Int
    let planeCount: Int
    let channels: Int
    /// The offset of a plane's first sample from the start of the plane: the padding and the margin before it.
    let firstSampleOffset: Int

    /// Describes rows of which up to `readBeyondMargin` samples on each side of the margins are read.
    init(horizontalLevel: Int, axis: AxisLevels, channels: Int, readBeyondMargin: Int = 0) {
        self.horizontalLevel = horizontalLevel
        self.channels = channels
        // margins begin at a multiple of the widest vectors
        firstSampleOffset = Self.aligned(readBeyondMargin + Self.margin) + Self.margin
        planeCount = horizontalLevel == 0 ? 1 : channels
        sampleCount = horizontalLevel == 0 ? axis.count * channels : axis.length(horizontalLevel)
    }

    /// The number of pixels, or of samples of each channel, inside the image.
    var columnCount: Int { sampleCount / pixelStep }

    /// The distance between the samples of neighboring pixels.
    var pixelStep: Int { horizontalLevel == 0 ? channels : 1 }

    var planeStride: Int { Self.aligned(sampleCount + 2 * firstSampleOffset + Int(BLUR_SAMPLE_PADDING)) }

    /// The offset of a plane's first sample.
    func start(_ plane: Int) -> Int { plane * planeStride + firstSampleOffset }

    /// The offsets of a plane's samples at some columns, and in the margin if they are at an end of the image.
    func samples(_ columns: Range<Int>, ofPlane plane: Int) -> Range<Int> {
        let (first, end) = (columns.lowerBound * pixelStep, columns.upperBound * pixelStep)
        return start(plane) + (first == 0 ? -Self.margin : first)..<start(plane)
            + (end == sampleCount ? sampleCount + Self.margin : end)
    }

    /// The offset of the first and last pixel at full width.
    var edgeStart: Int { planeCount * planeStride }

    var samplesPerRow: Int { Self.aligned(edgeStart + 2 * channels + Int(BLUR_SAMPLE_PADDING)) }

    /// The next multiple of 32 samples: 64 bytes of `Int16`, 128 of `Float`.
    private static func aligned(_ count: Int) -> Int { (count + 31) & ~31 }

    /// A range of adjacent samples of a row.
    struct SampleRange {
        let start: Int
        let count: Int
    }

    /// The ranges that an operation on whole rows must process: the planes with their margins, and the edge pixels.
    func ranges(withEdges: Bool) -> [SampleRange] {
        let planes = (0..<planeCount).map {
            SampleRange(start: start($0) - Self.margin, count: sampleCount + 2 * Self.margin)
        }
        return withEdges && horizontalLevel > 0 ? planes + [SampleRange(start: edgeStart, count: 2 * channels)] : planes
    }
}
