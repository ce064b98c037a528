internal import VarBlur

/// How strong a scrim is at each row or column of the canvas: 0 to 1.
struct ScrimRamp {
    /// The values of the rows, or of the columns.
    private(set) var values: [Double]
    /// Whether the values are those of rows.
    let isVertical: Bool
    private let startsAtBeginning: Bool

    /// Places a ramp on a canvas.
    ///
    /// - Parameters:
    ///   - scrim: the scrim.
    ///   - side: the side for an automatic direction.
    ///   - width: the width of the canvas in pixels.
    ///   - height: the height of the canvas in pixels.
    /// - Throws: an error with the code `invalidScene`.
    init(_ scrim: TextScrim, from side: BlurDirection, width: Int, height: Int) throws(SceneError) {
        let direction = scrim.direction?.side ?? side
        let isVertical = direction.isVertical
        self.isVertical = isVertical
        startsAtBeginning = direction == .top || direction == .left
        let count = isVertical ? height : width
        guard scrim.direction != nil else {
            values = [Double](repeating: 1, count: count)
            return
        }
        let ramp = try SceneError.wrapping(
            BlurGradient(
                maximumRadius: 1, direction: direction, startOffset: scrim.startOffset, easing: scrim.easing))
        let field = ramp.field.placed(width: width, height: height)
        values = (0..<count).map {
            let (x, y) = isVertical ? (0.5, Double($0) + 0.5) : (Double($0) + 0.5, 0.5)
            return field.alpha(x: x, y: y)
        }
    }

    /// Makes the ramp 1 everywhere.
    mutating func makeEven() { values = values.map { _ in 1 } }

    /// The value at a pixel.
    subscript(x: Int, y: Int) -> Double { values[isVertical ? y : x] }

    /// Raises the ramp to 1 from its side to the far end of a text; beyond, it falls as before, over the rest of the canvas.
    mutating func raise(over text: SceneRectangle) {
        let count = values.count
        let far = isVertical ? (startsAtBeginning ? text.maxY : text.y) : (startsAtBeginning ? text.maxX : text.x)
        let plateau = startsAtBeginning ? far : Double(count) - far
        let length = min(max(Int(plateau.rounded(.up)), 0), count)
        // the values in the order of their distance from the side
        let former = startsAtBeginning ? values : values.reversed()
        let raised = (0..<count).map { distance -> Double in
            if distance < length { return 1 }
            let position = Double(distance - length) / Double(max(count - length, 1)) * Double(count)
            return former[min(Int(position), count - 1)]
        }
        values = startsAtBeginning ? raised : raised.reversed()
    }
}

extension Surface {
    /// Lays black or white over all pixels, with an opacity that follows a ramp.
    func shade(_ scrim: ReadableText.Scrim, opacity: Double, _ ramp: ScrimRamp) {
        guard opacity > 0 else { return }
        let parts = ramp.values.map { ReadableText.Scrim.part(opacity * $0) }
        unsafe pixels.withUnsafeMutablePixels { pixels in
            for y in unsafe 0..<pixels.layout.height {
                let row = unsafe pixels.base + y * pixels.layout.bytesPerRow
                if ramp.isVertical && parts[y] == 0 { continue }
                for x in unsafe 0..<pixels.layout.width {
                    unsafe Self.shade(row + 4 * x, scrim, part: parts[ramp.isVertical ? y : x])
                }
            }
        }
    }

    /// Lays black or white over the pixels that a coverage covers.
    func shade(_ scrim: ReadableText.Scrim, opacity: Double, within coverage: Coverage) {
        guard opacity > 0 else { return }
        let region = coverage.region
        unsafe pixels.withUnsafeMutablePixels { pixels in
            for y in region.rows {
                for x in region.columns {
                    let covered = Double(coverage.pixels[x - region.x, y - region.y, 0]) / 255
                    unsafe Self.shade(
                        pixels.base + pixels.layout.byteOffset(x: x, y: y), scrim,
                        part: ReadableText.Scrim.part(opacity * covered))
                }
            }
        }
    }

    private static func shade(_ pixel: UnsafeMutableRawPointer, _ scrim: ReadableText.Scrim, part: Int32) {
        let old = unsafe SIMD4<Int32>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt8>.self))
        let shaded = SIMD4<UInt8>(truncatingIfNeeded: LegibleLayer.shaded(old, scrim.pixel, part: part))
        unsafe pixel.storeBytes(of: shaded, as: SIMD4<UInt8>.self)
    }
}

extension TextScrim.Direction {
    /// The side of the canvas where a scrim is strongest; `nil` for an automatic one.
    fileprivate var side: BlurDirection? {
        switch self {
        case .automatic: nil
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        }
    }
}
