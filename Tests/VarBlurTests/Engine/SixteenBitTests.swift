import TestSupport
import Testing
import VarBlur

@Suite("The fast engine on 16-bit images")
struct SixteenBitTests {
    @Test("gradients remain smooth and monotone", arguments: [4.0, 11, 40])
    func deepGradients(radius: Double) throws {
        let gray = PixelFormat(.gray, .sixteen)
        let source = try PixelBuffer.make(Size(700, 64), gray) { x, y, _ in 9000 + x * 5 / 3 + y }
        let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius)
        let fast = try blur.blurred(source)
        let exact = try blur.reference(of: source)
        let reach = Int(6 * radius) + 1
        let columns = reach..<700 - reach
        let exceptions = fast.exceptions { x, y, _ in
            !columns.contains(x)
                || abs(fast[x, y, 0] - exact[x, y, 0]) <= 1 && fast[x, y, 0] >= fast[x - 1, y, 0]
        }
        #expect(exceptions == nil)
        let levels = Set(columns.map { fast[$0, 32, 0] }).count
        let expected = Set(columns.map { exact[$0, 32, 0] }).count
        #expect(abs(levels - expected) * 100 <= expected)
    }

    /// `transparent` and `wrap` are left out: they place other values next to the gradient.
    ///
    /// With mirrored edges, the size must be a whole number of samples of every level: otherwise a constant may be off by
    /// 4 parts in 10⁴ near the ends.
    @Test(
        "gradients do not fall where the exact result rises by 1/50 of a step",
        arguments: [
            (EdgeMode.normalize, Size(37, 470)), (.clamp, Size(41, 501)), (.mirror, Size(32, 512)),
        ])
    func deepRamps(edges: EdgeMode, size: Size) throws {
        let gradients = [(9000, 0.01, 0.125), (0, 0.3, 3), (32_000, 0, 0.01), (60_000, 10, 0.02), (65_000, 0.1, 10)]
        for (start, slope, slopeAlong) in gradients {
            let source = try PixelBuffer.make(size, PixelFormat(.gray, .sixteen)) { x, y, _ in
                min(65535, Int(Double(start) + Double(y) * slope + Double(x) * slopeAlong))
            }
            for (maximum, direction) in [(40.0, BlurDirection.top), (100, .left)] {
                let blur = try ProgressiveBlur(maximumRadius: maximum, direction: direction, edges: edges)
                let exact = BruteForceBlur(blur).exactSamples(of: source)
                let values = try blur.blurred(source).sampleValues()
                for step in [1, size.width] {
                    let falls = values.indices.filter { index in
                        index % size.width > 0 && index >= size.width && values[index] < values[index - step]
                            && exact[index] >= exact[index - step] + 0.02
                    }
                    #expect(falls == [], "\(start) \(slope) \(maximum) \(direction)")
                }
            }
        }
    }

    @Test("preserves white and opacity", arguments: [EdgeMode.normalize, .clamp, .mirror, .wrap])
    func deepWhite(edges: EdgeMode) throws {
        for size in [Size(3, 1000), Size(40, 40), Size(33, 8), Size(1, 5), Size(1000, 20), Size(260, 260)] {
            for format in [PixelFormat(.rgba, .sixteen), PixelFormat(.gray, .sixteen)] {
                let source = try PixelBuffer.make(size, format) { _, _, _ in 65535 }
                for radius in [3.0, 10, 20, 64, 300, 1e300] {
                    for minimum in [0, radius] {
                        let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: minimum, edges: edges)
                        let least = try blur.blurred(source).sampleValues().min()
                        // 0.4 of an 8-bit step
                        #expect((least ?? 0) >= 65432, "\(size) \(format) \(radius) \(minimum)")
                    }
                }
            }
        }
    }

    @Test(
        "preserves constants with kernels that lie mostly outside the image",
        arguments: [EdgeMode.normalize, .clamp])
    func deepConstants(edges: EdgeMode) throws {
        for width in Array(1...40) + [63, 64, 65, 127, 250, 333, 1023] {
            for sigma in [0.3, 2.9, 3.1, 7, 50, 700, 100_000] {
                let source = try PixelBuffer.make(Size(width, 5), PixelFormat(.gray, .sixteen)) { _, _, _ in 65535 }
                let blur = try ProgressiveBlur(maximumRadius: sigma, minimumRadius: sigma, edges: edges)
                #expect(try blur.blurred(source).sampleValues() == source.sampleValues(), "\(width) \(sigma)")
            }
        }
    }
}
