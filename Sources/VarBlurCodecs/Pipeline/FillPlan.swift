internal import VarBlur

/// The pixels that an ``AreaFill`` paints, before anything else happens to them, and in the result.
struct FillPlan: Sendable {
    let color: RGBColor
    /// The blocks of the stored image at full resolution.
    let stored: CoveredBlocks
    /// The pixels of the result before its blur; `nil` if it is the stored image, except for its orientation.
    private let result: CoveredBlocks?
    private let reduction: Int

    /// Plans a fill.
    ///
    /// - Parameters:
    ///   - fill: the fill.
    ///   - header: the header of the input.
    ///   - frame: how it becomes the result.
    ///   - convertsColors: whether the colors of the result differ from those of the input.
    ///   - deadline: when the search for covered blocks ends; `nil` for never.
    /// - Throws: an error with the code `invalidSettings` if a shape is out of range, or covers nothing of the result; an error after the
    ///   deadline.
    init(
        _ fill: AreaFill, _ header: ImageHeader, _ frame: Frame, convertsColors: Bool, _ deadline: Deadline?
    ) throws(ImageError) {
        var outlines: [any AreaOutline] = []
        for shape in fill.shapes {
            let outline = try ImageError.wrapping { () throws(BlurError) in
                try shape.canonical().outline(width: frame.width, height: frame.height)
            }
            guard outline.touches(x: 0...Double(frame.width), y: 0...Double(frame.height)) else {
                throw ImageError(
                    .invalidSettings,
                    "the area \(shape) covers nothing of the image of \(frame.width)×\(frame.height) pixels",
                    remedy: "check its position and size")
            }
            outlines.append(outline)
        }
        (color, reduction) = (fill.color, frame.reduction)
        let check: () throws(ImageError) -> Void = { () throws(ImageError) in try deadline?.check() }
        stored = try CoveredBlocks(
            outlines, width: header.width, height: header.height, header.blocks, check: check,
            place: frame.resultRegion)
        result =
            frame.isWhole && !convertsColors
            ? nil : try CoveredBlocks(outlines, width: frame.width, height: frame.height, check: check) { $0 }
    }

    /// Paints the stored image, as it is decoded; `planes` holds the samples of the color if it consists of planes.
    func painting(stored source: any SliceSource, _ planes: [UInt8]?) -> any SliceSource {
        FilledSource(source, stored, paint: paint(source, planes), reduction: reduction)
    }

    /// Paints the result before it is blurred.
    func painting(result source: any SliceSource, _ planes: [UInt8]?) -> any SliceSource {
        guard let result else { return source }
        return FilledSource(source, result, paint: paint(source, planes))
    }

    private func paint(_ source: any SliceSource, _ planes: [UInt8]?) -> [[UInt8]] {
        planes.map { $0.map { [$0] } } ?? source.pool.layout.components.map { $0.format.pixel(of: color) }
    }
}
