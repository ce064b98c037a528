import TestSupport
import Testing

@testable import VarBlur

@Suite("Blurs of rows that several images share")
struct RowBlurCacheTests {
    /// Blurs an image with the blur that a cache returns, and returns whether the cache had it.
    private func blurred(
        _ image: borrowing PixelBuffer, _ blur: ProgressiveBlur, _ cache: RowBlurCache
    ) throws -> (samples: [Int], wasKept: Bool) {
        let components = [key(blur, Size(image.width, image.height), image.format)]
        let before = cache.byteCount
        let blurs = try cache.blurs(for: components)
        let wasKept = cache.byteCount < before
        let result = try blurs[0].result(of: image).sampleValues()
        cache.keep(blurs, for: components)
        return (result, wasKept)
    }

    private func key(
        _ blur: ProgressiveBlur, _ size: Size, _ format: PixelFormat = PixelFormat(.rgb)
    ) -> RowBlurCache.Key {
        RowBlurCache.Key(
            blur, width: size.width, height: size.height, format: format, sampling: nil, instructionSet: .standard)
    }

    @Test("give the result of blurring each image alone", arguments: EdgeMode.allCases, [BlurDirection.top, .bottom])
    func results(edges: EdgeMode, direction: BlurDirection) throws {
        let tint = try BlurLook.Tint(red: 0, green: 0.5, blue: 1)
        let look = try BlurLook(tint: tint, saturation: 2, grain: 4, dithers: true)
        for (maximum, minimum, offset) in [(20.0, 0.0, 0.0), (40, 0, 0.5), (2, 2, 0), (90, 0, 0.93), (300, 5, -0.2)] {
            for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray, .sixteen)] {
                for (light, look) in [
                    (BlurLight.encoded, BlurLook.none), (.linear, .none), (.encoded, look),
                ] {
                    let cache = RowBlurCache()
                    var blur = try ProgressiveBlur(
                        maximumRadius: maximum, minimumRadius: minimum, direction: direction, startOffset: offset,
                        edges: edges)
                    (blur.light, blur.look) = (light, look)
                    for seed in 1...5 as ClosedRange<UInt64> {
                        let image = try PixelBuffer.noise(Size(45, 70), format, seed: seed)
                        let (result, wasKept) = try blurred(image, blur, cache)
                        #expect(try result == blur.blurred(image).sampleValues())
                        #expect(wasKept == (seed > 2))
                    }
                }
            }
        }
    }

    @Test("are kept for other sizes, formats, and blurs separately")
    func keys() throws {
        let cache = RowBlurCache()
        let blurs = [try ProgressiveBlur(maximumRadius: 9), try ProgressiveBlur(maximumRadius: 10)]
        for round in 0..<3 {
            for (blur, size, format) in [
                (blurs[0], Size(30, 40), PixelFormat(.rgb)), (blurs[1], Size(30, 40), PixelFormat(.rgb)),
                (blurs[0], Size(40, 30), PixelFormat(.rgb)), (blurs[0], Size(30, 40), PixelFormat(.rgba)),
            ] {
                let image = try PixelBuffer.noise(size, format)
                let (result, wasKept) = try blurred(image, blur, cache)
                #expect(try result == blur.blurred(image).sampleValues())
                #expect(wasKept == (round == 2))
            }
        }
    }

    @Test("are remembered for the four sizes that were used last")
    func rememberedSizes() throws {
        let (cache, blur) = (RowBlurCache(), try ProgressiveBlur())
        func isKept(_ width: Int) throws -> Bool {
            try blurred(PixelBuffer.noise(Size(width, 20)), blur, cache).wasKept
        }
        // every other image has one size, and the others have a new size each
        for width in 31...40 {
            #expect(try isKept(30) == (width > 32))
            #expect(!(try isKept(width)))
        }
        // of five sizes in turns, none is known
        let turns = RowBlurCache()
        for width in Array(repeating: 51...55, count: 3).flatMap({ $0 }) {
            _ = try blurred(PixelBuffer.noise(Size(width, 20)), blur, turns)
        }
        #expect(turns.byteCount == 0)
    }

    @Test("differ for components of an image that are alike")
    func components() throws {
        let cache = RowBlurCache()
        let components = [key(try ProgressiveBlur(), Size(20, 20)), key(try ProgressiveBlur(), Size(20, 20))]
        for _ in 0..<3 {
            let blurs = try cache.blurs(for: components)
            #expect(blurs[0] !== blurs[1])
            for blur in blurs { _ = try blur.result(of: PixelBuffer.noise(Size(20, 20))) }
            cache.keep(blurs, for: components)
        }
    }

    @Test("are not kept for large images, nor beyond a limit of memory")
    func limits() throws {
        let blur = try ProgressiveBlur()
        let cache = RowBlurCache(greatestByteCount: 1 << 20)
        for _ in 0..<3 {
            let large = [key(blur, Size(700, 700))]
            cache.keep(try cache.blurs(for: large), for: large)
        }
        #expect(cache.byteCount == 0)
        // more blurs in use at once than are kept
        let components = [key(blur, Size(60, 60))]
        cache.keep(try cache.blurs(for: components), for: components)
        let inUse = try (0..<20).map { _ in try cache.blurs(for: components) }
        for blurs in inUse { cache.keep(blurs, for: components) }
        #expect(cache.byteCount > 1 << 19 && cache.byteCount <= 1 << 20)
        // a blur that exceeds the limit alone
        let small = RowBlurCache(greatestByteCount: 1000)
        for _ in 0..<3 { small.keep(try small.blurs(for: components), for: components) }
        #expect(small.byteCount == 0)
    }

    @Test("take at most as much memory as is estimated", arguments: EdgeMode.allCases)
    func memory(edges: EdgeMode) throws {
        for (width, height) in [
            (1, 1), (320, 240), (4, 65535), (1, 900), (2000, 40), (64, 4096), (500, 300), (30, 500),
        ] {
            for format in [PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.rgb, .sixteen)] {
                let blur = try ProgressiveBlur(maximumRadius: 30, edges: edges)
                let components = [key(blur, Size(width, height), format)]
                let cache = RowBlurCache(greatestByteCount: .max)
                let plain = try RowBlur(blur, width: width, height: height, format: format)
                cache.keep([plain], for: components)
                let kept = try cache.blurs(for: components)
                cache.keep(kept, for: components)
                let estimate = components[0].filterByteCount
                #expect((cache.byteCount > 0) == (estimate > 0))
                // thumbnails are kept; a tall image would take gigabytes with wrapped edges
                if width == 320 { #expect(estimate > 0) }
                if height == 65535 { #expect(estimate == 0) }
                #expect(cache.byteCount <= plain.byteCount + estimate, "\(width) \(height) \(format)")
            }
        }
    }
}
