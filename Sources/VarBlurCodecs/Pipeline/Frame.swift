internal import VarBlur

/// How the stored pixels of an input become those that are blurred: reduced by the decoder, cropped, resized, turned upright, and
/// put between bars.
struct Frame: Sendable {
    /// The width of the upright result in pixels.
    let width: Int
    /// The height of the upright result in pixels.
    let height: Int
    /// The part of the upright input that is kept; the result does not depend on other pixels.
    let crop: PixelRegion
    /// The part of the upright input that becomes the result, and its place there.
    let placement: ResizePlacement
    private let bars: Resize.Bars
    private let input: (width: Int, height: Int)
    private let orientation: ImageOrientation
    /// The decoder reduces the image to 1 of this many pixels along each axis: 1, 2, 4, or 8.
    private(set) var reduction: Int

    /// The decoder leaves at least this many times the result's pixels along each axis: enough for 46 dB of most photos.
    private static let margin = 1.875

    /// Frames an image.
    ///
    /// - Parameters:
    ///   - header: the header of the input.
    ///   - crop: the part of the upright input to keep; `nil` for all of it.
    ///   - resize: the size of the result; `nil` for that of the input.
    ///   - reductions: the reductions that save time in the decoder.
    ///   - limits: limits on the size of the result.
    /// - Throws: an error with the code `invalidSettings` or `overLimit`.
    init(
        _ header: ImageHeader, _ crop: Crop?, _ resize: Resize?, reductions: [Int] = [], limits: ImageLimits
    ) throws(ImageError) {
        let (uprightWidth, uprightHeight) = (header.uprightWidth, header.uprightHeight)
        let whole = PixelRegion(x: 0, y: 0, width: uprightWidth, height: uprightHeight)
        let kept = try ImageError.wrapping { () throws(BlurError) in
            try crop?.region(width: uprightWidth, height: uprightHeight) ?? whole
        }
        let placement = try ImageError.wrapping { () throws(BlurError) in
            var placement = try (resize ?? .none).placement(width: kept.width, height: kept.height)
            placement.source.x += Double(kept.x)
            placement.source.y += Double(kept.y)
            return placement
        }
        try limits.check(resultWidth: placement.width, height: placement.height)
        (input, orientation) = ((header.width, header.height), header.orientation)
        (width, height, bars) = (placement.width, placement.height, resize?.bars ?? .background)
        reduction = Self.reduction(placement, reductions)
        (self.crop, self.placement) = (kept, placement)
    }

    /// Frames an image, or another one that shows the same, at a size without bars.
    ///
    /// - Parameters:
    ///   - header: the size of the stored image; its orientation is that of this frame.
    ///   - crop: the pixels of the upright image that are read.
    ///   - source: the part of the upright image that becomes the result.
    ///   - width: the width of the result in pixels.
    ///   - height: the height of the result in pixels.
    ///   - reductions: the reductions that save time in the decoder.
    /// - Returns: the frame.
    func framing(
        _ header: ImageHeader, crop: PixelRegion, source: SourceRegion, toWidth width: Int, height: Int,
        reductions: [Int] = []
    ) -> Frame {
        var placement = placement
        placement.source = source
        placement.target = PixelRegion(x: 0, y: 0, width: width, height: height)
        (placement.width, placement.height) = (width, height)
        return Frame(header, orientation, crop, placement, reductions)
    }

    private init(
        _ header: ImageHeader, _ orientation: ImageOrientation, _ crop: PixelRegion, _ placement: ResizePlacement,
        _ reductions: [Int]
    ) {
        (input, self.orientation) = ((header.width, header.height), orientation)
        (width, height, bars) = (placement.width, placement.height, .background)
        (self.crop, self.placement) = (crop, placement)
        reduction = Self.reduction(placement, reductions)
    }

    /// The greatest reduction that leaves enough pixels.
    private static func reduction(_ placement: ResizePlacement, _ reductions: [Int]) -> Int {
        let (source, target) = (placement.source, placement.target)
        let scale = min(source.width / Double(target.width), source.height / Double(target.height))
        return reductions.filter { scale / Double($0) >= margin }.max() ?? 1
    }

    /// The size of the upright input in pixels.
    var uprightInput: (width: Int, height: Int) { orientation.swapsAxes ? (input.height, input.width) : input }

    /// Whether the result has exactly the pixels of the input.
    var isWhole: Bool {
        let (target, (uprightWidth, uprightHeight)) = (placement.target, uprightInput)
        return placement.source == SourceRegion(wholeWidth: uprightWidth, height: uprightHeight)
            && target == PixelRegion(x: 0, y: 0, width: uprightWidth, height: uprightHeight) && !placement.hasBars
    }

    /// The part of the upright input that becomes the result, in its pixels.
    var source: SourceRegion { placement.source }

    /// The size of the decoded image in pixels.
    var decoded: (width: Int, height: Int) {
        ((input.width + reduction - 1) / reduction, (input.height + reduction - 1) / reduction)
    }

    /// The same result from an image that the decoder reduces less.
    func reduced(by reduction: Int) -> Frame {
        var frame = self
        frame.reduction = reduction
        return frame
    }

    /// The place in the result of a part of the stored input, in pixels; it may extend beyond the result.
    func resultRegion(_ stored: SourceRegion) -> SourceRegion {
        let upright = orientation.uprightRegion(stored, width: input.width, height: input.height)
        let (source, target) = (placement.source, placement.target)
        let (scaleX, scaleY) = (Double(target.width) / source.width, Double(target.height) / source.height)
        return SourceRegion(
            x: Double(target.x) + (upright.x - source.x) * scaleX,
            y: Double(target.y) + (upright.y - source.y) * scaleY, width: upright.width * scaleX,
            height: upright.height * scaleY)
    }

    /// Whether the result has pixels beside the image.
    var hasBars: Bool { placement.hasBars }

    /// Whether another frame of the same input has the same result.
    func hasResult(of other: Frame) -> Bool {
        placement == other.placement && (bars == other.bars || !placement.hasBars)
    }

    /// The pixels of the stored input that the result depends on.
    private var storedCrop: PixelRegion {
        orientation.storedRegion(SourceRegion(crop), width: input.width, height: input.height).rounded
    }

    /// The pixels of the decoded image that are kept, the part of them that shows the crop, the part that becomes the result, and its
    /// size there before it is turned upright.
    private var stored: (kept: PixelRegion, content: SourceRegion, region: SourceRegion, width: Int, height: Int) {
        func decoded(_ upright: SourceRegion) -> SourceRegion {
            let region = orientation.storedRegion(upright, width: input.width, height: input.height)
            let scale = 1 / Double(reduction)
            return SourceRegion(
                x: region.x * scale, y: region.y * scale, width: region.width * scale, height: region.height * scale)
        }
        var content = decoded(SourceRegion(crop))
        let kept = content.rounded
        content.x -= Double(kept.x)
        content.y -= Double(kept.y)
        var region = decoded(placement.source)
        region.x -= Double(kept.x)
        region.y -= Double(kept.y)
        let target = placement.target
        let (width, height) =
            orientation.swapsAxes ? (target.height, target.width) : (target.width, target.height)
        return (kept, content, region, width, height)
    }
}

extension Resize {
    /// The size of the input.
    fileprivate static let none = Resize(width: .percent(100), height: .percent(100), fit: .fill)
}

extension ImageLimits {
    /// Checks the size of a result before memory is allocated for it.
    fileprivate func check(resultWidth width: Int, height: Int) throws(ImageError) {
        do throws(ImageError) {
            try check(width: width, height: height)
        } catch {
            throw ImageError(
                .overLimit, "the result: \(error.cause)", remedy: "choose a smaller size, or raise the limit",
                reason: .resultLimit)
        }
    }
}

// MARK: - Stages

extension Frame {
    /// An upper bound on the memory of the stages for pixels of a format, in bytes.
    func byteCount(_ decoded: PixelFormat, _ light: BlurLight, _ colors: PixelConversion?) -> Int {
        let (stored, format) = (stored, colors?.target ?? decoded)
        let resizer =
            isWhole
            ? 0
            : try? RowResizer.memoryEstimate(
                sourceWidth: stored.kept.width, sourceHeight: stored.kept.height, reduction: reduction,
                content: stored.content, region: stored.region, width: stored.width, height: stored.height,
                format: decoded, light: light)
        let slices = [decoded, format].reduce(0) {
            $0 + SliceLayout(width: stored.width, height: stored.height, format: $1).byteCount
        }
        let image = placement.target.width * placement.target.height * format.bytesPerPixel
        let upright = orientation == .up ? 0 : image
        var barBytes = 0
        if placement.hasBars, case .blurredImage = bars {
            // the image, the bars, and those at a smaller size with their blur
            barBytes = image + 3 * width * height * format.bytesPerPixel
        }
        return (resizer ?? 0) + (colors?.byteCount ?? 0) + 3 * slices + upright + barBytes
    }

    /// The slices of the decoded image in a pixel format.
    func decodedLayout(_ format: PixelFormat) -> SliceLayout {
        SliceLayout(width: decoded.width, height: decoded.height, format: format)
    }

    /// Starts to decode an input of which no row has been read, reduced.
    ///
    /// - Throws: an error with the code `fault` if its decoder cannot reduce the image, or an error of the decoder.
    func decodedSlices(of input: InputDecoder, _ conversion: ImageConversion) throws(ImageError) -> RowSliceSource {
        if reduction > 1 {
            let size = try input.reader.reduce(by: reduction, keeping: storedCrop)
            guard let size, size == decoded else {
                throw ImageError(.fault, "the decoder cannot reduce \(input.header.format.name) images")
            }
        }
        return try RowSliceSource(input, conversion, decodedLayout(conversion.decoded))
    }

    /// The slices of the result before its blur.
    ///
    /// - Parameters:
    ///   - decoded: the slices of the decoded image.
    ///   - light: what is averaged.
    ///   - colors: the conversion of colors; `nil` if they stay as they are.
    ///   - background: the color of bars; `nil` for transparency or black.
    ///   - execution: how the bars are blurred.
    ///   - timings: receives the time.
    /// - Returns: upright slices of the size of the result.
    /// - Throws: an error with the code `outOfMemory`, `damaged`, or `unsupported`, or an error of the decoder.
    func slices(
        _ decoded: any SliceSource, _ light: BlurLight, _ colors: PixelConversion?, background: RGBColor?,
        _ execution: BlurExecution, _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        let slices = isWhole ? decoded : try resized(decoded, light, execution, timings)
        return try completed(slices, colors, background: background, execution, timings)
    }

    /// Crops and resizes the decoded image, which is not turned upright yet.
    private func resized(
        _ decoded: any SliceSource, _ light: BlurLight, _ execution: BlurExecution, _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        let (stored, format) = (stored, decoded.pool.layout.components[0].format)
        let resizer = try makeResizer(format, light, execution)
        let layout = SliceLayout(width: stored.width, height: stored.height, format: format)
        return RowStageSource([resizer], decoded, to: layout, only: [0..<layout.count], .resize, timings)
    }

    /// What crops and resizes the rows of the decoded image, of a format.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func makeResizer(
        _ format: PixelFormat, _ light: BlurLight, _ execution: BlurExecution
    ) throws(ImageError) -> CroppedRows {
        let stored = stored
        let resizer = try ImageError.wrapping { () throws(BlurError) in
            try RowResizer(
                sourceWidth: stored.kept.width, sourceHeight: stored.kept.height, reduction: reduction,
                content: stored.content, region: stored.region, width: stored.width, height: stored.height,
                format: format, light: light,
                instructionSet: execution.instructionSet)
        }
        return CroppedRows(stored.kept, resizer)
    }

    /// Converts the colors of the resized image, turns it upright, and puts it between its bars.
    ///
    /// - Throws: an error with the code `outOfMemory`, `damaged`, or `unsupported`, or an error of the source.
    func completed(
        _ resized: any SliceSource, _ colors: PixelConversion?, background: RGBColor?, _ execution: BlurExecution,
        _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        let converted = try colors.map { (colors) throws(ImageError) in
            try ColorStage.converted(resized, colors, timings)
        }
        let slices = converted ?? resized
        let layout = slices.pool.layout
        let upright: any SliceSource =
            orientation == .up
            ? slices
            : try BufferedImage(slices, orientation, orientation.swapsAxes ? layout.transposed : layout)
        return placement.hasBars ? try addingBars(to: upright, background, execution) : upright
    }

    /// Puts the upright image between bars.
    private func addingBars(
        to image: any SliceSource, _ background: RGBColor?, _ execution: BlurExecution
    ) throws(ImageError) -> any SliceSource {
        let target = placement.target
        guard case .blurredImage(let radius, let brightness) = bars else {
            let pixel = image.pool.layout.components[0].format.pixel(of: background)
            return BarSource(image, .color(pixel), at: target, width: width, height: height)
        }
        let whole = try BufferedImage(image, .up, image.pool.layout)
        let backdrop = try whole.backdrop(
            width: width, height: height, radius, brightness: brightness, execution)
        return BarSource(whole, .image(backdrop), at: target, width: width, height: height)
    }
}
