internal import VarBlur

extension JPEGCodec {
    /// The minimum fraction of the image that must be unblurred for keeping coefficients to be worthwhile.
    private static let minimumKeptFraction = 0.25
    /// The maximum length of an output whose kept data has finer steps, relative to the input.
    private static let longestOutput = 1.4

    /// The routes: the last one blurs stored planes, or else pixels.
    ///
    /// If some of the image is unblurred, the first ones keep its coefficients; if nothing but a turn changes it, the first one turns them. If
    /// much of what is blurred is strongly blurred, the first one encodes low frequencies with finer steps.
    func routes(_ request: BlurRequest) throws(ImageError) -> [BlurRoute] {
        let all = try Self.encodingAll(request)
        guard request.framing.isIdentity else { return [all] }
        if let turning = try Self.turningCoefficients(request) { return [turning, all] }
        if let kept = try Self.keepingCoefficients(request, all) { return kept }
        guard let finer = request.withFinerSteps() else { return [all] }
        // the held output has at most the length of the input; while it grows, it is in memory twice
        var smooth = try Self.encodingAll(finer)
        // the length of the input depends on what a fill covers
        if request.fill != nil { return [smooth] }
        smooth.mustShrinkFile = true
        smooth.codecByteCount += 3 * request.inputByteCount
        return [smooth, all]
    }

    func quantization(_ request: BlurRequest) -> OutputQuantization? {
        guard let encoding = request.encoding.encoding.jpeg, encoding.quality == nil,
            let written = encoding.style.quantization,
            let original = request.header.jpegStyle?.turned(request.header.orientation).quantization
        else { return nil }
        return written == original ? .input : .finer
    }

    /// The route that encodes all of the picture: stored planes, or else pixels.
    private static func encodingAll(_ request: BlurRequest) throws(ImageError) -> BlurRoute {
        let (framing, geometry, encoding) = (request.framing, request.geometry, request.encoding)
        guard request.blursPlanes, framing.isIdentity || request.resizesPlanes else { return .pixels(request) }
        let (stored, result) = (try request.storedPlanes(of: nil), try request.storedPlanes(of: geometry))
        // regions that far exceed the image, as the chroma of a single column may
        guard let framingByteCount = framing.isIdentity ? 0 : framing.byteCount(stored, to: result) else {
            return .pixels(request)
        }
        return BlurRoute(
            decoded: stored, blurred: result, quantization: request.writer.quantization(request),
            codecByteCount: request.readerByteCount(stored) + request.writerByteCount(result) + framingByteCount,
            makeSource: { (input) throws(ImageError) in
                try PlaneSliceSource(input, reducedBy: geometry.planeReduction, keeping: geometry.crop)
            },
            makeSink: { (_, output) throws(ImageError) in
                try PlaneSliceSink(encoding.with(output.digest), to: output.sink)
            })
    }

    /// The routes that replace some MCUs, in stored planes or as pixels, and the route that encodes all of them.
    ///
    /// - Returns: the routes; `nil` if too little of the image stays as it is, or if its quality changes.
    private static func keepingCoefficients(
        _ request: BlurRequest, _ planes: BlurRoute
    ) throws(ImageError) -> [BlurRoute]? {
        guard !request.allowsDamage, request.encoding.encoding.jpeg?.quality == nil,
            let style = request.header.jpegStyle, let quantization = style.quantization,
            let written = request.encoding.encoding.jpeg?.style.quantization,
            written == quantization || written == quantization.smooth,
            request.blursPlanes || request.blur.light.isLinear && request.blursRows(takesPlanes: false)
        else { return nil }
        let layout = try request.storedPlanes(of: nil)
        let replaced = try ReplacedMCUs(request.blur, layout, style, filling: request.fill, request.deadline)
        guard replaced.keptFraction >= minimumKeptFraction else { return nil }
        let kept = try keepingCoefficients(request, planes, layout, replaced)
        guard quantization.showsBlocks else { return kept }
        // the length of the input depends on what a fill covers
        let longest = request.fill == nil ? Int(longestOutput * Double(request.imageByteCount)) : nil
        let choices = longest.map {
            SmoothFrequencies.choices(
                for: quantization, inputByteCount: request.imageByteCount, sampleCount: layout.byteCount * layout.count,
                keptFraction: replaced.keptFraction, longest: $0)
        }
        var routes: [BlurRoute] = []
        for frequencies in choices ?? [.ten] {
            let finer = request.withFinerSteps(frequencies, inFraction: 1 - replaced.keptFraction)
            guard let finer else { continue }
            routes.append(try keepingCoefficients(finer, try encodingAll(finer), layout, replaced, longest: longest)[0])
        }
        return routes + kept
    }

    /// The route that turns the coefficients of the input upright.
    ///
    /// - Returns: the route; `nil` if the image is upright, if its MCUs cannot be turned, or if some of them change.
    private static func turningCoefficients(_ request: BlurRequest) throws(ImageError) -> BlurRoute? {
        guard request.fill == nil, let upright = request.withUprightCoefficients(),
            var route = try keepingCoefficients(upright, encodingAll(upright))?.first(where: { $0.encodedSlices == [] }
            ),
            route.quantization == .input
        else { return nil }
        let (plan, orientation) = (request.encoding, request.header.orientation)
        route.makeSink = { (input, output) throws(ImageError) in
            guard let original = input.reader as? JPEGReader else {
                throw ImageError(.fault, "the coefficients of no JPEG file can be turned")
            }
            return TurnedCoefficientSink(
                plan.with(output.digest), to: output.sink, turning: original, input.label, orientation)
        }
        return route
    }

    /// The route that replaces some MCUs, and the route that encodes all of them.
    ///
    /// - Parameters:
    ///   - request: the blur; the quantization steps are those of the input, or divide them.
    ///   - planes: the route that encodes all MCUs.
    ///   - layout: the stored planes.
    ///   - replaced: the MCUs that change.
    ///   - longest: the maximum length of the output in bytes; `nil` for any.
    /// - Returns: both routes.
    /// - Throws: an error with the code `invalidSize`.
    private static func keepingCoefficients(
        _ request: BlurRequest, _ planes: BlurRoute, _ layout: SliceLayout, _ replaced: ReplacedMCUs,
        longest: Int? = nil
    ) throws(ImageError) -> [BlurRoute] {
        var all = planes
        if !request.blursPlanes {
            all = .pixels(request, in: layout.pixels(request.header, request.conversion))
            all.codecByteCount = request.codecByteCount(layout)
        }
        var kept = all
        (kept.encodedSlices, kept.keepsData) = (replaced.rows, true)
        // the whole output is held in memory, and its new rows are held twice; with finer steps, kept data is longer
        kept.codecByteCount =
            (kept.quantization == .finer ? 4 : 2) * request.inputByteCount + replaced.byteCount
            + request.readerByteCount(layout) + layout.coefficientByteCount
        let (encoding, usesThreads, slices) = (request.encoding, request.usesThreads, all.blurred)
        // the codes of entropy-coded data tell how often each symbol occurs in what is covered
        let keepsCodes = request.fill == nil
        let makeSource = all.makeSource
        kept.makeSource = { (input) throws(ImageError) in
            // blurred rows need the tables of all scans, and the header may have only some of them
            guard let reader = input.reader as? JPEGReader, !reader.mayRedefineTables else { return nil }
            return try makeSource(input)
        }
        kept.makeSink = { (input, output) throws(ImageError) in
            try CoefficientSliceSink(
                encoding.with(output.digest), to: output.sink, keepingFrom: input, slices,
                replacing: replaced, keepsCodes: keepsCodes, longest: longest, usesThreads: usesThreads)
        }
        return [kept, all]
    }
}

extension BlurRequest {
    /// The request for an input whose coefficients have been turned upright; `nil` if it is upright, or if they cannot be turned.
    fileprivate func withUprightCoefficients() -> BlurRequest? {
        guard let upright = header.withUprightCoefficients else { return nil }
        var request = self
        request.header = upright
        request.framing.geometry = Framing(whole: upright, .up).geometry
        return request
    }

    /// Whether decoded and written pixels are alike, and the encoder supports the sampling of the input.
    fileprivate func blursRows(takesPlanes: Bool) -> Bool {
        guard conversion.blursRowsAsDecoded(header), conversion.writesRowsAsBlurred, header.orientation == .up,
            let style = header.jpegStyle
        else { return false }
        return style.encodable(takesPlanes: takesPlanes).sampling == style.sampling
    }

    /// Whether the stored planes can be blurred, which avoids color conversion and adds hardly any loss.
    ///
    /// A rotation, another alpha channel or color, linear light of YCbCr, and an unusual sampling need pixels.
    fileprivate var blursPlanes: Bool {
        guard blursRows(takesPlanes: true), !conversion.blurred.channels.hasAlpha,
            let color = header.jpegStyle?.color
        else { return false }
        // the luma of a pixel is not known where red, green and blue are blurred separately
        if fill != nil && color.samples(of: .black) == nil { return false }
        return (color != .rgb || blur.look.isNone)
            && (!blur.light.isLinear || color == .gray || color == .rgb && blur.light.curves.count == 1)
    }

    /// Whether stored planes that can be blurred can also be cropped and resized before.
    ///
    /// Bars and linear light need pixels.
    fileprivate var resizesPlanes: Bool { !geometry.hasBars && !blur.light.isLinear }

    /// The layout of the stored planes of a picture; `nil` for the input.
    fileprivate func storedPlanes(of geometry: PictureGeometry?) throws(ImageError) -> SliceLayout {
        let style = geometry == nil ? header.jpegStyle : encoding.encoding.jpeg?.style
        return try ImageError.wrapping(
            SliceLayout(
                width: geometry?.width ?? header.width, height: geometry?.height ?? header.height,
                sampling: style?.sampling ?? []))
    }

    /// The memory of a reader in bytes: progressive files are held as coefficients.
    fileprivate func readerByteCount(_ planes: SliceLayout) -> Int {
        header.holdsWholeImage ? planes.coefficientByteCount : 0
    }

    /// The memory of reader and writer in bytes.
    fileprivate func codecByteCount(_ planes: SliceLayout) -> Int {
        readerByteCount(planes) + writerByteCount(planes)
    }

    /// The memory of a writer in bytes: progressive and small files are collected as coefficients.
    fileprivate func writerByteCount(_ planes: SliceLayout) -> Int {
        encoding.collectsCoefficients ? planes.coefficientByteCount : 0
    }

    /// The request with finer steps for low frequencies; `nil` if the settings forbid them, or too little of the image is blurred for
    /// them to be worthwhile.
    ///
    /// - Parameters:
    ///   - frequencies: the frequencies that get finer steps.
    ///   - fraction: the part of the image that is encoded.
    /// - Returns: the request.
    fileprivate func withFinerSteps(
        _ frequencies: SmoothFrequencies = .ten, inFraction fraction: Double = 1
    ) -> BlurRequest? {
        guard let jpeg = encoding.encoding.jpeg, jpeg.smoothing == .auto,
            let finer = jpeg.smooth(frequencies),
            blur.isSmooth(inFraction: fraction, width: header.uprightWidth, height: header.uprightHeight)
        else { return nil }
        var request = self
        request.encoding.encoding = ImageEncoding(.jpeg, finer)
        return request
    }
}
