internal import VarBlur

/// How the gain map of an image gets into its output.
struct GainMapPlan {
    /// The map of an output.
    struct Chosen {
        let map: GainMap
        /// The XMP data of the output, if the image is encoded without it.
        let packet: [UInt8]?
        /// How the output holds the map.
        let files: any GainMapFiles
    }

    let chosen: Chosen
    let geometry: GainMapGeometry
    let request: BlurRequest
    /// The linear light of the image.
    let light: BlurLight
    /// The blur of gains.
    let blur: ProgressiveBlur
    let sampling: PlaneSampling
    let encoding: EncodingPlan

    var map: GainMap { chosen.map }

    /// The pixels of gains.
    static let format = PixelFormat(.grayAlpha, .sixteen)

    /// The quality of a map that was no JPEG file: with less, pixels beside lamps would have wrong gains, and maps have few pixels.
    ///
    /// In AVIF files, it is lossless for maps without colors.
    private static let quality = 100

    /// Chooses the map that an output gets.
    ///
    /// - Parameters:
    ///   - header: the header of the input.
    ///   - output: the settings of the output.
    ///   - writer: the codec of the output.
    ///   - convertsColors: whether the colors are converted to sRGB.
    ///   - metadata: the metadata of the output, from which XMP data is taken if there is a map.
    /// - Returns: the map, or `nil`; and notices about what the output loses against the settings.
    static func choose(
        _ header: ImageHeader, _ output: OutputSettings, _ writer: any ImageCodec, convertsColors: Bool,
        _ metadata: inout ImageMetadata
    ) -> (map: Chosen?, notices: [String]) {
        guard header.hasGainMap, output.stripping.keepsGainMap else { return (nil, []) }
        func loss(_ notice: String) -> (Chosen?, [String]) { (nil, [notice]) }
        guard let files = writer.gainMapFiles else {
            return loss(
                "the gain map is not copied: \(writer.format.name) outputs have none, but JPEG and AVIF outputs have")
        }
        guard let map = header.gainMap else { return (nil, []) }
        if convertsColors && map.format.channels == .rgb {
            return loss("the gain map has colors, which are not converted; it is not copied")
        }
        guard !header.pixelFormat.channels.hasAlpha else {
            return loss("the gain map of an image with an alpha channel is not copied")
        }
        guard !header.isHighDynamicRange else {
            return loss("the gain map of an image that is of high dynamic range itself is not copied")
        }
        guard (try? header.linearLight()) != nil else {
            return loss("the gain map of an image without linear light is not copied")
        }
        var packet: [UInt8]?
        if files.addedPacketByteCount > 0 { swap(&packet, &metadata.xmp) }
        return (Chosen(map: map, packet: packet, files: files), [])
    }

    /// Plans the map of an output.
    ///
    /// - Parameters:
    ///   - chosen: the map.
    ///   - request: the blur of the image.
    /// - Throws: an error with the code `invalidSettings` or `unsupported`.
    init(_ chosen: Chosen, _ request: BlurRequest) throws(ImageError) {
        let (header, map) = (request.header, chosen.map)
        light = try header.linearLight().light
        (self.chosen, self.request) = (chosen, request)
        let geometry = GainMapGeometry(
            map.header, of: header, request.geometry, reductions: request.reader.capabilities.reductions)
        self.geometry = geometry
        var blur = request.blur
        blur.light = .encoded
        (blur, sampling) = try ImageError.wrapping { () throws(BlurError) in
            // gains keep their colors, and become 1 where the image becomes transparent
            blur.look = try BlurLook(fade: request.blur.look.fade)
            let (width, height) = (request.geometry.width, request.geometry.height)
            let sampling = try PlaneSampling(
                imageWidth: width, imageHeight: height, horizontalRatio: Double(width) / Double(geometry.width),
                verticalRatio: Double(height) / Double(geometry.height))
            return (blur, sampling)
        }
        self.blur = blur
        var settings = OutputSettings()
        settings.jpegSmoothing = .off
        if map.header.jpegStyle == nil { settings.jpegQuality = Self.quality }
        settings.avifQuality = Self.quality
        // the map has the orientation of the image
        var mapHeader = map.header
        mapHeader.orientation = header.orientation
        let format = map.format
        var encoding = EncodingPlan(
            width: geometry.width, height: geometry.height, pixelFormat: format,
            encoding: request.writer.encoding(of: mapHeader, as: format, settings),
            profile: mapHeader.profile.flatMap { $0.fits(format.channels) ? $0 : nil })
        encoding.deadline = request.deadline
        self.encoding = encoding
    }

    /// Reduces the image to the kept pixels of the map, or to several pixels for each of them.
    var imageFraming: Framing {
        Framing(
            geometry: geometry.image, format: request.header.pixelFormat, light: light,
            storedPaint: request.fill?.stored,
            execution: request.execution, usesThreads: request.usesThreads)
    }

    /// Cuts the kept pixels out of the map, and turns them upright.
    var mapFraming: Framing {
        Framing(
            geometry: geometry.map, format: map.header.pixelFormat, execution: request.execution,
            usesThreads: request.usesThreads)
    }

    /// Whether pixels of the image become transparent, so that the background shows.
    var isComposited: Bool { request.conversion.background != nil }

    /// An upper bound on the memory of the map, and of the image that waits for it, in bytes.
    var byteCount: Int {
        let (header, reader) = (request.header, request.reader)
        let imageCount = geometry.image.width * geometry.image.height
        let keptCount = geometry.map.width * geometry.map.height
        let resultCount = geometry.width * geometry.height
        // of images with 16 bits, there is a copy with 8
        let (narrow, narrowMap) = (PixelFormat(header.pixelFormat.channels), map.format)
        let copies =
            (header.pixelFormat == narrow ? 0 : imageCount * header.pixelFormat.bytesPerPixel)
            + (map.header.pixelFormat == narrowMap ? 0 : keptCount * map.header.pixelFormat.bytesPerPixel)
        let pixels =
            copies + imageCount * narrow.bytesPerPixel + keptCount * narrowMap.bytesPerPixel
            + (keptCount + 3 * resultCount) * Self.format.bytesPerPixel
            + resultCount * (narrow.bytesPerPixel + 2 * narrowMap.bytesPerPixel)
        // one is decoded after the other
        let decoding = max(
            reader.readerByteCount(header) + (imageFraming.byteCount(imageFraming.decodedLayout) ?? 0),
            reader.readerByteCount(map.header) + (mapFraming.byteCount(mapFraming.decodedLayout) ?? 0))
        let blurring = BlurMemory(
            blur, width: geometry.width, height: geometry.height, format: Self.format, sampling: sampling)
        // files in memory are there twice while they grow
        let output = 3 * request.writer.outputByteCount(request) + 3 * outputByteCount
        return pixels + decoding + blurring.buffered + output + request.writer.writerByteCount(encoding)
    }

    /// An upper bound on the length of the map in bytes, except for very noisy ones.
    private var outputByteCount: Int {
        2 * geometry.width * geometry.height * map.format.bytesPerPixel + (map.range?.count ?? 0)
    }
}
