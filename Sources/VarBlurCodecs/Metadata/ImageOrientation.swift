internal import VarBlur

/// The transformation that turns a stored image upright, with the values of the EXIF orientation tag.
public enum ImageOrientation: Int, CaseIterable, Sendable, Hashable {
    /// No transformation.
    case up = 1
    /// Mirror horizontally.
    case upMirrored = 2
    /// Rotate by 180°.
    case down = 3
    /// Mirror vertically.
    case downMirrored = 4
    /// Transpose: rows become columns.
    case leftMirrored = 5
    /// Rotate clockwise by 90°.
    case right = 6
    /// Transpose along the other diagonal.
    case rightMirrored = 7
    /// Rotate counterclockwise by 90°.
    case left = 8

    /// Whether the width and the height of the upright and the stored image are swapped.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// The size of the upright image for that of the stored one, and the other way around.
    func turned<Length>(width: Length, height: Length) -> (width: Length, height: Length) {
        swapsAxes ? (height, width) : (width, height)
    }

    /// The transformation with the effect of this one and then another.
    public func followed(by next: ImageOrientation) -> ImageOrientation {
        // three corners tell all transformations apart
        func corners(_ place: (Int, Int) -> (x: Int, y: Int)) -> [[Int]] {
            [place(0, 0), place(1, 0), place(0, 1)].map { [$0.x, $0.y] }
        }
        let both = corners {
            let first = uprightPosition(x: $0, y: $1, width: 2, height: 2)
            return next.uprightPosition(x: first.x, y: first.y, width: 2, height: 2)
        }
        return Self.allCases.first { turn in
            corners { turn.uprightPosition(x: $0, y: $1, width: 2, height: 2) } == both
        } ?? self
    }

    /// Converts the position of a pixel in the stored image to its position in the upright image.
    ///
    /// - Parameters:
    ///   - x: the column in the stored image.
    ///   - y: the row in the stored image.
    ///   - width: the width of the stored image.
    ///   - height: the height of the stored image.
    /// - Returns: the column and the row in the upright image.
    func uprightPosition(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
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

    /// Converts a part of the upright image to the same part of the stored image.
    ///
    /// - Parameters:
    ///   - region: the part of the upright image.
    ///   - width: the width of the stored image.
    ///   - height: the height of the stored image.
    /// - Returns: the part of the stored image.
    func storedRegion(_ region: SourceRegion, width: Int, height: Int) -> SourceRegion {
        let turned =
            swapsAxes
            ? SourceRegion(x: region.y, y: region.x, width: region.height, height: region.width) : region
        let corner = uprightPosition(x: 0, y: 0, width: width, height: height)
        // a coordinate that is large at the stored origin decreases along its axis
        let isMirrored = swapsAxes ? (x: corner.y > 0, y: corner.x > 0) : (x: corner.x > 0, y: corner.y > 0)
        return SourceRegion(
            x: isMirrored.x ? Double(width) - turned.x - turned.width : turned.x,
            y: isMirrored.y ? Double(height) - turned.y - turned.height : turned.y, width: turned.width,
            height: turned.height)
    }

    /// Converts a part of the stored image to the same part of the upright image; the inverse of
    /// ``storedRegion(_:width:height:)`` with the same size.
    func uprightRegion(_ region: SourceRegion, width: Int, height: Int) -> SourceRegion {
        let inverse: ImageOrientation = self == .left ? .right : self == .right ? .left : self
        let (width, height) = turned(width: width, height: height)
        return inverse.storedRegion(region, width: width, height: height)
    }

    /// Copies a row of the stored image to its position in the upright image.
    ///
    /// - Parameters:
    ///   - row: the bytes of the stored row.
    ///   - y: the index of the stored row.
    ///   - size: the width and height of the stored image.
    ///   - upright: the image to write to, of `size` or its transpose.
    func copyRow(_ row: RawSpan, _ y: Int, of size: (width: Int, height: Int), to upright: UnsafeMutablePixels) {
        let bytesPerPixel = unsafe upright.layout.format.bytesPerPixel
        func offset(_ x: Int) -> Int {
            let (uprightX, uprightY) = uprightPosition(x: x, y: y, width: size.width, height: size.height)
            return unsafe upright.layout.byteOffset(x: uprightX, y: uprightY)
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
