internal import VarBlur

/// How a gain map follows the crop and the resize of its image.
///
/// The map lies over the whole image, usually with fewer pixels. The pixels of the upright map that lie within the crop are kept; both
/// images are brought to this grid first.
struct GainMapGeometry {
    /// The width of the map of the result in pixels.
    let width: Int
    /// The height of the map of the result in pixels.
    let height: Int
    /// Whether the kept pixels are those of the result.
    let isCopy: Bool
    /// Whether samples of the map are averaged as they are stored, before gains are weighted by the light of the image.
    ///
    /// Programs interpolate between the samples of a map with fewer pixels than the image. What they show follows an average of samples more
    /// closely than one of gains by the light of single pixels, which is better where a pixel of the map is one of the image.
    let averagesSamples: Bool
    /// The number of pixels of the reduced image for each kept pixel along each axis.
    let detail: Int
    /// Reduces the image to the kept pixels of the upright map, or to several pixels for each of them.
    let image: PictureGeometry
    /// Cuts the kept pixels out of the map, and turns them upright.
    let map: PictureGeometry
    /// The part of the kept pixels that becomes a part of the result.
    let source: SourceRegion
    /// This part of the result, of which the rest are bars.
    let target: PixelRegion

    /// Finds the map of the result of an image.
    ///
    /// - Parameters:
    ///   - map: the header of the map.
    ///   - header: the header of the image.
    ///   - geometry: the crop and the size of the result.
    ///   - reductions: the reductions that save time in the decoder of the image.
    init(_ map: ImageHeader, of header: ImageHeader, _ geometry: PictureGeometry, reductions: [Int]) {
        let upright = geometry.uprightInput
        // the map is turned to lie over the stored image, and then with it
        let turn = map.orientation.followed(by: geometry.orientation)
        let mapSize = turn.turned(width: map.width, height: map.height)
        let scale = (
            x: Double(mapSize.width) / Double(upright.width), y: Double(mapSize.height) / Double(upright.height)
        )
        let (keptColumns, keptRows) = (
            Self.pixels(geometry.crop.x, geometry.crop.width, scale.x, of: mapSize.width),
            Self.pixels(geometry.crop.y, geometry.crop.height, scale.y, of: mapSize.height)
        )
        let kept = PixelRegion(
            x: keptColumns.lowerBound, y: keptRows.lowerBound, width: keptColumns.count, height: keptRows.count)
        self.map = PictureGeometry(
            map, turn, crop: kept, source: SourceRegion(kept), toWidth: kept.width, height: kept.height)
        let part = geometry.source
        // products are divided last, so that whole images have whole numbers
        func columns(_ length: Double) -> Double { length * Double(mapSize.width) / Double(upright.width) }
        func rows(_ length: Double) -> Double { length * Double(mapSize.height) / Double(upright.height) }
        source = SourceRegion(
            x: columns(part.x) - Double(kept.x), y: rows(part.y) - Double(kept.y), width: columns(part.width),
            height: rows(part.height))
        let (width, height) = (Self.side(geometry.width, scale.x), Self.side(geometry.height, scale.y))
        (self.width, self.height) = (width, height)
        let ratio = (x: Double(width) / Double(geometry.width), y: Double(height) / Double(geometry.height))
        let target = geometry.placement.target
        let targetColumns = Self.span(target.x, target.width, ratio.x, of: width)
        let targetRows = Self.span(target.y, target.height, ratio.y, of: height)
        self.target = PixelRegion(
            x: targetColumns.lowerBound, y: targetRows.lowerBound, width: targetColumns.count,
            height: targetRows.count)
        // gains change between the pixels of a map with fewer pixels than the image
        let isCopy =
            source == SourceRegion(wholeWidth: width, height: height)
            && (self.target.width, self.target.height) == (width, height)
        self.isCopy = isCopy
        let step = (
            x: source.width / Double(self.target.width), y: source.height / Double(self.target.height)
        )
        averagesSamples = !isCopy && (max(scale.x, scale.y) <= 0.5 || min(step.x, step.y) < 1.5)
        detail = isCopy && max(scale.x, scale.y) <= 0.5 ? 2 : 1
        image = PictureGeometry(
            header, geometry.orientation, crop: geometry.crop,
            source: SourceRegion(
                x: Double(kept.x) / scale.x, y: Double(kept.y) / scale.y, width: Double(kept.width) / scale.x,
                height: Double(kept.height) / scale.y), toWidth: detail * kept.width, height: detail * kept.height,
            reductions: reductions)
    }

    /// The pixels of the map within a crop, or the one in its middle.
    private static func pixels(_ start: Int, _ length: Int, _ scale: Double, of count: Int) -> Range<Int> {
        let tolerance = 1e-6
        let first = Int((Double(start) * scale - tolerance).rounded(.up))
        let end = min(Int((Double(start + length) * scale + tolerance).rounded(.down)), count)
        if first < end { return max(first, 0)..<end }
        let middle = min(Int((Double(start) + Double(length) / 2) * scale), count - 1)
        return middle..<middle + 1
    }

    /// A side of the map of the result: in proportion to the image, but not larger.
    private static func side(_ length: Int, _ scale: Double) -> Int {
        min(max(Int((Double(length) * scale).rounded()), 1), length)
    }

    /// The nearest range of pixels, which is not empty.
    private static func span(_ start: Int, _ length: Int, _ scale: Double, of count: Int) -> Range<Int> {
        let first = min(Int((Double(start) * scale).rounded()), count - 1)
        return first..<min(max(Int((Double(start + length) * scale).rounded()), first + 1), count)
    }

    /// Whether the result has bars beside the image.
    var hasBars: Bool { target.width < width || target.height < height }
}
