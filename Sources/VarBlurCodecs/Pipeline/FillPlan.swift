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
    private let geometry: PictureGeometry
    private let input: (width: Int, height: Int, blocks: CompressedBlocks)
    /// What the user should know about the blocks, one sentence each.
    let notices: [String]

    /// Plans a fill.
    ///
    /// - Parameters:
    ///   - fill: the fill.
    ///   - header: the header of the input.
    ///   - geometry: how it becomes the result.
    ///   - converted: the header after the conversion of colors; `nil` if they stay as they are.
    ///   - changesPixels: whether the pixels of the result differ from those of the input, even if its size and its colors do not.
    ///   - deadline: when the search for covered blocks ends; `nil` for never.
    /// - Throws: an error with the code `invalidSettings` if a shape is out of range, or covers nothing of the result; an error after the
    ///   deadline.
    init(
        _ fill: AreaFill, _ header: ImageHeader, _ geometry: PictureGeometry, converted: ImageHeader?,
        changesPixels: Bool,
        _ deadline: Deadline?
    ) throws(ImageError) {
        var outlines: [any AreaOutline] = []
        for shape in fill.shapes {
            let outline = try ImageError.wrapping(
                shape.canonical().outline(width: geometry.width, height: geometry.height))
            guard outline.touches(x: 0...Double(geometry.width), y: 0...Double(geometry.height)) else {
                throw ImageError(
                    .invalidSettings,
                    "the area \(shape) covers nothing of the image of \(geometry.width)×\(geometry.height) pixels",
                    remedy: "check its position and size")
            }
            outlines.append(outline)
        }
        (color, self.outlines, isInverted, self.geometry) = (fill.color, outlines, fill.isInverted, geometry)
        input = (header.width, header.height, header.blocks)
        let check: () throws(ImageError) -> Void = { () throws(ImageError) in try deadline?.check() }
        let covered = try CoveredBlocks(
            outlines, isInverted: isInverted, width: header.width, height: header.height, header.blocks, check: check,
            place: geometry.resultRegion)
        stored = Paint(covered: covered, samples: Self.samples(of: color, in: header))
        notices = outlines.isEmpty ? [] : Self.notices(about: covered, isInverted: isInverted, of: header)
        guard !geometry.isIdentity || changesPixels || converted != nil else {
            result = nil
            return
        }
        let blocks = header.blocks
        let result = try CoveredBlocks(
            outlines, isInverted: isInverted, width: geometry.width, height: geometry.height, check: check
        ) {
            // the conversion changes the color of all that is painted before it
            converted == nil ? $0 : geometry.resultRegion(ofBlocks: blocks, in: $0)
        }
        self.result = Paint(covered: result, samples: Self.samples(of: color, in: converted ?? header))
    }

    private static func notices(
        about covered: CoveredBlocks, isInverted: Bool, of header: ImageHeader
    ) -> [String] {
        let (format, blocks) = (header.format.name, header.blocks)
        var notices: [String] = []
        if max(blocks.width, blocks.height) > largestUsualBlock {
            notices.append(
                "the areas are painted in blocks of \(blocks.width)×\(blocks.height) pixels, and \(blocks.reach) "
                    + "\(blocks.reach == 1 ? "pixel" : "pixels") around them, "
                    + "because the compression of \(format) files spreads what they cover")
        }
        let isKept = { (row: Int) in
            covered.columns(ofRow: row, width: header.width, ratio: (1, 1), isInterpolated: true) != [0..<header.width]
        }
        if isInverted && !(0..<header.height).contains(where: isKept) {
            notices.append("the whole image is painted, because no part of it lies far enough inside of the areas")
        }
        return notices
    }

    /// The side of the greatest blocks of JPEG files that are usual.
    private static let largestUsualBlock = 16

    /// The bytes of a color in a picture with a header.
    private static func samples(
        of color: RGBColor, in picture: ImageHeader
    ) -> @Sendable (SliceLayout) -> [[UInt8]] {
        let (colors, style) = (PaintedColors(picture), picture.jpegStyle)
        return { layout in
            let planes = layout.hasPlanes ? style?.color.samples(of: colors.roundedValues(of: color)) : nil
            return planes.map { $0.map { [$0] } } ?? layout.components.map { $0.format.pixel(of: color, in: colors) }
        }
    }

    /// Finds the blocks of another image in the same file that have a pixel in common with the painted blocks of the stored image.
    ///
    /// - Parameters:
    ///   - image: the other image, which is turned to lie over the stored image, or over the upright one.
    ///   - isUpright: whether it lies over the upright image.
    ///   - deadline: when the search ends; `nil` for never.
    /// - Returns: the blocks of the other image.
    /// - Throws: an error after the deadline.
    func blocks(
        of image: ImageHeader, overUprightImage isUpright: Bool = false, _ deadline: Deadline?
    ) throws(ImageError) -> CoveredBlocks {
        let (width, height) = isUpright ? geometry.uprightInput : (input.width, input.height)
        let scale = (
            x: Double(width) / Double(image.uprightWidth), y: Double(height) / Double(image.uprightHeight)
        )
        return try CoveredBlocks(
            outlines, isInverted: isInverted, width: image.width, height: image.height, image.blocks,
            check: { () throws(ImageError) in try deadline?.check() }
        ) { stored in
            var region = image.orientation.uprightRegion(stored, width: image.width, height: image.height)
                .scaled(by: scale)
            if isUpright {
                region = geometry.orientation.storedRegion(region, width: input.width, height: input.height)
            }
            return geometry.resultRegion(input.blocks.region(dependingOn: region, reducedBy: 1))
        }
    }

    /// Finds the pixels of a smaller copy of the result that areas touch.
    ///
    /// - Throws: an error after the deadline.
    func pixels(ofSmallerWidth width: Int, height: Int, _ deadline: Deadline?) throws(ImageError) -> CoveredBlocks {
        let scale = (x: Double(geometry.width) / Double(width), y: Double(geometry.height) / Double(height))
        return try CoveredBlocks(
            outlines, isInverted: isInverted, width: width, height: height,
            check: { () throws(ImageError) in try deadline?.check() }
        ) { $0.scaled(by: scale) }
    }
}

extension PictureGeometry {
    /// A part of the result, and the places of the stored blocks of which it shows something.
    fileprivate func resultRegion(ofBlocks blocks: CompressedBlocks, in part: SourceRegion) -> SourceRegion {
        let target = SourceRegion(placement.target)
        let (left, right) = (max(part.x, target.x), min(part.x + part.width, target.x + target.width))
        let (top, bottom) = (max(part.y, target.y), min(part.y + part.height, target.y + target.height))
        // bars show nothing
        guard left < right, top < bottom else { return part }
        let shown = SourceRegion(x: left, y: top, width: right - left, height: bottom - top)
        let place = resultRegion(blocks.region(dependingOn: storedRegion(shown), reducedBy: reduction))
        let (x, y) = (min(place.x, part.x), min(place.y, part.y))
        return SourceRegion(
            x: x, y: y, width: max(place.x + place.width, part.x + part.width) - x,
            height: max(place.y + place.height, part.y + part.height) - y)
    }
}
