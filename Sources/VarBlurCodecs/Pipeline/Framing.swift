internal import VarBlur

/// How the decoded image of a file becomes a picture: painted, cropped, resized, sharpened, converted to other colors, turned upright, and put
/// between bars.
///
/// All pictures of files come from here, as slices or as a whole.
struct Framing: Sendable {
    /// The part of the image, and its size and place in the picture.
    var geometry: PictureGeometry
    /// The pixels that are cropped and resized, which may differ from those of the file.
    let format: PixelFormat
    /// What is averaged in a resize, which precedes the conversion of colors.
    var light = BlurLight.encoded
    /// The standard deviation of the Gaussian that sharpens the resized image, in its pixels; 0 if it stays as it is.
    var sharpening = 0.0
    /// The conversion of colors; `nil` if they stay as they are.
    var colors: PixelConversion?
    /// What is averaged in bars that show the picture, whose colors are converted.
    var barLight = BlurLight.encoded
    /// The color of bars; `nil` for transparency or black.
    var background: RGBColor?
    /// The values of this color in the picture.
    var paintedColors = PaintedColors.asGiven
    /// What is painted as soon as it is decoded; `nil` for nothing.
    var storedPaint: Paint?
    /// What is painted in the picture; `nil` for nothing.
    var resultPaint: Paint?
    /// The instructions of the resize, and how bars are blurred.
    let execution: BlurExecution
    /// Whether the decoder runs on its own thread.
    var usesThreads = false

    /// Whether the picture is the decoded image, except for its orientation and what is painted.
    var isIdentity: Bool { geometry.isIdentity && colors == nil && sharpening == 0 }

    /// The same picture from an image that the decoder reduces less.
    func reduced(by reduction: Int) -> Framing {
        var framing = self
        framing.geometry.reduction = reduction
        return framing
    }

    /// Whether another framing of the same input makes the same picture, apart from what is painted.
    func hasPicture(of other: Framing) -> Bool {
        geometry.hasResult(of: other.geometry) && (colors == nil) == (other.colors == nil)
            && sharpening == other.sharpening
            && (background == other.background || !geometry.hasBars)
    }

    /// The slices of the decoded image, if it is decoded as pixels.
    var decodedLayout: SliceLayout {
        let (width, height) = geometry.decoded
        return SliceLayout(width: width, height: height, format: format, reduction: geometry.reduction)
    }

    /// The slices of the resized image.
    private var resizedLayout: SliceLayout {
        SliceLayout(width: geometry.resized.width, height: geometry.resized.height, format: format)
    }

    /// An upper bound on the memory of the stages after the decoder.
    ///
    /// - Parameters:
    ///   - decoded: the slices of the decoded image.
    ///   - planes: the stored planes of the picture; `nil` for pixels.
    /// - Returns: the number of bytes; `nil` if the image cannot be resized.
    func byteCount(_ decoded: SliceLayout, to planes: SliceLayout? = nil) -> Int? {
        let resized = planes ?? resizedLayout
        var sum = 3 * resized.byteCount
        if !geometry.isIdentity {
            for (from, to) in zip(decoded.components, resized.components) {
                guard let resizer = geometry.part(of: from, as: to).byteCount(light) else { return nil }
                sum += resizer
            }
        }
        if sharpening > 0 {
            guard let sharpener = try? ProgressiveBlur(field: .uniform(.pixels(sharpening))) else { return nil }
            for plane in resized.components {
                sum += BlurMemory(sharpener, plane).streamed
            }
        }
        if planes != nil { return sum }
        let format = colors?.target ?? format
        sum += 3 * SliceLayout(width: geometry.resized.width, height: geometry.resized.height, format: format).byteCount
        let image = geometry.resized.width * geometry.resized.height * format.bytesPerPixel
        if geometry.orientation != .up { sum += image }
        if geometry.hasBars, case .blurredImage = geometry.bars {
            // the image, the bars, and those at a smaller size with their blur
            sum += image + 3 * geometry.width * geometry.height * format.bytesPerPixel
        }
        return sum + (colors?.byteCount ?? 0)
    }
}

extension Framing {
    /// The whole image in the pixels of the file, turned upright by an orientation.
    init(whole header: ImageHeader, _ orientation: ImageOrientation) {
        let (width, height) = orientation.turned(width: header.width, height: header.height)
        let whole = PixelRegion(x: 0, y: 0, width: width, height: height)
        let geometry = PictureGeometry(
            header, orientation, crop: whole, source: SourceRegion(whole), toWidth: width, height: height)
        self.init(geometry: geometry, format: header.pixelFormat, execution: BlurExecution())
    }
}

// MARK: - Stages

extension Framing {
    /// The whole picture.
    ///
    /// - Parameter input: an input of which no row has been read.
    /// - Returns: the upright picture.
    /// - Throws: an error with the code `outOfMemory`, `damaged`, or `unsupported`, or an error of the decoder.
    func pixels(of input: InputDecoder) throws(ImageError) -> PixelBuffer {
        let slices = try slices(of: input)
        defer { slices.stop() }
        return try slices.buffered().takePixels()
    }

    /// The slices of the picture, from pixels.
    func slices(of input: InputDecoder) throws(ImageError) -> any SliceSource {
        if storedPaint != nil { input.reader.separateBlocks() }
        return try slices(decodedSlices(of: input), of: input)
    }

    /// Starts to decode pixels of an input of which no row has been read, reduced.
    ///
    /// - Parameters:
    ///   - input: the input.
    ///   - layout: the slices of an image that is not reduced; `nil` for those that suit most images.
    /// - Returns: the slices of the stored image, without what is painted.
    /// - Throws: an error with the code `fault` if its decoder cannot reduce the image, or an error of the decoder.
    func decodedSlices(
        of input: InputDecoder, in layout: SliceLayout? = nil
    ) throws(ImageError) -> any SliceSource {
        if geometry.reduction > 1 {
            let size = try input.reader.reduce(by: geometry.reduction, keeping: geometry.storedCrop)
            guard let size, size == geometry.decoded else {
                throw ImageError(.fault, "the decoder cannot reduce \(input.header.format.name) images")
            }
        }
        let isSkipping = geometry.reduction == 1 && input.firstRow > 0
        return try RowSliceSource(
            input, layout ?? decodedLayout, skipping: isSkipping ? input.reader.skip(rowsBefore: input.firstRow) : 0)
    }

    /// The slices of the picture.
    ///
    /// - Parameters:
    ///   - decoded: the slices of the decoded image.
    ///   - layout: the slices of the picture, if they are stored planes.
    ///   - input: the input.
    /// - Returns: upright slices, which must be stopped after use.
    /// - Throws: an error with the code `outOfMemory`, `damaged`, or `unsupported`, or an error of the decoder.
    func slices(
        _ decoded: any SliceSource, as layout: SliceLayout? = nil, of input: InputDecoder
    ) throws(ImageError) -> any SliceSource {
        var slices = decoded
        if let storedPaint { slices = FilledSource(slices, storedPaint) }
        if usesThreads { slices = Prefetch(slices, count: slices.pool.layout.count) }
        do throws(ImageError) {
            let planes = layout.flatMap { $0.hasPlanes ? $0 : nil }
            let timings = input.context.timings
            let resized = geometry.isIdentity ? slices : try resized(slices, to: planes, timings)
            return planes == nil ? try completed(resized, timings) : painted(try sharpened(resized, timings))
        } catch {
            slices.stop()
            throw error
        }
    }

    /// Crops and resizes the decoded image, which is not turned upright yet.
    private func resized(
        _ decoded: any SliceSource, to planes: SliceLayout?, _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        let resized = planes ?? resizedLayout
        var stages: [any RowStage] = []
        for (from, to) in zip(decoded.pool.layout.components, resized.components) {
            stages.append(try geometry.part(of: from, as: to).makeStage(light, execution.instructionSet))
        }
        return RowStageSource(stages, decoded, to: resized, only: [0..<resized.count], .resize, timings)
    }

    /// What crops and resizes rows of decoded pixels.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func makeResizer() throws(ImageError) -> CroppedRows {
        try geometry.part(of: decodedLayout.components[0], as: resizedLayout.components[0])
            .makeStage(light, execution.instructionSet)
    }

    private func sharpened(
        _ resized: any SliceSource, _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        if sharpening == 0 { return resized }
        let layout = resized.pool.layout
        var stages: [any RowStage] = []
        for component in layout.components {
            stages.append(
                try ImageError.wrapping(
                    RowSharpener(
                        sigma: sharpening, width: component.width, height: component.height, format: component.format,
                        sampling: component.sampling, instructionSet: execution.instructionSet)))
        }
        return RowStageSource(stages, resized, to: layout, only: [0..<layout.count], .resize, timings)
    }

    /// Sharpens the resized image, converts its colors, turns it upright, puts it between its bars, and paints what the picture covers.
    ///
    /// - Throws: an error with the code `outOfMemory`, `damaged`, or `unsupported`, or an error of the source.
    func completed(
        _ resized: any SliceSource, _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        var slices = try sharpened(resized, timings)
        if let colors { slices = try ColorStage.converted(slices, colors, timings) }
        if geometry.orientation != .up { slices = try BufferedImage(slices, geometry.orientation) }
        if geometry.hasBars { slices = try addingBars(to: slices) }
        return painted(slices)
    }

    private func painted(_ slices: any SliceSource) -> any SliceSource {
        guard let resultPaint else { return slices }
        return FilledSource(slices, resultPaint)
    }

    /// Puts the upright image between bars.
    private func addingBars(to image: any SliceSource) throws(ImageError) -> any SliceSource {
        let (target, width, height) = (geometry.placement.target, geometry.width, geometry.height)
        guard case .blurredImage(let radius, let brightness) = geometry.bars else {
            let pixel = image.pool.layout.components[0].format.pixel(of: background, in: paintedColors)
            return BarSource(image, .color(pixel), at: target, width: width, height: height)
        }
        let whole = try image.buffered()
        let backdrop = try whole.backdrop(
            width: width, height: height, radius, brightness: brightness, barLight, execution)
        return BarSource(whole, .image(backdrop), at: target, width: width, height: height)
    }
}

extension BlurExecution {
    /// Whether stages run on their own threads, which saves time for images of at least this many pixels.
    func usesThreads(forPixels count: Int) -> Bool { threadCount > 1 && count >= 150_000 }
}
