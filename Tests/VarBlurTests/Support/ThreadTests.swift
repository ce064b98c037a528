import TestSupport
import Testing

@testable import VarBlur

/// Small enough to run under the thread sanitizer.
@Suite("Several threads")
struct ThreadTests {
    /// Just enough pixels for three bands.
    private static let size = Size(600, 1300)

    /// Random bytes, generated four at a time.
    private static func noise(_ size: Size, _ format: PixelFormat = PixelFormat(.gray)) throws -> PixelBuffer {
        var image = try PixelBuffer(width: size.width, height: size.height, format: format)
        var random = SplitMix64(seed: 1)
        unsafe image.withUnsafeMutablePixels { pixels in
            for offset in unsafe stride(from: 0, to: pixels.layout.byteCount, by: 4) {
                unsafe pixels.base.storeBytes(
                    of: UInt32(truncatingIfNeeded: random.next()), toByteOffset: offset, as: UInt32.self)
            }
        }
        return image
    }

    private static func bytes(_ image: borrowing PixelBuffer) -> [UInt8] {
        unsafe image.bytes.withUnsafeBytes { unsafe [UInt8]($0) }
    }

    @Test("bands give the result of one thread, also in place", arguments: EdgeMode.allCases, BlurDirection.allCases)
    func bands(edges: EdgeMode, direction: BlurDirection) throws {
        let blur = try ProgressiveBlur(maximumRadius: 25, direction: direction, startOffset: 0.2, edges: edges)
        for format in [PixelFormat(.gray), PixelFormat(.rgb), PixelFormat(.rgba, .sixteen)] {
            let source = try Self.noise(Self.size, format)
            let expected = Self.bytes(try blur.blurred(source, execution: BlurExecution(threadCount: 1)))
            let execution = BlurExecution(threadCount: 3)
            #expect(Self.bytes(try blur.blurred(source, execution: execution)) == expected)
            var inPlace = try source.copy()
            try blur.blur(&inPlace, execution: execution)
            #expect(Self.bytes(inPlace) == expected)
        }
    }

    @Test("bands of subsampled planes give the result of one thread", arguments: BlurDirection.allCases)
    func planes(direction: BlurDirection) throws {
        let sampling = try PlaneSampling(
            imageWidth: 2 * Self.size.width - 1, imageHeight: 2 * Self.size.height, horizontalRatio: 2, verticalRatio: 2
        )
        let plane = try Self.noise(Self.size)
        let blur = try ProgressiveBlur(maximumRadius: 30, minimumRadius: 1, direction: direction)
        let expected = Self.bytes(
            try blur.blurred(plane, sampling: sampling, execution: BlurExecution(threadCount: 1)))
        var inPlace = try plane.copy()
        try blur.blur(&inPlace, sampling: sampling, execution: BlurExecution(threadCount: 3))
        #expect(Self.bytes(inPlace) == expected)
    }

    @Test("a RowBlur for each thread gives the result of the whole image", arguments: [BlurDirection.top, .bottom])
    func rows(direction: BlurDirection) throws {
        let size = Size(200, 300)
        let image = try Self.noise(size)
        let blur = try ProgressiveBlur(maximumRadius: 12, direction: direction, edges: .mirror)
        let (source, expected) = (Self.bytes(image), Self.bytes(try blur.blurred(image)))
        Threads.run(3) { _ in
            guard let rows = try? RowBlur(blur, width: size.width, height: size.height, format: PixelFormat(.gray))
            else {
                Issue.record("no memory")
                return
            }
            var (row, result) = ([UInt8](repeating: 0, count: size.width), [UInt8]())
            for _ in 0..<size.height {
                while rows.needsRow {
                    let start = rows.appendedRowCount * size.width
                    rows.append(source.span.extracting(start..<start + size.width).bytes)
                }
                var span = row.mutableSpan
                var bytes = span.mutableBytes
                rows.takeRow(into: &bytes)
                result += row
            }
            #expect(result == expected)
        }
    }
}
