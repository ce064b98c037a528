internal import CLibCairo
internal import VarBlur

/// The picture that is drawn: premultiplied BGRA with 8 bits, in memory that Swift owns and that Cairo, the blur, and glass share.
final class Surface {
    /// The pixels.
    var pixels: PixelBuffer
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int

    /// The format of the pixels.
    static let format = PixelFormat(.bgra, .eight, alpha: .premultiplied)

    /// Creates a transparent picture.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(width: Int, height: Int) throws(SceneError) {
        pixels = try SceneError.wrapping(PixelBuffer(width: width, height: height, format: Self.format))
        (self.width, self.height) = (width, height)
    }

    /// Takes over pixels in ``format``.
    init(_ pixels: consuming PixelBuffer) {
        (width, height) = (pixels.width, pixels.height)
        self.pixels = pixels
    }

    /// Creates a copy of another picture.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(copying other: Surface) throws(SceneError) {
        pixels = try SceneError.wrapping(other.pixels.copy())
        (width, height) = (other.width, other.height)
    }

    /// The whole picture.
    var bounds: SceneRectangle { SceneRectangle(x: 0, y: 0, width: Double(width), height: Double(height)) }

    /// Draws with Cairo.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`, or an error of `body`.
    func draw(_ body: (CairoContext) throws(SceneError) -> Void) throws(SceneError) {
        try unsafe pixels.withUnsafeMutablePixels { (pixels) throws(SceneError) in
            let context = try unsafe CairoContext(pixels, CAIRO_FORMAT_ARGB32)
            try body(context)
            try context.finish()
        }
    }

    /// The smallest rectangle of whole pixels around a rectangle, inside the picture; `nil` if there is none.
    func region(around rectangle: SceneRectangle) -> PixelRegion? {
        PixelRegion(covering: rectangle, inside: PixelRegion(x: 0, y: 0, width: width, height: height))
    }

    /// Returns a copy of a part of the picture.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func copy(of region: PixelRegion) throws(SceneError) -> Surface {
        Surface(try SceneError.wrapping(pixels.cropped(to: region)))
    }

    /// Makes a part of the picture transparent.
    func erase(_ region: PixelRegion) {
        unsafe pixels.withUnsafeMutablePixels { pixels in
            for row in region.rows {
                unsafe (pixels.base + pixels.layout.byteOffset(x: region.x, y: row)).initializeMemory(
                    as: UInt8.self, repeating: 0, count: 4 * region.width)
            }
        }
    }

    /// The opacity of a part of the picture.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func alpha(of region: PixelRegion) throws(SceneError) -> Coverage {
        let coverage = try Coverage(region)
        for y in 0..<region.height {
            for x in 0..<region.width { coverage.pixels[x, y, 0] = pixels[region.x + x, region.y + y, 3] }
        }
        return coverage
    }

    /// Replaces a part of the picture by a mixture with another picture of that part.
    ///
    /// - Parameters:
    ///   - other: a picture of the region's size.
    ///   - region: the part.
    ///   - coverage: how much of the other picture replaces each pixel; `nil` for all of it.
    func mix(_ other: Surface, into region: PixelRegion, coverage: Coverage?) {
        unsafe visitRows(other, region) { row, to, from in
            for x in 0..<region.width {
                let weight = coverage.map { Int($0.pixels[x, row, 0]) } ?? 255
                if weight == 0 { continue }
                for channel in 4 * x..<4 * x + 4 {
                    let a = unsafe Int(to[channel])
                    let b = unsafe Int(from[channel])
                    unsafe to[channel] = UInt8((a * (255 - weight) + b * weight + 127) / 255)
                }
            }
        }
    }

    /// Replaces a part of the picture by a mixture with another picture of that part.
    ///
    /// - Parameters:
    ///   - other: a picture of the region's size.
    ///   - region: the part.
    ///   - opacity: how much of the other picture replaces each pixel, 0 to 1.
    func mix(_ other: Surface, into region: PixelRegion, opacity: Double) {
        let weight = UInt32((opacity * 65536).rounded())
        let rest = 65536 - weight
        unsafe visitRows(other, region) { _, to, from in
            for index in 0..<4 * region.width {
                let sum = unsafe UInt32(to[index]) &* rest &+ UInt32(from[index]) &* weight
                unsafe to[index] = UInt8(truncatingIfNeeded: (sum &+ 32768) >> 16)
            }
        }
    }

    /// Visits the rows of a region with those of another picture of its size.
    @inline(__always)
    private func visitRows(
        _ other: Surface, _ region: PixelRegion,
        _ body: (_ row: Int, _ to: UnsafeMutablePointer<UInt8>, _ from: UnsafePointer<UInt8>) -> Void
    ) {
        unsafe pixels.withUnsafeMutablePixels { target in
            unsafe other.pixels.withUnsafePixels { source in
                for row in 0..<region.height {
                    let to = unsafe target.base + target.layout.byteOffset(x: region.x, y: region.y + row)
                    let from = unsafe source.base + row * source.layout.bytesPerRow
                    unsafe body(
                        row, to.assumingMemoryBound(to: UInt8.self), from.assumingMemoryBound(to: UInt8.self))
                }
            }
        }
    }
}

extension SceneError {
    /// Converts the errors of an expression.
    static func wrapping<Result: ~Copyable>(
        _ result: @autoclosure () throws(BlurError) -> Result
    ) throws(SceneError) -> Result {
        try wrapping { () throws(BlurError) in try result() }
    }

    /// Converts the errors of `body`.
    static func wrapping<Result: ~Copyable>(
        _ body: () throws(BlurError) -> Result
    ) throws(SceneError) -> Result {
        do {
            return try body()
        } catch {
            let code: SceneError.Code =
                switch error.code {
                case .outOfMemory: .outOfMemory
                case .overLimit: .overLimit
                default: .fault
                }
            throw SceneError(code, error.message)
        }
    }
}
