/// Pixels to read in memory that somebody else owns.
@unsafe
public struct UnsafePixels {
    /// The first byte of the first row; no alignment is needed.
    public let base: UnsafeRawPointer
    /// How the pixels lie behind ``base``.
    public let layout: PixelLayout

    /// Describes memory that has to stay readable for `layout.byteCount` bytes while the value is in use.
    public init(base: UnsafeRawPointer, layout: PixelLayout) {
        unsafe self.base = base
        unsafe self.layout = layout
    }
}

/// Pixels to write in memory that somebody else owns.
@unsafe
public struct UnsafeMutablePixels {
    /// The first byte of the first row; no alignment is needed.
    public let base: UnsafeMutableRawPointer
    /// How the pixels lie behind ``base``.
    public let layout: PixelLayout

    /// Describes memory that has to stay writable for `layout.byteCount` bytes while the value is in use.
    public init(base: UnsafeMutableRawPointer, layout: PixelLayout) {
        unsafe self.base = base
        unsafe self.layout = layout
    }

    /// The same pixels, to read.
    public var readOnly: UnsafePixels {
        unsafe UnsafePixels(base: UnsafeRawPointer(base), layout: layout)
    }

    /// The pixels of a region, as an image of their own that shares the memory.
    ///
    /// - Parameter region: a rectangle inside the image; anything else traps.
    /// - Returns: pixels that start in the middle of the image's.
    public func cropped(to region: PixelRegion) -> UnsafeMutablePixels {
        unsafe precondition(region.isInside(layout.bounds), "\(region) is not inside \(layout.bounds)")
        let start = unsafe base + layout.byteOffset(x: region.x, y: region.y)
        return unsafe UnsafeMutablePixels(base: start, layout: layout.cropped(to: region))
    }
}

extension PixelLayout {
    /// The layout of a region that shares the image's memory and row distance.
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
