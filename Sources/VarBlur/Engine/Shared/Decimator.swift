internal import CBlurKernels

/// Decimates rows, or parts of them, from one horizontal level to the next.
@safe
struct Decimator {
    /// What the rows to decimate contain beyond the image.
    enum Ends {
        /// Zeros.
        case zeros
        /// Zeros, and after them the first and the last pixel at full width, which are copied.
        case edgePixels
        /// Nothing that is read: parts of rows get zeros.
        case partsWithZeros
        /// Nothing that is read: parts of rows get copies of the outermost samples.
        case partsWithCopies
    }

    private let loops: InnerLoops
    private let from: RowShape
    private let to: RowShape
    private let ends: Ends
    /// Whether the padding around the planes of a row is 0: of a whole row, and above level 0 also of parts.
    private let isPadded: Bool
    /// The number of columns before and after the decimation.
    private let (sourceCount, count): (Int, Int)
    /// The planes of a row, with room on both sides.
    private let planes: SampleRing
    /// Where the planes of an interleaved row are written.
    private let targets: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    private static let padding = 32

    init(from: RowShape, to: RowShape, _ ends: Ends, loops: InnerLoops, arena: Arena) throws(BlurError) {
        (self.loops, self.from, self.to, self.ends) = (loops, from, to, ends)
        (sourceCount, count) = (from.columnCount, to.columnCount)
        isPadded = ends == .zeros || ends == .edgePixels || ends == .partsWithZeros && from.horizontalLevel > 0
        planes = try SampleRing(
            to.channels, samplesPerRow: 2 * Self.padding + sourceCount + Int(BLUR_SAMPLE_PADDING), for: loops,
            arena: arena)
        unsafe targets = try arena.allocate(to.channels, of: UnsafeMutableRawPointer?.self)
    }

    /// The decimators between rows of some shapes, one after the other.
    static func all(
        _ shapes: [RowShape], _ ends: Ends, loops: InnerLoops, arena: Arena
    ) throws(BlurError) -> [Decimator] {
        var decimators: [Decimator] = []
        for (from, to) in zip(shapes, shapes.dropFirst()) {
            decimators.append(try Decimator(from: from, to: to, ends, loops: loops, arena: arena))
        }
        return decimators
    }

    /// Decimates a whole row.
    func decimate(_ row: SamplePointer, into result: SamplePointer) {
        unsafe decimate(row, 0..<sourceCount, into: result, 0..<count)
        guard ends == .edgePixels else { return }
        let channels = to.channels
        let first = unsafe from.horizontalLevel == 0 ? row + from.firstSampleOffset : row + from.edgeStart
        let last = unsafe from.horizontalLevel == 0 ? first + from.sampleCount - channels : first + channels
        unsafe (result + to.edgeStart).copy(channels, from: first)
        unsafe (result + to.edgeStart + channels).copy(channels, from: last)
    }

    /// Decimates adjacent columns of a row, with the samples beyond its ends if they are outermost.
    ///
    /// - Parameters:
    ///   - row: the row, of which `sources` are defined, and the overhang at the ends that they touch.
    ///   - sources: the columns on which `columns` depend.
    ///   - result: the decimated row.
    ///   - columns: the columns of the decimated row to compute.
    func decimate(_ row: SamplePointer, _ sources: Range<Int>, into result: SamplePointer, _ columns: Range<Int>) {
        if from.pixelStep > 1 {
            let first = from.firstSampleOffset + sources.lowerBound * from.pixelStep
            unsafe separate(row + first, sources, channels: to.channels)
        }
        unsafe decimateSeparated(row, sources, into: result, columns)
    }

    /// Separates the first channels of interleaved pixels at some columns.
    func separate(_ pixels: SamplePointer, _ columns: Range<Int>, channels: Int) {
        if channels == 1 { return unsafe separated(0, columns).copy(columns.count, from: pixels) }
        for channel in 0..<channels { unsafe targets[channel] = separated(channel, columns).address }
        unsafe loops.functions.pointee.deinterleave(targets, pixels.address, channels, columns.count)
    }

    /// The separate samples of a channel of an interleaved row, from some columns on.
    func separated(_ channel: Int, _ columns: Range<Int>) -> SamplePointer {
        unsafe planes.row(channel) + (Self.padding + columns.lowerBound)
    }

    /// Decimates adjacent columns of a row whose channels are separate; the parameters are those of the function above.
    func decimateSeparated(
        _ row: SamplePointer, _ sources: Range<Int>, into result: SamplePointer, _ columns: Range<Int>
    ) {
        for channel in 0..<to.channels {
            let samples = to.samples(columns, ofPlane: channel)
            let first = samples.lowerBound - to.start(channel)
            unsafe loops.functions.pointee.decimate_along(
                (result + samples.lowerBound).address, (plane(channel, of: row, sources) + 2 * first).address,
                samples.count)
        }
    }

    /// The first sample of a channel, with the samples beyond its ends that the edge mode requires.
    private func plane(_ channel: Int, of row: SamplePointer, _ sources: Range<Int>) -> SamplePointer {
        let isInterleaved = from.pixelStep > 1
        let plane = unsafe planes.row(channel) + Self.padding
        if isPadded { return unsafe isInterleaved ? plane : row + from.start(channel) }
        let overhang = from.horizontalLevel == 0 ? 0 : AxisLevels.overhang
        let isFirst = sources.lowerBound == 0
        let isLast = sources.upperBound == sourceCount
        let first = isFirst ? -overhang : sources.lowerBound
        let end = isLast ? sources.upperBound + overhang : sources.upperBound
        if !isInterleaved { unsafe (plane + first).copy(end - first, from: row + (from.start(channel) + first)) }
        if ends == .partsWithCopies {
            if isFirst { unsafe extend(plane, from: first, direction: -1) }
            if isLast { unsafe extend(plane, from: end - 1, direction: 1) }
        }
        return unsafe plane
    }

    /// Copies an outermost sample outward.
    private func extend(_ plane: SamplePointer, from outermost: Int, direction: Int) {
        for distance in 1...2 * RowShape.margin + 6 {
            unsafe (plane + (outermost + direction * distance)).copy(1, from: plane + outermost)
        }
    }
}
