internal import CBlurKernels

/// The sizes and the memory of a resize, which depend on no pixels.
struct ResizePlan {
    /// How samples are computed.
    enum Arithmetic {
        /// All pixels of the result are pixels of the source.
        case copy
        /// 8-bit values: 14-bit weights, and 6 fractional bits between the axes.
        case integers
        /// All others, in units of 16-bit values.
        case floats
    }

    let format: PixelFormat
    let light: BlurLight
    let arithmetic: Arithmetic
    let vertical: LanczosAxis
    let horizontal: LanczosAxis
    /// The columns of the source that the result depends on.
    let columns: Range<Int>
    /// The number of taps along a row, a multiple of ``tapUnit``.
    let tapCount: Int

    /// The inner loops compute this many taps along a row at once, and as many results as fit ``resultUnit``.
    static let tapUnit = 8
    static let resultUnit = 4
    private static let alignment = 64

    /// Plans a resize.
    ///
    /// - Throws: ``BlurError/Code/invalidSize``, ``BlurError/Code/invalidFormat``, or ``BlurError/Code/invalidLight``.
    init(
        sourceWidth: Int, sourceHeight: Int, reduction: Int = 1, content: SourceRegion? = nil, region: SourceRegion?,
        width: Int, height: Int, format: PixelFormat, light: BlurLight, filter: ResizeFilter = .lanczos
    ) throws(BlurError) {
        trapUnless(reduction >= 1, "a pixel cannot be the mean of \(reduction) pixels")
        guard format.depth != .float else { throw BlurError(.invalidFormat, "images of floats cannot be resized") }
        try light.check(format)
        _ = try PixelLayout(width: sourceWidth, height: sourceHeight, format: format)
        _ = try PixelLayout(width: width, height: height, format: format)
        let region = region ?? SourceRegion(wholeWidth: sourceWidth, height: sourceHeight)
        guard Self.isValid(region.x, region.width, of: sourceWidth),
            Self.isValid(region.y, region.height, of: sourceHeight),
            max(sourceWidth, sourceHeight, width, height) <= Int(Int32.max) / 8
        else {
            throw BlurError(
                .invalidSize,
                "a region of \(region.width)×\(region.height) pixels at \(region.x), \(region.y) of an image of "
                    + "\(sourceWidth)×\(sourceHeight) cannot be resized to \(width)×\(height)")
        }
        (self.format, self.light) = (format, light)
        let vertical = LanczosAxis(
            sampleCount: sourceHeight, origin: region.y, extent: region.height, resultCount: height,
            reduction: reduction,
            content: try content.map { (part) throws(BlurError) in
                try Self.content(from: part.y, part.height, of: sourceHeight)
            }, filter: filter)
        let horizontal = LanczosAxis(
            sampleCount: sourceWidth, origin: region.x, extent: region.width, resultCount: width, reduction: reduction,
            content: try content.map { (part) throws(BlurError) in
                try Self.content(from: part.x, part.width, of: sourceWidth)
            }, filter: filter)
        (self.vertical, self.horizontal) = (vertical, horizontal)
        if vertical.isCopy && horizontal.isCopy {
            arithmetic = .copy
        } else if format.depth == .eight && format.alphaKind != BLUR_STRAIGHT && !light.isLinear {
            arithmetic = .integers
        } else {
            arithmetic = .floats
        }
        columns = horizontal.windows(of: 0..<width)
        let greatest = horizontal.greatestWindow(of: 0..<width)
        tapCount = (greatest + Self.tapUnit - 1) / Self.tapUnit * Self.tapUnit
    }

    /// Whether a part of an axis has numbers that all sums can represent.
    private static func isValid(_ origin: Double, _ extent: Double, of count: Int) -> Bool {
        let length = Double(count)
        return origin.isFinite && extent.isFinite && extent > 0 && origin >= -length && origin + extent <= 2 * length
            && origin < length && origin + extent > 0
    }

    /// The range of the content of an axis, which ends in its first and its last sample.
    ///
    /// - Throws: ``BlurError/Code/invalidSize``.
    private static func content(
        from start: Double, _ length: Double, of count: Int
    ) throws(BlurError) -> ClosedRange<Double> {
        let (end, tolerance) = (start + length, 1e-6)
        guard start >= -tolerance, start < 1, end > Double(count - 1), end <= Double(count) + tolerance, length > 0
        else {
            throw BlurError(.invalidSize, "the content of \(count) pixels cannot extend from \(start) to \(end)")
        }
        return max(start, 0)...min(end, Double(count))
    }

    var width: Int { horizontal.resultCount }
    var channelCount: Int { format.channels.count }

    /// The size of a sample between the axes in bytes.
    var sampleSize: Int { arithmetic == .floats ? MemoryLayout<Float>.size : MemoryLayout<Int16>.size }

    /// The size of a weight along the rows in bytes.
    var weightSize: Int { sampleSize }

    /// The distance between source rows in memory in bytes.
    var ringRowBytes: Int {
        let size = arithmetic == .floats ? MemoryLayout<Float>.size : format.depth.byteCount
        let padding = arithmetic == .copy ? 0 : Int(BLUR_SAMPLE_PADDING)
        return aligned((columns.count * channelCount + padding) * size)
    }

    /// The number of samples in a row of sums, and in each of its planes.
    var lineLength: Int { aligned(columns.count * channelCount + Int(BLUR_SAMPLE_PADDING) + tapCount) }
    var planeLength: Int { aligned(columns.count + Int(BLUR_SAMPLE_PADDING) + tapCount) }

    /// The number of samples in each plane of a row of the result.
    var resultLength: Int { aligned(width + Self.resultUnit) }

    private func aligned(_ count: Int) -> Int { (count + Self.alignment - 1) / Self.alignment * Self.alignment }

    /// The memory that computing some rows takes, in bytes.
    func byteCount(rows: Range<Int>) -> Int {
        let ring = vertical.greatestWindow(of: rows) * ringRowBytes
        if arithmetic == .copy { return ring }
        let lines = (lineLength + channelCount * (planeLength + resultLength)) * sampleSize
        let verticalTaps = (vertical.greatestWindow(of: rows) + 1) * (2 * MemoryLayout<Double>.size + weightSize)
        let horizontalTaps = resultLength * (tapCount * weightSize + MemoryLayout<Int32>.size)
        return ring + lines + verticalTaps + horizontalTaps
    }
}

extension LanczosAxis {
    /// The samples that some samples of the result depend on.
    func windows(of results: Range<Int>) -> Range<Int> {
        window(of: results.lowerBound).lowerBound..<window(of: results.upperBound - 1).upperBound
    }

    /// The most samples that one of some samples of the result depends on.
    func greatestWindow(of results: Range<Int>) -> Int { results.reduce(0) { max($0, window(of: $1).count) } }
}
