internal import VarBlur

/// Blurs some rows of a PNG file; the other rows keep their compressed data.
struct PNGKeptRowsStrategy: BlurStrategy {
    private let pixels: PixelStrategy
    /// The rows to keep.
    private let keptRows: [Range<Int>]
    private let usesThreads: Bool

    /// The minimum fraction of the rows that must be kept to be worthwhile.
    private static let minimumFraction = 0.125

    /// Returns `nil` if too few rows are kept, or if the stored rows differ from those of the output.
    init?(_ request: ShortcutRequest, _ codec: PNGCodec) throws(ImageError) {
        let (header, conversion) = (request.header, request.conversion)
        guard request.engine == .fast, !request.allowsDamage, header.orientation == .up, !header.holdsWholeImage,
            conversion.blursRowsAsDecoded(header), conversion.writesRowsAsBlurred
        else { return nil }
        let sampling = try ImageError.wrapping { () throws(BlurError) in
            try PlaneSampling(
                imageWidth: header.width, imageHeight: header.height, horizontalRatio: 1, verticalRatio: 1)
        }
        let blurred = request.blur.blurredRows(
            width: header.width, height: header.height, format: header.pixelFormat, sampling: sampling)
        let rowBytes = header.width * header.pixelFormat.bytesPerPixel + 1
        let minimumCount = PNGKeptRows.minimumByteCount / rowBytes + 2
        keptRows = Self.gaps(between: blurred, in: header.height).filter { $0.count >= minimumCount }
        let keptCount = keptRows.reduce(0) { $0 + $1.count }
        guard keptCount > 0, Double(keptCount) >= Self.minimumFraction * Double(header.height) else { return nil }
        usesThreads = request.usesThreads
        pixels = PixelStrategy(
            header: header, conversion: conversion, encoding: request.encoding, reader: codec, writer: codec)
    }

    /// The rows between ranges of blurred rows, and before and after them.
    private static func gaps(between blurred: [Range<Int>], in height: Int) -> [Range<Int>] {
        let starts = [0] + blurred.map(\.upperBound)
        let ends = blurred.map(\.lowerBound) + [height]
        return zip(starts, ends).map { $0..<$1 }.filter { !$0.isEmpty }
    }

    var layout: SliceLayout { pixels.layout }

    /// New rows are held until it is certain that the rows below them can be kept.
    func codecByteCount(_ inputByteCount: Int) -> Int {
        let newCount = pixels.header.height - keptRows.reduce(0) { $0 + $1.count }
        let newBytes = newCount * pixels.layout.components[0].bytesPerRow
        let keptBytes = keptRows.count > 1 ? inputByteCount : 0
        return pixels.codecByteCount(inputByteCount) + 2 * (newBytes + keptBytes)
            + keptRows.count * PNGKeptRows.minimumByteCount
    }

    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError) {
        guard let reader = input.reader as? PNGRowReader,
            let kept = reader.keep(keptRows, for: pixels.encoding, pipeline.context.deadline)
        else { return try pixels.run(pipeline, input, to: sink) }
        do throws(ImageError) {
            if usesThreads { kept.searchInBackground() }
            try keep(kept, pipeline, input, to: sink)
        } catch  where error.code == .fault && sink.count == 0 {
            // the decoder can read some files that the search does not understand
            try pipeline.source.attributingErrors { () throws(ImageError) in try input.restart() }
            try pixels.run(pipeline, input, to: sink)
        }
    }

    private func keep(
        _ kept: PNGKeptRows, _ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink
    ) throws(ImageError) {
        try pixels.run(pipeline, input) { (encoding, digest) throws(ImageError) in
            ImageEncoder(encoding, try PNGRowWriter(encoding, digest: digest, keeping: kept, to: sink), to: sink)
        }
    }
}
