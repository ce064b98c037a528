internal import CImageCodecs
internal import VariableBlur

/// Writes rows into a PNG file: in bands, which are compressed without each other.
@safe
final class PNGRowWriter: RowWriter {
    private let session: OpaquePointer
    private let packers: PNGBandPackers
    private let bandHeight: Int
    private let rowBytes: Int
    private var rowsLeft: Int
    /// The number of bands under way.
    private var bandCount = 0
    /// The band to which rows are added, and the one that was begun last, full or not.
    private var filling: PNGBand?
    private var latest: PNGBand?
    private var spare: [PNGBand] = []
    /// What the file is made of, until that has been written: once there is a band, so that nobody waits for it before.
    private var digest: (() -> String)?

    /// More threads than that compress faster than anything can be decoded.
    private static let mostThreads = 8

    init(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) {
        self.digest = digest
        let chunks = try PNGMetadata.chunks(
            for: plan.metadata, profile: plan.profile, channelCount: plan.pixelFormat.channels.count,
            depth: plan.pixelFormat.depth.rawValue)
        var settings = png_band_settings(plan)
        rowBytes = plan.width * plan.pixelFormat.bytesPerPixel
        bandHeight = unsafe png_band_height(&settings)
        rowsLeft = plan.height
        packers = try PNGBandPackers(settings, threadCount: Self.threadCount(plan, bandHeight))
        guard let session = unsafe png_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.session = session
        var header = png_writer_settings()
        header.width = UInt32(plan.width)
        header.height = UInt32(plan.height)
        header.channels = settings.channels
        header.bits_per_sample = settings.bits_per_sample
        try unsafe check(png_writer_start(session, &header))
        for chunk in chunks { try add(chunk) }
        try unsafe check(png_writer_end_header(session))
    }

    deinit { unsafe png_writer_close(session) }

    private func add(_ chunk: PNGChunk) throws(ImageError) {
        let status = unsafe chunk.contents.withUnsafeBufferPointer { contents in
            unsafe png_writer_add_chunk(
                session, chunk.type, codec_bytes(start: contents.baseAddress, count: contents.count))
        }
        try check(status)
    }

    private static func threadCount(_ plan: EncodingPlan, _ bandHeight: Int) -> Int {
        min(plan.threadCount, mostThreads, (plan.height + bandHeight - 1) / bandHeight)
    }

    /// The memory that it takes, at most.
    static func byteCount(_ plan: EncodingPlan) -> Int {
        var settings = png_band_settings(plan)
        let height = unsafe png_band_height(&settings)
        let bandBytes = (height + 1) * (plan.width * plan.pixelFormat.bytesPerPixel + 1)
        // a band's rows and what they become, and a packer's filtered rows and what it tries
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
        packers.pack(band)
        bandCount += 1
        filling = nil
        if bandCount == packers.capacity { try writeFirst() }
    }

    private func begin() throws(ImageError) -> PNGBand {
        let band = if let last = spare.popLast() { last } else { try PNGBand(capacity: bandHeight, rowBytes: rowBytes) }
        band.start(below: latest)
        latest = band
        return band
    }

    /// Writes the first of the bands under way.
    private func writeFirst() throws(ImageError) {
        guard let band = packers.next() else { return }
        bandCount -= 1
        if let digest { try add(PNGMetadata.chunk(digest: digest())) }
        digest = nil
        try unsafe check(band.write(to: session))
        spare.append(band)
    }

    func finish() throws(ImageError) {
        while bandCount > 0 { try writeFirst() }
        try unsafe check(png_writer_finish(session))
    }

    var output: UnsafeRawBufferPointer { unsafe CodecStatus.buffer(png_writer_output(session)) }

    func discardOutput() { unsafe png_writer_discard_output(session) }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, png_writer_message(session), in: nil)
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
