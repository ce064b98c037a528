import VarBlur

/// Converts the benchmark image to the pixel formats other than 8-bit RGB.
enum FormatConversion {
    static let formats = [
        PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.gray, .sixteen), PixelFormat(.rgb, .sixteen),
        PixelFormat(.rgba, .sixteen),
    ]

    static func name(_ format: PixelFormat) -> String {
        "\(format.depth.rawValue)-bit \(format.channels == .gray ? "gray" : "\(format.channels)".uppercased())"
    }

    /// Converts an 8-bit RGB image; alpha gets the values of the first channel.
    static func converted(_ image: borrowing PixelBuffer, to format: PixelFormat) throws -> PixelBuffer {
        var converted = try PixelBuffer(width: image.width, height: image.height, format: format)
        let scale = format.depth == .eight ? 1 : 257
        for y in 0..<image.height {
            for x in 0..<image.width {
                for channel in 0..<format.channels.count {
                    converted[x, y, channel] = image[x, y, channel % 3] * scale
                }
            }
        }
        return converted
    }
}
