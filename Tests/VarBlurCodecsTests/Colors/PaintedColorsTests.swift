import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Colors of fills, bars, and tints")
struct PaintedColorsTests {
    private static let color = RGBColor(red: 200, green: 30, blue: 90)
    private static let white = RGBColor(red: 255, green: 255, blue: 255)

    /// A dark image with code points.
    private static func file(_ transfer: UInt8, _ channels: ChannelLayout = .rgb) throws -> [UInt8] {
        let image = try PixelBuffer.make(Size(64, 32), PixelFormat(channels, .sixteen)) { _, _, _ in 9000 }
        return FileEditing.addingPNGChunk("cICP", [9, transfer, 0, 1], to: try image.encoded(.png))
    }

    /// Jobs that paint the pixel at the top left.
    private static func jobs(_ color: RGBColor) throws -> [BlurJob] {
        let tint = try BlurLook.Tint(
            red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255, opacity: 1)
        return try [
            BlurJob(radius: 0) {
                $0.resize = Resize(width: .pixels(64), height: .pixels(64), fit: .contain)
                $0.output.background = color
            },
            BlurJob(radius: 0) { $0.fill = AreaFill([try BlurArea.Shape("xywh(0px 0px 20px 20px)")], color: color) },
            BlurJob(radius: 0) {
                ($0.blur.maximumRadius, $0.blur.minimumRadius) = (.pixels(1), .pixels(1))
                $0.blur.look = try BlurLook(tint: tint)
            },
        ]
    }

    /// The linear light of sRGB of a color of PQ or HLG with the primaries of BT.2020, where white paper has 203 cd/m².
    private static func light(_ color: [Double], isPQ: Bool) -> [Double] {
        let scene = color.map((isPQ ? LightModel.pq : .hlg).linear)
        let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
        let light = scene.map { isPQ ? $0 * 10_000 : 1000 * pow(luminance, 0.2) * $0 }
        return [
            [1.66049100, -0.58764114, -0.07284986], [-0.12455047, 1.13289990, -0.00834942],
            [-0.01815076, -0.10057890, 1.11872966],
        ].map { ($0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2]) / 203 }
    }

    @Test("look the same in pictures of high dynamic range", arguments: [UInt8(16), 18])
    func highDynamicRange(transfer: UInt8) throws {
        let isPQ = transfer == 16
        let file = try Self.file(transfer)
        for color in [Self.color, Self.white, .black] {
            for job in try Self.jobs(color) {
                let output = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
                let light = Self.light((0..<3).map { Double(output[0, 0, $0]) / 65_535 }, isPQ: isPQ)
                for (found, value) in zip(light, [color.red, color.green, color.blue]) {
                    let expected = LightModel.sRGB.linear(Double(value) / 255)
                    #expect(abs(found - expected) < 0.002, "\(found) instead of \(expected)")
                }
            }
        }
    }

    @Test("are white paper at three quarters of the signal of HLG, also in gray pictures")
    func whitePaper() throws {
        for channels in [ChannelLayout.rgb, .gray] {
            for job in try Self.jobs(Self.white) {
                let output = try PixelBuffer.decoded(job.run(from: .bytes(Self.file(18, channels))).bytes)
                #expect(abs(Double(output[0, 0, 0]) / 65_535 - 0.75) < 0.001)
            }
        }
    }

    @Test("have the luma of the color in gray pictures, whatever paints them", arguments: [UInt8(16), 18])
    func gray(transfer: UInt8) throws {
        for color in [Self.color, RGBColor(red: 0, green: 0, blue: 255), RGBColor(red: 255, green: 0, blue: 0)] {
            let luma = Luma.of(color.red, color.green, color.blue)
            for (job, same) in try zip(Self.jobs(color), Self.jobs(RGBColor(red: luma, green: luma, blue: luma))) {
                let values = try [job, same].map {
                    try PixelBuffer.decoded($0.run(from: .bytes(Self.file(transfer, .gray))).bytes)[0, 0, 0]
                }
                // the luma of a tint is not rounded
                #expect(abs(values[0] - values[1]) <= 200, "\(values)")
            }
        }
    }

    @Test("keep their values in all other pictures")
    func values() throws {
        for transfer in [UInt8(1), 13] {
            for job in try Self.jobs(Self.color) {
                let output = try PixelBuffer.decoded(job.run(from: .bytes(Self.file(transfer))).bytes)
                #expect((0..<3).map { output[0, 0, $0] } == [200 * 257, 30 * 257, 90 * 257])
            }
        }
    }

    @Test("of a filled area are one, although the colors of the image are converted", arguments: [1, 2, 3, 6, 8])
    func convertedFill(orientation: Int) throws {
        let image = try PixelBuffer.make(Size(150, 90), PixelFormat(.rgb)) { _, _, _ in 100 }
        let jpeg = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95), profile: SRGBTests.p3)
        let turned = FileEditing.oriented(jpeg, orientation)
        for size in [nil, "100x", "40x40"] {
            let job = try BlurJob(radius: 0) {
                $0.fill = AreaFill([try BlurArea.Shape("xywh(30% 30% 9% 9%)")], color: Self.color)
                ($0.output.format, $0.output.convertsToSRGB) = (.png, true)
                $0.resize = try size.map { try Resize($0) }
            }
            let output = try PixelBuffer.decoded(job.run(from: .bytes(turned)).bytes)
            let color = [200, 30, 90]
            var count = 0
            let wrong = output.exceptions { x, y, channel in
                if (0..<3).allSatisfy({ output[x, y, $0] == color[$0] }) {
                    count += 1
                    return true
                }
                // a resize has overshoots beside the area
                return abs(output[x, y, channel] - 100) <= (size == nil ? 3 : 20)
            }
            #expect(wrong == nil, "\(wrong ?? "")")
            // whole MCUs, of at least 8×8 pixels, besides the 14×9 pixels of the area
            #expect(count >= 300 * output.width * output.height / (150 * 90))
        }
    }

    @Test("have no hue in gray pictures, with a warning")
    func gray() throws {
        let file = try PixelBuffer.make(Size(64, 32), PixelFormat(.gray)) { _, _, _ in 9 }.encoded(.png)
        for (color, subject) in [(Self.color, true), (Self.white, false)] {
            let notices = try Self.jobs(color).map { try $0.run(from: .bytes(file)).notices }
            for (notices, name) in zip(notices, ["bars have", "filled areas have", "tint has"]) {
                let expected = notices.filter { $0.contains("the image is gray; the \(name) the brightness") }
                #expect(expected.count == (subject ? 1 : 0) && notices.count == expected.count, "\(notices)")
            }
        }
        let blurred = try BlurJob(radius: 0) {
            $0.resize = Resize(width: .pixels(64), height: .pixels(64), fit: .contain)
            $0.resize?.bars = .blurredImage()
            $0.output.background = Self.color
        }
        #expect(try blurred.run(from: .bytes(file)).notices.isEmpty)
    }
}
