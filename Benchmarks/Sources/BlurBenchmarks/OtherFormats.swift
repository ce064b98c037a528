import VariableBlur

/// The picture in the formats that the other measurements do not show.
enum OtherFormats {
    static let all = [
        PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.gray, .sixteen), PixelFormat(.rgb, .sixteen),
        PixelFormat(.rgba, .sixteen),
    ]

    static func name(_ format: PixelFormat) -> String {
        "\(format.channels) of \(format.depth.rawValue) bits"
    }

    /// The picture in a format; alpha, where there is one, is one of its colors.
    static func picture(_ picture: borrowing PixelBuffer, in format: PixelFormat) throws -> PixelBuffer {
        var converted = try PixelBuffer(width: picture.width, height: picture.height, format: format)
        let scale = format.depth == .eight ? 1 : 257
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                for channel in 0..<format.channels.count {
                    converted[x, y, channel] = picture[x, y, channel % 3] * scale
                }
            }
        }
        return converted
    }
}
