internal import VarBlurLibC
internal import VarBlur

/// The ThumbHash of a picture: its average color and lowest frequencies, as a placeholder of about 25 bytes
/// (Evan Wallace, <https://evanw.github.io/thumbhash/>).
enum ThumbHash {
    /// The greatest width and height of a picture that is hashed.
    static let longestSide = 100

    /// The hash of a picture of at most 100×100 pixels: premultiplied BGRA with 8 bits.
    ///
    /// - Complexity: O(pixels).
    static func bytes(of picture: borrowing PixelBuffer) -> [UInt8] {
        let (width, height, isLandscape) = (picture.width, picture.height, picture.width > picture.height)
        let (planes, hasAlpha) = planes(of: picture)
        func count(_ side: Int) -> Int {
            max(1, Int(((hasAlpha ? 5.0 : 7.0) * Double(side) / Double(max(width, height))).rounded()))
        }
        let (across, down) = (count(width), count(height))
        let light = Channel(planes[0], width, height, max(3, across), max(3, down))
        let yellow = Channel(planes[1], width, height, 3, 3)
        let red = Channel(planes[2], width, height, 3, 3)
        let alpha = Channel(planes[3], width, height, 5, 5)

        func number(_ value: Double, _ greatest: Double) -> Int { Int((greatest * value).rounded()) }
        let start =
            number(light.average, 63) | number(0.5 + 0.5 * yellow.average, 63) << 6
            | number(0.5 + 0.5 * red.average, 63) << 12 | number(light.scale, 31) << 18 | (hasAlpha ? 1 << 23 : 0)
        let end =
            (isLandscape ? down : across) | number(yellow.scale, 63) << 3 | number(red.scale, 63) << 9
            | (isLandscape ? 1 << 15 : 0)
        var bytes = [start, start >> 8, start >> 16, end, end >> 8].map { UInt8(truncatingIfNeeded: $0) }
        if hasAlpha { bytes.append(UInt8(number(alpha.average, 15) | number(alpha.scale, 15) << 4)) }
        let waves = [light, yellow, red] + (hasAlpha ? [alpha] : [])
        let digits = waves.flatMap(\.waves).map { UInt8(number($0, 15)) }
        for index in stride(from: 0, to: digits.count, by: 2) {
            bytes.append(digits[index] | (index + 1 < digits.count ? digits[index + 1] << 4 : 0))
        }
        return bytes
    }

    /// Lightness, yellow minus blue, red minus green, and alpha, over the average color; and whether any pixel is transparent.
    private static func planes(of picture: borrowing PixelBuffer) -> ([[Double]], hasAlpha: Bool) {
        let count = picture.width * picture.height
        // blue, green, red, and alpha
        let samples = unsafe picture.withUnsafePixels { pixels in
            (0..<4).map { channel in
                (0..<count).map { index in
                    Double(unsafe pixels.base.load(fromByteOffset: 4 * index + channel, as: UInt8.self)) / 255
                }
            }
        }
        let sums = samples.map { $0.reduce(0, +) }
        let average = sums[3] > 0 ? sums.map { $0 / sums[3] } : [0, 0, 0, 0]
        func color(_ channel: Int, _ index: Int) -> Double {
            samples[channel][index] + average[channel] * (1 - samples[3][index])
        }
        let light = (0..<count).map { (color(0, $0) + color(1, $0) + color(2, $0)) / 3 }
        let yellow = (0..<count).map { (color(2, $0) + color(1, $0)) / 2 - color(0, $0) }
        let red = (0..<count).map { color(2, $0) - color(1, $0) }
        return ([light, yellow, red, samples[3]], sums[3] < Double(count))
    }

    /// The lowest frequencies of a plane, from its discrete cosine transform.
    private struct Channel {
        private(set) var average = 0.0
        /// The greatest amplitude of the waves.
        private(set) var scale = 0.0
        /// The amplitudes in a triangle of the lowest frequencies, from 0 to 1.
        private(set) var waves: [Double] = []

        init(_ plane: [Double], _ width: Int, _ height: Int, _ across: Int, _ down: Int) {
            for row in 0..<down {
                for column in 0..<across where column * down < across * (down - row) {
                    let horizontal = (0..<width).map { cos(.pi / Double(width) * Double(column) * (Double($0) + 0.5)) }
                    var sum = 0.0
                    for y in 0..<height {
                        let vertical = cos(.pi / Double(height) * Double(row) * (Double(y) + 0.5))
                        for x in 0..<width { sum += plane[x + y * width] * horizontal[x] * vertical }
                    }
                    sum /= Double(width * height)
                    if row == 0 && column == 0 { average = sum } else { waves.append(sum) }
                }
            }
            scale = waves.reduce(0) { max($0, abs($1)) }
            if scale > 0 { waves = waves.map { [scale] in 0.5 + 0.5 / scale * $0 } }
        }
    }
}
