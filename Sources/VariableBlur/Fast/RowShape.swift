internal import CBlurKernels

/// How a row lies in memory at a horizontal level.
///
/// At level 0 the channels are interleaved, as one plane. Above, every channel has a plane of its own, so that neighbors lie
/// side by side. Planes have margins for the samples that spread beyond the image; around the margins are zeros, for
/// filters to reach into and for the inner loops to run into. If the edges are clamped, the first and the last pixel
/// follow at full width.
struct RowShape {
    /// Samples in front of a plane's first and behind its last.
    static let margin = 8

    let level: Int
    /// The samples of a plane.
    let width: Int
    let planeCount: Int
    let channels: Int
    /// Where a plane's first sample is: a margin and zeros behind the plane's start.
    let padding: Int

    /// A shape of which `reach` samples beyond the margins are read.
    init(level: Int, axis: AxisLevels, channels: Int, reach: Int = 0) {
        self.level = level
        self.channels = channels
        // margins begin where a whole number of the widest vectors has passed
        padding = Self.aligned(reach + Self.margin) + Self.margin
        planeCount = level == 0 ? 1 : channels
        width = level == 0 ? axis.count * channels : axis.length(level)
    }

    /// The distance from a pixel's sample to the next pixel's.
    var pixelStep: Int { level == 0 ? channels : 1 }

    var planeStride: Int { Self.aligned(width + 2 * padding + Int(BLUR_SLACK)) }

    /// Where a plane's first sample is.
    func start(_ plane: Int) -> Int { plane * planeStride + padding }

    /// Where the first and the last pixel at full width are.
    var edgeStart: Int { planeCount * planeStride }

    var samplesPerRow: Int { Self.aligned(edgeStart + 2 * channels + Int(BLUR_SLACK)) }

    /// The next multiple of the samples in 64 bytes.
    private static func aligned(_ count: Int) -> Int { (count + 31) & ~31 }

    /// Neighboring samples of a row.
    struct Part {
        let start: Int
        let count: Int
    }

    /// The parts of a row that an operation on whole rows has to work on.
    func parts(withEdges: Bool) -> [Part] {
        let planes = (0..<planeCount).map { Part(start: start($0) - Self.margin, count: width + 2 * Self.margin) }
        return withEdges && level > 0 ? planes + [Part(start: edgeStart, count: 2 * channels)] : planes
    }
}
