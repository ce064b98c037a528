/// How the pixels of an image lie in memory: rows from the top, each starting `bytesPerRow` after the one above.
public struct PixelLayout: Sendable, Hashable {
    /// Pixels in a row, at least 1.
    public let width: Int
    /// Rows, at least 1.
    public let height: Int
    /// The distance in bytes between the starts of neighboring rows, at least a row's pixels.
    public let bytesPerRow: Int
    /// What the bytes of a pixel mean.
    public let format: PixelFormat

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - width: pixels in a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - format: what the bytes of a pixel mean.
    ///   - bytesPerRow: the distance between row starts; without it, rows lie close together.
    /// - Throws: ``BlurError/Code/invalidSize`` if a number is out of range, or the image's bytes exceed what an
    ///   address can hold.
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
                    + "start at 1, and a row has to hold its pixels")
        }
        self.width = width
        self.height = height
        self.bytesPerRow = stride
        self.format = format
    }

    /// The number of bytes from the first byte of the first row to the last byte of the last row's pixels.
    public var byteCount: Int { (height - 1) * bytesPerRow + rowByteCount }

    /// The number of bytes of a row's pixels, without the padding that may follow them.
    public var rowByteCount: Int { width * format.bytesPerPixel }

    /// The whole image as a region.
    public var bounds: PixelRegion { PixelRegion(x: 0, y: 0, width: width, height: height) }

    /// The offset in bytes of a pixel's first sample.
    public func byteOffset(x: Int, y: Int) -> Int { y * bytesPerRow + x * format.bytesPerPixel }
}

/// A rectangle of pixels.
public struct PixelRegion: Sendable, Hashable, Codable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a region; whether it lies within an image is checked where it is used.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether the region has at least one pixel and lies within another one.
    public func isInside(_ other: PixelRegion) -> Bool {
        width >= 1 && height >= 1 && x >= other.x && y >= other.y
            && x - other.x <= other.width - width && y - other.y <= other.height - height
    }
}
