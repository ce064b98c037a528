import VarBlurLibC
import VarBlur

/// Test images that expose different errors of a blur.
package enum TestContent: String, CaseIterable, Sendable {
    /// Independent, uniformly distributed sample values.
    case whiteNoise = "white noise"
    /// Independent sample values, each 0 or 255.
    case binaryNoise = "binary noise"
    /// A black-to-white step along a nearly vertical line, which crosses the pixel grid at every subpixel offset.
    case slantedStep = "slanted step"
    /// Black and white stripes whose frequency increases from left to right and from top to bottom.
    case squareChirp = "square-wave chirp"
    /// Isolated white pixels on black.
    case impulses
    /// Alternating black and white pixels.
    case checker = "checkerboard"
    /// Shapes, gradients and texture at several scales.
    case natural = "natural image"

    /// Renders the content with 8-bit sample values (0 to 255); the channels differ.
    package func image(_ size: Size, _ format: PixelFormat = PixelFormat(.rgb)) throws -> PixelBuffer {
        let random = try PixelBuffer.noise(size, format, seed: 11)
        let texture = self == .natural ? Texture(size, channelCount: format.channels.count) : nil
        return try PixelBuffer.make(size, format) { x, y, channel in
            switch self {
            case .whiteNoise: random[x, y, channel]
            case .binaryNoise: random[x, y, channel] & 1 * 255
            case .slantedStep: (x - size.width / 2) * 8 + (y - size.height / 2) > 3 * channel ? 255 : 0
            case .squareChirp: channel == 1 ? Self.stripe(y, of: size.height) : Self.stripe(x, of: size.width)
            case .impulses: (x + 7 * channel) % 41 == 20 && y % 37 == 18 ? 255 : 0
            case .checker: (x + y + channel) % 2 * 255
            case .natural: texture?.value(x, y, channel, noise: random[x, y, channel]) ?? 0
            }
        }
    }

    private static func stripe(_ index: Int, of count: Int) -> Int {
        let v = Double(index) / Double(count)
        return sin(v * v * Double(count) * 1.5) > 0 ? 255 : 0
    }

    /// The natural image, whose waves are computed once for each column, row, or diagonal.
    private struct Texture {
        let columns: [[Double]]
        let rows: [Double]
        let bends: [Double]
        let diagonals: [Double]

        init(_ size: Size, channelCount: Int) {
            columns = (0..<channelCount).map { channel in
                (0..<size.width).map { 0.2 * sin(Double($0) / 53 + Double(channel)) }
            }
            rows = (0..<size.height).map { cos(Double($0) / 37) }
            bends = (0..<size.height).map { 2 * sin(Double($0) / 17) }
            diagonals = (0..<size.width + size.height).map { 0.05 * sin(Double($0) / 3.1) }
        }

        func value(_ x: Int, _ y: Int, _ channel: Int, noise: Int) -> Int {
            var value = 0.5 + columns[channel][x] * rows[y]
            value += 0.12 * sin(Double(x) / 11 + bends[y]) + diagonals[x + y]
            let (dx, dy) = (x % 64 - 30, y % 48 - 22)
            if dx * dx + dy * dy < 15 * 15 { value = 0.85 - 0.3 * value }
            return Int(min(max(value * 255 + Double(noise - 128) / 40, 0), 255))
        }
    }
}
