import TestSupport

@testable import VarBlur

/// The fast engine's samples before they are rounded to values, for images without alpha.
///
/// Replaces the engine's last step: where it would convert a row's samples to values, the samples are read from the upsampler's
/// planes.
struct UnroundedBlur {
    let profile: RadiusProfile
    let edges: EdgeMode

    init(_ profile: RadiusProfile, edges: EdgeMode) { (self.profile, self.edges) = (profile, edges) }

    init(_ blur: ProgressiveBlur, lineCount: Int) throws {
        precondition(blur.field.variation == .betweenRows)
        let sampling = try PlaneSampling(imageWidth: 1, imageHeight: lineCount, horizontalRatio: 1, verticalRatio: 1)
        let field = blur.field.placed(width: 1, height: lineCount)
        guard let profile = field.profile(lineCount: lineCount, sampling: sampling) else { preconditionFailure() }
        self.init(profile, edges: blur.edges)
    }

    /// The samples in units of values, row after row; clear rows are those of the image.
    func samples(of image: borrowing PixelBuffer) throws -> [Double] {
        let (width, height, format) = (image.width, image.height, image.format)
        let rowSamples = width * format.channels.count
        var result = (0..<height).flatMap { image.row($0).map(Double.init) }
        let blurred = profile.ranges(in: 0..<height, above: LineSigmas.greatestUnblurred)
        guard !blurred.isEmpty else { return result }
        let task = RowTask(profile: profile, columnCount: width, format: format, edges: edges)
        var engine = try FastEngine(task, rows: blurred)
        unsafe image.withUnsafePixels { pixels in
            for batch in blurred.flatMap({ Array(FastEngine.batches(of: $0)) }) {
                unsafe Self.forEachRow(of: batch, &engine, pixels) { row, samples in
                    result.replaceSubrange(row * rowSamples..<(row + 1) * rowSamples, with: samples)
                }
            }
        }
        return result
    }

    /// Computes a batch as `FastEngine.makeRows` does, except that it calls a function with each row's samples.
    private static func forEachRow(
        of batch: Range<Int>, _ engine: inout FastEngine, _ pixels: UnsafePixels,
        _ body: (_ row: Int, _ samples: [Double]) -> Void
    ) {
        func source(_ row: Int) -> UnsafePointer<UInt8> {
            unsafe (pixels.base + row * pixels.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        }
        unsafe engine.prepare(batch, from: source)
        var start = 0
        while start < batch.count {
            let group = engine.group(from: start, of: batch)
            let sumLevel = engine.sumRows(group, firstRow: batch.lowerBound)
            for slot in group {
                let parameters = engine.rowParameters(slot: slot)
                let level = engine.horizontalFilter.prepare(
                    slot, from: sumLevel, level: parameters.horizontalLevel, sigma: parameters.sigmas.along)
                unsafe engine.horizontalFilter.filterToSamples(
                    engine.horizontalFilter.row(slot, level: level), level)
                body(batch.lowerBound + slot, unsafe samples(of: engine.horizontalFilter, level, pixels.layout))
            }
            start = group.upperBound
        }
    }

    private static func samples(of filter: HorizontalFilter, _ level: Int, _ layout: PixelLayout) -> [Double] {
        let channels = layout.format.channels.count
        let steps = filter.sampleSteps(level)
        let bias = Float(AxisLevels.roundingBias(level))
        return (0..<layout.width * channels).map { index in
            let (pixel, channel) = index.quotientAndRemainder(dividingBy: channels)
            let address = unsafe (filter.upsampler.plane(0) + pixel * steps.pixel + channel * steps.channel).address
            return unsafe layout.format.depth == .eight
                ? Double((Float(address.load(as: Int16.self)) - bias) / 128) : Double(address.load(as: Float.self))
        }
    }
}
