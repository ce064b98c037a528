import Foundation
import TestSupport
import Testing

@testable import VarBlur

@Suite("Luma and luminance")
struct LuminanceTests {
    @Test("The luminance of samples is that of sRGB, without the last bits of the C library's functions")
    func luminance() {
        #expect(RelativeLuminance.linear.first == 0 && RelativeLuminance.linear.last == 1)
        for (sample, light) in zip(0..., RelativeLuminance.linear) {
            let value = Double(sample) / 255
            let expected = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            #expect(abs(light - expected) < 1e-12 && (light * 0x1p40).rounded() == light * 0x1p40, "\(sample)")
        }
    }

    @Test("The luma of integers is that of numbers, rounded to nearest")
    func luma() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<1000 {
            let (red, green, blue) = (random.next() >> 48, random.next() >> 48, random.next() >> 48)
            let exact = Luma.of(Double(red), Double(green), Double(blue))
            #expect(abs(Double(Luma.of(red, green, blue)) - exact) <= 0.5 + 1e-9)
        }
    }
}
