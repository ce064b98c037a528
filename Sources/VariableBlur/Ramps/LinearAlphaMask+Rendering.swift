extension LinearAlphaMask {
    /// Renders the mask as a gray image: white where alpha is 1, black where alpha is 0.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, at least 1.
    ///   - height: the height in pixels, at least 1.
    ///   - depth: the depth of a sample.
    /// - Returns: an image of one channel; values are rounded to nearest.
    /// - Throws: ``BlurError/Code/invalidSize`` or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(`width` × `height`).
    public func rendered(
        width: Int, height: Int, depth: SampleDepth = .eight
    ) throws(BlurError) -> PixelBuffer {
        var image = try PixelBuffer(width: width, height: height, format: PixelFormat(.gray, depth))
        let count = direction.axisLength(width: width, height: height)
        let values = (0..<count).map { (alpha(at: $0, of: count) * depth.fullScale).rounded() }
        for row in 0..<height {
            for column in 0..<width {
                image[column, row, 0] = Int(values[direction.isVertical ? row : column])
            }
        }
        return image
    }
}
