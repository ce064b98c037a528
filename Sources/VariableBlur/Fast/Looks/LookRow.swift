internal import CBlurKernels

/// Applies a look to one row of samples after the other; the buffers that this takes belong to an arena.
@safe
final class LookRow: @unchecked Sendable {
    private let look: PlaneLook
    private let loops: InnerLoops
    private let settings: blur_look
    private let planeCount: Int
    /// The first random numbers of every position along a line, followed by the second ones.
    private let keys: UnsafeMutablePointer<UInt16>
    private let keyStride: Int
    /// The noise of each color that is dithered, followed by that of grain.
    private let noise: UnsafeMutablePointer<Int16>
    private let kinds: ArenaList<blur_noise>
    private let noiseStride: Int
    /// The alphas of the pixels of a row, as numbers and in the format of samples.
    private let alphas: UnsafeMutablePointer<Float>
    private let weights: UnsafeMutableRawPointer
    private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// Planes for samples that are interleaved.
    private let separated: SampleRing

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
        let padding = Int(BLUR_SAMPLE_PADDING)
        noiseStride = greatestCount + padding
        keyStride = lineLength + padding
        unsafe keys = try arena.allocate(2 * keyStride, of: UInt16.self)
        unsafe noise = try arena.allocate(Int(BLUR_GREATEST_NOISE_COUNT) * noiseStride, of: Int16.self)
        let kinds = look.dithers + (look.grain > 0 ? [.grain] : [])
        self.kinds = try ArenaList(kinds.map { blur_noise(offset: $0.offset, factor: $0.factor) }, arena: arena)
        unsafe alphas = try arena.allocate(noiseStride, of: Float.self)
        unsafe weights = try UnsafeMutableRawPointer(arena.allocate(noiseStride, of: Float.self))
        unsafe addresses = try arena.allocate(4, of: UnsafeMutableRawPointer?.self)
        separated = try SampleRing(4, samplesPerRow: greatestCount + padding, for: loops, arena: arena)
        for position in 0..<lineLength {
            let own = look.isTransposed ? LookNoise.Keys.row(position) : LookNoise.Keys.column(position)
            unsafe (keys[position], keys[keyStride + position]) = (own.first, own.second)
        }
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
        var row = unsafe blur_look_row()
        if look.field.variation == .betweenPixels {
            if look.followsAlpha { unsafe row.alphas = writeAlphas(line, positions) }
        } else {
            unsafe row.alpha = Float(look.alpha(ofLine: line))
        }
        if !kinds.isEmpty { unsafe addNoise(to: &row, line, positions) }
        for plane in 0..<planeCount { unsafe addresses[plane] = (planes + plane * stride).address }
        var settings = settings
        unsafe loops.functions.pointee.apply_look(addresses, &settings, &row, positions.count)
    }

    private func addNoise(to row: inout blur_look_row, _ line: Int, _ positions: Range<Int>) {
        let lineKeys = look.isTransposed ? LookNoise.Keys.column(line) : LookNoise.Keys.row(line)
        unsafe loops.functions.pointee.make_noise(
            noise, noiseStride, keys + positions.lowerBound, keyStride, [lineKeys.first, lineKeys.second], kinds.base,
            kinds.count, positions.count)
        let ditherCount = look.dithers.count
        func dither(_ index: Int) -> UnsafePointer<Int16>? {
            unsafe index < ditherCount ? UnsafePointer(noise + index * noiseStride) : nil
        }
        unsafe row.dither = (dither(0), dither(1), dither(2))
        if look.grain > 0 { unsafe row.grain = UnsafePointer(noise + ditherCount * noiseStride) }
    }

    private func writeAlphas(_ row: Int, _ columns: Range<Int>) -> UnsafeRawPointer {
        var span = unsafe MutableSpan<Float>(_unsafeStart: alphas, count: columns.count)
        look.writeAlphas(ofRow: row, columns: columns, to: &span)
        unsafe loops.functions.pointee.convert_weights(weights, alphas, columns.count)
        return unsafe UnsafeRawPointer(weights)
    }
}

extension blur_look {
    fileprivate init(_ look: PlaneLook) {
        self.init()
        (colors, has_alpha, is_reversed) = (look.colorCount, look.hasAlpha, look.isReversed)
        (saturation, pivot) = (Float(look.saturation), Float(look.pivot))
        (opacity, grain) = (Float(look.opacity), Float(look.grain))
        let color = look.tint.map(Float.init) + [Float](repeating: 0, count: 3 - look.tint.count)
        tint = (color[0], color[1], color[2])
    }
}
