internal import CHEIFMessages
internal import VarBlur

/// Writes an AVIF file: another process gets the rows, and encodes the image after the last one.
final class AVIFWriter: RowWriter {
    private let channel: HEIFChannel
    private let digest: (() -> String)?
    private let greatestByteCount: Int
    private var file: FileContents

    init(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) {
        let parts = [plan.writtenProfile?.bytes ?? [], plan.metadata.exif ?? [], plan.metadata.xmp ?? []]
        channel = try HEIFChannel(heif_task(plan, parts.map(\.count)), .avif, deadline: plan.deadline)
        self.digest = digest
        greatestByteCount = Self.byteCount(plan) + parts.reduce(0) { $0 + $1.count }
        file = try FileContents(capacity: 0)
        for part in parts { try unsafe channel.send(part.span.bytes.withUnsafeBytes { unsafe $0 }) }
    }

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) { try unsafe channel.send(row) }

    func finish() throws(ImageError) {
        let reply = try channel.reply()
        // the encoder's memory holds the file, too
        guard reply.kind == HEIF_FILE.rawValue, let count = Int(exactly: reply.count), count <= greatestByteCount
        else { throw channel.impossible }
        let box = digest.map { HEIFBoxes.box(digest: $0()) } ?? []
        file = try FileContents(capacity: count + box.count)
        _ = try unsafe file.append(upTo: count) { buffer throws(ImageError) in
            try unsafe channel.receive(into: buffer)
            return count
        }
        guard HEIFBoxes.brands(of: file).contains("avif"), HEIFBoxes.areWhole(in: file)
        else { throw channel.impossible }
        _ = try unsafe file.append(upTo: box.count) { buffer throws(ImageError) in
            unsafe buffer.copyBytes(from: box)
            return box.count
        }
    }

    var output: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: file.address(of: 0..<file.count), count: file.count)
    }

    func discardOutput() { if let empty = try? FileContents(capacity: 0) { file = empty } }

    /// An upper bound on the memory of the encoder in bytes.
    ///
    /// The numbers of bytes per pixel are those of random pixels, rounded up.
    static func byteCount(_ plan: EncodingPlan) -> Int {
        let settings = plan.encoding.avif
        let isWide = plan.pixelFormat.depth == .sixteen
        let hasFullColor = settings?.hasFullColor ?? false
        let colorBytes = hasFullColor ? (isWide ? 76 : 54) : (isWide ? 42 : 30)
        // alpha is compressed without loss
        let alphaBytes = plan.pixelFormat.channels.hasAlpha ? (isWide ? 20 : 16) : 0
        let byteCount = fixedByteCount + plan.width * plan.height * (colorBytes + alphaBytes)
        // the encoder then looks at more choices
        return settings?.speed ?? 0 < 7 ? byteCount * 3 / 2 : byteCount
    }

    private static let fixedByteCount = 24 << 20
}

extension heif_task {
    /// The task of writing a file; `counts` are the lengths of profile, EXIF, and XMP.
    fileprivate init(_ plan: EncodingPlan, _ counts: [Int]) {
        let settings = plan.encoding.avif
        self.init()
        kind = HEIF_WRITE_AVIF.rawValue
        // aom's output is the same with any number of threads but one
        threads = UInt32(max(plan.threadCount, 2))
        memory = UInt64(AVIFWriter.byteCount(plan))
        (width, height) = (UInt32(plan.width), UInt32(plan.height))
        has_alpha = plan.pixelFormat.channels.hasAlpha
        is_wide = plan.pixelFormat.depth == .sixteen
        depth = is_wide ? UInt32(settings?.wideBitCount ?? AVIFEncoding.wideBitCounts[0]) : 8
        quality = UInt32(settings?.quality ?? AVIFEncoding.defaultQuality)
        has_full_color = settings?.hasFullColor ?? false
        speed = UInt32(settings?.speed ?? AVIFEncoding.defaultSpeed)
        let codes = plan.metadata.codePoints
        (primaries, transfer) = (UInt32(codes?.primaries ?? 1), UInt32(codes?.transfer ?? 13))
        (profile_count, exif_count, xmp_count) = (UInt64(counts[0]), UInt64(counts[1]), UInt64(counts[2]))
    }
}
