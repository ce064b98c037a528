import TestSupport
import Testing
import VarBlur

@Suite("Resize accuracy")
struct ResizeAccuracyTests {
    /// The largest error, in steps of 8 bits; 0.5 of them is rounding.
    static let bound = 0.7

    @Test("random resizes are within the bound")
    func random() throws {
        for seed in 0..<150 {
            let resize = ResizeCase(seed: seed, limit: 150)
            #expect(try resize.largestError() <= Self.bound, "\(resize)")
        }
    }

    @Test("16-bit results are within 0.55 of their own steps")
    func sixteenBits() throws {
        for seed in 0..<150 {
            let resize = ResizeCase(seed: seed, limit: 100)
            guard resize.format.depth == .sixteen, !resize.light.isLinear else { continue }
            #expect(try resize.largestError() * 257 <= 0.55, "\(resize)")
        }
    }

    @Test("a large reduction is within the bound")
    func largeReduction() throws {
        for format in [PixelFormat(.rgb), PixelFormat(.gray, .sixteen)] {
            let image = try PixelBuffer.make(Size(4000, 3000), format) { x, y, channel in
                (x * 7919 + y * 104_729 + x * y + channel * 31) % (Int(format.depth.fullScale) + 1)
            }
            let result = try image.resized(toWidth: 8, height: 6)
            let exact = ExactResize(image, width: 8, height: 6, from: SourceRegion(wholeWidth: 4000, height: 3000))
            #expect(exact.largestError(of: result) <= Self.bound * format.depth.fullScale / 255)
        }
    }
}

/// A long sweep over random sizes.
@Suite("Resize soak", .enabled(if: SoakTable.path != nil))
struct ResizeSoakTests {
    @Test("2,000 random resizes up to 1500×1500 are within the bound")
    func sweep() throws {
        for seed in 0..<2000 {
            let resize = ResizeCase(seed: seed, limit: 1500)
            #expect(try resize.largestError() <= ResizeAccuracyTests.bound, "\(resize)")
        }
    }
}
