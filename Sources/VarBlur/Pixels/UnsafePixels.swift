/// A read-only image in memory that the caller owns.
@unsafe
public struct UnsafePixels {
    /// The first byte of the first row; requires no alignment.
    public let base: UnsafeRawPointer
    /// The memory layout of the image.
    public let layout: PixelLayout

    /// Describes an image.
    ///
    /// `layout.byteCount` bytes must remain readable while the value is in use.
    public init(base: UnsafeRawPointer, layout: PixelLayout) {
        unsafe self.base = base
        unsafe self.layout = layout
    }
}

/// A mutable image in memory that the caller owns.
@unsafe
public struct UnsafeMutablePixels {
    /// The first byte of the first row; requires no alignment.
    public let base: UnsafeMutableRawPointer
    /// The memory layout of the image.
    public let layout: PixelLayout

    /// Describes an image.
    ///
    /// `layout.byteCount` bytes must remain writable while the value is in use.
    public init(base: UnsafeMutableRawPointer, layout: PixelLayout) {
        unsafe self.base = base
        unsafe self.layout = layout
    }

    /// The same image, read-only.
    public var readOnly: UnsafePixels {
        unsafe UnsafePixels(base: UnsafeRawPointer(base), layout: layout)
    }

    /// Returns a region as an image that shares the memory.
    ///
    /// - Parameter region: a rectangle inside the image. Traps otherwise.
    /// - Returns: an image of the region's size with the same distance between row starts.
    public func cropped(to region: PixelRegion) -> UnsafeMutablePixels {
        unsafe trapUnless(region.isInside(layout.bounds), "\(region) is not inside \(layout.bounds)")
        let start = unsafe base + layout.byteOffset(x: region.x, y: region.y)
        return unsafe UnsafeMutablePixels(base: start, layout: layout.cropped(to: region))
    }

    /// Copies all pixels of another image of the same size and format.
    package func copyPixels(of other: UnsafePixels) {
        unsafe trapUnless(
            other.layout.height == layout.height && other.layout.rowByteCount == layout.rowByteCount,
            "\(layout.bounds) is not as large as \(other.layout.bounds)")
        for row in unsafe 0..<layout.height {
            unsafe (base + row * layout.bytesPerRow).copyMemory(
                from: other.base + row * other.layout.bytesPerRow, byteCount: layout.rowByteCount)
        }
    }
}

extension PixelLayout {
    /// The layout of a region that shares the image's memory and distance between rows.
    func cropped(to region: PixelRegion) -> PixelLayout {
        PixelLayout(uncheckedWidth: region.width, height: region.height, of: self)
    }

    private init(uncheckedWidth width: Int, height: Int, of whole: PixelLayout) {
        self.width = width
        self.height = height
        self.bytesPerRow = whole.bytesPerRow
        self.format = whole.format
    }
}
