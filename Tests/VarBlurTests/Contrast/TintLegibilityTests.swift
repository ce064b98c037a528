import TestSupport
import Testing

@testable import VarBlur

@Suite("The legibility of text on a tint")
struct TintLegibilityTests {
    /// The pixels of each cell, with the alphas of their rows.
    private static func cells(
        _ pixels: borrowing PixelBuffer, _ legibility: TintLegibility, _ field: any RadiusField
    ) -> [[(color: SIMD4<Int32>, alpha: Double)]] {
        let (width, height, side) = (pixels.width, pixels.height, legibility.cellSide)
        let alphas = (0..<height).map { field.alpha(x: 0.5, y: Double($0) + 0.5) }
        let greatest = alphas.max() ?? 0
        var cells: [Int: [(color: SIMD4<Int32>, alpha: Double)]] = [:]
        for y in 0..<height where alphas[y] >= 2.0 / 3 * greatest {
            for x in 0..<width {
                let color = SIMD4((0..<4).map { Int32(pixels[x, y, $0]) })
                cells[(y - legibility.rows.lowerBound) / side * width + x / side, default: []].append(
                    (color, alphas[y]))
            }
        }
        return Array(cells.values)
    }

    /// The value that at most 5 % of the numbers exceed.
    private static func limit(_ numbers: [Double]) -> Double { numbers.sorted()[(numbers.count * 95 + 99) / 100 - 1] }

    @Test("is that of the worst cell, as each pixel has it by itself", arguments: 0..<12)
    func worstCell(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let size = Size(Int.random(in: 20...200, using: &random), Int.random(in: 20...200, using: &random))
        let isDark = seed % 2 == 0
        let tint = SIMD4<Int32>(isDark ? 20 : 250, isDark ? 10 : 240, isDark ? 0 : 255, 255)
        let ink = isDark ? 1.0 : 0
        let layer = LegibleLayer(
            InkColor(red: ink, green: ink, blue: ink, opacity: 1), on: tint, contrast: [3, 4.5, 7, 12][seed % 4])
        let field = BlurField.gradient(try BlurGradient("linear-blur(0px 30%, 5px 90%)"))
        let legibility = TintLegibility(layer, field, nil, width: size.width, height: size.height)
        let base = Int.random(in: 0...200, using: &random)
        let pixels = try PixelBuffer.make(size, PixelFormat(.bgra, .eight, alpha: .premultiplied)) { x, y, channel in
            channel == 3 ? 255 : (base + x * (channel + 1) / 4 + y / 2 + Int.random(in: 0...9, using: &random)) % 256
        }
        let opacity = [0, 0.3, 0.8][seed % 3]
        var result = TintLegibility.Measurement(tintedBy: opacity)
        for top in stride(from: legibility.rows.lowerBound, to: size.height, by: legibility.cellSide) {
            let band = try PixelBuffer.make(Size(size.width, legibility.cellSide), pixels.format) { x, y, channel in
                top + y < size.height ? pixels[x, top + y, channel] : 0
            }
            legibility.measure(band, from: top, tintedBy: opacity, &result)
        }
        let cells = Self.cells(pixels, legibility, field.placed(width: size.width, height: size.height))
        let contrast = cells.map { -Self.limit($0.map { -layer.ink.contrast(over: $0.color) }) }.min() ?? 21
        let needed =
            cells.map { cell in
                Self.limit(
                    cell.map { pixel in
                        let part = Double(layer.leastPart(pixel.color)) / Double(LegibleLayer.opaque)
                        return part == 0 ? opacity : (1 - (1 - opacity * pixel.alpha) * (1 - part)) / pixel.alpha
                    })
            }.max() ?? 0
        #expect(result.contrast <= contrast && result.contrast > contrast - 0.0101)
        #expect(needed > 1 ? result.opacity > 1 : result.opacity >= needed - 1e-4 && result.opacity < needed + 5e-4)
    }
}
