import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Color profiles and the pixels that they describe")
struct ProfileFitTests {
    private static let spaces = ["GRAY", "RGB ", "CMYK", "Lab "]

    private static func profile(_ space: String) -> ICCProfile {
        ICCProfile(bytes: HandmadeProfile(space: space).bytes)
    }

    /// The encodings of pixels with some channels.
    private static func encodings(_ channels: ChannelLayout) -> [ImageEncoding] {
        switch channels {
        case .gray: [.png, .jpeg(JPEGStyle(.gray), quality: 90)]
        case .grayAlpha: [.png]
        case .rgb: [.png, .jpeg(JPEGStyle(.yCbCr), quality: 90), .webP(.lossless)]
        case .cmyk: [.jpeg(JPEGStyle(.cmyk), quality: 90)]
        default: [.png, .webP(.lossless)]
        }
    }

    @Test("A profile is copied if it describes the output's pixels, from every format to every format")
    func copies() throws {
        _ = try HEIFFiles()
        for channels in [ChannelLayout.gray, .grayAlpha, .rgb, .rgba, .cmyk] {
            let image = try PixelBuffer.noise(Size(8, 8), PixelFormat(channels))
            for (encoding, space) in Self.encodings(channels).flatMap({ e in Self.spaces.map { (e, $0) } }) {
                let file = try image.encoded(encoding, profile: Self.profile(space))
                for format in [ImageFormat.png, .jpeg, .webP, .avif] where channels != .cmyk || format == .jpeg {
                    var job = BlurJob(radius: 0, format: format)
                    job.output.background = RGBColor(red: 255, green: 255, blue: 255)
                    let report = try job.run(from: .bytes(file))
                    let header = try ImageHeader.of(report.bytes)
                    let isGray = header.pixelFormat.channels == .gray || header.pixelFormat.channels == .grayAlpha
                    let fits = channels == .cmyk ? space == "CMYK" : space == "RGB " || space == "GRAY" && isGray
                    let label = "\(channels) \(encoding.format.name) \(space) to \(format.name)"
                    // the readers of other formats ignore a profile of RGB for gray pixels
                    #expect(!isGray || space != "RGB " || format == .jpeg, "\(label)")
                    #expect((header.profile?.bytes == Self.profile(space).bytes) == fits, "\(label)")
                    #expect((header.profile == nil) == !fits, "\(label)")
                    #expect(report.notices.contains { $0.contains("color profile does not fit") } == !fits, "\(label)")
                }
            }
        }
    }

    @Test("A profile of another kind of image is not used by a conversion to sRGB, with a notice")
    func conversion() throws {
        for channels in [ChannelLayout.gray, .grayAlpha, .rgb, .rgba, .cmyk] {
            let image = try PixelBuffer.noise(Size(8, 8), PixelFormat(channels))
            for (encoding, space) in Self.encodings(channels).flatMap({ e in Self.spaces.map { (e, $0) } }) {
                let profile = Self.profile(space)
                if profile.fits(channels) { continue }
                let job = BlurJob(radius: 0, format: .png) { $0.output.convertsToSRGB = true }
                let plain = try job.run(from: .bytes(image.encoded(encoding)))
                let report = try job.run(from: .bytes(image.encoded(encoding, profile: profile)))
                let pixels = try PixelBuffer.decoded(report.bytes).sampleValues()
                let label = "\(channels) \(encoding.format.name) \(space)"
                #expect(try pixels == PixelBuffer.decoded(plain.bytes).sampleValues(), "\(label)")
                #expect(try ImageHeader.of(report.bytes).profile == nil, "\(label)")
                let notices = report.notices.filter { !plain.notices.contains($0) }
                let rest =
                    channels == .cmyk
                    ? "its colors are converted by a simple formula, and look different in print"
                    : "the colors are taken as those of sRGB"
                let text = "does not fit the \(channels.colorName) image and is not used; \(rest)"
                #expect(notices.count == 1 && notices[0].hasSuffix(text), "\(label): \(notices)")
                #expect(!report.notices.contains { $0.contains("has no color profile") }, "\(label)")
            }
        }
    }

    @Test("Gray pixels with a profile of RGB have equal colors, unless the output is JPEG or loses the profile")
    func colorsOfGrays() throws {
        _ = try HEIFFiles()
        var profile = HandmadeProfile(curve: HandmadeProfile.curve([460]))
        profile.addPrimaries([
            [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
        ])
        for (channels, colors) in [(ChannelLayout.gray, ChannelLayout.rgb), (.grayAlpha, .rgba)] {
            let image = try PixelBuffer.noise(Size(9, 7), PixelFormat(channels))
            let file = try image.encoded(.png, profile: ICCProfile(bytes: profile.bytes))
            for format in [ImageFormat.png, .jxl] {
                var job = BlurJob(radius: 0, format: format)
                let report = try job.run(from: .bytes(file))
                #expect(report.notices.isEmpty && report.bytes.count > 0)
                let result = try PixelBuffer.decoded(report.bytes)
                #expect(result.format.channels == colors)
                for channel in 0..<3 { #expect(result[4, 3, channel] == image[4, 3, 0]) }
                job.output.stripping = .all
                #expect(try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes).format == image.format)
            }
        }
    }

    @Test(
        "Gray pixels are converted to sRGB through a profile of RGB", .enabled(if: ColorTransform.isAvailable),
        arguments: [ChannelLayout.gray, .grayAlpha], SampleDepth.integers)
    func grays(channels: ChannelLayout, depth: SampleDepth) throws {
        var profile = HandmadeProfile(curve: HandmadeProfile.curve([460]))
        profile.addPrimaries([
            [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
        ])
        let image = try PixelBuffer.noise(Size(40, 30), PixelFormat(channels, depth))
        var job = BlurJob()
        (job.blur.maximumRadius, job.output.convertsToSRGB) = (.pixels(0), true)
        let file = try image.encoded(.png, profile: ICCProfile(bytes: profile.bytes))
        let report = try job.run(from: .bytes(file))
        let header = try ImageHeader.of(report.bytes)
        let result = try PixelBuffer.decoded(report.bytes)
        #expect(report.notices.isEmpty && header.profile == nil && result.format == image.format)
        let curve = try TransferCurve(gamma: 460.0 / 256)
        for y in 0..<image.height {
            for x in 0..<image.width {
                let light = curve.linear(Double(image[x, y, 0]) / depth.fullScale)
                let value = Double(result[x, y, 0]) / depth.fullScale * 255
                #expect(abs(value - TransferCurve.sRGB.encoded(light) * 255) <= 0.6)
                if channels.hasAlpha { #expect(result[x, y, 1] == image[x, y, 1]) }
            }
        }
        job.output.format = .webP
        let web = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
        let gray = Double(result[3, 4, 0]) / depth.fullScale * 255
        #expect(abs(Double(web[3, 4, 2]) - gray) <= 1)
    }
}
