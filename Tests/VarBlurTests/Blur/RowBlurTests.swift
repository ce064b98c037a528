import TestSupport
import Testing

@testable import VarBlur

@Suite("Blurring row by row")
struct RowBlurTests {
    /// Blurs a whole image with a `RowBlur`, appending each row only when it is required.
    private func streamed(_ blur: ProgressiveBlur, _ image: borrowing PixelBuffer) throws -> PixelBuffer {
        let rows = try RowBlur(blur, width: image.width, height: image.height, format: image.format)
        let result = try rows.result(of: image)
        #expect(rows.takenRowCount == image.height && !rows.needsRow)
        return result
    }

    @Test("gives the result of blurring the whole image", arguments: EdgeMode.allCases, [BlurDirection.top, .bottom])
    func wholeImages(edges: EdgeMode, direction: BlurDirection) throws {
        let settings = [
            (20.0, 0.0, 0.0), (40, 0, 0.5), (90, 0, 0.93), (2, 2, 0), (12, 3, -0.4), (0.1, 0, 0), (300, 0, 0.2),
            (40, 0, 0.15), (200, 0, 0.006), (3.3, 2.5, 0),
        ]
        for (maximum, minimum, offset) in settings {
            let blur = try ProgressiveBlur(
                maximumRadius: maximum, minimumRadius: minimum, direction: direction, startOffset: offset, edges: edges)
            for size in [Size(61, 150), Size(40, 33), Size(9, 30), Size(5, 1), Size(1, 9)] {
                for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray, .sixteen)] {
                    let image = try PixelBuffer.noise(size, format)
                    let expected = try blur.blurred(image)
                    #expect(
                        try streamed(blur, image).sampleValues() == expected.sampleValues(),
                        "\(maximum) \(offset) \(size) \(format)")
                }
            }
        }
    }

    @Test("throws an error for a blur that needs the whole image")
    func wholeImages() throws {
        var covered = try ProgressiveBlur()
        covered.matte = try AlphaMask(width: 1, height: 1, samples: [255] as [UInt8])
        let blurs = [
            try ProgressiveBlur(direction: .left), try ProgressiveBlur(direction: .right), covered,
            ProgressiveBlur(field: try BlurGradient("radial-blur(0px, 9px)").field),
        ]
        for blur in blurs {
            let error = #expect(throws: BlurError.self) {
                try RowBlur(blur, width: 8, height: 9, format: PixelFormat(.gray))
            }
            #expect(error?.code == .invalidField && error?.message.contains("whole image") ?? false)
        }
    }

    @Test("a height for which there is no memory is an error", arguments: [1 << 45, 1 << 50])
    func height(height: Int) throws {
        for direction in [BlurDirection.top, .bottom] {
            let error = #expect(throws: BlurError.self) {
                try RowBlur(ProgressiveBlur(direction: direction), width: 1, height: height, format: PixelFormat(.gray))
            }
            #expect(error?.code == .outOfMemory)
        }
    }

    @Test("requires no more rows than the kernel reaches")
    func reach() throws {
        let blur = try ProgressiveBlur(maximumRadius: 10, minimumRadius: 10)
        let rows = try RowBlur(blur, width: 8, height: 400, format: PixelFormat(.gray))
        let row = [UInt8](repeating: 7, count: 8)
        var result = row
        while rows.needsRow { rows.append(row.span.bytes) }
        #expect(rows.appendedRowCount < 72)
        for _ in 0..<400 {
            while rows.needsRow { rows.append(row.span.bytes) }
            var bytes = result.mutableSpan
            var span = bytes.mutableBytes
            rows.takeRow(into: &span)
            #expect(rows.appendedRowCount <= rows.takenRowCount + 72)
        }
        #expect(result == row)
    }

    @Test("uses less than 8 MB for rows of 4000 pixels and a radius of 64", arguments: [BlurDirection.top, .bottom])
    func memory(direction: BlurDirection) throws {
        for height in [3000, 100_000] {
            let blur = try ProgressiveBlur(maximumRadius: 64, direction: direction)
            let rows = try RowBlur(blur, width: 4000, height: height, format: PixelFormat(.rgb))
            #expect(rows.byteCount < 8_000_000)
            #expect(rows.byteCount > 100_000)
        }
    }
}
