internal import CImageCodecs
internal import VarBlur

/// Writes a WebP file; libwebp encodes the image after the last row.
@safe
final class WebPWriter: RowWriter {
    private let cWriter: OpaquePointer
    private let plan: EncodingPlan
    /// Computes the text of the job's digest.
    private let digest: (() -> String)?

    init(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) {
        var settings = webp_writer_settings(plan)
        guard let cWriter = unsafe webp_writer_open(&settings) else { throw CodecStatus.outOfMemory }
        unsafe self.cWriter = cWriter
        (self.plan, self.digest) = (plan, digest)
    }

    deinit { unsafe webp_writer_close(cWriter) }

    /// An upper bound on the memory of a writer in bytes: the image, the encoder, and the output.
    ///
    /// The numbers of bytes per pixel are those of random black and white pixels, rounded up.
    static func byteCount(_ plan: EncodingPlan) -> Int {
        let pixelCount = plan.width * plan.height
        guard case .lossy(let quality) = plan.encoding.webP?.quality ?? .default else {
            return fixedByteCount + 34 * pixelCount
        }
        let alphaBytes = plan.pixelFormat.channels.hasAlpha ? 10 : 0
        let isInOnePass = pixelCount <= Int(WEBP_MAXIMUM_PIXELS_IN_ONE_PASS)
        // in one pass, the encoder holds all symbols of the file
        let encoderBytes = isInOnePass ? (quality > 90 ? 36 : 28) : 10
        return fixedByteCount + (encoderBytes + alphaBytes) * pixelCount
    }

    /// The parts of the encoder that do not depend on the image.
    private static let fixedByteCount = 1 << 20

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) {
        try unsafe check(webp_writer_next_row(cWriter, row.bindMemory(to: UInt8.self).baseAddress))
    }

    func finish() throws(ImageError) {
        let own = Array((digest?() ?? "").utf8)
        try unsafe check(webp_writer_finish(cWriter))
        let (profile, exif) = (chunk("ICCP", plan.writtenProfile?.bytes), chunk("EXIF", plan.metadata.exif))
        let xmp = chunk("XMP ", plan.metadata.xmp)
        let after = exif + xmp + chunk(WebPStructure.digestType, own)
        let flags: WebPChunks.Flags = [
            profile.isEmpty ? [] : .profile, exif.isEmpty ? [] : .exif, xmp.isEmpty ? [] : .xmp,
        ]
        let (extended, droppedCount) = header(flags, isExtended: !profile.isEmpty || !after.isEmpty)
        let count = unsafe extended.count + profile.count + output.count - droppedCount + after.count
        let before = WebPChunk.fileHeader(following: 4 + count) + extended + profile
        let status = unsafe before.withUnsafeBufferPointer { before in
            unsafe after.withUnsafeBufferPointer { after in
                unsafe webp_writer_wrap(cWriter, droppedCount, before.codecBytes, after.codecBytes)
            }
        }
        try check(status)
    }

    private func chunk(_ type: String, _ contents: [UInt8]?) -> [UInt8] {
        if let contents, !contents.isEmpty { WebPChunk.bytes(of: type, contents) } else { [] }
    }

    /// The header of an extended file, if the file of libwebp has one or if there are other chunks; and the number of bytes before the chunks
    /// of the image.
    private func header(_ flags: WebPChunks.Flags, isExtended: Bool) -> (extended: [UInt8], droppedCount: Int) {
        let file = unsafe output
        func hasType(_ type: String, at offset: Int) -> Bool {
            unsafe file[offset..<offset + 4].elementsEqual(type.utf8)
        }
        let wasExtended = hasType("VP8X", at: WebPChunks.fileHeaderCount)
        let droppedCount = WebPChunks.fileHeaderCount + (wasExtended ? WebPChunk.extended([], 1, 1).count : 0)
        // an alpha channel has a chunk of its own, or a flag after the signature and the size of a lossless image
        let hasAlpha =
            unsafe hasType("ALPH", at: droppedCount)
            || (hasType("VP8L", at: droppedCount) && file[droppedCount + 12] & 0x10 != 0)
        guard isExtended || wasExtended else { return ([], droppedCount) }
        return (WebPChunk.extended(hasAlpha ? flags.union(.alpha) : flags, plan.width, plan.height), droppedCount)
    }

    var output: UnsafeRawBufferPointer { unsafe CodecStatus.buffer(webp_writer_output(cWriter)) }

    func discardOutput() { unsafe webp_writer_discard_output(cWriter) }

    private func check(_ status: codec_status) throws(ImageError) {
        if status == CODEC_OVER_LIMIT {
            throw ImageError(
                .unsupported, "the image is too large and too detailed for a WebP file of this quality",
                remedy: "lower the quality, or choose another format")
        }
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, webp_writer_message(cWriter), in: nil, plan.deadline)
        }
    }
}

extension webp_writer_settings {
    /// The settings for a plan whose encoding is WebP.
    fileprivate init(_ plan: EncodingPlan) {
        self.init()
        (width, height) = (UInt32(plan.width), UInt32(plan.height))
        has_alpha = plan.pixelFormat.channels.hasAlpha
        deadline = plan.deadline.codecTime
        switch plan.encoding.webP?.quality ?? .default {
        case .lossy(let value): quality = Int32(value)
        case .lossless: is_lossless = true
        }
    }
}
