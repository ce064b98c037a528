import TestSupport
import Testing

@testable import VarBlur

@Suite("Looks of blurred images: the fast engine compared with the reference engine")
struct LookAccuracyTests {
    /// A look by name.
    private struct Look: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let model: LookModel

        init(_ name: String, _ change: (inout LookModel) -> Void) {
            testDescription = name
            var model = LookModel()
            change(&model)
            self.model = model
        }
    }

    private static let looks = [
        Look("none") { _ in },
        Look("tint") { $0.tint = ([0.1, 0.9, 0.4], 0.7) },
        Look("saturation") { $0.saturation = 1.8 },
        Look("grain") { $0.grain = 10 },
        Look("dither") { $0.dithers = true },
        Look("fade") { $0.fade = 0.8 },
        Look("fade to nothing") { ($0.fade, $0.dithers) = (1, true) },
        Look("all") { ($0.tint, $0.saturation, $0.grain, $0.dithers) = (([1, 0.3, 0], 0.4), 1.4, 4, true) },
    ]

    private static let formats = PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma }

    private static let fields = [
        "linear-blur(8px, 8px)", "linear-blur(to bottom, 12px, 0px 80%)", "linear-blur(to right, 0px 20%, 20px)",
        "linear-blur(20deg, 14px, 20%, 1px 60%, 90%, 6px)",
        "radial-blur(circle at 60% 40%, 0px 15%, 9px 70%)",
    ]

    /// Opaque in the upper part, transparent in a corner, and translucent between, with steps and noise.
    private static func image(_ format: PixelFormat) throws -> PixelBuffer {
        var random = SplitMix64(seed: 11)
        let fullScale = Int(format.depth.fullScale)
        let last = format.channels.count - 1
        let colors = try TestContent.natural.image(Size(90, 110)).rescaled(to: PixelFormat(.rgb, format.depth))
        var image = try PixelBuffer.make(Size(90, 110), format) { x, y, channel in colors[x, y, min(channel, 2)] }
        guard format.channels.hasAlpha else { return image }
        for y in 0..<110 {
            for x in 0..<90 {
                let noise = Int.random(in: 0...fullScale, using: &random)
                let alpha = y < 55 ? fullScale : x + y > 170 ? 0 : y % 20 < 10 ? fullScale * x / 89 : noise
                image[x, y, last] = alpha
                guard format.alpha == .premultiplied else { continue }
                for channel in 0..<last {
                    image[x, y, channel] = (image[x, y, channel] * alpha + fullScale / 2) / fullScale
                }
            }
        }
        return image
    }

    /// The greatest difference of two results; straight colors count by their alpha.
    private static func difference(_ found: borrowing PixelBuffer, _ exact: borrowing PixelBuffer) -> Double {
        let format = found.format
        let last = format.channels.count - 1
        var worst = 0.0
        for y in 0..<found.height {
            for x in 0..<found.width {
                let weighted = format.channels.hasAlpha && format.alpha == .straight
                let opaque = weighted ? Double(exact[x, y, last]) / format.depth.fullScale : 1
                for channel in 0...last {
                    let error = Double(abs(found[x, y, channel] - exact[x, y, channel]))
                    worst = max(worst, weighted && channel < last ? error * opaque : error)
                }
            }
        }
        return worst
    }

    @Test(
        "the engines differ by rounding, for every look, format, edge rule and light", arguments: Self.looks,
        Self.fields)
    private func accuracy(look: Look, field: String) throws {
        let gradient = try BlurGradient(field).field
        for format in Self.formats {
            let image = try Self.image(format)
            for edges in [EdgeMode.normalize, .transparent] {
                for light in [BlurLight.encoded, .linear] {
                    // unrelated to the edges
                    if edges == .transparent && light != .encoded { continue }
                    if look.model.fade > 0 && !format.channels.hasAlpha { continue }
                    var blur = ProgressiveBlur(field: gradient, edges: edges, look: try look.model.look)
                    blur.light = light
                    // as the pictures of scenes are
                    if format.alpha == .premultiplied { blur.look.channelOrder = .bgr }
                    let exact = try blur.reference(of: image)
                    let error = Self.difference(try blur.blurred(image), exact)
                    // 16-bit values show the error of the blur itself
                    let limit = format.depth == .eight ? 1.0 : 30
                    #expect(error <= limit, "\(format) \(edges) \(light)")
                }
            }
        }
    }
}
