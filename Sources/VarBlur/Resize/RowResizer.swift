internal import CBlurKernels

/// Resizes an image row by row while it is decoded and encoded, without holding the whole image.
///
/// Append the rows of the image from ``sourceRows``, and take the rows of the result as soon as they are available:
///
/// ```swift
/// let rows = try RowResizer(
///     sourceWidth: 4000, sourceHeight: 3000, width: 640, height: 480, format: PixelFormat(.rgb))
/// var source = try PixelBuffer(width: 4000, height: 1, format: PixelFormat(.rgb))
/// var result = try PixelBuffer(width: 640, height: 1, format: PixelFormat(.rgb))
/// for _ in 0..<480 {
///     while rows.needsRow {
///         var bytes = source.mutableBytes
///         try readRow(&bytes)
///         rows.append(source.bytes)
///     }
///     var bytes = result.mutableBytes
///     rows.takeRow(into: &bytes)
///     try writeRow(result.bytes)
/// }
/// ```
///
/// The result equals that of ``PixelBuffer/resized(toWidth:height:reduction:content:from:light:execution:)``, which describes the arithmetic. Memory is
/// proportional to the width of the source times the ratio of the heights: for example, 0.6 MB from RGB rows of 4000 pixels to 640.
///
/// Not thread-safe: use an instance from one thread at a time.
@safe
public final class RowResizer {
    /// The memory layout of a row of the source: its width and format.
    ///
    /// Rows have no padding.
    public let sourceLayout: PixelLayout
    /// The memory layout of a row of the result: its width and format.
    ///
    /// Rows have no padding.
    public let rowLayout: PixelLayout
    /// The number of rows of the result.
    public var rowCount: Int { results.count }
    /// The rows of the source that the result depends on.
    ///
    /// Only these are appended; a decoder can skip the others.
    public let sourceRows: Range<Int>
    /// The number of appended rows.
    public private(set) var appendedRowCount = 0
    /// The number of taken rows, which is the index of the next row to take.
    public private(set) var takenRowCount = 0

    private let plan: ResizePlan
    private let results: Range<Int>
    private let taps: RowTaps?
    private let tables: LightTables?
    private let loops: InnerLoops
    /// The latest rows of the source; row y is at y modulo the number of rows.
    private let ring: CheckedMemory
    private let ringRowCount: Int
    /// The sums of a row, the same sums in planes, and a row of the result in planes; all are zero beyond their samples.
    private let arena = Arena()
    private let line: UnsafeMutablePointer<UInt8>
    private let planes: UnsafeMutablePointer<UInt8>
    private let result: UnsafeMutablePointer<UInt8>
    /// The rows of a window and their weights, an even number of them.
    private let windowRows: UnsafeMutablePointer<UnsafeRawPointer?>
    private let windowWeights: UnsafeMutablePointer<UInt8>
    private var numbers: [Double] = []

    /// Prepares to resize an image.
    ///
    /// - Parameters:
    ///   - sourceWidth: the width of the source in pixels, at least 1.
    ///   - sourceHeight: the height of the source in pixels, at least 1.
    ///   - reduction: how many pixels of an original each pixel of the source is the mean of, along each axis: 2, 4 or 8 if a JPEG
    ///     decoder has reduced the image. The result then is sharper, as if the original had been resized. Traps if it is less than 1.
    ///   - content: the part of the source that shows something of the original, if that, or a crop of it, ends within the outermost
    ///     pixels: these then are means of fewer pixels. `nil` for all of it.
    ///   - region: the part of the source that becomes the result; `nil` for all of it. Pixels around it are read as far as the filter
    ///     reaches. It may exceed the source by up to its size; the pixels at the edges are then repeated.
    ///   - width: the width of the result in pixels, at least 1.
    ///   - height: the height of the result in pixels, at least 1.
    ///   - format: the pixel format of both.
    ///   - light: whether stored values or linear light are averaged.
    ///   - instructionSet: the instruction set. Traps if the processor lacks it.
    /// - Throws: ``BlurError/Code/invalidSize`` if a size is out of range, or the region has no pixel in common with the source,
    ///   ``BlurError/Code/invalidFormat`` if samples are floats, ``BlurError/Code/invalidLight`` if pixels of the format have no linear
    ///   light, and ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(`sourceWidth` + `width` + `height`).
    public convenience init(
        sourceWidth: Int, sourceHeight: Int, reduction: Int = 1, content: SourceRegion? = nil,
        region: SourceRegion? = nil, width: Int, height: Int, format: PixelFormat, light: BlurLight = .encoded,
        instructionSet: InstructionSet = .standard
    ) throws(BlurError) {
        let plan = try ResizePlan(
            sourceWidth: sourceWidth, sourceHeight: sourceHeight, reduction: reduction, content: content,
            region: region, width: width, height: height, format: format, light: light)
        let taps = plan.arithmetic == .copy ? nil : try RowTaps(plan)
        try self.init(plan, rows: 0..<height, taps, instructionSet)
    }

    /// Prepares to compute some rows of a result.
    init(
        _ plan: ResizePlan, rows: Range<Int>, _ taps: RowTaps?, _ instructionSet: InstructionSet
    ) throws(BlurError) {
        (self.plan, self.taps, results) = (plan, taps, rows)
        sourceLayout = try PixelLayout(width: plan.horizontal.sampleCount, height: 1, format: plan.format)
        rowLayout = try PixelLayout(width: plan.width, height: 1, format: plan.format)
        sourceRows = plan.vertical.windows(of: rows)
        let usesFloats = plan.arithmetic == .floats
        tables =
            usesFloats && plan.light.isLinear
            ? try LightTables.shared(plan.light, plan.format, encodes: false, needsFloats: true) : nil
        loops = instructionSet.innerLoops(usesFloats ? .sixteen : plan.format.depth, tables)
        ringRowCount = plan.vertical.greatestWindow(of: rows)
        ring = try CheckedMemory(count: ringRowCount, of: plan.ringRowBytes)
        let (size, channels) = plan.arithmetic == .copy ? (0, 0) : (plan.sampleSize, plan.channelCount)
        unsafe line = try arena.allocate(plan.lineLength * size, of: UInt8.self)
        unsafe planes = try arena.allocate(channels * plan.planeLength * size, of: UInt8.self)
        unsafe result = try arena.allocate(channels * plan.resultLength * size, of: UInt8.self)
        unsafe windowRows = try arena.allocate(ringRowCount + 1, of: UnsafeRawPointer?.self)
        unsafe windowWeights = try arena.allocate((ringRowCount + 1) * plan.weightSize, of: UInt8.self)
        numbers.reserveCapacity(ringRowCount)
    }

    /// An upper bound on the memory that a resize takes, in bytes; the parameters are those of
    /// ``init(sourceWidth:sourceHeight:reduction:content:region:width:height:format:light:instructionSet:)``.
    ///
    /// - Throws: ``BlurError/Code/invalidSize``, ``BlurError/Code/invalidFormat``, or ``BlurError/Code/invalidLight``.
    public static func memoryEstimate(
        sourceWidth: Int, sourceHeight: Int, reduction: Int = 1, content: SourceRegion? = nil,
        region: SourceRegion? = nil, width: Int, height: Int, format: PixelFormat, light: BlurLight = .encoded
    ) throws(BlurError) -> Int {
        let plan = try ResizePlan(
            sourceWidth: sourceWidth, sourceHeight: sourceHeight, reduction: reduction, content: content,
            region: region, width: width, height: height, format: format, light: light)
        let tables = plan.arithmetic == .floats ? LightTables.greatestByteCount : 0
        return plan.byteCount(rows: 0..<height) + tables
    }

    /// Whether another row must be appended before the next row can be taken.
    public var needsRow: Bool {
        guard takenRowCount < rowCount else { return false }
        let window = plan.vertical.window(of: results.lowerBound + takenRowCount)
        return sourceRows.lowerBound + appendedRowCount < window.upperBound
    }

    /// Appends the next row of the source.
    ///
    /// - Parameter row: at least `sourceLayout.rowByteCount` bytes. Traps if the row is shorter, or if ``needsRow`` is false.
    public func append(_ row: RawSpan) {
        trapUnless(needsRow, "takeRow(into:) must be called before another row is appended")
        trapUnless(
            row.byteCount >= sourceLayout.rowByteCount,
            "a row has \(sourceLayout.rowByteCount) bytes, but only \(row.byteCount) were given")
        unsafe row.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe append(base.assumingMemoryBound(to: UInt8.self))
        }
    }

    private func append(_ row: UnsafePointer<UInt8>) {
        let pixelBytes = plan.format.bytesPerPixel
        let pixels = unsafe row + plan.columns.lowerBound * pixelBytes
        let target = unsafe ringRow(sourceRows.lowerBound + appendedRowCount)
        if plan.arithmetic == .floats {
            let samples = unsafe SamplePointer(address: target, sampleSize: plan.sampleSize)
            unsafe loops.load(pixels, plan.format, count: plan.columns.count, into: samples)
        } else {
            unsafe target.copyMemory(from: pixels, byteCount: plan.columns.count * pixelBytes)
        }
        appendedRowCount += 1
    }

    /// Takes the next row of the result.
    ///
    /// - Parameter row: memory for at least `rowLayout.rowByteCount` bytes. Traps if the memory is smaller, if ``needsRow``
    ///   is true, or after the last row.
    public func takeRow(into row: inout MutableRawSpan) {
        trapUnless(!needsRow && takenRowCount < rowCount, "no row is available")
        trapUnless(
            row.byteCount >= rowLayout.rowByteCount,
            "a row has \(rowLayout.rowByteCount) bytes, but there is only room for \(row.byteCount)")
        unsafe row.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe computeRow(results.lowerBound + takenRowCount, into: base.assumingMemoryBound(to: UInt8.self))
        }
        takenRowCount += 1
    }

    private func ringRow(_ index: Int) -> UnsafeMutableRawPointer {
        unsafe ring.base + index % ringRowCount * plan.ringRowBytes
    }

    private func computeRow(_ index: Int, into row: UnsafeMutablePointer<UInt8>) {
        let window = plan.vertical.window(of: index)
        guard let taps else {
            unsafe row.update(
                from: ringRow(window.lowerBound).assumingMemoryBound(to: UInt8.self), count: rowLayout.rowByteCount)
            return
        }
        sumWindow(window, of: index)
        let (channels, size) = (plan.channelCount, plan.sampleSize)
        if channels > 1 {
            unsafe withPlanes { unsafe loops.functions.pointee.deinterleave($0, line, channels, plan.columns.count) }
        }
        for channel in 0..<channels {
            let sums = unsafe channels > 1 ? planes + channel * plan.planeLength * size : line
            unsafe loops.functions.pointee.resample_along(
                result + channel * plan.resultLength * resultSize, sums, taps.first, taps.weights,
                Int32(taps.weightBits), plan.tapCount,
                plan.width)
        }
        unsafe store(row)
    }

    /// The size of a sample of the result before it is stored, in bytes.
    private var resultSize: Int { plan.arithmetic == .floats ? MemoryLayout<Float>.size : 1 }

    /// Sums rows of the source with the weights of a row of the result.
    private func sumWindow(_ window: Range<Int>, of index: Int) {
        plan.vertical.weights(of: index, in: &numbers)
        let bits = ResizePlan.bits(for: numbers, in: ResizePlan.verticalBits)
        unsafe plan.write(numbers, bits: bits, to: windowWeights)
        for row in window { unsafe windowRows[row - window.lowerBound] = UnsafeRawPointer(ringRow(row)) }
        var count = window.count
        if plan.arithmetic == .integers && count % 2 == 1 {
            unsafe windowRows[count] = windowRows[count - 1]
            unsafe windowWeights.withMemoryRebound(to: Int16.self, capacity: count + 1) { unsafe $0[count] = 0 }
            count += 1
        }
        unsafe loops.functions.pointee.resample_across(
            line, windowRows, windowWeights, Int32(bits), count, plan.columns.count * plan.channelCount)
    }

    /// Calls `body` with the addresses of the planes of sums.
    private func withPlanes(_ body: (UnsafePointer<UnsafeMutableRawPointer?>) -> Void) {
        let step = plan.planeLength * plan.sampleSize
        let starts = unsafe (0..<4).map {
            unsafe UnsafeMutableRawPointer(planes + min($0, plan.channelCount - 1) * step)
        }
        unsafe starts.map(Optional.some).withUnsafeBufferPointer { starts in
            if let base = starts.baseAddress { unsafe body(base) }
        }
    }

    /// Converts the planes of a result to pixels.
    private func store(_ row: UnsafeMutablePointer<UInt8>) {
        let (channels, step, width) = (plan.channelCount, plan.resultLength, plan.width)
        if plan.arithmetic == .floats {
            let samples = unsafe SamplePointer(address: result, sampleSize: plan.sampleSize)
            return unsafe loops.store(
                samples, channelStep: step, pixelStep: 1, plan.format, count: width, roundingBias: 0, into: row)
        }
        if plan.format.channels.hasAlpha { limitColors() }
        if channels > 1 {
            unsafe loops.functions.pointee.interleave(row, result, step, channels, width)
        } else {
            unsafe row.update(from: result, count: width)
        }
    }

    /// Limits premultiplied colors to alpha, which they may exceed where the filter overshoots.
    private func limitColors() {
        let alpha = unsafe result + (plan.channelCount - 1) * plan.resultLength
        for channel in 0..<plan.channelCount - 1 {
            let color = unsafe result + channel * plan.resultLength
            for x in 0..<plan.width { unsafe color[x] = min(color[x], alpha[x]) }
        }
    }
}
