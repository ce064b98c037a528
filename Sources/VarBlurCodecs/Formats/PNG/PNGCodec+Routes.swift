internal import VarBlur

extension PNGCodec {
    /// The minimum fraction of the rows that must be kept to be worthwhile.
    private static let minimumFraction = 0.125

    /// If many rows are unblurred, the first route keeps their compressed data.
    func routes(_ request: BlurRequest) throws(ImageError) -> [BlurRoute] {
        let pixels = BlurRoute.pixels(request)
        let rows = try Self.keptRows(request)
        let (height, keptCount) = (request.header.height, rows.reduce(0) { $0 + $1.count })
        guard keptCount > 0, Double(keptCount) >= Self.minimumFraction * Double(height) else { return [pixels] }
        let (conversion, encoding, usesThreads) = (request.conversion, request.encoding, request.usesThreads)
        var kept = pixels
        kept.keepsData = true
        // new rows are held until it is certain that the rows below them can be kept
        let newBytes = (height - keptCount) * pixels.decoded.components[0].bytesPerRow
        let keptBytes = rows.count > 1 ? request.inputByteCount : 0
        kept.codecByteCount += 2 * (newBytes + keptBytes) + rows.count * PNGKeptRows.minimumByteCount
        kept.makeSource = { (input) throws(ImageError) in
            guard let reader = input.reader as? PNGRowReader,
                let search = reader.keep(rows, for: encoding, input.context.deadline)
            else { return nil }
            if usesThreads { search.searchInBackground() }
            return try pixels.makeSource(input)
        }
        kept.makeSink = { (input, output) throws(ImageError) in
            let search = (input.reader as? PNGRowReader)?.kept
            let writer = try PNGRowWriter(encoding, digest: output.digest, keeping: search, to: output.sink)
            return try RowSliceSink(
                ImageEncoder(encoding, writer, to: output.sink), conversion, encoding, input.context, for: output.seen)
        }
        return [kept, pixels]
    }

    /// The rows that the output can keep: none if the stored rows differ from those of the output.
    private static func keptRows(_ request: BlurRequest) throws(ImageError) -> [Range<Int>] {
        let (header, conversion) = (request.header, request.conversion)
        // the codes of compressed data tell how often each byte occurs in what is covered
        guard request.fill == nil, request.framing.isIdentity, !request.allowsDamage,
            header.orientation == .up,
            !header.holdsWholeImage,
            conversion.blursRowsAsDecoded(header), conversion.writesRowsAsBlurred
        else { return [] }
        let blurred = try request.blurredRows()
        let rowBytes = header.width * header.pixelFormat.bytesPerPixel + 1
        let minimumCount = PNGKeptRows.minimumByteCount / rowBytes + 2
        // the rows between ranges of blurred rows, and before and after them
        let starts = [0] + blurred.map(\.upperBound)
        let ends = blurred.map(\.lowerBound) + [header.height]
        return zip(starts, ends).map { $0..<$1 }.filter { $0.count >= minimumCount }
    }
}
