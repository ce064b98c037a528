internal import VariableBlur

/// How strong a scrim is at each row or column of the canvas: 0 to 1.
struct ScrimRamp {
    /// The values of the rows, or of the columns.
    private(set) var values: [Double]
    /// Whether the values are those of rows.
    let isVertical: Bool
    private let startsAtBeginning: Bool

    /// Places a ramp on a canvas.
    ///
    /// - Throws: an error with the code `invalidScene`.
    init(_ scrim: TextScrim, width: Int, height: Int) throws(SceneError) {
        let direction = scrim.direction ?? .bottom
        isVertical = direction == .top || direction == .bottom
        startsAtBeginning = direction == .top || direction == .left
        let count = isVertical ? height : width
        guard scrim.direction != nil else {
            values = [Double](repeating: 1, count: count)
            return
        }
        let mask = try SceneError.wrapping { () throws(BlurError) in
            try LinearAlphaMask(direction: direction, startOffset: scrim.startOffset)
        }
        values = (0..<count).map { scrim.easing.value(at: mask.alpha(at: $0, of: count)) }
    }

    /// The value at a pixel.
    subscript(x: Int, y: Int) -> Double { values[isVertical ? y : x] }

    /// Raises the ramp to 1 from its side to the far end of a text; beyond, it falls as before, over the rest of the canvas.
    mutating func raise(over text: Rectangle) {
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
    func shade(white: Bool, opacity: Double, _ ramp: ScrimRamp) {
        guard opacity > 0 else { return }
        let value: Int32 = white ? 255 : 0
        let color = SIMD4(value, value, value, 255)
        let parts = ramp.values.map { Int32((min(max(opacity * $0, 0), 1) * 65536).rounded()) }
        unsafe pixels.withUnsafeMutablePixels { pixels in
            for y in unsafe 0..<pixels.layout.height {
                let row = unsafe (pixels.base + y * pixels.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                if ramp.isVertical && parts[y] == 0 { continue }
                for x in unsafe 0..<pixels.layout.width {
                    let part = parts[ramp.isVertical ? y : x]
                    let pixel = unsafe row + 4 * x
                    let old = unsafe SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3]))
                    let mixed = (old &<< 16 &+ (color &- old) &* part &+ 32768) &>> 16
                    for channel in 0..<4 { unsafe pixel[channel] = UInt8(truncatingIfNeeded: mixed[channel]) }
                }
            }
        }
    }
}
