import VarBlur

/// The definition of a look, for one pixel, in double precision.
package struct LookModel {
    package var tint: (color: [Double], opacity: Double)?
    package var saturation = 1.0
    package var grain = 0.0
    /// The share of alpha that is lost.
    package var fade = 0.0
    package var dithers = false

    package init() {}

    /// The look that the model defines; the color of the tint has three components from 0 to 1.
    package var look: BlurLook {
        get throws {
            let tint = try tint.map { tint in
                try BlurLook.Tint(red: tint.color[0], green: tint.color[1], blue: tint.color[2], opacity: tint.opacity)
            }
            return try BlurLook(tint: tint, saturation: saturation, grain: grain, fade: fade, dithers: dithers)
        }
    }

    /// The luma of a color.
    package static func luma(_ color: [Double]) -> Double {
        color.count == 1 ? color[0] : 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
    }

    /// The colors of a pixel before they are rounded.
    ///
    /// - Parameters:
    ///   - colors: gray, or red, green and blue, without multiplication by the alpha of the pixel.
    ///   - alpha: the alpha of the field.
    ///   - fullScale: the greatest value.
    ///   - position: the column and the row.
    /// - Returns: the colors, limited to the range of values.
    package func colors(
        _ colors: [Double], alpha: Double, fullScale: Double, at position: (x: Int, y: Int)
    ) -> [Double] {
        let luma = Self.luma(colors)
        let step = fullScale / 255
        let (row, column) = (LookNoise.Keys.row(position.y), LookNoise.Keys.column(position.x))
        return colors.enumerated().map { index, color in
            var value = luma + (color - luma) * (1 + (saturation - 1) * alpha)
            if let tint {
                let target = colors.count == 1 ? Self.luma(tint.color) : tint.color[index]
                value += (target * fullScale - value) * tint.opacity * alpha
            }
            let noise = Double(LookNoise.value(row, column, .grain)) / LookNoise.deviation
            value = min(max(value + grain * step * alpha * noise, 0), fullScale)
            guard dithers, fullScale == 255 else { return value }
            let room = min(1, value, fullScale - value)
            return value + room * Double(LookNoise.value(row, column, LookNoise.Kind.dithers[index])) * LookNoise.unit
        }
    }
}

// MARK: - Noise, as the inner loops compute it

extension LookNoise {
    /// The standard deviation of the numbers: that of the difference of two independent bytes, √((256² - 1) / 6).
    package static let deviation = 104.510765

    /// What the numbers are multiplied by when colors are dithered: the result is within -1 and 1.
    package static let unit = 127.0 / 32768

    /// The number of a pixel: -255 to 255, with a triangular distribution.
    package static func value(_ row: Keys, _ column: Keys, _ kind: Kind) -> Int {
        var bits = (row.first ^ column.first) &* 0x9E35
        bits ^= bits >> 8
        bits ^= row.second ^ column.second
        bits &*= 0xB5C3
        bits ^= bits >> 7
        if kind.usesSecondBits { bits &*= 0x9A91 }
        if kind.isComplemented { bits ^= 255 }
        return Int(bits >> 8) - Int(bits & 255)
    }
}

extension LookNoise.Kind {
    /// Whether the noise is taken from the second 16 bits of a pixel.
    fileprivate var usesSecondBits: Bool { self == .green || self == .blue }
    /// Whether the complement of the low byte is subtracted from the high byte, instead of the low byte itself.
    ///
    /// The difference of two bytes is not correlated with that of one byte and the complement of the other.
    fileprivate var isComplemented: Bool { self == .blue || self == .grain }
}
