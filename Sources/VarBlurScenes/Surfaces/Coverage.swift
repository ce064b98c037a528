internal import CLibCairo
internal import VarBlur

/// How much of each pixel of a region something covers: 0 to 255.
final class Coverage {
    /// The coverage as a gray image.
    var pixels: PixelBuffer
    /// The place of the image in the picture.
    let region: PixelRegion

    /// Creates a coverage of 0.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(_ region: PixelRegion) throws(SceneError) {
        self.region = region
        // Cairo requires rows that begin at multiples of four bytes
        let width = (region.width + 3) / 4 * 4
        pixels = try SceneError.wrapping(
            PixelBuffer(width: width, height: region.height, format: PixelFormat(.gray)))
    }

    /// Creates the coverage of a path, which `setPath` sets in coordinates of the picture.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    convenience init(_ region: PixelRegion, filling setPath: (CairoContext) -> Void) throws(SceneError) {
        try self.init(region)
        try draw { context throws(SceneError) in
            context.setColor(.black)
            setPath(context)
            try context.fill()
        }
    }

    /// Draws with Cairo in coordinates of the picture; the opacity of what is drawn becomes the coverage.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`, or an error of `body`.
    func draw(_ body: (CairoContext) throws(SceneError) -> Void) throws(SceneError) {
        try unsafe forEachTile { (tile, pixels) throws(SceneError) in
            let context = try unsafe CairoContext(pixels, CAIRO_FORMAT_A8)
            context.translate(-Double(tile.x), -Double(tile.y))
            try body(context)
            try context.finish()
        }
    }

    /// Calls `body` with parts of the region that Cairo can address, and their pixels.
    ///
    /// A region may be larger than the picture, because shadows of what lies beyond the picture reach into it.
    func forEachTile(
        _ body: (PixelRegion, UnsafeMutablePixels) throws(SceneError) -> Void
    ) throws(SceneError) {
        // whole words, as Cairo requires
        let side = CairoContext.greatestSide / 4 * 4
        try unsafe pixels.withUnsafeMutablePixels { (pixels) throws(SceneError) in
            for y in stride(from: 0, to: region.height, by: side) {
                for x in stride(from: 0, to: region.width, by: side) {
                    let height = min(side, region.height - y)
                    let width = min(side, region.width - x)
                    try unsafe body(
                        PixelRegion(x: region.x + x, y: region.y + y, width: width, height: height),
                        pixels.cropped(to: PixelRegion(x: x, y: y, width: width, height: height)))
                }
            }
        }
    }

    /// Sets the coverage to 0.
    func erase() {
        unsafe pixels.withUnsafeMutablePixels {
            let size = unsafe $0.layout.bytesPerRow * $0.layout.height
            unsafe $0.base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        }
    }

    /// Replaces the coverage by averages of a larger one, which begins at the same place.
    ///
    /// - Parameters:
    ///   - other: the other coverage.
    ///   - rowCount: the number of its rows for each row of this one.
    ///   - columnCount: the number of its columns for each column of this one; a pixel is the average of at most 128 others.
    func average(_ other: Coverage, rowCount: Int, columnCount: Int) {
        let factor = UInt32((65536 / Double(rowCount * columnCount)).rounded())
        unsafe pixels.withUnsafeMutablePixels { target in
            unsafe other.pixels.withUnsafePixels { source in
                for y in 0..<region.height {
                    let to = unsafe (target.base + y * target.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    let stride = unsafe source.layout.bytesPerRow
                    let from = unsafe (source.base + y * rowCount * stride).assumingMemoryBound(to: UInt8.self)
                    for x in 0..<region.width {
                        var sum: UInt32 = 0
                        for row in 0..<rowCount {
                            let first = row * stride + x * columnCount
                            for column in first..<first + columnCount { unsafe sum &+= UInt32(from[column]) }
                        }
                        unsafe to[x] = UInt8(truncatingIfNeeded: (sum &* factor &+ 32768) >> 16)
                    }
                }
            }
        }
    }

    /// Divides by another coverage of the region where that one is partial; the result is at most 255.
    func divide(by other: Coverage) {
        for y in 0..<region.height {
            for x in 0..<region.width {
                let divisor = Int(other.pixels[x, y, 0])
                guard divisor > 0, divisor < 255 else { continue }
                pixels[x, y, 0] = min((Int(pixels[x, y, 0]) * 255 + divisor / 2) / divisor, 255)
            }
        }
    }

    /// Continues the coverage outside of a rectangle, whose coverage is given, with the least that it has along the sides of the rectangle.
    func extend(beyond rectangle: Coverage) {
        let (stride, width, height) = (pixels.layout.bytesPerRow, region.width, region.height)
        unsafe pixels.withUnsafeMutablePixels { own in
            unsafe rectangle.pixels.withUnsafePixels { other in
                let values = unsafe own.base.assumingMemoryBound(to: UInt8.self)
                let inside = unsafe other.base.assumingMemoryBound(to: UInt8.self)
                var least = UInt8.max
                var hasSide = false
                func compare(_ first: Int, _ second: Int) {
                    guard unsafe (inside[first] == 0) != (inside[second] == 0) else { return }
                    (least, hasSide) = unsafe (min(least, values[inside[first] == 0 ? second : first]), true)
                }
                for y in 0..<height {
                    for place in y * stride..<y * stride + width {
                        if place + 1 < y * stride + width { compare(place, place + 1) }
                        if y + 1 < height { compare(place, place + stride) }
                    }
                }
                guard hasSide, least > 0 else { return }
                for y in 0..<height {
                    for place in y * stride..<y * stride + width where unsafe inside[place] == 0 {
                        unsafe values[place] = max(values[place], least)
                    }
                }
            }
        }
    }

    /// Replaces the coverage by what it leaves uncovered.
    func invert() {
        for y in 0..<region.height {
            for x in 0..<region.width { pixels[x, y, 0] = 255 - pixels[x, y, 0] }
        }
    }

    /// Blurs the coverage with one radius.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func blur(radius: Double) throws(SceneError) {
        guard radius > 0 else { return }
        try SceneError.wrapping(
            ProgressiveBlur(maximumRadius: radius, minimumRadius: radius, edges: .transparent).blur(&pixels))
    }
}
