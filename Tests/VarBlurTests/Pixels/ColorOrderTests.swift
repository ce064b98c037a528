import TestSupport
import Testing

@testable import VarBlur

@Suite("Pixels whose first color is blue")
struct ColorOrderTests {
    /// The formats with red first, and those with blue first.
    static let orders: [(ChannelLayout, ChannelLayout)] = [(.rgb, .bgr), (.rgba, .bgra)]

    /// The blurs with settings that depend on colors.
    static func blurs(hasAlpha: Bool) throws -> [ProgressiveBlur] {
        let ramp = try ProgressiveBlur(maximumRadius: 5, startOffset: 0.3).field
        let center = try BlurGradient("radial-blur(0px 20%, 7px)").field
        let tint = try BlurLook.Tint(red: 0.9, green: 0.4, blue: 0.1, opacity: 0.5)
        let look = try BlurLook(
            tint: tint, saturation: 1.6, grain: 2, fade: hasAlpha ? 0.5 : 0, dithers: true)
        let curves = BlurLight.linear(
            try TransferCurve(gamma: 1.4), try TransferCurve(gamma: 2), try TransferCurve(gamma: 2.6))
        let matte = try AlphaMask(width: 2, height: 2, samples: [0, 90, 255, 30] as [UInt8])
        return [ramp, center].flatMap { field in
            [
                ProgressiveBlur(field: field), ProgressiveBlur(field: field, look: look),
                ProgressiveBlur(field: field, light: curves), ProgressiveBlur(field: field, look: look, light: curves),
                ProgressiveBlur(field: field, look: look, matte: matte),
            ]
        }
    }

    /// The same image with red and blue exchanged.
    static func swapped(_ image: borrowing PixelBuffer, _ channels: ChannelLayout) throws -> PixelBuffer {
        var format = image.format
        format.channels = channels
        return try PixelBuffer.make(Size(image.width, image.height), format) { image[$0, $1, [2, 1, 0, 3][$2]] }
    }

    @Test("are blurred like those with red first, byte for byte", arguments: orders)
    func blur(order: (ChannelLayout, ChannelLayout)) throws {
        for depth in SampleDepth.integers {
            for alpha in order.0.hasAlpha ? AlphaEncoding.allCases : [.straight] {
                let image = try PixelBuffer.noise(Size(70, 50), PixelFormat(order.0, depth, alpha: alpha))
                let reversed = try Self.swapped(image, order.1)
                for blur in try Self.blurs(hasAlpha: order.0.hasAlpha) {
                    let expected = try Self.swapped(try blur.blurred(image), order.1)
                    let result = try blur.blurred(reversed)
                    #expect(result.exceptions { result[$0, $1, $2] == expected[$0, $1, $2] } == nil)
                }
            }
        }
    }

    @Test("have the order of their format, whatever the look says")
    func look() throws {
        let image = try PixelBuffer.noise(Size(40, 30), PixelFormat(.bgra))
        var blur = try Self.blurs(hasAlpha: true)[1]
        let expected = [UInt8](try blur.blurred(image))
        blur.look.channelOrder = .bgr
        #expect([UInt8](try blur.blurred(image)) == expected)
    }

    @Test("are blurred row by row, and resized")
    func rows() throws {
        let image = try PixelBuffer.noise(Size(40, 30), PixelFormat(.bgr))
        let blur = try Self.blurs(hasAlpha: false)[3]
        let rows = try RowBlur(blur, width: 40, height: 30, format: image.format)
        var (result, next): ([UInt8], Int) = ([], 0)
        var row = try PixelBuffer(width: 40, height: 1, format: image.format)
        for _ in 0..<30 {
            while rows.needsRow {
                rows.append(image.bytes.extracting(next * 120..<(next + 1) * 120))
                next += 1
            }
            var bytes = row.mutableBytes
            rows.takeRow(into: &bytes)
            result += [UInt8](row)
        }
        #expect(result == [UInt8](try blur.blurred(image)))

        let straight = try Self.swapped(image, .rgb)
        let expected = try Self.swapped(try straight.resized(toWidth: 17, height: 11, light: blur.light), .bgr)
        #expect([UInt8](try image.resized(toWidth: 17, height: 11, light: blur.light)) == [UInt8](expected))
    }

    @Test("have names for coding")
    func coding() {
        #expect(ChannelLayout(rawValue: "bgra") == .bgra && ChannelLayout.bgr.count == 3 && ChannelLayout.bgra.hasAlpha)
        #expect(ChannelLayout.allCases.filter(\.isBlueFirst) == [.bgr, .bgra])
    }
}
