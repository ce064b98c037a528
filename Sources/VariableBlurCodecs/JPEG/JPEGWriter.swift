internal import CImageCodecs
internal import VariableBlur

/// Writes a JPEG file: from rows of pixels, from rows of its planes, or from coefficients.
@safe
final class JPEGWriter: RowWriter {
    private let session: OpaquePointer

    /// Opens a file for rows, or for planes.
    ///
    /// The plan has to be one that can be encoded.
    init(_ plan: EncodingPlan, takesPlanes: Bool = false) throws(ImageError) {
        guard let session = unsafe jpeg_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.session = session
        var settings = unsafe jpeg_writer_settings(plan, takesPlanes: takesPlanes)
        unsafe settings.takes_planes = takesPlanes
        if let encoding = plan.encoding.jpeg, encoding.quality == nil, let tables = encoding.style.quantization?.codes {
            try unsafe check(
                withUnsafePointer(to: tables) { tables in
                    unsafe settings.quantization = tables
                    return unsafe jpeg_writer_start(session, &settings)
                })
        } else {
            try unsafe check(jpeg_writer_start(session, &settings))
        }
        try addMetadata(plan)
    }

    /// Opens a file for merged coefficients, which are written when it is finished.
    init(_ plan: EncodingPlan, merging merge: OpaquePointer) throws(ImageError) {
        guard let session = unsafe jpeg_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.session = session
        var settings = unsafe jpeg_writer_settings(plan)
        try unsafe check(jpeg_writer_start_merge(session, &settings, merge))
        try addMetadata(plan)
    }

    /// Opens a file of which only the header is going to be made: what a splice has made follows it.
    init(_ plan: EncodingPlan, headerOf splice: OpaquePointer) throws(ImageError) {
        guard let session = unsafe jpeg_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.session = session
        var settings = unsafe jpeg_writer_settings(plan)
        try unsafe check(jpeg_writer_start_header(session, &settings, splice))
        try addMetadata(plan)
    }

    deinit { unsafe jpeg_writer_close(session) }

    private func addMetadata(_ plan: EncodingPlan) throws(ImageError) {
        let segments = JPEGSegment.all(for: plan.metadata)
        for segment in segments where segment.marker != 0xFE { try add(segment) }
        if let profile = plan.profile {
            try unsafe check(
                profile.bytes.withUnsafeBufferPointer { bytes in
                    unsafe jpeg_writer_add_profile(
                        session, codec_bytes(start: bytes.baseAddress, count: bytes.count))
                })
        }
        for segment in segments where segment.marker == 0xFE { try add(segment) }
    }

    private func add(_ segment: JPEGSegment) throws(ImageError) {
        try unsafe check(
            segment.contents.withUnsafeBufferPointer { bytes in
                unsafe jpeg_writer_add_segment(
                    session, Int32(segment.marker), codec_bytes(start: bytes.baseAddress, count: bytes.count))
            })
    }

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) {
        try unsafe check(jpeg_writer_next_row(session, row.bindMemory(to: UInt8.self).baseAddress))
    }

    /// Writes the next row of MCUs; the blocks have to be full.
    func writePlanes(of slice: Slice) throws(ImageError) {
        let planes = unsafe slice.planes
        try unsafe check(jpeg_writer_next_planes(session, planes))
    }

    /// Ends the file where its codes would begin.
    func finishHeader() throws(ImageError) { try unsafe check(jpeg_writer_finish_header(session)) }

    func finish() throws(ImageError) { try unsafe check(jpeg_writer_finish(session)) }

    var output: UnsafeRawBufferPointer { unsafe CodecStatus.buffer(jpeg_writer_output(session)) }

    func discardOutput() { unsafe jpeg_writer_discard_output(session) }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, jpeg_writer_message(session), in: nil)
        }
    }
}

extension jpeg_writer_settings {
    /// What a plan of the encoding JPEG asks for.
    fileprivate init(_ plan: EncodingPlan, takesPlanes: Bool = true) {
        unsafe self.init()
        guard let encoding = plan.encoding.jpeg else { return }
        let style = encoding.style.encodable(takesPlanes: takesPlanes)
        unsafe width = UInt32(plan.width)
        unsafe height = UInt32(plan.height)
        unsafe color = style.color.code
        unsafe self.quality = Int32(encoding.quality ?? 90)
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
    /// The same in a unit that JPEG has.
    fileprivate var forJPEG: PixelDensity? {
        converted(to: unit == .centimeter ? .centimeter : .inch, limit: 65_535)
    }
}
