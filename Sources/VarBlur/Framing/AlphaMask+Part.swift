extension AlphaMask {
    /// The part of the mask that an image shows, with a sample for each of its pixels: that of the mask, stretched over the whole image.
    ///
    /// - Parameters:
    ///   - wholeWidth: the width in pixels of the image over which the mask is stretched, at least 1.
    ///   - wholeHeight: its height in pixels, at least 1.
    ///   - placement: the part of this image, and where it lies in the result; beside it, samples are those at its edge.
    /// - Returns: a mask of the size of the result.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels of the result).
    package func part(ofWidth wholeWidth: Int, height wholeHeight: Int, _ placement: ResizePlacement) throws(BlurError)
        -> AlphaMask
    {
        let (source, target) = (placement.source, placement.target)
        func neighbors(
            _ index: Int, _ target: (start: Int, length: Int), _ source: (start: Double, length: Double), _ whole: Int,
            _ count: Int
        ) -> MaskNeighbors {
            let distance = min(max(Double(index - target.start) + 0.5, 0), Double(target.length))
            let position = source.start + distance * source.length / Double(target.length)
            return MaskNeighbors(position * Double(count) / Double(whole), of: count)
        }
        let samples = try MaskSamples(.sixteen, count: placement.width * placement.height)
        let values = unsafe samples.values(as: UInt16.self)
        let columns = (0..<placement.width).map {
            neighbors($0, (target.x, target.width), (source.x, source.width), wholeWidth, width)
        }
        StretchedMaskRows.withRows(of: self, columns) { stretched in
            for y in 0..<placement.height {
                let place = neighbors(y, (target.y, target.height), (source.y, source.height), wholeHeight, height)
                let (upper, lower) = unsafe stretched.rows(place.first, place.second)
                for x in 0..<placement.width {
                    let alpha = unsafe upper[x] + (lower[x] - upper[x]) * Float(place.weight)
                    unsafe values[y * placement.width + x] = UInt16((alpha * 65535).rounded())
                }
            }
        }
        return try AlphaMask(width: placement.width, height: placement.height, samples, isInverted: isInverted)
    }
}
