import TestSupport
import Testing

@testable import VarBlur

@Suite("The color of a text as it is seen")
struct InkColorTests {
    @Test("limits components out of range, and takes NaN as 0", arguments: [0.5, 1])
    func range(opacity: Double) {
        func ink(_ component: Double) -> InkColor {
            InkColor(red: component, green: component, blue: component, opacity: opacity)
        }
        #expect(
            InkColor(red: 0.5, green: 0.5, blue: 0.5, opacity: 3)
                == InkColor(red: 0.5, green: 0.5, blue: 0.5, opacity: 1))
        for low: Double in [.nan, -1, -.infinity] { #expect(ink(low) == ink(0)) }
        for high: Double in [2, 1e300, .infinity] { #expect(ink(high) == ink(1)) }
    }

    @Test("has at least the promised contrast, however its opacity is rounded")
    func translucent() {
        var random = SplitMix64(seed: 1)
        for index in 0..<20_000 {
            func byte() -> Int32 { Int32.random(in: 0...255, using: &random) }
            let (color, background) = (SIMD4(byte(), byte(), byte(), 255), SIMD4(byte(), byte(), byte(), 255))
            let opacity = index % 2 == 0 ? Double(Int.random(in: 0...100, using: &random)) / 100 : Double(byte()) / 255
            let ink = InkColor(
                red: Double(color.z) / 255, green: Double(color.y) / 255, blue: Double(color.x) / 255, opacity: opacity)
            let promised = ink.contrast(over: background)
            // a layer that fades is mixed with what is behind it
            for rounding in [FloatingPointRoundingRule.down, .toNearestOrAwayFromZero, .up] {
                var seen = background
                for channel in 0..<3 {
                    let mixed = Double(color[channel]) * opacity + Double(background[channel]) * (1 - opacity)
                    seen[channel] = Int32(mixed.rounded(rounding))
                }
                let contrast = RelativeLuminance.contrast(
                    RelativeLuminance.of(seen), RelativeLuminance.of(background))
                #expect(contrast >= promised - 1e-9, "\(color) over \(background) with \(opacity)")
            }
        }
    }
}
