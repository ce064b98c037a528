internal import CImageCodecs
internal import VarBlur

/// Writes a PNG file row by row, in bands that are compressed independently.
@safe
final class PNGRowWriter: RowWriter {
    private let cWriter: OpaquePointer
    private let compressors: PNGBandCompressors
    private let bandHeight: Int
    private let rowBytes: Int
    private let height: Int
    private var nextRow = 0
    /// The rows that keep their compressed data; `nil` if there are none.
    private let kept: PNGKeptRows?
    /// The next range of kept rows, or the current one.
    private var keptRange = 0
    /// The first kept row after changed ones, until all rows are known that are compressed with it.
    private var joint: PNGBand?
    /// The destination of kept data, which is too long to be collected.
    private let sink: (any ByteSink)?
    /// Whether the output is collected because kept rows may still turn out not to be usable.
    private var isUncertain: Bool
    /// The number of bands that have not been written yet.
    private var bandCount = 0
    /// The band to which rows are added; `nil` if a new band is needed.
    private var filling: PNGBand?
    /// The band that was started last.
    private var latest: PNGBand?
    /// Written bands, for reuse.
    private var spare: [PNGBand] = []
    /// Computes the text of the job's digest; `nil` once it has been written.
    ///
    /// Called only when the first band is ready, because it may have to wait for another thread.
    private var digest: (() -> String)?

    /// More threads would compress faster than any input can be decoded.
    private static let maxThreadCount = 8

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - plan: the output.
    ///   - digest: computes the digest.
    ///   - kept: the rows that keep their compressed data; their pixels are ignored.
    ///   - sink: receives the kept data, after everything before it.
    /// - Throws: an error with the code `outOfMemory`, or an error of the metadata.
    init(
        _ plan: EncodingPlan, digest: (() -> String)?, keeping kept: PNGKeptRows? = nil, to sink: (any ByteSink)? = nil
    ) throws(ImageError) {
        self.digest = digest
        (self.kept, self.sink, isUncertain, height) = (kept, sink, kept != nil, plan.height)
        let chunks = try [PNGChunk(headerOf: plan)] + PNGMetadata.chunks(for: plan)
        var settings = png_band_settings(plan)
        rowBytes = plan.width * plan.pixelFormat.bytesPerPixel
        bandHeight = unsafe png_band_height(&settings)
        compressors = try PNGBandCompressors(settings, threadCount: Self.threadCount(plan, bandHeight))
        guard let cWriter = unsafe png_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.cWriter = cWriter
        for chunk in chunks { try add(chunk) }
    }

    deinit { unsafe png_writer_close(cWriter) }

    private func add(_ chunk: PNGChunk) throws(ImageError) {
        let status = unsafe chunk.contents.withUnsafeBufferPointer {
            unsafe png_writer_add_chunk(cWriter, chunk.type, $0.codecBytes)
        }
        try check(status)
    }

    private static func threadCount(_ plan: EncodingPlan, _ bandHeight: Int) -> Int {
        min(plan.threadCount, maxThreadCount, (plan.height + bandHeight - 1) / bandHeight)
    }

    /// An upper bound for the memory of a writer.
    static func byteCount(_ plan: EncodingPlan) -> Int {
        var settings = png_band_settings(plan)
        let height = unsafe png_band_height(&settings)
        let bandBytes = (height + 1) * (plan.width * plan.pixelFormat.bytesPerPixel + 1)
        // Each band has its rows and the compressed bytes; each compressor has filtered rows and every method's output.
        let threads = threadCount(plan, height)
        // libdeflate has tables of up to 10 MB for its high levels.
        let compressorBytes = settings.compression == PNG_COMPRESSION_SMALL ? 12 << 20 : 1 << 20
        return (threads + 3) * 2 * bandBytes + threads * (6 * bandBytes + compressorBytes)
    }

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) {
        defer { nextRow += 1 }
        if let kept, keptRange < kept.ranges.count, kept.ranges[keptRange].contains(nextRow) {
            return try unsafe keepRow(row, kept)
        }
        let band = if let filling { filling } else { try begin() }
        unsafe band.append(row)
        band.isLast = nextRow + 1 == height
        filling = band
        if band.isLast || band.count == band.capacity { try compressFilling() }
    }

    private func compressFilling() throws(ImageError) {
        guard let band = filling else { return }
        filling = nil
        try compress(band)
    }

    private func compress(_ band: PNGBand) throws(ImageError) {
        compressors.compress(band)
        bandCount += 1
        if bandCount == compressors.capacity { try writeFirst() }
    }

    /// Skips a row whose compressed data is kept.
    ///
    /// If the row above the first one has changed, the first row is compressed again, with the bytes after it that the kept data
    /// cannot replace.
    private func keepRow(_ row: UnsafeRawBufferPointer, _ kept: PNGKeptRows) throws(ImageError) {
        let rows = kept.ranges[keptRange]
        if nextRow == rows.lowerBound && nextRow > 0 {
            try compressFilling()
            joint = try unsafe single(row, below: latest)
        }
        if let band = joint, nextRow + 1 == rows.lowerBound + kept.beginningRowCount(keptRange) {
            try unsafe band.makeJoint(kept.beginning(keptRange))
            joint = nil
            try compress(band)
        }
        // the end of the image is written when all of it is decoded
        guard nextRow + 1 == rows.upperBound, rows.upperBound < height else { return }
        latest = try unsafe single(row, below: nil)
        try writeKept(kept)
    }

    /// A band of one row.
    private func single(_ row: UnsafeRawBufferPointer, below other: PNGBand?) throws(ImageError) -> PNGBand {
        let band = try PNGBand(capacity: 1, rowBytes: rowBytes)
        band.start(below: other)
        unsafe band.append(row)
        return band
    }

    /// Writes the kept data of the current range, after the bands before it.
    private func writeKept(_ kept: PNGKeptRows) throws(ImageError) {
        try kept.waitForSearch()
        while bandCount > 0 { try writeFirst() }
        try addDigest()
        let isCertain = keptRange + 1 == kept.ranges.count || !kept.includesLastRow(of: height)
        let status = try unsafe kept.write(keptRange, to: cWriter) { () throws(ImageError) in
            if isCertain { isUncertain = false }
            try flush()
        }
        try check(status)
        keptRange += 1
    }

    /// Sends the output to the sink.
    private func flush() throws(ImageError) {
        guard let sink, !isUncertain else { return }
        defer { discardOutput() }
        try unsafe sink.write(output.bytes)
    }

    private func begin() throws(ImageError) -> PNGBand {
        let band = if let last = spare.popLast() { last } else { try PNGBand(capacity: bandHeight, rowBytes: rowBytes) }
        band.start(below: latest)
        latest = band
        return band
    }

    /// Writes the first of the bands.
    private func writeFirst() throws(ImageError) {
        guard let band = compressors.next() else { return }
        bandCount -= 1
        try addDigest()
        try unsafe check(band.write(to: cWriter))
        if !band.isJoint { spare.append(band) }
    }

    private func addDigest() throws(ImageError) {
        if let digest { try add(PNGMetadata.chunk(digest: digest())) }
        digest = nil
    }

    func finish() throws(ImageError) {
        if let kept, keptRange < kept.ranges.count { try writeKept(kept) }
        while bandCount > 0 { try writeFirst() }
        try add(PNGChunk(type: "IEND", contents: []))
    }

    var output: UnsafeRawBufferPointer {
        if isUncertain { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
        return unsafe CodecStatus.buffer(png_writer_output(cWriter))
    }

    func discardOutput() { unsafe png_writer_discard_output(cWriter) }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, "", in: nil, nil)
        }
    }
}

extension PNGChunk {
    /// The header of a file.
    fileprivate init(headerOf plan: EncodingPlan) {
        let colorType: UInt8 = [0, 4, 2, 6][plan.pixelFormat.channels.count - 1]
        let size = [plan.width, plan.height].flatMap { ByteOrder.bigEndian.bytes(of: $0, count: 4) }
        self.init(type: "IHDR", contents: size + [UInt8(plan.pixelFormat.depth.rawValue), colorType, 0, 0, 0])
    }
}

extension png_band_settings {
    init(_ plan: EncodingPlan) {
        self.init()
        compression =
            switch plan.encoding.png?.effort ?? .default {
            case .fast: PNG_COMPRESSION_FAST
            case .default: PNG_COMPRESSION_DEFAULT
            case .small: PNG_COMPRESSION_SMALL
            }
        height = plan.height
        row_bytes = plan.width * plan.pixelFormat.bytesPerPixel
        channels = Int32(plan.pixelFormat.channels.count)
        bits_per_sample = Int32(plan.pixelFormat.depth.rawValue)
    }
}
