internal import VarBlur

/// The decisions about one image before its pixels are decoded: pixel formats, encoding, and routes.
struct BlurPlan {
    /// The memory of the masks, of those of a photo of which they are parts, and of their reduced copies, in bytes.
    let maskByteCount: Int
    let request: BlurRequest
    /// The gain map of the output; `nil` for none.
    let gainMap: GainMapPlan?
    /// The ways to make the output, from the best to the last.
    let routes: [BlurRoute]
    /// Notices about information that the output loses, one sentence each.
    var notices: [String]
    /// Whether the blurs of small images are kept for other jobs.
    private let sharesBlurs: Bool

    /// Plans the blur of an image.
    ///
    /// - Throws: an error with the code `unsupported` if the output's format cannot hold the result, `overLimit`, or
    ///   `invalidSettings`.
    init(_ header: ImageHeader, _ job: BlurJob, _ context: JobContext, inputByteCount: Int) throws(ImageError) {
        let (header, output, codecs) = (header.turned(job.turn), job.output, job.codecs)
        let reader = try codecs.codec(of: header.format)
        let writer = try codecs.writer(of: output.format ?? header.format)
        let (geometry, settings) = try Self.geometry(header, job, reader, context.limits)
        let toSRGB = try SRGBConversion(header, output, to: writer.format, writer.capabilities.metadata)
        var result = toSRGB?.header ?? header
        if geometry.isResized { result.describeNewPixels(output) }
        var conversion = try ImageConversion(
            from: result, edges: settings.edges, look: settings.look, to: writer, output,
            alternatives: codecs.alphaNameList)
        if header.pixelFormat.channels == .cmyk { conversion.decoded = header.pixelFormat }
        let colors = toSRGB?.source.map { [conversion] in
            PixelConversion(colors: $0, source: conversion.decoded, target: conversion.blurred)
        }
        var (blur, blurNotices) = try Self.blur(
            job, settings, geometry, of: result, isLinear: settings.light.isLinear(header), to: conversion.written.depth
        )
        if !writer.capabilities.showsDithering { blur.look = blur.look.withoutDithering }
        let light = colors == nil || geometry.isIdentity ? blur.light : try settings.light.light(ofResized: header)
        let fill = try Self.fill(job, header, geometry, converted: colors == nil ? nil : result, context.deadline)
        let framing = Framing(
            geometry: geometry, format: conversion.decoded, light: light, sharpening: job.sharpening, colors: colors,
            barLight: blur.light, background: output.background, paintedColors: PaintedColors(result),
            storedPaint: fill?.stored, resultPaint: fill?.result, execution: settings.execution)
        let usesThreads = settings.execution.usesThreads(forPixels: header.pixelCount)
        var (encoding, metadataNotices) = try EncodingPlan.upright(
            result, size: geometry.isIdentity && job.turn == .up ? nil : (geometry.width, geometry.height),
            as: conversion.written, isSRGB: toSRGB?.isComplete ?? false, output, writer, deadline: context.deadline)
        encoding.threadCount = usesThreads ? settings.execution.threadCount : 1
        try encoding.check(writer)
        (sharesBlurs, maskByteCount) = (context.blurCache != nil, job.maskByteCount(settings, in: geometry))
        let chosen = GainMapPlan.choose(header, output, writer, convertsColors: colors != nil, &encoding.metadata)
        notices =
            (toSRGB?.notices ?? []) + conversion.notices(on: result, to: writer, strips: output.stripping)
            + metadataNotices + blurNotices
            + result.notices(
                on: job.fill, bars: geometry.hasBars && geometry.bars == .background ? output.background : nil)
            + (fill?.notices ?? []) + chosen.notices
        var request = BlurRequest(
            header: header, framing: framing, inputByteCount: inputByteCount,
            imageByteCount: min(header.gainMap?.range?.lowerBound ?? inputByteCount, inputByteCount),
            conversion: conversion, encoding: encoding, reader: reader, writer: writer, blur: blur,
            fill: fill, usesThreads: usesThreads, allowsDamage: context.limits.allowsDamage)
        request.framing.usesThreads = usesThreads && (request.isStreamed || !framing.isIdentity)
        try request.leaveOutSignificantBits()
        self.request = request
        gainMap = try chosen.map.map { (map) throws(ImageError) in try GainMapPlan(map, request) }
        routes = reader.format == writer.format && colors == nil ? try writer.routes(request) : [.pixels(request)]
    }

    /// The crop and the size of the result, and the settings of its blur; checks the sharpening before it.
    private static func geometry(
        _ header: ImageHeader, _ job: BlurJob, _ reader: any ImageCodec, _ limits: ImageLimits
    ) throws(ImageError) -> (PictureGeometry, BlurSettings) {
        let range = BlurJob.sharpenings
        guard range.contains(job.sharpening) else {
            throw ImageError(
                .invalidSettings, "the standard deviation of the sharpening is \(job.sharpening)",
                remedy: "choose a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        let geometry = try PictureGeometry(
            header, job.crop, job.resize,
            // the decoder averages stored values
            reductions: job.blur.light.isLinear(header) ? [] : reader.capabilities.reductions, limits: limits)
        return (geometry, try job.blurSettings(in: geometry, limits))
    }

    /// The pixels to paint.
    private static func fill(
        _ job: BlurJob, _ header: ImageHeader, _ geometry: PictureGeometry, converted: ImageHeader?,
        _ deadline: Deadline?
    ) throws(ImageError) -> FillPlan? {
        guard let fill = job.fill else { return nil }
        guard job.existing != .skipSame else {
            throw ImageError(
                .invalidSettings, "an output with filled areas has no digest by which it could be recognized",
                remedy: "replace existing outputs, or skip all of them")
        }
        return try FillPlan(
            fill, header, geometry, converted: converted, changesPixels: job.sharpening > 0, deadline)
    }

    /// The blur of an image, and notices about it.
    private static func blur(
        _ job: BlurJob, _ settings: BlurSettings, _ geometry: PictureGeometry, of image: ImageHeader, isLinear: Bool,
        to depth: SampleDepth
    ) throws(ImageError) -> (blur: ProgressiveBlur, notices: [String]) {
        try job.checkTextContrast(on: image)
        var blur = try ImageError.wrapping(settings.progressiveBlur(width: geometry.width, height: geometry.height))
        try blur.look.check(on: image)
        var notices =
            job.settingsWithoutPhoto.maskNotices(width: geometry.width, height: geometry.height)
            + settings.areaNotices(width: geometry.width, height: geometry.height) + blur.look.notices(on: image)
        if isLinear {
            let (light, lightNotices) = try image.linearLight()
            blur.light = light
            notices += lightNotices
        }
        let (colors, isGray) = (PaintedColors(image), image.pixelFormat.channels.isGray)
        blur.look = blur.look.tinted { isGray ? colors.values(ofLumaOf: $0) : colors.values(of: $0) }
        blur.look.dithersSixteenBits = depth == .eight
        return (blur, notices)
    }
}

extension BlurPlan {
    /// An upper bound on the memory of the whole job in bytes, in addition to that of a process without a job, and of an output that is
    /// held until it is complete.
    func memoryEstimate() -> Int {
        let metadataBytes = MetadataBudget.memory(ofMetadata: request.header.metadataByteCount)
        let routeBytes = routes.map(byteCount).max() ?? 0
        return request.inputByteCount + maskByteCount + metadataBytes + routeBytes + (gainMap?.byteCount ?? 0)
    }

    /// The memory of a route: the codecs, the slices between the stages, and the blur of all components.
    private func byteCount(_ route: BlurRoute) -> Int {
        let sliceBytes = 16 * max(route.decoded.byteCount, route.blurred.byteCount)
        // a route without slices to encode blurs nothing
        if let parts = route.encodedSlices, parts.isEmpty { return route.codecByteCount + sliceBytes }
        return route.blurred.components.reduce(route.codecByteCount + sliceBytes) { sum, component in
            let memory = BlurMemory(request.blur, component)
            guard request.isStreamed else { return sum + memory.buffered }
            return sum + memory.streamed + filterByteCount(component)
        }
    }

    /// The memory of the filters that are kept for further images of the same size.
    private func filterByteCount(_ component: SliceLayout.Component) -> Int {
        guard sharesBlurs else { return 0 }
        return RowBlurCache.Key(request.blur, component, request.execution.instructionSet).filterByteCount
    }
}

extension BlurMemory {
    /// The blur of a component.
    init(_ blur: ProgressiveBlur, _ component: SliceLayout.Component) {
        self.init(
            blur, width: component.width, height: component.height, format: component.format,
            bytesPerRow: component.bytesPerRow, sampling: component.sampling)
    }
}

extension ImageHeader {
    /// Describes the pixels of a resize: they are not those of a lossless file, and have the chroma of the settings.
    fileprivate mutating func describeNewPixels(_ output: OutputSettings) {
        isLossless = false
        jpegStyle?.limitChroma(to: output)
    }
}
