internal import CBlurKernels

/// How a row lies in memory at a horizontal level.
///
/// At level 0 the channels are interleaved, as one plane. Above, every channel has a plane of its own, so that neighbours lie
/// side by side. Planes have margins for the samples that spread beyond the image, and zeros behind them for the inner
/// loops to run into. If the edges are clamped, the first and the last pixel follow at full width.
struct RowShape {
    /// Samples in front of a plane's first and behind its last.
    static let margin = 8

    let level: Int
    /// The samples of a plane.
    let width: Int
    let planeCount: Int
    let channels: Int

    init(level: Int, axis: AxisLevels, channels: Int) {
        self.level = level
        self.channels = channels
        planeCount = level == 0 ? 1 : channels
        width = level == 0 ? axis.count * channels : axis.length(level)
    }

    var planeStride: Int { width + 2 * Self.margin + Int(BLUR_SLACK) }

    /// Where the first and the last pixel at full width are.
    var edgeStart: Int { planeCount * planeStride }

    var samplesPerRow: Int { edgeStart + 2 * channels + Int(BLUR_SLACK) }

    /// The parts of a row that an operation on whole rows has to work on: their starts and lengths.
    func parts(withEdges: Bool) -> [(start: Int, count: Int)] {
        let planes = (0..<planeCount).map { (start: $0 * planeStride, count: width + 2 * Self.margin) }
        return withEdges && level > 0 ? planes + [(start: edgeStart, count: 2 * channels)] : planes
    }
}
