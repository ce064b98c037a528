internal import VariableBlur

/// How the rows of a stored image have to be turned to stand upright: the values of EXIF's orientation tag.
public enum ImageOrientation: Int, CaseIterable, Sendable, Hashable {
    /// As it is stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by half a turn.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Transposed: rows become columns.
    case leftMirrored = 5
    /// To be turned by a quarter clockwise.
    case right = 6
    /// Transposed along the other diagonal.
    case rightMirrored = 7
    /// To be turned by a quarter counter-clockwise.
    case left = 8

    /// Whether width and height change places.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// Where a pixel of a stored image, of that image's width and height, comes to stand in the upright image.
    func place(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .up: (x, y)
        case .upMirrored: (width - 1 - x, y)
        case .down: (width - 1 - x, height - 1 - y)
        case .downMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .right: (height - 1 - y, x)
        case .rightMirrored: (height - 1 - y, width - 1 - x)
        case .left: (y, width - 1 - x)
        }
    }

    /// Puts one row of the stored image to where its pixels belong in the upright image.
    ///
    /// - Parameters:
    ///   - row: the bytes of the stored row.
    ///   - y: its number.
    ///   - size: the stored image's width and height.
    ///   - upright: the image to write to, of `size` or its transpose.
    func place(_ row: RawSpan, _ y: Int, of size: (width: Int, height: Int), in upright: UnsafeMutablePixels) {
        let bytesPerPixel = unsafe upright.layout.format.bytesPerPixel
        func offset(_ x: Int) -> Int {
            let (toX, toY) = place(x: x, y: y, width: size.width, height: size.height)
            return unsafe upright.layout.byteOffset(x: toX, y: toY)
        }
        let start = offset(0)
        let step = size.width > 1 ? offset(1) - start : 0
        unsafe row.withUnsafeBytes { row in
            guard let source = row.baseAddress else { return }
            if step == bytesPerPixel {
                return unsafe (upright.base + start).copyMemory(
                    from: source, byteCount: size.width * bytesPerPixel)
            }
            for x in 0..<size.width {
                unsafe (upright.base + start + x * step).copyMemory(
                    from: source + x * bytesPerPixel, byteCount: bytesPerPixel)
            }
        }
    }
}
