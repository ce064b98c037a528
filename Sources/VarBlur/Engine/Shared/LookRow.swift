internal import CBlurKernels

/// Applies a look to one row of samples after the other; the buffers that this takes belong to an arena.
@safe
final class LookRow: @unchecked Sendable {
    private let look: PlaneLook
    private let loops: InnerLoops
    private let settings: blur_look
    private let planeCount: Int
    /// Whether the look can write values: the last interpolation of rows without alpha may then be part of it.
    let writesValues: Bool
    /// The random numbers of the positions along a line: of all, of those with an even index, and of the others.
    private let keys: NoiseKeys
    private let evenKeys: NoiseKeys
    private let oddKeys: NoiseKeys
    /// The alphas of the pixels of a row, as numbers and in the format of samples.
    private let alphas: UnsafeMutablePointer<Float>
    private let weights: UnsafeMutableRawPointer
    private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// Planes for samples that are interleaved.
    private let separated: SampleRing
    private var latest: (line: Int, row: blur_look_row)?
    /// The look for some rows of the latest columns.
    private var part: (rows: Range<Int>, columns: Range<Int>, look: PlaneLook)?
    /// The number of these rows.
    private static let partRowCount = 32

    /// Allocates buffers.
    ///
    /// - Parameters:
    ///   - look: the look.
    ///   - lineLength: the length of the plane's lines.
    ///   - greatestCount: the greatest number of pixels to process at once.
    ///   - format: the pixel format.
    ///   - loops: the inner loops.
    ///   - arena: the owner of the buffers.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    init(
        _ look: PlaneLook, lineLength: Int, greatestCount: Int, _ format: PixelFormat, loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        (self.look, self.loops, planeCount) = (look, loops, format.channels.count)
        settings = blur_look(look)
        let hasKernels = unsafe loops.functions.pointee.look_to_values != nil && !loops.isLinear
        let hasColors = !look.hasAlpha && (look.colorCount == 1 || look.colorCount == 3)
        writesValues = hasKernels && hasColors && !look.variesAlongLines
        let keyCount = look.hasNoise ? lineLength : 0
        keys = try NoiseKeys(0..<keyCount, step: 1, look, arena: arena)
        let splitCount = writesValues ? keyCount : 0
        evenKeys = try NoiseKeys(0..<splitCount, step: 2, look, arena: arena)
        oddKeys = try NoiseKeys(min(1, splitCount)..<splitCount, step: 2, look, arena: arena)
        let capacity = greatestCount + Int(BLUR_SAMPLE_PADDING)
        unsafe alphas = try arena.allocate(capacity, of: Float.self)
        unsafe weights = try UnsafeMutableRawPointer(arena.allocate(capacity, of: Float.self))
        unsafe addresses = try arena.allocate(4, of: UnsafeMutableRawPointer?.self)
        separated = try SampleRing(4, samplesPerRow: capacity, for: loops, arena: arena)
    }

    /// Separates the channels of interleaved samples, and returns the first plane and the distance between planes.
    func separate(_ samples: SamplePointer, count: Int) -> (planes: SamplePointer, stride: Int) {
        if planeCount == 1 { return unsafe (samples, 0) }
        for plane in 0..<planeCount { unsafe addresses[plane] = separated.row(plane).address }
        unsafe loops.functions.pointee.deinterleave(addresses, samples.address, planeCount, count)
        return unsafe (separated.row(0), separated.samplesPerRow)
    }

    /// Changes samples of a line in place.
    ///
    /// - Parameters:
    ///   - planes: the first sample of the first channel; up to `BLUR_SAMPLE_PADDING` samples after the last are read.
    ///   - stride: the distance from one channel's samples to the next one's.
    ///   - line: the row of the plane, or the column if the plane is transposed.
    ///   - positions: the pixels of the line.
    func apply(to planes: SamplePointer, stride: Int, line: Int, positions: Range<Int>) {
        var row = unsafe row(line)
        if look.variesAlongLines && look.followsAlpha {
            unsafe row.alphas = writeAlphas(line, positions)
        }
        unsafe row.keys = keys.from(positions.lowerBound)
        for plane in 0..<planeCount { unsafe addresses[plane] = (planes + plane * stride).address }
        var settings = settings
        unsafe loops.functions.pointee.apply_look(addresses, &settings, &row, positions.count)
    }

    /// Fades the blurred background of adjacent pixels, of which planes hold sums as floats.
    func fadeBackground(_ planes: SamplePointer, stride: Int, row: Int, columns: Range<Int>) {
        guard look.backgroundFade > 0 else { return }
        var factors = unsafe MutableSpan<Float>(_unsafeStart: alphas, count: columns.count)
        part(row, columns).writeBackgroundFactors(ofRow: row, columns: columns, to: &factors)
        for plane in 0..<planeCount {
            let sums = unsafe (planes + plane * stride).address.assumingMemoryBound(to: Float.self)
            for index in 0..<columns.count { unsafe sums[index] *= alphas[index] }
        }
    }

    /// Changes interleaved samples, and writes them as planes of values; requires ``writesValues``.
    ///
    /// - Parameters:
    ///   - samples: the first sample; up to `BLUR_SAMPLE_PADDING` samples after the last are read.
    ///   - line: the row of the plane, or the column if the plane is transposed.
    ///   - count: the number of pixels, from the start of the line on.
    ///   - roundingBias: the mean excess of samples.
    ///   - values: the first plane; up to 63 values after the last of each plane are overwritten.
    ///   - planeStride: the distance between planes.
    func convert(
        _ samples: SamplePointer, line: Int, count: Int, roundingBias: UInt16, into values: UnsafeMutablePointer<UInt8>,
        planeStride: Int
    ) {
        var (settings, row) = unsafe (settings, row(line))
        unsafe row.keys = keys.from(0)
        unsafe loops.functions.pointee.look_to_values(
            values, planeStride, samples.address, &settings, &row, count, roundingBias)
    }

    /// Doubles the resolution of planes, changes their samples, and writes them as planes of values; requires ``writesValues``.
    ///
    /// - Parameters:
    ///   - halves: the first sample of every plane; up to `BLUR_SAMPLE_PADDING` samples after the last are read.
    ///   - line: the row of the plane, or the column if the plane is transposed.
    ///   - pairCount: the number of samples of a plane.
    ///   - isBinomial: whether the interpolation is binomial instead of linear.
    ///   - roundingBias: the mean excess of samples.
    ///   - values: the first plane; up to 63 values after the last of each plane are overwritten.
    ///   - planeStride: the distance between planes.
    func upsample(
        _ halves: UnsafePointer<UnsafeRawPointer?>, line: Int, pairCount: Int, isBinomial: Bool, roundingBias: UInt16,
        into values: UnsafeMutablePointer<UInt8>, planeStride: Int
    ) {
        var (settings, row) = unsafe (settings, row(line))
        unsafe row.keys = evenKeys.from(0)
        unsafe loops.functions.pointee.upsample_look_to_values(
            values, planeStride, halves, &settings, &row, oddKeys.from(0), pairCount, roundingBias, isBinomial)
    }

    /// The alpha and the random numbers of a line, which are those of the latest line if it is the same.
    private func row(_ line: Int) -> blur_look_row {
        if let latest = unsafe latest, unsafe latest.line == line { return unsafe latest.row }
        var row = unsafe blur_look_row()
        if !look.variesAlongLines { unsafe row.alpha = Float(look.alpha(ofLine: line)) }
        if look.hasNoise {
            let keys = look.isTransposed ? LookNoise.Keys.column(line) : LookNoise.Keys.row(line)
            unsafe row.row_keys = (keys.first, keys.second)
        }
        unsafe latest = (line, row)
        return unsafe row
    }

    private func part(_ row: Int, _ columns: Range<Int>) -> PlaneLook {
        if let part, part.rows.contains(row), part.columns == columns { return part.look }
        let rows = row..<row + Self.partRowCount
        let look = look.part(ofRows: rows, columns: columns)
        part = (rows, columns, look)
        return look
    }

    private func writeAlphas(_ row: Int, _ columns: Range<Int>) -> UnsafeRawPointer {
        var span = unsafe MutableSpan<Float>(_unsafeStart: alphas, count: columns.count)
        part(row, columns).writeAlphas(ofRow: row, columns: columns, to: &span)
        unsafe loops.functions.pointee.convert_weights(weights, alphas, columns.count)
        return unsafe UnsafeRawPointer(weights)
    }
}

extension blur_look {
    fileprivate init(_ look: PlaneLook) {
        self.init()
        (colors, has_alpha, is_reversed) = (look.colorCount, look.hasAlpha, look.isReversed)
        (saturation, pivot) = (Float(look.saturation), Float(look.pivot))
        (opacity, grain, fade) = (Float(look.opacity), Float(look.grain), Float(look.fade))
        let color = look.tint.map(Float.init) + [Float](repeating: 0, count: 3 - look.tint.count)
        tint = (color[0], color[1], color[2])
        (dithers, first_noise) = (!look.dithers.isEmpty, look.colorCount < 3 ? look.dithers.first?.rawValue ?? 0 : 0)
    }
}

/// The random numbers of some positions along a line.
@safe
private struct NoiseKeys {
    private let first: UnsafeMutablePointer<UInt16>
    private let second: UnsafeMutablePointer<UInt16>

    /// Computes the numbers of every `step`th position of a range.
    init(_ positions: Range<Int>, step: Int, _ look: PlaneLook, arena: Arena) throws(BlurError) {
        let capacity = (positions.count + step - 1) / step + Int(BLUR_SAMPLE_PADDING)
        unsafe first = try arena.allocate(capacity, of: UInt16.self)
        unsafe second = try arena.allocate(capacity, of: UInt16.self)
        for (index, position) in stride(from: positions.lowerBound, to: positions.upperBound, by: step).enumerated() {
            let keys = look.isTransposed ? LookNoise.Keys.row(position) : LookNoise.Keys.column(position)
            unsafe (first[index], second[index]) = (keys.first, keys.second)
        }
    }

    /// The numbers from a position on.
    func from(_ index: Int) -> blur_noise_keys {
        unsafe blur_noise_keys(first: first + index, second: second + index)
    }
}
