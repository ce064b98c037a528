internal import CImageCodecs
internal import VarBlur

/// Writes a JPEG file from rows of pixels, from rows of planes, or from merged coefficients.
@safe
final class JPEGWriter: RowWriter {
    private let cWriter: OpaquePointer
    private let deadline: Deadline?

    private init(
        _ plan: EncodingPlan, takesPlanes: Bool = true,
        start: (OpaquePointer, inout jpeg_writer_settings) -> codec_status
    ) throws(ImageError) {
        guard let cWriter = unsafe jpeg_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.cWriter = cWriter
        deadline = plan.deadline
        var settings = unsafe jpeg_writer_settings(plan, takesPlanes: takesPlanes)
        try unsafe check(start(cWriter, &settings))
        try addMetadata(plan)
    }

    /// Starts a file of rows, or of planes.
    ///
    /// - Parameters:
    ///   - plan: the file.
    ///   - takesPlanes: whether rows of planes are written.
    ///   - isPiece: whether the file is a piece of another, which has codes of its own.
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    convenience init(_ plan: EncodingPlan, takesPlanes: Bool = false, isPiece: Bool = false) throws(ImageError) {
        let encoding = plan.encoding.jpeg
        let quantization = encoding?.quality == nil ? encoding?.style.quantization : nil
        try unsafe self.init(plan, takesPlanes: takesPlanes) { writer, settings in
            unsafe settings.takes_planes = takesPlanes
            unsafe settings.fits_codes = plan.collectsCoefficients && !isPiece
            return unsafe quantization.withCValue { tables in
                unsafe settings.quantization = tables
                return unsafe jpeg_writer_start(writer, &settings)
            }
        }
    }

    /// Starts a file of merged coefficients, which `finish` writes.
    convenience init(_ plan: EncodingPlan, merging merge: OpaquePointer) throws(ImageError) {
        try unsafe self.init(plan) { unsafe jpeg_writer_start_merge($0, &$1, merge) }
    }

    /// Starts a file of the coefficients of another, turned, which `finish` writes; they must have been read.
    ///
    /// The reader must outlive the writer.
    convenience init(_ plan: EncodingPlan, turning original: JPEGReader, _ turn: jpeg_turn) throws(ImageError) {
        try unsafe self.init(plan) { unsafe jpeg_writer_start_turned($0, &$1, original.cReader, turn) }
    }

    /// Starts the header of a spliced file; the output of the splice follows it.
    convenience init(_ plan: EncodingPlan, headerOf splice: OpaquePointer) throws(ImageError) {
        try unsafe self.init(plan) { unsafe jpeg_writer_start_header($0, &$1, splice) }
    }

    deinit { unsafe jpeg_writer_close(cWriter) }

    private func addMetadata(_ plan: EncodingPlan) throws(ImageError) {
        let segments = JPEGSegment.all(for: plan.metadata)
        for segment in segments where segment.marker != JPEGMarker.comment { try add(segment) }
        if let profile = plan.writtenProfile {
            try unsafe check(
                profile.bytes.withUnsafeBufferPointer { unsafe jpeg_writer_add_profile(cWriter, $0.codecBytes) })
        }
        for segment in segments where segment.marker == JPEGMarker.comment { try add(segment) }
    }

    private func add(_ segment: JPEGSegment) throws(ImageError) {
        try unsafe check(
            segment.contents.withUnsafeBufferPointer {
                unsafe jpeg_writer_add_segment(cWriter, Int32(segment.marker), $0.codecBytes)
            })
    }

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) {
        try unsafe check(jpeg_writer_next_row(cWriter, row.bindMemory(to: UInt8.self).baseAddress))
    }

    /// Writes the next MCU row; all of its blocks must be filled.
    func writePlanes(of slice: Slice) throws(ImageError) {
        let planes = unsafe slice.planes
        try unsafe check(jpeg_writer_next_planes(cWriter, planes))
    }

    /// Ends the output after the header.
    func finishHeader() throws(ImageError) { try unsafe check(jpeg_writer_finish_header(cWriter)) }

    func finish() throws(ImageError) { try unsafe check(jpeg_writer_finish(cWriter)) }

    var output: UnsafeRawBufferPointer { unsafe CodecStatus.buffer(jpeg_writer_output(cWriter)) }

    func discardOutput() { unsafe jpeg_writer_discard_output(cWriter) }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, jpeg_writer_message(cWriter), in: nil, deadline)
        }
    }
}

extension jpeg_writer_settings {
    /// The settings for a plan whose encoding is JPEG.
    fileprivate init(_ plan: EncodingPlan, takesPlanes: Bool) {
        unsafe self.init()
        guard let encoding = plan.encoding.jpeg else { return }
        let style = encoding.style.encodable(takesPlanes: takesPlanes)
        unsafe width = UInt32(plan.width)
        unsafe height = UInt32(plan.height)
        unsafe color = style.color.cValue
        unsafe self.quality = Int32(encoding.quality ?? JPEGEncoding.defaultQuality)
        unsafe is_progressive = style.isProgressive
        unsafe has_adobe_marker = style.hasAdobeMarker
        let pairs = style.sampling.map { (Int32($0.horizontal), Int32($0.vertical)) }
        let factors = pairs + [(Int32, Int32)](repeating: (1, 1), count: 4 - pairs.count)
        unsafe sampling = (factors[0], factors[1], factors[2], factors[3])
        guard let density = plan.metadata.density?.forJPEG else { return }
        unsafe density_unit = density.unit == .inch ? 1 : density.unit == .centimeter ? 2 : 0
        unsafe (density_x, density_y) = (UInt16(density.x), UInt16(density.y))
    }
}

extension PixelDensity {
    /// The density in a unit that JFIF supports.
    fileprivate var forJPEG: PixelDensity? {
        converted(to: unit == .centimeter ? .centimeter : .inch, limit: 65_535)
    }
}

extension EncodingPlan {
    /// The plan with a digest, which JPEG files store before the image data.
    func with(_ digest: (() -> String)?) -> EncodingPlan {
        var plan = self
        plan.metadata.digest = digest?()
        return plan
    }
}
