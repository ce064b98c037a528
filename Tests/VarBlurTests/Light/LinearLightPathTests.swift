import TestSupport
import Testing

@testable import VarBlur

/// Linear light gives the same bytes, however the engine is driven.
@Suite("Paths of linear light")
struct LinearLightPathTests {
    private static let lights: [BlurLight] =
        [.linear] + [try? TransferCurve(gamma: 2.2)].compactMap { $0.map { .linear($0) } }
    private static let formats = PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma }

    @Test("every instruction set and number of threads gives the same bytes", arguments: formats)
    func execution(format: PixelFormat) throws {
        let image = try PixelBuffer.noise(Size(1211, 533), format)
        for light in Self.lights {
            for field in [
                try ProgressiveBlur(maximumRadius: 40).field,
                try BlurGradient("radial-blur(circle 300px, 0px, 20px)").field,
            ] {
                let blur = ProgressiveBlur(field: field, light: light)
                try blur.expectSameBytes(of: image, in: PixelRegion(x: 77, y: 130, width: 301, height: 203))
            }
        }
    }

    /// The result of a blur row by row.
    private static func blurred(_ image: borrowing PixelBuffer, _ rows: RowBlur) throws -> PixelBuffer {
        var result = try image.copy()
        let layout = image.layout
        for taken in 0..<image.height {
            while rows.needsRow {
                let start = rows.appendedRowCount * layout.bytesPerRow
                rows.append(image.bytes.extracting(start..<start + layout.rowByteCount))
            }
            var row = try PixelBuffer(width: image.width, height: 1, format: image.format)
            var bytes = row.mutableBytes
            rows.takeRow(into: &bytes)
            for x in 0..<image.width {
                for channel in 0..<image.format.channels.count { result[x, taken, channel] = row[x, 0, channel] }
            }
        }
        return result
    }

    @Test("rows, regions and blurs in place have the pixels of the whole image", arguments: formats, EdgeMode.allCases)
    func paths(format: PixelFormat, edges: EdgeMode) throws {
        let size = Size(150, 121)
        let image = try TestContent.natural.image(size, format)
        let look = try BlurLook(tint: BlurLook.Tint(red: 0.1, green: 0.5, blue: 1), grain: 2)
        for (index, light) in Self.lights.enumerated() {
            var blur = try ProgressiveBlur(maximumRadius: 14, startOffset: 0.2, edges: edges)
            (blur.light, blur.look) = (light, index == 0 ? .none : look)
            let whole = try blur.blurred(image)
            let rows = try RowBlur(blur, width: size.width, height: size.height, format: format)
            #expect(try Self.blurred(image, rows).sampleValues() == whole.sampleValues())
            for field in [blur.field, try BlurGradient("linear-blur(40deg, 9px, 0px 70%)").field] {
                let blur = ProgressiveBlur(field: field, edges: edges, look: blur.look, light: light)
                let whole = try blur.blurred(image)
                var inPlace = try image.copy()
                try blur.blur(&inPlace)
                #expect(inPlace.sampleValues() == whole.sampleValues())
                let region = PixelRegion(x: 30, y: 11, width: 77, height: 60)
                let part = try blur.blurred(image, region: region)
                for y in 0..<60 {
                    for x in 0..<77 {
                        for channel in 0..<format.channels.count {
                            #expect(part[x, y, channel] == whole[30 + x, 11 + y, channel])
                        }
                    }
                }
            }
        }
    }

    @Test("looks change encoded values after the blur", arguments: formats)
    func looks(format: PixelFormat) throws {
        let size = Size(90, 64)
        let image = try TestContent.natural.image(size, format)
        let tint = try BlurLook.Tint(red: 0.2, green: 0.9, blue: 0.4, opacity: 0.6)
        let look = try BlurLook(tint: tint, saturation: 1.7, grain: 3)
        for light in Self.lights {
            for field in [
                try ProgressiveBlur(maximumRadius: 8).field, try BlurGradient("linear-blur(30deg, 9px, 0px)").field,
            ] {
                let blur = ProgressiveBlur(field: field, look: look, light: light)
                let fast = try blur.blurred(image).sampleValues()
                let exact = try blur.reference(of: image).sampleValues()
                let limit = format.depth == .eight ? 3 : 500
                for (index, (a, b)) in zip(fast, exact).enumerated() {
                    let alpha = index / format.channels.count * format.channels.count + format.channels.count - 1
                    // dark colors that are nearly transparent may differ by more
                    let isFaint = format.channels.hasAlpha && exact[alpha] < Int(format.depth.fullScale) / 4
                    if !isFaint { #expect(abs(a - b) <= limit) }
                }
            }
        }
    }

    @Test("linear light takes little more than twice the time")
    func cost() throws {
        let image = try TestContent.natural.image(Size(1600, 1200))
        var times = [Double.infinity, .infinity]
        for _ in 0..<5 {
            for (index, light) in [BlurLight.encoded, .linear].enumerated() {
                var blur = try ProgressiveBlur(maximumRadius: 20)
                blur.light = light
                let execution = BlurExecution(threadCount: 1)
                let time = try ProcessorTime.seconds { _ = try blur.blurred(image, execution: execution) }
                times[index] = min(times[index], time)
            }
        }
        // measured: 1.6 times
        #expect(times[1] < 4 * times[0], "\(times)")
    }

    @Test("the memory estimate holds", arguments: formats)
    func memory(format: PixelFormat) throws {
        for light in Self.lights {
            var blur = try ProgressiveBlur(maximumRadius: 60)
            blur.light = light
            let rows = try RowBlur(blur, width: 3000, height: 2000, format: format)
            let parameters = BlurMemory(
                blur, width: 3000, height: 2000, format: format, bytesPerRow: 3000 * format.bytesPerPixel)
            #expect(rows.byteCount <= parameters.streamed)
        }
    }
}
