internal import CBlurKernels

/// Applies a look to one row of samples after the other; the buffers that this takes belong to an arena.
@safe
final class LookRow: @unchecked Sendable {
    private let look: PlaneLook
    private let loops: InnerLoops
    private let settings: blur_look
    private let planeCount: Int
    /// For every position along a line, two random numbers.
    private let firstKeys: UnsafeMutablePointer<UInt16>
    private let secondKeys: UnsafeMutablePointer<UInt16>
    /// The noise of grain, and of each color.
    private let noise: UnsafeMutablePointer<Int16>
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
        unsafe firstKeys = try arena.allocate(lineLength + padding, of: UInt16.self)
        unsafe secondKeys = try arena.allocate(lineLength + padding, of: UInt16.self)
        unsafe noise = try arena.allocate(4 * noiseStride, of: Int16.self)
        unsafe alphas = try arena.allocate(noiseStride, of: Float.self)
        unsafe weights = try UnsafeMutableRawPointer(arena.allocate(noiseStride, of: Float.self))
        unsafe addresses = try arena.allocate(4, of: UnsafeMutableRawPointer?.self)
        separated = try SampleRing(4, samplesPerRow: greatestCount + padding, for: loops, arena: arena)
        for position in 0..<lineLength {
            let keys = look.isTransposed ? LookNoise.Keys.row(position) : LookNoise.Keys.column(position)
            unsafe (firstKeys[position], secondKeys[position]) = (keys.first, keys.second)
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
        let keys = look.isTransposed ? LookNoise.Keys.column(line) : LookNoise.Keys.row(line)
        if look.grain > 0 { unsafe row.grain = makeNoise(3, .grain, keys, positions) }
        for (color, kind) in look.dithers.enumerated() {
            let noise = unsafe makeNoise(color, kind, keys, positions)
            switch color {
            case 0: unsafe row.dither.0 = noise
            case 1: unsafe row.dither.1 = noise
            default: unsafe row.dither.2 = noise
            }
        }
        for plane in 0..<planeCount { unsafe addresses[plane] = (planes + plane * stride).address }
        var settings = settings
        unsafe loops.functions.pointee.apply_look(addresses, &settings, &row, positions.count)
    }

    private func makeNoise(
        _ index: Int, _ kind: LookNoise.Kind, _ keys: LookNoise.Keys, _ positions: Range<Int>
    ) -> UnsafePointer<Int16> {
        let result = unsafe noise + index * noiseStride
        let parameters = blur_noise(
            first_key: keys.first, second_key: keys.second, offset: kind.offset, factor: kind.factor)
        unsafe loops.functions.pointee.make_noise(
            result, firstKeys + positions.lowerBound, secondKeys + positions.lowerBound, parameters, positions.count)
        return unsafe UnsafePointer(result)
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
