import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("JPEG files in linear light")
struct LinearLightJPEGTests {
    private static let size = Size(160, 320)

    private static let styles: [JPEGStyle] = [
        JPEGStyle(.yCbCr), JPEGStyle(.yCbCr, isProgressive: true), JPEGStyle(.rgb), JPEGStyle(.gray),
        JPEGStyle(.yCbCr, sampling: [.init(2, 1), .init(1, 1), .init(1, 1)]),
    ]

    private func job(_ ramp: String) throws -> BlurJob {
        var job = BlurJob()
        job.blur.light = .linear
        job.blur.gradients = [try BlurGradient(ramp)]
        job.output.jpegSmoothing = .off
        return job
    }

    private func image(_ style: JPEGStyle) throws -> PixelBuffer {
        let format = PixelFormat(style.color == .gray ? .gray : .rgb)
        return try PixelBuffer.make(Self.size, format) { x, y, channel in
            (x / 20 + y / 24) % 3 == 0 ? 225 - 20 * channel : 12 + 9 * channel + x / 16
        }
    }

    @Test("rows are blurred as pixels, and clear MCU rows keep their coefficients", arguments: styles)
    func pixels(style: JPEGStyle) throws {
        let file = try image(style).encoded(.jpeg(style, quality: 97))
        let decoded = try PixelBuffer.decoded(file)
        for ramp in ["linear-blur(9px, 0px 40%)", "linear-blur(9px, 2px)", "linear-blur(0px 60%, 12px)"] {
            let job = try job(ramp)
            let bytes = try job.run(from: .bytes(file)).bytes
            var blur = try job.blur.progressiveBlur(width: 160, height: 320)
            blur.light = .linear
            let expected = try blur.blurred(decoded)
            let result = try PixelBuffer.decoded(bytes)
            let differences = zip(expected.sampleValues(), result.sampleValues()).map { abs($0 - $1) }
            let mean = Double(differences.reduce(0, +)) / Double(differences.count)
            #expect(mean < 2.5, "\(ramp): \(mean)")
            let (before, after) = (try StoredPlanes.coefficients(file), try StoredPlanes.coefficients(bytes))
            guard ramp != "linear-blur(9px, 2px)" else { continue }
            let clear = ramp.hasPrefix("linear-blur(9") ? before.count / 2..<before.count : 0..<before.count / 2
            #expect(clear.allSatisfy { before[$0] == after[$0] } && before != after, "\(ramp)")
        }
    }

    @Test("clear MCUs beside a blurred spot keep their coefficients")
    func spot() throws {
        let style = JPEGStyle(.yCbCr)
        let file = try image(style).encoded(.jpeg(style, quality: 90))
        for isProgressive in [false, true] {
            var job = try job("radial-blur(circle 30px at 60px 200px, 8px, 0px)")
            job.output.jpegIsProgressive = isProgressive
            let bytes = try job.run(from: .bytes(file)).bytes
            let (before, after) = (try StoredPlanes.coefficients(file), try StoredPlanes.coefficients(bytes))
            let changed = zip(before, after).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
            #expect(!changed.isEmpty && changed.count < before.count / 2)
            let old = try PixelBuffer.decoded(file)
            let new = try PixelBuffer.decoded(bytes)
            #expect(old.row(10) == new.row(10) && old.row(200) != new.row(200) && old.row(310) == new.row(310))
        }
    }

    @Test("a rotated file, and one with another quality, is blurred in linear light")
    func encodedAnew() throws {
        let style = JPEGStyle(.yCbCr)
        let file = try image(style).encoded(.jpeg(style, quality: 97))
        let turned = FileEditing.oriented(file, 6, littleEndian: false)
        var job = try job("linear-blur(12px, 2px)")
        job.output.jpegQuality = 98
        for input in [file, turned] {
            var decoder = try ImageDecoder(input.span.bytes)
            let upright = try decoder.readUprightImage()
            var blur = try job.blur.progressiveBlur(width: upright.width, height: upright.height)
            blur.light = .linear
            let expected = try blur.blurred(upright)
            let result = try PixelBuffer.decoded(job.run(from: .bytes(input)).bytes)
            let differences = zip(expected.sampleValues(), result.sampleValues()).map { abs($0 - $1) }
            #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 2.5)
        }
    }
}
