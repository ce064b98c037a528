import VariableBlur

/// A size that prints well in test names.
package struct Size: Sendable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    package var description: String { "\(width)×\(height)" }
}

extension PixelFormat {
    /// Every combination of channels, depth and alpha encoding that differs from the others.
    package static let all: [PixelFormat] = ChannelLayout.allCases.flatMap { channels in
        SampleDepth.allCases.flatMap { depth in
            (channels.hasAlpha ? AlphaEncoding.allCases : [.straight]).map {
                PixelFormat(channels, depth, alpha: $0)
            }
        }
    }
}

extension PixelBuffer {
    /// An image whose samples are computed from their column, row and channel.
    package static func make(
        _ size: Size, _ format: PixelFormat = PixelFormat(.rgb), sample: (Int, Int, Int) -> Int
    ) throws -> PixelBuffer {
        var image = try PixelBuffer(width: size.width, height: size.height, format: format)
        for y in 0..<size.height {
            for x in 0..<size.width {
                for channel in 0..<format.channels.count { image[x, y, channel] = sample(x, y, channel) }
            }
        }
        return image
    }

    /// Independent random samples in every channel; a premultiplied color is at most its alpha.
    package static func noise(
        _ size: Size, _ format: PixelFormat = PixelFormat(.rgb), seed: UInt64 = 1
    ) throws -> PixelBuffer {
        var random = SplitMix64(seed: seed)
        let fullScale = Int(format.depth.fullScale)
        var image = try make(size, format) { _, _, _ in Int.random(in: 0...fullScale, using: &random) }
        guard format.channels.hasAlpha else { return image }
        let last = format.channels.count - 1
        for y in 0..<size.height {
            for x in 0..<size.width {
                // a quarter of the pixels transparent, a quarter opaque
                switch Int.random(in: 0..<4, using: &random) {
                case 0: image[x, y, last] = 0
                case 1: image[x, y, last] = fullScale
                default: break
                }
                guard format.alpha == .premultiplied else { continue }
                for channel in 0..<last {
                    image[x, y, channel] = min(image[x, y, channel], image[x, y, last])
                }
            }
        }
        return image
    }

    /// The same image with every sample taken from another place.
    package borrowing func rearranged(
        _ size: Size, from place: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
    ) throws -> PixelBuffer {
        var result = try PixelBuffer(width: size.width, height: size.height, format: format)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (fromX, fromY) = place(x, y)
                for channel in 0..<format.channels.count {
                    result[x, y, channel] = self[fromX, fromY, channel]
                }
            }
        }
        return result
    }

    /// The codes of one row, all channels.
    package borrowing func row(_ y: Int) -> [Int] {
        var codes: [Int] = []
        for x in 0..<width {
            for channel in 0..<format.channels.count { codes.append(self[x, y, channel]) }
        }
        return codes
    }

    /// All codes, row after row.
    package borrowing func codes() -> [Int] {
        var codes: [Int] = []
        for y in 0..<height { codes += row(y) }
        return codes
    }
}
