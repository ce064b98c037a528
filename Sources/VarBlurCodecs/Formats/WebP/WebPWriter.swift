internal import CImageCodecs
internal import VarBlur

/// Writes a WebP file; libwebp encodes the image after the last row.
@safe
final class WebPWriter: RowWriter {
    private let cWriter: OpaquePointer
    private let profile: [UInt8]
    private let metadata: ImageMetadata
    private let deadline: Deadline?
    /// Computes the text of the job's digest.
    private let digest: (() -> String)?

    init(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) {
        var settings = webp_writer_settings(plan)
        guard let cWriter = unsafe webp_writer_open(&settings) else { throw CodecStatus.outOfMemory }
        unsafe self.cWriter = cWriter
        (profile, metadata) = (plan.writtenProfile?.bytes ?? [], plan.metadata)
        (deadline, self.digest) = (plan.deadline, digest)
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
        let parts = [profile, metadata.exif ?? [], metadata.xmp ?? [], own]
        let status = unsafe parts[0].withUnsafeBufferPointer { profile in
            unsafe parts[1].withUnsafeBufferPointer { exif in
                unsafe parts[2].withUnsafeBufferPointer { xmp in
                    unsafe parts[3].withUnsafeBufferPointer { own in
                        var metadata = unsafe webp_metadata(
                            profile: profile.codecBytes, exif: exif.codecBytes, xmp: xmp.codecBytes, own: own.codecBytes
                        )
                        return unsafe webp_writer_finish(cWriter, &metadata)
                    }
                }
            }
        }
        try check(status)
    }

    var output: UnsafeRawBufferPointer { unsafe CodecStatus.buffer(webp_writer_output(cWriter)) }

    func discardOutput() { unsafe webp_writer_discard_output(cWriter) }

    private func check(_ status: codec_status) throws(ImageError) {
        if status == CODEC_TIMEOUT, let deadline { throw deadline.error }
        if status == CODEC_OVER_LIMIT {
            throw ImageError(
                .unsupported, "the image is too large and too detailed for a WebP file of this quality",
                remedy: "lower the quality, or choose another format")
        }
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, webp_writer_message(cWriter), in: nil)
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
