/// The memory layout of an image: rows from the top, which start `bytesPerRow` bytes apart.
public struct PixelLayout: Sendable, Hashable {
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int
    /// The distance between the starts of consecutive rows in bytes, at least ``rowByteCount``.
    public let bytesPerRow: Int
    /// The pixel format.
    public let format: PixelFormat

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, at least 1.
    ///   - height: the height in pixels, at least 1.
    ///   - format: the pixel format.
    ///   - bytesPerRow: the distance between the starts of consecutive rows in bytes; `nil` for rows without padding.
    /// - Throws: ``BlurError/Code/invalidSize`` if a number is out of range, or if the image exceeds the address space.
    public init(
        width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil
    ) throws(BlurError) {
        let (rowBytes, rowOverflow) = width.multipliedReportingOverflow(by: format.bytesPerPixel)
        let stride = bytesPerRow ?? rowBytes
        let (total, overflow) = stride.multipliedReportingOverflow(by: height)
        guard width >= 1, height >= 1, stride >= rowBytes, !rowOverflow, !overflow, total < Int.max / 8 else {
            throw BlurError(
                .invalidSize,
                "no image can have \(width)×\(height) pixels in rows of \(stride) bytes; width and height "
                    + "start at 1, and a row must hold its pixels")
        }
        self.width = width
        self.height = height
        self.bytesPerRow = stride
        self.format = format
    }

    /// The number of bytes from the first byte of the first row to the last byte of the last row's pixels.
    public var byteCount: Int { (height - 1) * bytesPerRow + rowByteCount }

    /// The number of bytes of a row's pixels, without padding.
    public var rowByteCount: Int { width * format.bytesPerPixel }

    /// The whole image as a region.
    public var bounds: PixelRegion { PixelRegion(x: 0, y: 0, width: width, height: height) }

    /// Returns the offset of a pixel's first sample in bytes.
    public func byteOffset(x: Int, y: Int) -> Int { y * bytesPerRow + x * format.bytesPerPixel }
}
