internal import CImageCodecs
internal import VariableBlur

/// Reads the rows of a JPEG file.
@safe
final class JPEGRowReader: RowReader {
    let header: ImageHeader
    private let file: FileContents
    private let session: OpaquePointer
    private let allowsDamage: Bool
    private var fatalDamage: String?

    /// What is wrong with the file, if that is allowed.
    var damage: String? {
        let tolerated = unsafe String(cString: jpeg_reader_damage(session))
        return fatalDamage ?? (tolerated.isEmpty ? nil : tolerated)
    }

    init(_ file: FileContents, limits: ImageLimits) throws(ImageError) {
        let structure = try JPEGStructure(file, limits: limits)
        try limits.check(width: structure.width, height: structure.height)
        // libjpeg holds all coefficients of a progressive file: two bytes for every sample, and some to fill blocks up
        if structure.isProgressive {
            try limits.check(memory: 2 * structure.componentCount * structure.width * structure.height)
        }
        let bytes = unsafe codec_bytes(start: file.address(of: 0..<file.count), count: file.count)
        let session = unsafe jpeg_reader_open(
            bytes, max(limits.memory, 0), Int32(clamping: limits.scans), limits.deadline?.nanoseconds ?? Int64.max)
        guard let session = unsafe session else { throw CodecStatus.outOfMemory }
        unsafe jpeg_reader_limit_warnings(session, Int32(clamping: limits.warnings))
        if limits.allowsDamage { unsafe jpeg_reader_tolerate_damage(session) }
        var picture = jpeg_picture()
        let status = unsafe jpeg_reader_start(session, &picture)
        guard status == CODEC_OK else {
            defer { unsafe jpeg_reader_close(session) }
            if status == CODEC_TIMEOUT, let deadline = limits.deadline { throw deadline.passed }
            throw unsafe CodecStatus.error(status, jpeg_reader_message(session), in: .jpeg)
        }
        unsafe self.session = session
        self.file = file
        allowsDamage = limits.allowsDamage
        header = Self.header(picture, structure)
    }

    deinit { unsafe jpeg_reader_close(session) }

    private static func header(_ picture: jpeg_picture, _ structure: JPEGStructure) -> ImageHeader {
        let layouts: [Int32: ChannelLayout] = [1: .gray, 3: .rgb, 4: .cmyk]
        var header = ImageHeader(
            format: .jpeg, width: Int(picture.width), height: Int(picture.height),
            pixelFormat: PixelFormat(layouts[picture.channels] ?? .rgb))
        header.orientation = structure.orientation
        header.profile = structure.profile
        header.notices = structure.notices
        header.metadata = structure.metadata
        header.holdsWholeImage = structure.isProgressive
        header.jpegStyle = JPEGStyle(
            JPEGStyle.Colour(picture.colour), sampling: sampling(picture, count: structure.componentCount),
            isProgressive: picture.is_progressive, hasAdobeMarker: picture.has_adobe_marker)
        return header
    }

    private static func sampling(_ picture: jpeg_picture, count: Int) -> [JPEGStyle.Sampling] {
        let all = picture.sampling
        let factors = [all.0, all.1, all.2, all.3]
        return factors.prefix(count).map { JPEGStyle.Sampling(Int($0.0), Int($0.1)) }
    }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        let status = unsafe jpeg_reader_next_row(session, row.bindMemory(to: UInt8.self).baseAddress)
        guard allowsDamage, status == CODEC_DAMAGED else { return try check(status) }
        noteFatalDamage()
        unsafe header.pixelFormat.fillMissing(row)
    }

    private func noteFatalDamage() {
        if fatalDamage == nil { fatalDamage = unsafe String(cString: jpeg_reader_message(session)) }
    }

    func finish() throws(ImageError) -> String {
        let status = unsafe jpeg_reader_finish(session)
        if allowsDamage && status == CODEC_DAMAGED { noteFatalDamage() } else { try check(status) }
        return unsafe String(cString: jpeg_reader_warning(session))
    }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, jpeg_reader_message(session), in: .jpeg)
        }
    }
}

/// Writes rows into a JPEG file.
@safe
final class JPEGRowWriter: RowWriter {
    private let session: OpaquePointer

    init(_ plan: EncodingPlan, style: JPEGStyle, quality: Int) throws(ImageError) {
        guard let session = unsafe jpeg_writer_open() else { throw CodecStatus.outOfMemory }
        unsafe self.session = session
        let style = style.encodable
        var settings = jpeg_writer_settings()
        settings.width = UInt32(plan.width)
        settings.height = UInt32(plan.height)
        settings.colour = style.colour.code
        settings.quality = Int32(quality)
        settings.is_progressive = style.isProgressive
        settings.has_adobe_marker = style.hasAdobeMarker
        if let density = plan.metadata.density?.forJPEG {
            settings.density_unit = density.unit == .inch ? 1 : density.unit == .centimetre ? 2 : 0
            (settings.density_x, settings.density_y) = (UInt16(density.x), UInt16(density.y))
        }
        let pairs = style.sampling.map { (Int32($0.horizontal), Int32($0.vertical)) }
        let factors = pairs + [(Int32, Int32)](repeating: (1, 1), count: 4 - pairs.count)
        settings.sampling = (factors[0], factors[1], factors[2], factors[3])
        try unsafe check(jpeg_writer_start(session, &settings))
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

    deinit { unsafe jpeg_writer_close(session) }

    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) {
        try unsafe check(jpeg_writer_next_row(session, row.bindMemory(to: UInt8.self).baseAddress))
    }

    func finish() throws(ImageError) { try unsafe check(jpeg_writer_finish(session)) }

    var output: UnsafeRawBufferPointer { unsafe CodecStatus.buffer(jpeg_writer_output(session)) }

    func discardOutput() { unsafe jpeg_writer_discard_output(session) }

    private func check(_ status: codec_status) throws(ImageError) {
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, jpeg_writer_message(session), in: nil)
        }
    }
}

extension JPEGStyle.Colour {
    init(_ code: jpeg_colour) {
        self =
            switch code {
            case JPEG_GREY: .gray
            case JPEG_RGB: .rgb
            case JPEG_CMYK: .cmyk
            case JPEG_YCCK: .ycck
            default: .yCbCr
            }
    }

    fileprivate var code: jpeg_colour {
        switch self {
        case .gray: JPEG_GREY
        case .yCbCr: JPEG_YCC
        case .rgb: JPEG_RGB
        case .cmyk: JPEG_CMYK
        case .ycck: JPEG_YCCK
        }
    }
}

extension PixelDensity {
    /// The same in a unit that JPEG has.
    fileprivate var forJPEG: PixelDensity? {
        converted(to: unit == .centimetre ? .centimetre : .inch, limit: 65_535)
    }
}
