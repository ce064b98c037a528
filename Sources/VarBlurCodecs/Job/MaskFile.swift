internal import VarBlur

extension MaskRole {
    /// The notice about a file with colors, which is probably a photo.
    fileprivate var colorNotice: String {
        let meaning =
            switch self {
            case .mask: "white is the maximum radius, black is the minimum"
            case .matte: "white is the subject, black is the background"
            }
        return "the \(rawValue) has colors, of which only the luma is used: \(meaning)"
    }
}

/// A mask that was read from a file.
struct LoadedMask: Sendable {
    /// The upright mask.
    let mask: AlphaMask
    /// Notices for the user, one sentence each, without a period.
    let notices: [String]
    /// The greatest memory while the mask was read, in bytes.
    let readingBytes: Int
    /// The version of the file; `nil` for streams.
    let version: FileVersion?
}

/// Reads a mask from an image file.
///
/// The alpha channel is the mask if any pixel is not opaque, else Rec. 601 luma is. A mask is data: color profiles and gamma are
/// ignored, and damage is an error even if the limits allow it in images.
struct MaskFile {
    private let input: InputDecoder
    private let role: MaskRole
    private let codec: any ImageCodec
    /// The header of the image, which may be turned otherwise than its file says.
    private let header: ImageHeader

    /// Whether an alpha channel is the mask; in a depth map, it has another meaning.
    private let readsAlpha: Bool

    /// The blocks in which a painted pixel of the photo has left traces; they have no effect.
    private let traces: [CoveredBlocks]
    /// The samples that lie over painted pixels of the photo.
    private let painted: [CoveredBlocks]

    /// The XMP data of the image.
    var packet: [UInt8]? { header.metadata.xmp }

    /// Reads a mask, while `otherBytes` of memory are in use.
    ///
    /// - Throws: an error with the name of the mask's file.
    static func read(
        _ source: ImageSource, isInverted: Bool, besides otherBytes: Int, _ context: JobContext, codecs: CodecRegistry,
        as role: MaskRole = .mask
    ) throws(ImageError) -> LoadedMask {
        try source.label.attributingErrors { () throws(ImageError) in
            let (contents, identity) = try source.read(context, formats: codecs.nameList("or"))
            return try decode(
                contents, isInverted: isInverted, besides: otherBytes, context, codecs: codecs,
                identity?.version, as: role)
        }
    }

    /// Decodes a mask.
    ///
    /// - Throws: an error without the name of a file.
    static func decode(
        _ contents: FileContents, isInverted: Bool, besides otherBytes: Int = 0, _ context: JobContext,
        codecs: CodecRegistry, _ version: FileVersion?, as role: MaskRole = .mask
    ) throws(ImageError) -> LoadedMask {
        let (file, readingBytes): (MaskFile, Int)
        let (mask, isColored): (AlphaMask, Bool)
        do throws(ImageError) {
            file = try MaskFile(contents, context.withoutMetadata, codecs, as: role)
            readingBytes = try file.checkMemory(besides: otherBytes) - otherBytes
            (mask, isColored) = try file.mask(isInverted)
        } catch {
            guard error.reason == .damagedPixels else { throw error }
            // the setting that allows damage is not for masks
            throw ImageError(error.code, error.cause, remedy: ImageError.fetchAgain)
        }
        let warning = file.input.reader.warning
        var notices = warning.isEmpty ? [] : ["the \(role.rawValue): \(ImageHeader.notice(ofWarning: warning))"]
        if let notice = file.header.notice(ofAnimated: role.rawValue) { notices.append(notice) }
        if isColored { notices.append(role.colorNotice) }
        return LoadedMask(mask: mask, notices: notices, readingBytes: readingBytes, version: version)
    }

    private init(
        _ contents: FileContents, _ context: JobContext, _ codecs: CodecRegistry, as role: MaskRole
    ) throws(ImageError) {
        var context = context
        context.limits.allowsDamage = false
        (codec, self.role, readsAlpha) = (try codecs.codec(of: contents), role, true)
        (traces, painted) = ([], [])
        input = try InputDecoder(contents, codec, context, label: .memory)
        header = input.header
    }

    /// Opens an image that lies over the picture of a photo, which is turned.
    init(
        _ image: AuxiliaryImage, _ turn: ImageOrientation, _ fills: [FillPlan], _ context: JobContext,
        _ codecs: CodecRegistry, as role: MaskRole
    ) throws(ImageError) {
        var context = context.withoutGainMaps
        (context.item, context.limits.allowsDamage) = (image.item, false)
        (codec, self.role, readsAlpha) = (try codecs.codec(of: image.contents), role, false)
        input = try InputDecoder(image.contents, codec, context, label: .memory)
        var header = input.header
        if header.orientation == .up { header.orientation = image.orientation }
        header = header.turned(turn)
        self.header = header
        func covered(_ image: ImageHeader) throws(ImageError) -> [CoveredBlocks] {
            try fills.map { (fill) throws(ImageError) in
                try fill.blocks(of: image, overUprightImage: true, context.deadline)
            }
        }
        traces = try covered(header)
        header.blocks = .pixels
        painted = try covered(header)
    }

    /// Checks the pixel format, and the memory of decoding beside what is in use; returns both in bytes.
    func checkMemory(besides otherBytes: Int) throws(ImageError) -> Int {
        let format = header.pixelFormat
        guard format.channels != .cmyk else {
            throw ImageError(
                .unsupported, "a CMYK image cannot be a \(role.rawValue)", remedy: "convert it to gray first")
        }
        let samples = header.pixelCount * (format.channels.hasAlpha ? 2 : 1)
        let byteCount = input.contents.count + codec.readerByteCount(header) + samples * format.depth.byteCount
        try input.context.limits.check(memory: otherBytes + byteCount)
        return otherBytes + byteCount
    }

    /// The mask, and whether it is the luma of an image with colors.
    func mask(_ isInverted: Bool) throws(ImageError) -> (AlphaMask, isColored: Bool) {
        let (width, height) = (header.uprightWidth, header.uprightHeight)
        let (samples, isColored) = try samples()
        if isNarrow {
            try unsafe paint(samples.values(as: UInt8.self), isInverted)
        } else {
            try unsafe paint(samples.values(as: UInt16.self), isInverted)
        }
        let mask = try ImageError.wrapping(AlphaMask(width: width, height: height, samples, isInverted: isInverted))
        return (mask, isColored)
    }

    /// Decodes the samples of the upright mask, of 8 or 16 bits; also returns whether they are the luma of an image with colors.
    ///
    /// Traces of painted pixels are replaced.
    private func samples() throws(ImageError) -> (MaskSamples, isColored: Bool) {
        try isNarrow ? samples(.eight, UInt8.self) : samples(.sixteen, UInt16.self)
    }

    /// Decodes a depth map as a plane of the photo.
    func mask(_ plane: PhotoPlane, _ scale: DepthScale, _ isInverted: Bool) throws(ImageError) -> AlphaMask {
        let (width, height) = (header.uprightWidth, header.uprightHeight)
        var samples = try samples().0
        if isNarrow {
            let narrow = samples
            // its memory is used after its last use
            defer { withExtendedLifetime(narrow) {} }
            samples = try ImageError.wrapping(MaskSamples(.sixteen, count: narrow.count))
            let (bytes, values) = unsafe (narrow.values(as: UInt8.self), samples.values(as: UInt16.self))
            for index in values.indices { unsafe values[index] = UInt16(bytes[index]) * 257 }
        }
        let values = unsafe samples.values(as: UInt16.self)
        let table = try unsafe plane.samples(scale, counts: counts(values))
        for index in values.indices { unsafe values[index] = table[Int(values[index])] }
        try unsafe paint(values, isInverted)
        return try ImageError.wrapping(AlphaMask(width: width, height: height, samples, isInverted: isInverted))
    }

    /// How often a depth map has each sample.
    private func counts(_ samples: UnsafeMutableBufferPointer<UInt16>) -> [Int] {
        var counts = [Int](repeating: 0, count: 65536)
        unsafe samples.forEach { counts[Int($0)] += 1 }
        return counts
    }

    /// Leaves what is painted unblurred.
    private func paint<Sample: FixedWidthInteger>(
        _ samples: UnsafeMutableBufferPointer<Sample>, _ isInverted: Bool
    ) throws(ImageError) {
        let sample = (role == .matte) == isInverted ? 0 : Sample.max
        for y in 0..<header.height {
            for x in try columns(painted, ofRow: y).joined() {
                unsafe samples[header.uprightIndex(x: x, y: y)] = sample
            }
        }
    }

    /// Replaces samples with traces of painted pixels by the nearest ones without in their row, or by the nearest row that has some.
    ///
    /// - Throws: an error with the code `unsupported` if there are none.
    /// - Complexity: O(samples).
    private func replaceTraces<Sample>(_ samples: UnsafeMutableBufferPointer<Sample>) throws(ImageError) {
        if traces.isEmpty { return }
        // the row itself, or the nearest one above that has some
        var sources: [Int?] = []
        for y in 0..<header.height {
            let ranges = try columns(traces, ofRow: y)
            let isLost = ranges == [0..<header.width]
            sources.append(isLost ? sources.last ?? nil : y)
            for range in isLost ? [] : ranges {
                let (left, right) = (range.lowerBound - 1, range.upperBound)
                for x in range {
                    let isRight = left < 0 || right < header.width && right - x < x - left
                    let source = header.uprightIndex(x: isRight ? right : left, y: y)
                    unsafe samples[header.uprightIndex(x: x, y: y)] = samples[source]
                }
            }
        }
        var below: Int?
        for y in sources.indices.reversed() where sources[y] != y {
            if y + 1 < sources.count, sources[y + 1] == y + 1 { below = y + 1 }
            let nearest = [sources[y], below].compactMap(\.self).min { abs($0 - y) < abs($1 - y) }
            guard let row = nearest else {
                throw ImageError(
                    .unsupported, "the filled areas cover all that the photo tells of its subject and its depth",
                    remedy: "use a file as the \(role.rawValue)")
            }
            try input.context.deadline?.check()
            for x in 0..<header.width {
                unsafe samples[header.uprightIndex(x: x, y: y)] = samples[header.uprightIndex(x: x, y: row)]
            }
        }
    }

    /// The columns of a stored row that some blocks cover.
    private func columns(_ blocks: [CoveredBlocks], ofRow y: Int) throws(ImageError) -> [Range<Int>] {
        try input.context.deadline?.check()
        return blocks.flatMap { $0.columns(ofRow: y, width: header.width, ratio: (1, 1), isInterpolated: true) }
            .merged()
    }

    /// The bytes of the samples of a plane that are made of those of a depth map.
    var widenedByteCount: Int { isNarrow ? 2 * header.pixelCount : 0 }

    private var isNarrow: Bool { header.pixelFormat.depth == .eight }

    private func samples<Sample: FixedWidthInteger & BitwiseCopyable>(
        _ depth: SampleDepth, _ type: Sample.Type
    ) throws(ImageError) -> (MaskSamples, isColored: Bool) {
        let header = header
        let channels = header.pixelFormat.channels
        func allocate() throws(ImageError) -> MaskSamples {
            try ImageError.wrapping(MaskSamples(depth, count: header.pixelCount))
        }
        let luma = try allocate()
        let alpha: MaskSamples? = if channels.hasAlpha && readsAlpha { try allocate() } else { nil }
        var part = [Sample](repeating: 0, count: header.width)
        let isColored = !channels.isGray
        var saturatedCount = 0
        let rows = try Framing(whole: header, .up).slices(of: input)
        defer { rows.stop() }
        for number in 0..<rows.pool.layout.count {
            let (slice, numbers) = (try rows.next(), rows.pool.layout.rows(0, of: number))
            for y in numbers {
                let row = unsafe slice.row(0, y - numbers.lowerBound).bindMemory(to: type)
                for x in 0..<header.width {
                    let first = x * channels.count
                    unsafe part[x] = isColored ? Luma.of(row[first], row[first + 1], row[first + 2]) : row[first]
                    let isSaturated = unsafe isColored && Self.isSaturated(row[first], row[first + 1], row[first + 2])
                    if isSaturated { saturatedCount += 1 }
                }
                unsafe Self.copy(part, y, of: header, to: luma.values(as: type))
                guard let alpha else { continue }
                for x in 0..<header.width { unsafe part[x] = row[(x + 1) * channels.count - 1] }
                unsafe Self.copy(part, y, of: header, to: alpha.values(as: type))
            }
            rows.pool.recycle(slice)
        }
        try unsafe replaceTraces(luma.values(as: type))
        // a drawn mask may have an annotation, or an outline in a color
        let hasColors = saturatedCount > header.pixelCount / 10
        guard let alpha, unsafe alpha.values(as: type).contains(where: { $0 != .max }) else { return (luma, hasColors) }
        return (alpha, false)
    }

    /// Whether a pixel is clearly not gray: more than the chroma noise of lossy files.
    private static func isSaturated<Sample: FixedWidthInteger>(_ red: Sample, _ green: Sample, _ blue: Sample) -> Bool {
        max(red, green, blue) - min(red, green, blue) > Sample.max / 16
    }

    /// Copies a stored row to its place in the upright mask.
    private static func copy<Sample: FixedWidthInteger>(
        _ row: [Sample], _ y: Int, of header: ImageHeader, to upright: UnsafeMutableBufferPointer<Sample>
    ) {
        var target = header.uprightIndex(x: 0, y: y)
        let step = header.width > 1 ? header.uprightIndex(x: 1, y: y) - target : 0
        for sample in row {
            unsafe upright[target] = sample
            target += step
        }
    }
}

extension ImageHeader {
    /// The number of a stored pixel in the upright image, row by row.
    fileprivate func uprightIndex(x: Int, y: Int) -> Int {
        let position = orientation.uprightPosition(x: x, y: y, width: width, height: height)
        return position.y * uprightWidth + position.x
    }
}
