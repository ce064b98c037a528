extension AlphaMask {
    /// The part of the mask that an image shows, with a sample for each of its pixels: that of the mask, stretched over the whole image.
    ///
    /// Where the mask has more samples than the result has pixels, they are averaged by area.
    ///
    /// - Parameters:
    ///   - wholeWidth: the width in pixels of the image over which the mask is stretched, at least 1.
    ///   - wholeHeight: its height in pixels, at least 1.
    ///   - placement: the part of this image, and where it lies in the result; beside it, samples are those at its edge.
    /// - Returns: a mask of the size of the result.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels of the result), and O(samples) if some are averaged.
    package func part(ofWidth wholeWidth: Int, height wholeHeight: Int, _ placement: ResizePlacement) throws(BlurError)
        -> AlphaMask
    {
        let (source, target) = (placement.source, placement.target)
        let size = placement.size(ofWholeWidth: wholeWidth, height: wholeHeight)
        let mask = try averaged(toWidth: size.width, height: size.height)
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
            neighbors($0, (target.x, target.width), (source.x, source.width), wholeWidth, mask.width)
        }
        StretchedMaskRows.withRows(of: mask, columns) { stretched in
            for y in 0..<placement.height {
                let place = neighbors(y, (target.y, target.height), (source.y, source.height), wholeHeight, mask.height)
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

extension ResizePlacement {
    /// The size in pixels of a whole image at the scale at which the result shows a part of it.
    fileprivate func size(ofWholeWidth width: Int, height: Int) -> (width: Int, height: Int) {
        func size(_ whole: Int, _ source: Double, _ target: Int) -> Int {
            max(1, Int(min(Double(whole) * Double(target) / source, 1e9).rounded(.up)))
        }
        return (size(width, source.width, target.width), size(height, source.height, target.height))
    }
}

extension AlphaMask {
    /// The memory beside the mask while its part is made, in bytes.
    package func partByteCount(ofWidth wholeWidth: Int, height wholeHeight: Int, _ placement: ResizePlacement) -> Int {
        let size = placement.size(ofWholeWidth: wholeWidth, height: wholeHeight)
        return reducedByteCount(width: size.width, height: size.height)
            + placement.width * placement.height * MemoryLayout<UInt16>.size
    }
}
