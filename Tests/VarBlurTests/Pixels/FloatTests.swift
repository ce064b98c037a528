import TestSupport
import Testing

@testable import VarBlur

@Suite("Floating-point samples")
struct FloatTests {
    private static let size = Size(70, 55)

    /// Samples from 0 to 1, most of which are no multiples of 1/65535; premultiplied colors do not exceed their alpha.
    private static func samples(_ format: PixelFormat) -> [Float] {
        var random = SplitMix64(seed: 11)
        let count = format.channels.count
        var samples = (0..<size.width * size.height * count).map { _ in Float.random(in: 0...1, using: &random) }
        guard format.channels.hasAlpha, format.alpha == .premultiplied else { return samples }
        for index in samples.indices where index % count < count - 1 {
            samples[index] *= samples[index / count * count + count - 1]
        }
        return samples
    }

    /// The samples of the blurred image, by the definition: in steps of 1/65535, and unchanged within half a step.
    private static func expected(_ samples: [Float], _ format: PixelFormat, _ blur: ProgressiveBlur) throws -> [Float] {
        func step(_ sample: Float) -> Int { Int((sample * 65535).rounded(.toNearestOrEven)) }
        let count = format.channels.count
        let image = try PixelBuffer.make(size, PixelFormat(format.channels, .sixteen, alpha: format.alpha)) {
            step(samples[($1 * size.width + $0) * count + $2])
        }
        return zip(samples, try blur.blurred(image).sampleValues()).map { sample, value in
            step(sample) == value ? sample : Float(Double(value) / 65535)
        }
    }

    @Test(
        "equal those of 16 bits, and are kept where nothing is blurred",
        arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .bgr, .rgba, .bgra], AlphaEncoding.allCases)
    func equality(channels: ChannelLayout, alpha: AlphaEncoding) throws {
        if alpha == .premultiplied && !channels.hasAlpha { return }
        let format = PixelFormat(channels, .float, alpha: alpha)
        let layout = try PixelLayout(width: Self.size.width, height: Self.size.height, format: format)
        let samples = Self.samples(format)
        for blur in try ColorOrderTests.blurs(hasAlpha: channels.hasAlpha) where blur.light.curves.count < 2 {
            let expected = try Self.expected(samples, format, blur)
            var array = samples
            try blur.blur(&array, layout: layout)
            #expect(array == expected)
            let image = try PixelBuffer(samples: samples, layout: layout)
            #expect([Float](try blur.blurred(image)) == expected)
            let region = PixelRegion(x: 7, y: 20, width: 31, height: 21)
            let part = try blur.blurred(samples, layout: layout, region: region)
            let count = channels.count
            for row in 0..<21 {
                let start = ((row + 20) * Self.size.width + 7) * count
                #expect(part[row * 31 * count..<(row + 1) * 31 * count] == expected[start..<start + 31 * count])
            }
        }
    }

    @Test("in a region in place: only the region is written, and padding is kept")
    func region() throws {
        let layout = try PixelLayout(width: 20, height: 10, format: PixelFormat(.gray, .float), bytesPerRow: 88)
        let samples = (0..<220).map { Float(($0 * 37) % 101) / 100 }
        let blur = try ProgressiveBlur(maximumRadius: 4, minimumRadius: 4)
        var result = samples
        try blur.blur(&result, layout: layout, region: PixelRegion(x: 3, y: 2, width: 5, height: 4))
        for index in samples.indices {
            let isInside = (2..<6).contains(index / 22) && (3..<8).contains(index % 22)
            #expect(isInside || result[index] == samples[index])
        }
        #expect(result != samples)
    }

    @Test("that are no numbers from 0 to 1 count as the nearest, and keep their bits where nothing is blurred")
    func strange() throws {
        let strange: [Float] = [.nan, -.infinity, .infinity, -1, 2, -0.0, .leastNonzeroMagnitude, 0.5]
        let samples = (0..<40).flatMap { _ in strange }
        let layout = try PixelLayout(width: 8, height: 40, format: PixelFormat(.gray, .float))
        let blur = try ProgressiveBlur(maximumRadius: 4, startOffset: 0.5)
        let result = try blur.blurred(samples, layout: layout)
        let clean = try blur.blurred(samples.map { $0.isNaN ? 0 : min(max($0, 0), 1) }, layout: layout)
        #expect(result[160...].map(\.bitPattern) == samples[160...].map(\.bitPattern))
        for index in 0..<160 where result[index].bitPattern != samples[index].bitPattern {
            #expect(result[index] == clean[index] && (0...1).contains(result[index]))
        }
    }

    @Test("are blurred in a task, and as integers are")
    func otherWays() async throws {
        let format = PixelFormat(.rgb, .float)
        let layout = try PixelLayout(width: Self.size.width, height: Self.size.height, format: format)
        let samples = Self.samples(format)
        let blur = try ProgressiveBlur(maximumRadius: 5)
        let expected = try blur.blurred(samples, layout: layout)
        var image = try PixelBuffer(samples: samples, layout: layout)
        let integers = try image.converted(to: PixelFormat(.rgb, .sixteen))
        try await blur.blur(&image)
        #expect([Float](image) == expected)
        let exact = try blur.reference(of: integers).sampleValues()
        #expect(zip(exact, expected).allSatisfy { abs(Float($0) / 65535 - $1) < 0.5 / 255 })
    }

    @Test("arrays hold the samples of their depth")
    func arrays() throws {
        let deep = try PixelLayout(width: 2, height: 2, format: PixelFormat(.gray, .sixteen), bytesPerRow: 6)
        let image = try PixelBuffer(samples: [1, 2, 9, 3, 4] as [UInt16], layout: deep)
        #expect([UInt16](image) == [1, 2, 3, 4])
        let floats = try PixelLayout(width: 2, height: 2, format: PixelFormat(.gray, .float))
        #expect([Float](try PixelBuffer(samples: [0, 0.25, 0.5, 1] as [Float], layout: floats)) == [0, 0.25, 0.5, 1])
        let few: [Float] = [0, 1, 1]
        let failure = #expect(throws: BlurError.self) { _ = try PixelBuffer(samples: few, layout: floats) }
        #expect(failure?.code == .invalidSize && failure?.message.contains("only 12") ?? false)
    }

    @Test("misuse stops the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            _ = try PixelBuffer(width: 1, height: 1, format: PixelFormat(.gray, .float))[0, 0, 0]
        }
        await #expect(processExitsWith: .failure) {
            var samples = [Float](repeating: 0, count: 4)
            try ProgressiveBlur().blur(&samples, layout: PixelLayout(width: 2, height: 2, format: PixelFormat(.gray)))
        }
    }
}
