import TestSupport
import Testing

@testable import VarBlur

@Suite("Noise")
struct LookNoiseTests {
    private static let kinds = LookNoise.Kind.dithers + [LookNoise.Kind.grain]
    private static let size = 512

    /// The noise of a square, with a standard deviation of 1.
    private static func noise(_ kind: LookNoise.Kind) -> [Float] {
        let keys = (0..<size).map { (LookNoise.Keys.row($0), LookNoise.Keys.column($0)) }
        return (0..<size * size).map { index in
            let value = LookNoise.value(keys[index / size].0, keys[index % size].1, kind)
            return Float(Double(value) / LookNoise.deviation)
        }
    }

    @Test("has a mean of 0, a variance of 1, and a triangular distribution", arguments: 0..<4)
    func distribution(kind: Int) {
        let noise = Self.noise(Self.kinds[kind])
        let count = Float(noise.count)
        #expect(abs(noise.reduce(0, +) / count) < 0.01)
        #expect(abs(noise.reduce(0) { $0 + $1 * $1 } / count - 1) < 0.01)
        #expect(abs(noise.reduce(0) { $0 + $1 * $1 * $1 * $1 } / count - 2.4) < 0.03)
        #expect(noise.allSatisfy { abs($0) < 2.45 })
    }

    @Test("has no correlation between neighbors, nor between kinds")
    func correlation() {
        let size = Self.size
        let all = Self.kinds.map(Self.noise)
        func correlation(_ a: [Float], _ b: [Float], _ dx: Int, _ dy: Int) -> Float {
            var sum: Float = 0
            for y in 0..<size - dy {
                var rowSum: Float = 0
                for x in 0..<size - dx { rowSum += a[y * size + x] * b[(y + dy) * size + x + dx] }
                sum += rowSum
            }
            return sum / Float((size - dy) * (size - dx))
        }
        for (index, noise) in all.enumerated() {
            for distance in 1..<64 {
                let (dx, dy) = (distance % 8, distance / 8)
                #expect(abs(correlation(noise, noise, dx, dy)) < 0.011, "\(index) \(dx) \(dy)")
            }
            for other in all[(index + 1)...] { #expect(abs(correlation(noise, other, 0, 0)) < 0.011) }
        }
    }

    @Test("has a spectrum that is flat within 1 dB, along rows and columns", arguments: 0..<4, [false, true])
    func spectrum(kind: Int, alongColumns: Bool) {
        let (size, length) = (Self.size, 128)
        let noise = Self.noise(Self.kinds[kind])
        let cosines = (0..<length).map { Float(cosine(2 * Double.pi * Double($0) / Double(length))) }
        for frequency in 1..<length / 2 {
            var power: Float = 0
            for line in 0..<size {
                for start in stride(from: 0, to: size, by: length) {
                    var (real, imaginary): (Float, Float) = (0, 0)
                    for index in 0..<length {
                        let position = start + index
                        let value = noise[alongColumns ? position * size + line : line * size + position]
                        real += value * cosines[index * frequency % length]
                        imaginary += value * cosines[(index * frequency + length / 4) % length]
                    }
                    power += real * real + imaginary * imaginary
                }
            }
            let mean = power / Float(size * size)
            #expect(mean > 0.794 && mean < 1.259, "\(frequency): \(mean)")
        }
    }

    @Test("dithering divides the mean error of slow gradients by at least 4")
    func dithering() throws {
        let size = Size(640, 200)
        let image = try PixelBuffer.make(size) { x, y, channel in 100 + x / 160 + 20 * channel }
        let deep = try PixelBuffer.make(size, PixelFormat(.rgb, .sixteen)) { image[$0, $1, $2] * 257 }
        var blur = try ProgressiveBlur(maximumRadius: 60, minimumRadius: 40)
        let exact = try blur.blurred(deep)
        /// The mean of the absolute mean errors of boxes.
        func error() throws -> Double {
            let result = try blur.blurred(image)
            var (sum, count) = (0.0, 0)
            for top in stride(from: 0, to: 192, by: 16) {
                for left in stride(from: 0, to: 640, by: 16) {
                    var difference = 0.0
                    for y in top..<top + 16 {
                        for x in left..<left + 16 {
                            difference += Double(result[x, y, 1]) - Double(exact[x, y, 1]) / 257
                        }
                    }
                    (sum, count) = (sum + abs(difference) / 256, count + 1)
                }
            }
            return sum / Double(count)
        }
        let plain = try error()
        blur.look = try BlurLook(dithers: true)
        let dithered = try error()
        #expect(plain > 4 * dithered, "\(plain) \(dithered)")
    }
}
