internal import CImageCodecs
internal import VariableBlur

/// Writes a PNG file row by row, in bands that are compressed independently.
@safe
final class PNGRowWriter: RowWriter {
    private let cWriter: OpaquePointer
    private let compressors: PNGBandCompressors
    private let bandHeight: Int
    private let rowBytes: Int
    private var rowsLeft: Int
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

    init(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) {
        self.digest = digest
        let chunks = try PNGMetadata.chunks(for: plan)
        var settings = png_band_settings(plan)
        rowBytes = plan.width * plan.pixelFormat.bytesPerPixel
        bandHeight = unsafe png_band_height(&settings)
        rowsLeft = plan.height
        compressors = try PNGBandCompressors(settings, threadCount: Self.threadCount(plan, bandHeight))
        guard let cWriter = unsafe png_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.cWriter = cWriter
        var header = png_writer_settings()
        header.width = UInt32(plan.width)
        header.height = UInt32(plan.height)
        header.channels = settings.channels
        header.bits_per_sample = settings.bits_per_sample
        try unsafe check(png_writer_start(cWriter, &header))
        for chunk in chunks { try add(chunk) }
        try unsafe check(png_writer_end_header(cWriter))
    }

    deinit { unsafe png_writer_close(cWriter) }

    private func add(_ chunk: PNGChunk) throws(ImageError) {
        let status = unsafe chunk.contents.withUnsafeBufferPointer { contents in
            unsafe png_writer_add_chunk(
                cWriter, chunk.type, codec_bytes(start: contents.baseAddress, count: contents.count))
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
        return (threads + 3) * 2 * bandBytes + threads * (5 * bandBytes + 1 << 19)
    }

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) {
        let band = if let filling { filling } else { try begin() }
        unsafe band.append(row)
        rowsLeft -= 1
        band.isLast = rowsLeft == 0
        filling = band
        guard band.isLast || band.count == band.capacity else { return }
        compressors.compress(band)
        bandCount += 1
        filling = nil
        if bandCount == compressors.capacity { try writeFirst() }
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
        if let digest { try add(PNGMetadata.chunk(digest: digest())) }
        digest = nil
        try unsafe check(band.write(to: cWriter))
        spare.append(band)
    }

    func finish() throws(ImageError) {
        while bandCount > 0 { try writeFirst() }
        try unsafe check(png_writer_finish(cWriter))
    }

    var output: UnsafeRawBufferPointer { unsafe CodecStatus.buffer(png_writer_output(cWriter)) }

    func discardOutput() { unsafe png_writer_discard_output(cWriter) }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, png_writer_message(cWriter), in: nil)
        }
    }
}

extension png_band_settings {
    fileprivate init(_ plan: EncodingPlan) {
        self.init()
        compression =
            switch plan.encoding.png?.compression ?? .default {
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
