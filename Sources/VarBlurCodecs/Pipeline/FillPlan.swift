internal import VarBlur

/// The pixels that an ``AreaFill`` paints, before anything else happens to them, and in the result.
struct FillPlan: Sendable {
    let color: RGBColor
    /// The blocks of the stored image at full resolution.
    let stored: Paint
    /// The pixels of the result before its blur; `nil` if it is the stored image, except for its orientation.
    let result: Paint?
    private let outlines: [any AreaOutline]
    private let isInverted: Bool
    private let frame: Frame
    private let input: (width: Int, height: Int, blocks: CompressedBlocks)

    /// Plans a fill.
    ///
    /// - Parameters:
    ///   - fill: the fill.
    ///   - header: the header of the input.
    ///   - frame: how it becomes the result.
    ///   - changesPixels: whether the pixels of the result differ from those of the input, even if its size does not.
    ///   - deadline: when the search for covered blocks ends; `nil` for never.
    /// - Throws: an error with the code `invalidSettings` if a shape is out of range, or covers nothing of the result; an error after the
    ///   deadline.
    init(
        _ fill: AreaFill, _ header: ImageHeader, _ frame: Frame, changesPixels: Bool, _ deadline: Deadline?
    ) throws(ImageError) {
        var outlines: [any AreaOutline] = []
        for shape in fill.shapes {
            let outline = try ImageError.wrapping(shape.canonical().outline(width: frame.width, height: frame.height))
            guard outline.touches(x: 0...Double(frame.width), y: 0...Double(frame.height)) else {
                throw ImageError(
                    .invalidSettings,
                    "the area \(shape) covers nothing of the image of \(frame.width)×\(frame.height) pixels",
                    remedy: "check its position and size")
            }
            outlines.append(outline)
        }
        (color, self.outlines, isInverted, self.frame) = (fill.color, outlines, fill.isInverted, frame)
        input = (header.width, header.height, header.blocks)
        let check: () throws(ImageError) -> Void = { () throws(ImageError) in try deadline?.check() }
        let (color, style) = (fill.color, header.jpegStyle)
        let samples: @Sendable (SliceLayout) -> [[UInt8]] = { layout in
            let planes = layout.hasPlanes ? style?.color.samples(of: color) : nil
            return planes.map { $0.map { [$0] } } ?? layout.components.map { $0.format.pixel(of: color) }
        }
        let covered = try CoveredBlocks(
            outlines, isInverted: isInverted, width: header.width, height: header.height, header.blocks, check: check,
            place: frame.resultRegion)
        stored = Paint(covered: covered, samples: samples)
        guard !frame.isWhole || changesPixels else {
            result = nil
            return
        }
        let result = try CoveredBlocks(
            outlines, isInverted: isInverted, width: frame.width, height: frame.height, check: check
        ) { $0 }
        self.result = Paint(covered: result, samples: samples)
    }

    /// Finds the blocks of a smaller image in the same file, which is turned to lie over the stored image, that have a pixel in common with
    /// the painted blocks of the stored image.
    ///
    /// - Throws: an error after the deadline.
    func blocks(ofSmaller image: ImageHeader, _ deadline: Deadline?) throws(ImageError) -> CoveredBlocks {
        let scale = (
            x: Double(input.width) / Double(image.uprightWidth), y: Double(input.height) / Double(image.uprightHeight)
        )
        func whole(_ start: Double, _ length: Double, _ block: Int) -> (start: Double, length: Double) {
            let (block, reach) = (Double(block), Double(input.blocks.reach))
            let first = ((start - reach) / block).rounded(.down) * block
            return (first, ((start + length + reach) / block).rounded(.up) * block - first)
        }
        return try CoveredBlocks(
            outlines, isInverted: isInverted, width: image.width, height: image.height, image.blocks,
            check: { () throws(ImageError) in try deadline?.check() }
        ) { stored in
            let region = image.orientation.uprightRegion(stored, width: image.width, height: image.height)
            let x = whole(region.x * scale.x, region.width * scale.x, input.blocks.width)
            let y = whole(region.y * scale.y, region.height * scale.y, input.blocks.height)
            return frame.resultRegion(SourceRegion(x: x.start, y: y.start, width: x.length, height: y.length))
        }
    }

    /// Finds the pixels of a smaller copy of the result that areas touch.
    ///
    /// - Throws: an error after the deadline.
    func pixels(ofSmallerWidth width: Int, height: Int, _ deadline: Deadline?) throws(ImageError) -> CoveredBlocks {
        let scale = (x: Double(frame.width) / Double(width), y: Double(frame.height) / Double(height))
        return try CoveredBlocks(
            outlines, isInverted: isInverted, width: width, height: height,
            check: { () throws(ImageError) in try deadline?.check() }
        ) {
            SourceRegion(x: $0.x * scale.x, y: $0.y * scale.y, width: $0.width * scale.x, height: $0.height * scale.y)
        }
    }
}
