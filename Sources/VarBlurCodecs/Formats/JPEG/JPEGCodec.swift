internal import VarBlur

extension ImageFormat {
    /// JPEG in a JFIF, Exif, or Adobe file.
    public static let jpeg = ImageFormat("jpeg", name: "JPEG", fileExtensions: ["jpg", "jpeg", "jpe", "jfif"])
}

/// JPEG through libjpeg-turbo, with routes that keep stored planes and entropy-coded data.
struct JPEGCodec: ImageCodec {
    let format = ImageFormat.jpeg

    let capabilities = FormatCapabilities(
        longestSide: 65_500, channels: [.gray, .rgb, .cmyk], depths: [.eight],
        metadata: MetadataCapacity(
            exif: JPEGSegment.maxExifCount, xmp: JPEGSegment.maxXMPCount, iptc: JPEGSegment.maxIPTCCount,
            comment: JPEGSegment.maxCount, holdsProfile: true, holdsProfileOfRGBForGray: true, holdsDensity: true),
        reductions: [2, 4, 8], isLossy: true, showsDithering: false)

    var gainMapFiles: (any GainMapFiles)? { JPEGGainMapFiles() }

    func recognizes(_ file: borrowing FileContents) -> Bool { file.starts(with: [0xFF, 0xD8, 0xFF]) }

    func makeReader(of file: FileContents, _ context: JobContext) throws(ImageError) -> any RowReader {
        try JPEGReader(file, context)
    }

    func auxiliaryImages(of file: FileContents, _ context: JobContext) throws(ImageError) -> [AuxiliaryImage] {
        let end = try JPEGReader(file, context.withoutGainMaps).imageEnd
        return try JPEGStructure(file, context).auxiliaryImages(in: file, after: end, context)
    }

    func digest(of file: FileContents, _ context: JobContext) throws(ImageError) -> String? {
        try JPEGStructure(file, context).facts.metadata.digest
    }

    /// A file that ends within its second image may have the end marker of its first.
    func hasEnd(_ file: FileContents, _ context: JobContext) -> Bool {
        guard file.count >= 2, file.starts(with: [0xFF, JPEGMarker.endOfImage], at: file.count - 2),
            let structure = try? JPEGStructure(file, context)
        else { return false }
        return !structure.lacksImages
    }

    /// Files of several scans are decoded into coefficients first, of two bytes each.
    func readerByteCount(_ header: ImageHeader) -> Int {
        header.holdsWholeImage ? 2 * header.pixelCount * header.pixelFormat.channels.count : 0
    }

    func encoding(of input: ImageHeader, as pixelFormat: PixelFormat, _ settings: OutputSettings) -> ImageEncoding {
        let (isGray, isCMYK) = (pixelFormat.channels == .gray, pixelFormat.channels == .cmyk)
        let choosesChroma = settings.chosenJPEGQuality.map { $0 >= OutputSettings.fullChromaQuality }
        let inputStyle = input.jpegStyle.map { (style) in
            let turned = style.turned(input.orientation)
            return isGray ? turned : turned.colored(withFullChroma: choosesChroma ?? true)
        }
        // without a chosen quality, lossless inputs that keep their size also keep their chroma
        let keepsChroma = choosesChroma ?? input.isLossless
        let newStyle = isGray ? JPEGStyle(.gray) : keepsChroma ? .fullChroma : JPEGStyle(.yCbCr)
        var style = inputStyle ?? (isCMYK ? JPEGStyle(.cmyk) : newStyle)
        style.isProgressive = settings.jpegIsProgressive ?? style.isProgressive
        let encoding = JPEGEncoding(
            style: style, quality: settings.chosenJPEGQuality, smoothing: settings.jpegSmoothing,
            optimizesCodes: settings.jpegOptimizesCodes)
        return ImageEncoding(.jpeg, settings.jpegSmoothing == .on ? encoding.smooth ?? encoding : encoding)
    }

    func makeWriter(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) -> any RowWriter {
        try JPEGWriter(plan.with(digest))
    }

    /// Progressive and small files are collected as coefficients, of two bytes each.
    func writerByteCount(_ plan: EncodingPlan) -> Int {
        plan.collectsCoefficients ? 2 * plan.width * plan.height * plan.pixelFormat.channels.count : 0
    }

    func outputByteCount(_ request: BlurRequest) -> Int {
        let plan = request.encoding
        let sampleBytes = plan.width * plan.height * plan.pixelFormat.bytesPerPixel
        // the codes of noise at quality 100 take about two bytes per sample
        let longest = 2 * sampleBytes + Self.headerByteCount
        guard request.header.format == format, plan.encoding.jpeg?.quality == nil else { return longest }
        // with the input's quantization only the codes differ; a block takes at least a few bits
        return min(3 * request.inputByteCount + sampleBytes / 32 + Self.headerByteCount, longest)
    }
}
