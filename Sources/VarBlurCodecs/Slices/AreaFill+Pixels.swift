public import VarBlur

extension AreaFill {
    /// Paints the pixels of an image in memory that an area touches, wholly or in part.
    ///
    /// The image may be a smaller copy of the one to which the shapes refer.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - width: the width of the image to which the shapes refer, in pixels.
    ///   - height: the height of the image to which the shapes refer, in pixels.
    /// - Throws: an error with the code `invalidField` for a shape that is out of range.
    /// - Complexity: O(number of painted pixels + rows) for each area.
    public func paint(_ image: inout PixelBuffer, width: Int, height: Int) throws(BlurError) {
        var outlines: [any AreaOutline] = []
        for shape in shapes { outlines.append(try shape.canonical().outline(width: width, height: height)) }
        let scale = (x: Double(width) / Double(image.width), y: Double(height) / Double(image.height))
        let covered = CoveredBlocks(
            outlines, isInverted: isInverted, width: image.width, height: image.height, check: {}
        ) { $0.scaled(by: scale) }
        image.paint(covered.rows, with: image.format.pixel(of: color))
    }
}
