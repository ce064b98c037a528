internal import VarBlur

/// Which part of an image a picture shows, at what size, and where it lies in it.
struct PictureGeometry: Sendable {
    /// The width of the upright result in pixels.
    let width: Int
    /// The height of the upright result in pixels.
    let height: Int
    /// The part of the upright input that is kept; the result does not depend on other pixels.
    let crop: PixelRegion
    /// The part of the upright input that becomes the result, and its place there.
    let placement: ResizePlacement
    let bars: Resize.Bars
    private let input: (width: Int, height: Int)
    /// The orientation of the stored input.
    let orientation: ImageOrientation
    /// The decoder reduces the image to 1 of this many pixels along each axis: 1, 2, 4, or 8.
    var reduction: Int
    /// The same if it decodes planes, which become planes with the same sampling.
    let planeReduction: Int

    /// The decoder leaves at least this many times the result's samples along each axis: twice, but for the rounding of sizes.
    ///
    /// Luma of photos then has 48 dB or more, against a resize of the whole image. With 1.875 times, it had 1 dB less, where other programs,
    /// which keep to twice, have 4 to 5 dB more.
    private static let margin = 1.998

    /// Places an image in its picture.
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
        let kept = try ImageError.wrapping(crop?.region(width: uprightWidth, height: uprightHeight) ?? whole)
        let placement = try ImageError.wrapping { () throws(BlurError) in
            var placement = try (resize ?? .none).placement(width: kept.width, height: kept.height)
            placement.source.x += Double(kept.x)
            placement.source.y += Double(kept.y)
            return placement
        }
        try limits.check(resultWidth: placement.width, height: placement.height)
        (input, orientation) = ((header.width, header.height), header.orientation)
        (width, height, bars) = (placement.width, placement.height, resize?.bars ?? .background)
        (reduction, planeReduction) = Self.reductions(placement, reductions, header, header.orientation)
        (self.crop, self.placement) = (kept, placement)
    }

    /// Places a part of an image at a size, without bars.
    ///
    /// - Parameters:
    ///   - header: the size of the stored image.
    ///   - orientation: its orientation.
    ///   - crop: the pixels of the upright image that are kept; the result does not depend on others.
    ///   - source: the part of the upright image that becomes the result.
    ///   - width: the width of the result in pixels.
    ///   - height: the height of the result in pixels.
    ///   - reductions: the reductions that save time in the decoder.
    init(
        _ header: ImageHeader, _ orientation: ImageOrientation, crop: PixelRegion, source: SourceRegion,
        toWidth width: Int, height: Int, reductions: [Int] = []
    ) {
        var placement = ResizePlacement.stretched(width, height, from: (source.width, source.height))
        placement.source = source
        self.placement = placement
        (input, self.orientation, self.crop) = ((header.width, header.height), orientation, crop)
        (self.width, self.height, bars) = (width, height, .background)
        (reduction, planeReduction) = Self.reductions(placement, reductions, header, orientation)
    }

    /// The greatest reductions that leave enough samples of all components: for pixels, and for planes.
    private static func reductions(
        _ placement: ResizePlacement, _ reductions: [Int], _ header: ImageHeader, _ orientation: ImageOrientation
    ) -> (pixels: Int, planes: Int) {
        let (source, target) = (placement.source, placement.target)
        let (x, y) = (source.width / Double(target.width), source.height / Double(target.height))
        let planes = reductions.filter { min(x, y) >= margin * Double($0) }
        let style = header.jpegStyle?.turned(orientation)
        let pixels = planes.filter { reduction in
            guard let samples = style?.pixelsPerSample(reducedBy: reduction) else { return true }
            return x >= margin * samples.x && y >= margin * samples.y
        }
        return (pixels.max() ?? 1, planes.max() ?? 1)
    }

    /// The size of the upright input in pixels.
    var uprightInput: (width: Int, height: Int) { orientation.turned(width: input.width, height: input.height) }

    /// Whether the result has exactly the pixels of the input.
    var isIdentity: Bool {
        let (target, (uprightWidth, uprightHeight)) = (placement.target, uprightInput)
        return placement.source == SourceRegion(wholeWidth: uprightWidth, height: uprightHeight)
            && target == PixelRegion(x: 0, y: 0, width: uprightWidth, height: uprightHeight) && !placement.hasBars
    }

    /// Whether the pixels of the result are not those of the input.
    var isResized: Bool {
        let (source, target) = (placement.source, placement.target)
        return source.width != Double(target.width) || source.height != Double(target.height)
    }

    /// The part of the upright input that becomes the result, in its pixels.
    var source: SourceRegion { placement.source }

    /// The size of the decoded image in pixels.
    var decoded: (width: Int, height: Int) {
        ((input.width + reduction - 1) / reduction, (input.height + reduction - 1) / reduction)
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

    /// The part of the stored input that a part of the result shows, in pixels.
    func storedRegion(_ result: SourceRegion) -> SourceRegion {
        let (source, target) = (placement.source, placement.target)
        let (scaleX, scaleY) = (source.width / Double(target.width), source.height / Double(target.height))
        return orientation.storedRegion(
            SourceRegion(
                x: source.x + (result.x - Double(target.x)) * scaleX,
                y: source.y + (result.y - Double(target.y)) * scaleY, width: result.width * scaleX,
                height: result.height * scaleY), width: input.width, height: input.height)
    }

    /// Whether the result has pixels beside the image.
    var hasBars: Bool { placement.hasBars }

    /// Whether the geometry of another picture of the same input has the same result.
    func hasResult(of other: PictureGeometry) -> Bool {
        placement == other.placement && (bars == other.bars || !placement.hasBars)
    }

    /// The pixels of the stored input that the result depends on.
    var storedCrop: PixelRegion {
        orientation.storedRegion(SourceRegion(crop), width: input.width, height: input.height).rounded
    }

    /// The size of the resized image before it is turned upright and put between bars.
    var resized: (width: Int, height: Int) {
        orientation.turned(width: placement.target.width, height: placement.target.height)
    }

    /// How a component of the decoded image becomes one of the resized image, before it is turned upright.
    ///
    /// Sizes of planes are rounded up: the last sample of a plane may represent pixels beyond the image. Samples are centered on the
    /// pixels that they represent, so that the edges of all planes coincide.
    func part(of from: SliceLayout.Component, as to: SliceLayout.Component) -> ResizedPart {
        let ratio =
            from.sampling.map { (x: $0.horizontalRatio, y: $0.verticalRatio) }
            ?? (x: Double(reduction), y: Double(reduction))
        func stored(_ region: SourceRegion) -> SourceRegion {
            orientation.storedRegion(region, width: input.width, height: input.height)
        }
        let (content, source) = (stored(SourceRegion(crop)), stored(placement.source))
        let left = Int((content.x / ratio.x).rounded(.down))
        let top = Int((content.y / ratio.y).rounded(.down))
        let right = min(from.width, Int(((content.x + content.width) / ratio.x).rounded(.up)))
        let bottom = min(from.height, Int(((content.y + content.height) / ratio.y).rounded(.up)))
        func decoded(_ region: SourceRegion) -> SourceRegion {
            SourceRegion(
                x: region.x / ratio.x - Double(left), y: region.y / ratio.y - Double(top),
                width: region.width / ratio.x, height: region.height / ratio.y)
        }
        var region = decoded(source)
        if let old = from.sampling, let new = to.sampling {
            let horizontalStep = source.width / Double(new.imageWidth) * (new.horizontalRatio / old.horizontalRatio)
            let verticalStep = source.height / Double(new.imageHeight) * (new.verticalRatio / old.verticalRatio)
            (region.width, region.height) = (Double(to.width) * horizontalStep, Double(to.height) * verticalStep)
        }
        let isReduced = (from.sampling == nil ? reduction : planeReduction) > 1
        return ResizedPart(
            from: from, to: to, kept: PixelRegion(x: left, y: top, width: right - left, height: bottom - top),
            content: isReduced ? decoded(content) : nil, region: region)
    }
}

/// How a component of a decoded image becomes one of a resized image.
struct ResizedPart {
    let from: SliceLayout.Component
    let to: SliceLayout.Component
    /// The samples that are kept.
    let kept: PixelRegion
    /// The part of them that shows the crop, if the decoder has reduced the image.
    let content: SourceRegion?
    /// The part of them that becomes the result.
    let region: SourceRegion

    /// An upper bound on the memory of the resize in bytes; `nil` if the part cannot be resized.
    func byteCount(_ light: BlurLight) -> Int? {
        try? RowResizer.memoryEstimate(
            sourceWidth: kept.width, sourceHeight: kept.height, reduction: from.reduction, content: content,
            region: region, width: to.width, height: to.height, format: to.format, light: light)
    }

    /// What crops and resizes rows.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func makeStage(_ light: BlurLight, _ instructionSet: InstructionSet) throws(ImageError) -> CroppedRows {
        let resizer = try ImageError.wrapping(
            RowResizer(
                sourceWidth: kept.width, sourceHeight: kept.height, reduction: from.reduction, content: content,
                region: region, width: to.width, height: to.height, format: to.format, light: light,
                instructionSet: instructionSet))
        return CroppedRows(kept, resizer)
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
