import Foundation
import TestSupport
import Testing

@testable import VarBlur

@Suite("Mosaics")
struct MosaicTests {
    /// Blurs and images of all kinds.
    private struct Example {
        var blur: ProgressiveBlur
        let size: Size
        let format: PixelFormat
        let side: Int
        var sampling: PlaneSampling?

        init(seed: Int, _ format: PixelFormat, rows: Bool = false) throws {
            var random = SplitMix64(seed: UInt64(seed))
            size = Size(Int.random(in: 1...70, using: &random), Int.random(in: 1...60, using: &random))
            self.format = format
            side = [1, 2, 7, 16, 33, 1000][Int.random(in: 0..<6, using: &random)]
            let samples = (0..<20).map { _ in Float.random(in: 0...1, using: &random) }
            let mask = try MaskRamp(AlphaMask(width: 5, height: 4, samples: samples), maximumRadius: 9)
            let text = [
                "linear-blur(9px, 0px)", "linear-blur(0px 20%, 4px 70%)", "linear-blur(3px, 3px)",
                "linear-blur(0px, 0px)",
                "linear-blur(to left, 12px, 2px 60%)", "radial-blur(5px, 0px)",
                "area-blur(circle(40%), 8px, feather 9px) area-blur(xywh(9px 9px 9px 9px), 4px)",
                "area-blur(outside circle(30%) inset(60% 10% 5% 50%), 8px)",
            ][Int.random(in: 0..<(rows ? 4 : 8), using: &random)]
            let fields = try BlurField.list(text)
            let isMasked = !rows && random.next() % 4 == 0
            blur = ProgressiveBlur(field: isMasked ? .mask(mask) : fields.count == 1 ? fields[0] : .maximum(fields))
            blur.mosaic = .pixels(Double(side))
            if format.channels != .cmyk && format.channels != .chroma && random.next() % 2 == 0 { blur.light = .linear }
            if format.channels == .gray && random.next() % 2 == 0 {
                sampling = try PlaneSampling(
                    imageWidth: size.width * 2 - Int(random.next() % 2), imageHeight: size.height * 3 - 1,
                    horizontalRatio: 2,
                    verticalRatio: 3)
            }
        }

        func image() throws -> PixelBuffer {
            let content = [TestContent.natural, .whiteNoise][size.width % 2]
            return try content.image(size, format)
        }
    }

    /// The pixels of the cell that contains a sample.
    private static func cell(
        _ image: borrowing PixelBuffer, _ example: Example, _ x: Int, _ y: Int
    ) -> [(x: Int, y: Int)] {
        let sampling = example.sampling ?? PlaneSampling(wholeWidth: image.width, height: image.height)
        // samples beyond the image belong to its last pixels
        func place(_ position: Double, _ length: Int) -> Int { min(Int(position), length - 1) / example.side }
        func column(_ x: Int) -> Int { place(sampling.x(ofColumn: x), sampling.imageWidth) }
        func row(_ y: Int) -> Int { place(sampling.y(ofRow: y), sampling.imageHeight) }
        let columns = (0..<image.width).filter { column($0) == column(x) }
        return (0..<image.height).filter { row($0) == row(y) }.flatMap { y in columns.map { ($0, y) } }
    }

    /// A pixel of the result, before it is rounded, from its definition.
    private static func pixel(
        _ image: borrowing PixelBuffer, _ example: Example, _ cell: [(x: Int, y: Int)], _ x: Int, _ y: Int
    ) -> [Double] {
        let (blur, format, full) = (example.blur, image.format, image.format.depth.fullScale)
        let sampling = example.sampling ?? PlaneSampling(wholeWidth: image.width, height: image.height)
        let share = blur.field.placed(width: sampling.imageWidth, height: sampling.imageHeight).alpha(
            x: sampling.x(ofColumn: x), y: sampling.y(ofRow: y))
        if share == 0 { return (0..<format.channels.count).map { Double(image[x, y, $0]) } }
        let (hasAlpha, curves) = (format.channels.hasAlpha, blur.light.curves(of: format))
        let isMultiplied = hasAlpha && format.alpha == .premultiplied
        let colorCount = format.channels.count - (hasAlpha ? 1 : 0)
        func alpha(_ x: Int, _ y: Int) -> Double { hasAlpha ? Double(image[x, y, colorCount]) : 1 }
        /// A color multiplied by alpha, or only to be multiplied by the full scale.
        func color(_ x: Int, _ y: Int, _ channel: Int) -> Double {
            var value = Double(image[x, y, channel])
            if curves.isEmpty { return isMultiplied ? value * full : value * alpha(x, y) }
            if isMultiplied { value = min(full, (value * full / max(1, alpha(x, y))).rounded()) }
            return curves[channel].linear(value / full) * alpha(x, y)
        }
        func mixed(_ value: (_ x: Int, _ y: Int) -> Double) -> Double {
            let own = value(x, y) * Double(cell.count) * (1 - share)
            return own + cell.reduce(0) { $0 + value($1.x, $1.y) } * share
        }
        let weight = mixed(alpha)
        let result = hasAlpha ? weight / Double(cell.count) : full
        return (0..<colorCount).map { channel in
            let sum = mixed { color($0, $1, channel) }
            if curves.isEmpty && isMultiplied { return sum / (full * Double(cell.count)) }
            if hasAlpha && result < 0.5 { return 0 }
            if curves.isEmpty { return sum / weight }
            let straight = full * curves[channel].encoded(sum / weight)
            return isMultiplied ? straight.rounded() * result / full : straight
        } + (hasAlpha ? [result] : [])
    }

    @Test("mix each pixel with the mean of its cell, exactly", arguments: PixelFormat.all)
    func values(format: PixelFormat) throws {
        for seed in 0..<10 {
            let example = try Example(seed: seed, format)
            let image = try example.image()
            let result = try example.blur.blurred(image, sampling: example.sampling)
            var exactCount = 0
            for y in 0..<image.height {
                for x in stride(from: y % 5, to: image.width, by: 5) {
                    let cell = Self.cell(image, example, x, y)
                    for (channel, value) in Self.pixel(image, example, cell, x, y).enumerated() {
                        // a sum in another order may be on the other side of a half
                        let isExact = Double(result[x, y, channel]) == value.rounded()
                        exactCount += isExact ? 1 : 0
                        #expect(isExact || abs(Double(result[x, y, channel]) - value) < 0.500001, "\(seed) \(x) \(y)")
                    }
                }
            }
            #expect(exactCount > 0)
        }
    }

    @Test("are the same row by row, for regions, in place, and on any number of threads", arguments: PixelFormat.all)
    func ways(format: PixelFormat) throws {
        for seed in 0..<8 {
            let example = try Example(seed: 100 + seed, format, rows: true)
            var blur = example.blur
            if seed % 2 == 1 && format.channels != .cmyk && format.channels != .chroma && format.depth == .eight {
                blur.look = try BlurLook(
                    tint: BlurLook.Tint(red: 1, green: 0.5, blue: 0, opacity: 0.4), saturation: 0.5, grain: 3)
            }
            let image = try example.image()
            let whole = try blur.blurred(image, sampling: example.sampling).sampleValues()
            for set in InstructionSet.allCases where set.isAvailable {
                let execution = BlurExecution(threadCount: 3, instructionSet: set)
                let rows = try RowBlur(
                    blur, width: image.width, height: image.height, format: format, sampling: example.sampling,
                    instructionSet: set)
                for _ in 0..<2 {
                    let isSame = try rows.result(of: image).sampleValues() == whole
                    #expect(isSame, "\(seed) \(set)")
                    rows.rewind()
                }
                var copy = try image.copy()
                try blur.blur(&copy, sampling: example.sampling, execution: execution)
                let isSame = copy.sampleValues() == whole
                #expect(isSame, "\(seed) \(set)")
            }
            let region = PixelRegion(
                x: image.width / 3, y: image.height / 4, width: (image.width + 1) / 2, height: (image.height + 1) / 2)
            let part = try blur.blurred(image, region: region, sampling: example.sampling)
            let wrong = part.exceptions { x, y, channel in
                let index = ((y + region.y) * image.width + x + region.x) * format.channels.count + channel
                return part[x, y, channel] == whole[index]
            }
            #expect(wrong == nil)
        }
    }

    @Test("precede the look, and change nothing where alpha is 0")
    func looks() throws {
        let image = try TestContent.natural.image(Size(60, 40))
        var blur = ProgressiveBlur(field: try BlurArea("area-blur(inset(10px), 9px)").field)
        blur.mosaic = .percent(25)
        let mosaic = try blur.blurred(image)
        blur.look = try BlurLook(saturation: 0)
        let gray = try blur.blurred(image)
        let wrong = gray.exceptions { x, y, channel in
            guard (10..<50).contains(x), (10..<30).contains(y) else {
                return gray[x, y, channel] == image[x, y, channel]
            }
            // a neighbor in the same cell has the same color; the sides of cells are 10 pixels
            let isInside = x % 10 > 0 && y % 10 > 0
            return gray[x, y, channel] == gray[x, y, 0]
                && (!isInside || gray[x, y, channel] == gray[x - 1, y - 1, channel])
        }
        #expect(wrong == nil)
        #expect(mosaic[15, 15, 0] != mosaic[15, 15, 2])
        blur.matte = try AlphaMask(width: 1, height: 1, samples: [1 as Float])
        #expect(throws: BlurError.self) { _ = try blur.blurred(image) }
        blur.matte = nil
        for side in [0, -1, Double.nan, .infinity] {
            blur.mosaic = .pixels(side)
            #expect(throws: BlurError.self) { _ = try blur.blurred(image) }
        }
    }

    @Test("are coded with the other settings")
    func coding() throws {
        var blur = try ProgressiveBlur()
        #expect(try JSONDecoder().decode(ProgressiveBlur.self, from: JSONEncoder().encode(blur)) == blur)
        blur.mosaic = .percent(3)
        #expect(try JSONDecoder().decode(ProgressiveBlur.self, from: JSONEncoder().encode(blur)) == blur)
    }
}
