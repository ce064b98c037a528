import VarBlur

/// The size of a test image, readable in test names.
package struct Size: Sendable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    package var description: String { "\(width)×\(height)" }
}

extension SampleDepth {
    /// The depths of integers, on which the engines work; floats are blurred as integers of 16 bits.
    package static let integers = [SampleDepth.eight, .sixteen]
}

extension PixelFormat {
    /// All combinations of channels, depths of integers, and alpha encodings that the engines distinguish.
    package static let all: [PixelFormat] = ChannelLayout.allCases.filter { !$0.isBlueFirst }.flatMap { channels in
        SampleDepth.integers.flatMap { depth in
            (channels.hasAlpha ? AlphaEncoding.allCases : [.straight]).map {
                PixelFormat(channels, depth, alpha: $0)
            }
        }
    }
}

extension PixelBuffer {
    /// Creates an image from a function of column, row and channel.
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

    /// Creates an image of independent random samples; premultiplied colors do not exceed their alpha.
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
                // A quarter of the pixels is transparent, a quarter opaque.
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

    /// Creates an image whose pixel at (x, y) is the pixel of this image at `source(x, y)`.
    package borrowing func rearranged(
        _ size: Size, from source: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
    ) throws -> PixelBuffer {
        var result = try PixelBuffer(width: size.width, height: size.height, format: format)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (fromX, fromY) = source(x, y)
                for channel in 0..<format.channels.count {
                    result[x, y, channel] = self[fromX, fromY, channel]
                }
            }
        }
        return result
    }

    /// The sample values of a row, with interleaved channels.
    package borrowing func row(_ y: Int) -> [Int] {
        var values: [Int] = []
        for x in 0..<width {
            for channel in 0..<format.channels.count { values.append(self[x, y, channel]) }
        }
        return values
    }

    /// All sample values in row order, with interleaved channels.
    package borrowing func sampleValues() -> [Int] {
        var values: [Int] = []
        for y in 0..<height { values += row(y) }
        return values
    }
}

extension PixelBuffer {
    /// The samples that do not satisfy a condition, in one line; `nil` if all do.
    package borrowing func exceptions(_ condition: (_ x: Int, _ y: Int, _ channel: Int) -> Bool) -> String? {
        var (count, first) = (0, "")
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<format.channels.count where !condition(x, y, channel) {
                    if count == 0 { first = "\(self[x, y, channel]) in column \(x), row \(y), channel \(channel)" }
                    count += 1
                }
            }
        }
        return count == 0 ? nil : "\(count) of \(width * height * format.channels.count), first \(first)"
    }
}

extension [Int] {
    /// The mean difference from the same number of other values.
    package func meanDifference(from others: [Int]) -> Double {
        Double(zip(self, others).reduce(0) { $0 + abs($1.0 - $1.1) }) / Double(count)
    }

    /// The mean difference between horizontal neighbors in rows of an image with a width and three channels.
    package func roughness(rows: Range<Int>, width: Int) -> Double {
        var sum = 0
        for row in rows {
            for index in row * width * 3..<(row + 1) * width * 3 - 3 { sum += abs(self[index] - self[index + 3]) }
        }
        return Double(sum) / Double(rows.count * width)
    }
}
