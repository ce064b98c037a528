internal import VarBlur

/// How the stored planes of a JPEG file are cropped and resized, without color conversion.
struct PlaneFrame {
    /// The planes of the result.
    let layout: SliceLayout
    /// The part of the image that becomes the result, in pixels of the image.
    private let source: SourceRegion
    /// The part of the image that is kept, in pixels; the result does not depend on samples beyond it.
    private let crop: SourceRegion
    /// Whether some planes are reduced by the decoder.
    private let isReduced: Bool

    /// Frames planes; bars are not supported.
    ///
    /// - Parameters:
    ///   - frame: the part of the image and the size of the result.
    ///   - sampling: the sampling factors of the image and of the result.
    /// - Throws: an error with the code `invalidSettings`.
    init(_ frame: Frame, sampling: [JPEGStyle.Sampling]) throws(ImageError) {
        (source, crop, isReduced) = (frame.source, SourceRegion(frame.crop), frame.reduction > 1)
        layout = try ImageError.wrapping { () throws(BlurError) in
            try SliceLayout(width: frame.width, height: frame.height, sampling: sampling)
        }
    }

    /// An upper bound on the memory of the stages for planes of a layout, in bytes; `nil` if a plane cannot be resized.
    func byteCount(_ decoded: SliceLayout) -> Int? {
        var sum = 3 * layout.byteCount
        for (from, to) in zip(decoded.components, layout.components) {
            let part = part(of: from, as: to)
            let bytes = try? RowResizer.memoryEstimate(
                sourceWidth: part.kept.width, sourceHeight: part.kept.height, reduction: from.reduction,
                content: part.content, region: part.region, width: to.width, height: to.height, format: to.format)
            guard let bytes else { return nil }
            sum += bytes
        }
        return sum
    }

    /// The slices of the result before its blur.
    ///
    /// - Throws: an error with the code `outOfMemory`, or an error of the decoder.
    func slices(
        _ decoded: any SliceSource, _ instructionSet: InstructionSet, _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        var stages: [any RowStage] = []
        for (from, to) in zip(decoded.pool.layout.components, layout.components) {
            let part = part(of: from, as: to)
            let resizer = try ImageError.wrapping { () throws(BlurError) in
                try RowResizer(
                    sourceWidth: part.kept.width, sourceHeight: part.kept.height, reduction: from.reduction,
                    content: part.content, region: part.region, width: to.width, height: to.height, format: to.format,
                    instructionSet: instructionSet)
            }
            stages.append(CroppedRows(part.kept, resizer))
        }
        return RowStageSource(stages, decoded, to: layout, only: [0..<layout.count], .resize, timings)
    }

    /// The samples of a decoded plane that are kept, the part of them that shows the crop if the decoder reduces some planes, and the
    /// part that becomes a plane of the result.
    ///
    /// Sizes of planes are rounded up: the last sample of a plane may represent pixels beyond the image. Samples are centered on
    /// the pixels that they represent, so that the edges of all planes coincide.
    private func part(
        of from: SliceLayout.Component, as to: SliceLayout.Component
    ) -> (kept: PixelRegion, content: SourceRegion?, region: SourceRegion) {
        guard let old = from.sampling, let new = to.sampling else {
            let whole = PixelRegion(x: 0, y: 0, width: from.width, height: from.height)
            return (whole, nil, SourceRegion(whole))
        }
        let left = Int((crop.x / old.horizontalRatio).rounded(.down))
        let top = Int((crop.y / old.verticalRatio).rounded(.down))
        let right = min(from.width, Int(((crop.x + crop.width) / old.horizontalRatio).rounded(.up)))
        let bottom = min(from.height, Int(((crop.y + crop.height) / old.verticalRatio).rounded(.up)))
        let horizontalStep = source.width / Double(new.imageWidth) * (new.horizontalRatio / old.horizontalRatio)
        let verticalStep = source.height / Double(new.imageHeight) * (new.verticalRatio / old.verticalRatio)
        let region = SourceRegion(
            x: source.x / old.horizontalRatio - Double(left), y: source.y / old.verticalRatio - Double(top),
            width: Double(to.width) * horizontalStep, height: Double(to.height) * verticalStep)
        let kept = PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
        guard isReduced else { return (kept, nil, region) }
        let content = SourceRegion(
            x: crop.x / old.horizontalRatio - Double(left), y: crop.y / old.verticalRatio - Double(top),
            width: crop.width / old.horizontalRatio, height: crop.height / old.verticalRatio)
        return (kept, content, region)
    }
}
