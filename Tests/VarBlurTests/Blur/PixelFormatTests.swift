import TestSupport
import Testing

@testable import VarBlur

/// Pixels come from files, and settings from elsewhere: no combination may end the process.
@Suite("Pixels of every format")
struct PixelFormatTests {
    private static let formats = ChannelLayout.allCases.flatMap { channels in
        SampleDepth.allCases.flatMap { depth in
            (channels.hasAlpha ? AlphaEncoding.allCases : [.straight]).map { PixelFormat(channels, depth, alpha: $0) }
        }
    }

    private static func image(_ format: PixelFormat) throws -> PixelBuffer {
        guard format.depth == .float else { return try .noise(Size(9, 7), format) }
        let samples = (0..<63 * format.channels.count).map { Float($0 % 100) / 99 }
        return try PixelBuffer(samples: samples, layout: PixelLayout(width: 9, height: 7, format: format))
    }

    private static func looks() throws -> [BlurLook] {
        [
            .none, try BlurLook(tint: .init(red: 1, green: 0.5, blue: 0, opacity: 0.5)), try BlurLook(saturation: 2),
            try BlurLook(grain: 4), try BlurLook(fade: 0.5), try BlurLook(dithers: true),
        ]
    }

    private static func lights() throws -> [BlurLight] {
        [.encoded, .linear, .linear(.sRGB, try TransferCurve(gamma: 1.8), try TransferCurve(gamma: 2.2))]
    }

    /// The code of the error for a look or light that pixels cannot have; `nil` if they can.
    private static func refusal(_ blur: ProgressiveBlur, _ format: PixelFormat) -> BlurError.Code? {
        let fades = blur.look.fade > 0 && !format.channels.hasAlpha
        if fades || format.channels == .cmyk && !blur.look.isNone { return .invalidLook }
        return blur.light.isLinear && [.cmyk, .chroma].contains(format.channels) ? .invalidLight : nil
    }

    private static func code(_ body: () throws -> Void) -> BlurError.Code? {
        do { try body() } catch { return (error as? BlurError)?.code ?? .cancelled }
        return nil
    }

    /// Apart from the test, in which the compiler fails with the thread sanitizer.
    private static func asynchronousCode(_ blur: ProgressiveBlur, _ format: PixelFormat) async -> BlurError.Code? {
        do {
            var image = try image(format)
            try await blur.blur(&image)
        } catch { return (error as? BlurError)?.code ?? .cancelled }
        return nil
    }

    @Test("are blurred with every look and light, or are an error, whatever the function", arguments: formats)
    func blurs(format: PixelFormat) async throws {
        let fields = [
            try ProgressiveBlur(maximumRadius: 3), try ProgressiveBlur(maximumRadius: 3, direction: .left),
            ProgressiveBlur(
                field: try ProgressiveBlur(maximumRadius: 3).field,
                matte: try AlphaMask(width: 2, height: 1, samples: [0, 255] as [UInt8])),
        ]
        for look in try Self.looks() {
            for light in try Self.lights() {
                for var blur in fields {
                    (blur.look, blur.light) = (look, light)
                    let refusal = Self.refusal(blur, format)
                    #expect(
                        Self.code {
                            var image = try Self.image(format)
                            try blur.blur(&image)
                        } == refusal, "\(look) \(light)")
                    #expect(Self.code { _ = try blur.blurred(Self.image(format)).width } == refusal)
                    let rows = Self.code { _ = try RowBlur(blur, width: 9, height: 7, format: format) }
                    #expect(
                        format.depth == .float
                            ? rows == .invalidFormat
                            : rows == refusal ?? (blur.variation == .betweenRows ? nil : .invalidField))
                }
                var blur = fields[0]
                (blur.look, blur.light) = (look, light)
                #expect(await Self.asynchronousCode(blur, format) == Self.refusal(blur, format))
            }
        }
    }

    @Test("are resized, or are an error", arguments: formats)
    func resizes(format: PixelFormat) throws {
        let isInk = [.cmyk, .chroma].contains(format.channels)
        for light in try Self.lights() {
            let code = Self.code { _ = try Self.image(format).resized(toWidth: 4, height: 5, light: light).width }
            #expect(code == (format.depth == .float ? .invalidFormat : light.isLinear && isInk ? .invalidLight : nil))
        }
    }

    @Test("become each other format, or are an error", arguments: formats)
    func conversions(format: PixelFormat) throws {
        let image = try Self.image(format)
        func isColor(_ channels: ChannelLayout) -> Bool { channels != .gray && channels != .grayAlpha }
        for target in Self.formats {
            var code: BlurError.Code?
            do throws(BlurError) { _ = try image.converted(to: target).width } catch { code = error.code }
            let isInk = [format, target].contains { $0.channels == .cmyk || $0.channels == .chroma }
            let isRefused = isInk || isColor(format.channels) && !isColor(target.channels)
            #expect(code == (format.channels != target.channels && isRefused ? .invalidFormat : nil), "\(target)")
        }
    }
}
