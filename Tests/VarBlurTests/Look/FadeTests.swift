import TestSupport
import Testing

@testable import VarBlur

@Suite("Fading")
struct FadeTests {
    private static let formats = PixelFormat.all.filter(\.channels.hasAlpha)

    private static let fields = [
        "linear-blur(to bottom, 12px, 0px 80%)", "linear-blur(to left, 0px 20%, 7px)",
        "radial-blur(circle at 60% 40%, 0px 15%, 9px 70%)",
    ]

    /// The pixel of a blurred image, as color times opacity and as opacity, both from 0 to 1, after a fade.
    private func faded(_ samples: [Int], _ format: PixelFormat, by share: Double) -> [Double] {
        let values = samples.map { Double($0) / format.depth.fullScale }
        let opacity = values[values.count - 1]
        let colors = values.dropLast().map { format.alpha == .straight ? $0 * opacity : $0 }
        return (colors + [opacity]).map { $0 * (1 - share) }
    }

    @Test("opacity is multiplied by what remains of it, and colors stay", arguments: formats, fields)
    func definition(format: PixelFormat, text: String) throws {
        let size = Size(97, 71)
        let image = try PixelBuffer.noise(size, format, seed: 4)
        let field = try BlurGradient(text).field
        for fade in [0.35, 1.0] {
            let look = try BlurLook(fade: fade)
            let result = try ProgressiveBlur(field: field, look: look).blurred(image)
            let blurred = try ProgressiveBlur(field: field).blurred(image)
            // both are rounded, and the product of two straight values counts both errors
            let limit = format.depth == .eight ? 1.6 / 255 : 3.0 / 65535
            var worst = 0.0
            let placed = field.placed(width: size.width, height: size.height)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let alpha = placed.alpha(column: x, row: y)
                    let samples = (0..<format.channels.count).map { blurred[x, y, $0] }
                    let expected = faded(samples, format, by: fade * alpha)
                    let found = faded((0..<format.channels.count).map { result[x, y, $0] }, format, by: 0)
                    for (a, b) in zip(found, expected) { worst = max(worst, abs(a - b)) }
                }
            }
            #expect(worst <= limit, "\(fade): \(worst * format.depth.fullScale)")
        }
    }

    @Test("an opaque image has exactly the opacity that the ramp leaves", arguments: formats)
    func opaque(format: PixelFormat) throws {
        let size = Size(40, 200)
        let last = format.channels.count - 1
        let image = try PixelBuffer.make(size, format) { x, y, channel in
            channel == last ? Int(format.depth.fullScale) : (x * 7 + y * 3) % 200
        }
        var blur = try ProgressiveBlur(maximumRadius: 6, direction: .bottom, startOffset: 0.25)
        blur.look = try BlurLook(fade: 1)
        let result = try blur.blurred(image)
        for y in 0..<size.height {
            let alpha = blur.field.alpha(column: 0, row: y, width: size.width, height: size.height)
            let exact = format.depth.fullScale * (1 - alpha)
            #expect(abs(Double(result[20, y, last]) - exact) <= (format.depth == .eight ? 0.51 : 2.5), "\(y)")
            if alpha == 0 { #expect(result.row(y) == image.row(y)) }
        }
    }

    @Test("without a blur, only opacity changes")
    func withoutBlur() throws {
        let image = try PixelBuffer.make(Size(64, 64), PixelFormat(.rgba)) { x, y, channel in
            channel == 3 ? 255 : 40 * channel + x + y
        }
        var blur = try ProgressiveBlur(maximumRadius: 0)
        blur.look = try BlurLook(fade: 0.5)
        let result = try blur.blurred(image)
        let exceptions = result.exceptions { x, y, channel in
            channel < 3 ? abs(result[x, y, channel] - image[x, y, channel]) <= 1 : result[x, y, 3] <= 255
        }
        #expect(exceptions == nil && result[10, 0, 3] < 130 && result[10, 63, 3] > 250)
    }

    @Test("instruction sets, threads and regions do not change a byte", arguments: fields)
    func execution(text: String) throws {
        for format in [PixelFormat(.rgba), PixelFormat(.grayAlpha, .sixteen)] {
            let image = try PixelBuffer.noise(Size(530, 410), format, seed: 3)
            let look = try BlurLook(saturation: 1.5, grain: 3, fade: 0.9, dithers: true)
            let blur = ProgressiveBlur(field: try BlurGradient(text).field, look: look)
            try blur.expectSameBytes(of: image, in: PixelRegion(x: 77, y: 130, width: 301, height: 203))
        }
    }
}
