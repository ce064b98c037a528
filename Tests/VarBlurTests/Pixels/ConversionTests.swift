import TestSupport
import Testing

@testable import VarBlur

@Suite("Pixels in another format")
struct ConversionTests {
    private static let formats: [PixelFormat] = PixelFormat.all.flatMap { format -> [PixelFormat] in
        guard format.channels == .rgb || format.channels == .rgba else { return [format] }
        return [format, PixelFormat(format.channels == .rgb ? .bgr : .bgra, format.depth, alpha: format.alpha)]
    }.filter { $0.channels != .cmyk && $0.channels != .chroma }

    /// Red, green, blue, and alpha of a pixel, premultiplied, 0 to 1; gray has equal colors.
    private static func color(_ image: borrowing PixelBuffer, _ x: Int, _ y: Int) -> [Double] {
        let (channels, whole) = (image.format.channels, image.format.depth.fullScale)
        let samples = (0..<channels.count).map { Double(image[x, y, $0]) / whole }
        let alpha = channels.hasAlpha ? samples[channels.count - 1] : 1
        let isGray = channels == .gray || channels == .grayAlpha
        let order = isGray ? [0, 0, 0] : channels.isBlueFirst ? [2, 1, 0] : [0, 1, 2]
        let factor = channels.hasAlpha && image.format.alpha == .straight ? alpha : 1
        return order.map { samples[$0] * factor } + [alpha]
    }

    @Test("have the same colors, to the nearest step", arguments: formats)
    func colors(source: PixelFormat) throws {
        let image = try PixelBuffer.noise(Size(11, 7), source)
        for target in Self.formats {
            let losesColor = source.channels.count > 2 && target.channels.count < 3
            if losesColor { continue }
            let result = try image.converted(to: target)
            #expect(result.format == target && result.width == 11 && result.height == 7)
            let step = 1 / min(source.depth.fullScale, target.depth.fullScale)
            let exception = (0..<11 * 7).first { index in
                let (x, y) = (index % 11, index / 11)
                let (found, expected) = (Self.color(result, x, y), Self.color(image, x, y))
                let hasAlpha = target.channels.hasAlpha
                // straight colors and alpha are both rounded before they are multiplied
                let steps = hasAlpha && target.alpha == .straight ? 1.01 : 0.51
                return !zip(found, hasAlpha ? expected : expected.dropLast() + [1]).allSatisfy {
                    abs($0 - $1) <= (target == source ? 0 : steps * step)
                }
            }
            #expect(exception == nil, "\(source) to \(target)")
        }
    }

    @Test("are the same bytes there and back, without a loss in between")
    func roundTrips() throws {
        for (order, other) in ColorOrderTests.orders {
            for depth in SampleDepth.integers {
                let image = try PixelBuffer.noise(Size(20, 10), PixelFormat(order, depth))
                for format in [PixelFormat(other, depth), PixelFormat(other, .sixteen), PixelFormat(other, .float)] {
                    #expect([UInt8](try image.converted(to: format).converted(to: image.format)) == [UInt8](image))
                }
            }
        }
        let floats = try PixelLayout(width: 1, height: 2, format: PixelFormat(.rgb, .float))
        let image = try PixelBuffer(samples: [-1, .nan, 2, 0.1, 0.2, 0.3] as [Float], layout: floats)
        #expect([UInt8](try image.converted(to: PixelFormat(.bgr))) == [255, 0, 0, 77, 51, 26])
        let swapped = [Float](try image.converted(to: PixelFormat(.bgr, .float)))
        #expect(swapped[0] == 2 && swapped[1].isNaN && swapped[2...] == [-1, 0.3, 0.2, 0.1])
    }

    @Test("of inks and of chroma keep every value, whatever the depth", arguments: [ChannelLayout.cmyk, .chroma])
    func unnamedColors(channels: ChannelLayout) throws {
        for depth in SampleDepth.integers {
            let image = try PixelBuffer.noise(Size(9, 5), PixelFormat(channels, depth))
            for target in SampleDepth.allCases {
                let result = try image.converted(to: PixelFormat(channels, target, alpha: .premultiplied))
                let back = try result.converted(to: PixelFormat(channels, target)).converted(to: image.format)
                let isFiner = target.fullScale >= depth.fullScale || target == .float
                if isFiner { #expect([UInt8](back) == [UInt8](image), "\(depth) to \(target)") }
                if target == depth { #expect([UInt8](result) == [UInt8](image), "\(depth)") }
            }
        }
        let floats = try PixelLayout(width: 2, height: 1, format: PixelFormat(channels, .float))
        let samples = (0..<2 * channels.count).map { Float($0) / 9 - 0.2 }
        #expect([Float](try PixelBuffer(samples: samples, layout: floats).converted(to: floats.format)) == samples)
    }

    @Test("of integers are the nearest ones for every value and alpha", arguments: SampleDepth.integers)
    func integers(depth: SampleDepth) throws {
        let full = Int(depth.fullScale)
        let values = (0...255).map { min($0 * full / 255 + $0 % 2 * (full / 514), full) }
        // each value with each alpha, in the order blue, green, red
        let samples = values.flatMap { alpha in values.flatMap { [$0, full - $0, 0, alpha] } }
        let layout = try PixelLayout(width: 256, height: 256, format: PixelFormat(.bgra, depth))
        let image =
            try depth == .eight
            ? PixelBuffer(samples: samples.map { UInt8($0) }, layout: layout)
            : PixelBuffer(samples: samples.map { UInt16($0) }, layout: layout)
        func nearest(_ number: Int, _ whole: Int) -> UInt8 { UInt8((2 * number * 255 + whole) / (2 * whole)) }
        let multiplied = [UInt8](try image.converted(to: PixelFormat(.rgba, alpha: .premultiplied)))
        let rounded = [UInt8](try image.converted(to: PixelFormat(.bgra)))
        let exception = samples.indices.first { index in
            let (pixel, channel) = (index / 4 * 4, index % 4)
            let alpha = samples[pixel + 3]
            let color = channel < 3 ? nearest(samples[pixel + 2 - channel] * alpha, full * full) : nearest(alpha, full)
            return multiplied[index] != color || rounded[index] != nearest(samples[index], full)
        }
        #expect(exception == nil)
    }

    @Test("without alpha are composited over a color")
    func backdrop() throws {
        let pixels: [UInt8] = [10, 20, 30, 0, 200, 100, 50, 255, 100, 100, 100, 51]
        let layout = try PixelLayout(width: 3, height: 1, format: PixelFormat(.rgba))
        let image = try PixelBuffer(pixels, layout: layout)
        let white = try image.converted(to: PixelFormat(.bgr), over: (1, 1, 1))
        #expect([UInt8](white) == [255, 255, 255, 50, 100, 200, 224, 224, 224])
        #expect([UInt8](try image.converted(to: PixelFormat(.rgb))) == [0, 0, 0, 200, 100, 50, 20, 20, 20])
    }
}
