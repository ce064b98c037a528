internal import CHEIFMessages
internal import VarBlur

/// Writes an AVIF or JPEG XL file: another process gets the rows, and encodes the image after the last one.
final class HEIFWriter: RowWriter {
    private let channel: HelperChannel
    private let errors: HEIFErrors
    private let codec: any HelperCodec
    private let digest: (() -> String)?
    private let greatestByteCount: Int
    private var file: FileContents

    /// Starts a file.
    init(_ plan: EncodingPlan, _ codec: any HelperCodec, digest: (() -> String)?) throws(ImageError) {
        let parts = [plan.writtenProfile?.bytes ?? [], plan.metadata.exif ?? [], plan.metadata.xmp ?? []]
        var task = heif_task(plan, parts.map(\.count))
        task.memory = UInt64(codec.writerByteCount(plan))
        (plan.encoding.settings as? any HelperEncoding)?.describe(&task)
        errors = HEIFErrors(codec.format)
        channel = try HelperChannel(task, deadline: plan.deadline, errors)
        (self.codec, self.digest) = (codec, digest)
        greatestByteCount = codec.writerByteCount(plan) + parts.reduce(0) { $0 + $1.count }
        file = try FileContents(capacity: 0)
        for part in parts { try unsafe channel.send(part.span.bytes.withUnsafeBytes { unsafe $0 }) }
    }

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) { try unsafe channel.send(row) }

    func finish() throws(ImageError) {
        let reply = try channel.reply()
        // the encoder's memory holds the file, too
        guard reply.kind == HEIF_FILE.rawValue, let count = Int(exactly: reply.count), count <= greatestByteCount
        else { throw errors.impossible }
        let box = digest.map { HEIFBoxes.box(digest: $0()) } ?? []
        file = try FileContents(capacity: count + box.count)
        _ = try unsafe file.append(upTo: count) { buffer throws(ImageError) in
            try unsafe channel.receive(into: buffer)
            return count
        }
        guard codec.recognizes(file), HEIFBoxes.areComplete(in: file)
        else { throw errors.impossible }
        _ = try unsafe file.append(upTo: box.count) { buffer throws(ImageError) in
            unsafe buffer.copyBytes(from: box)
            return box.count
        }
    }

    var output: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: file.address(of: 0..<file.count), count: file.count)
    }

    func discardOutput() { if let empty = try? FileContents(capacity: 0) { file = empty } }
}

extension heif_task {
    /// The task of writing a file, without the settings of the encoder; `counts` are the lengths of profile, EXIF, and XMP.
    fileprivate init(_ plan: EncodingPlan, _ counts: [Int]) {
        self.init()
        is_writing = true
        // aom's output is the same with any number of threads but one
        threads = UInt32(max(plan.threadCount, 2))
        (width, height) = (UInt32(plan.width), UInt32(plan.height))
        is_gray = plan.pixelFormat.channels.isGray
        has_alpha = plan.pixelFormat.channels.hasAlpha
        is_wide = plan.pixelFormat.depth == .sixteen
        let (sRGB, unspecified) = ((primaries: 1, transfer: 13), (primaries: 2, transfer: 2))
        let codes = plan.metadata.codePoints ?? (plan.writtenProfile == nil ? sRGB : unspecified)
        (primaries, transfer) = (UInt32(codes.primaries), UInt32(codes.transfer))
        let light = plan.metadata.light
        unsafe withUnsafeMutableBytes(of: &light_levels) { unsafe $0.copyBytes(from: light.levels) }
        unsafe withUnsafeMutableBytes(of: &mastering_display) { unsafe $0.copyBytes(from: light.display) }
        (profile_count, exif_count, xmp_count) = (UInt64(counts[0]), UInt64(counts[1]), UInt64(counts[2]))
    }
}
