import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs
@testable import VarBlurScenes

@Suite("The colors of images")
struct SceneColorTests {
    /// The profile of Display P3: its primaries, adapted to D50, and the transfer curve of sRGB.
    private static let displayP3: ICCProfile = {
        func number(_ value: Double) -> [UInt8] {
            let fixed = Int32((value * 65536).rounded())
            return (0..<4).map { UInt8(truncatingIfNeeded: fixed >> Int32(8 * (3 - $0))) }
        }
        func color(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
            Array("XYZ ".utf8) + [0, 0, 0, 0] + number(x) + number(y) + number(z)
        }
        var profile = HandmadeProfile(
            curve: HandmadeProfile.parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))
        profile.add("wtpt", color(0.9642, 1, 0.8249))
        profile.add("rXYZ", color(0.51512, 0.24120, -0.00105))
        profile.add("gXYZ", color(0.29198, 0.69225, 0.04189))
        profile.add("bXYZ", color(0.15710, 0.06657, 0.78407))
        return ICCProfile(bytes: profile.bytes)
    }()

    @Test("of Display P3 are those that Pillow shows, within 2 steps", .enabled(if: Program.python != nil))
    func displayP3() throws {
        let python = try #require(Program.python)
        let directory = try TemporaryDirectory()
        // all combinations of nine levels, with and without alpha
        let image = try PixelBuffer.make(TestSupport.Size(81, 9), PixelFormat(.rgb)) { x, y, channel in
            min([x % 9, x / 9, y][channel] * 32, 255)
        }
        try directory.write(try image.encoded(.png, profile: Self.displayP3), to: "p3.png")
        let script = """
            import io
            from PIL import Image, ImageCms
            image = Image.open("p3.png")
            source = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
            result = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), 0)
            open("srgb", "wb").write(result.tobytes())
            """
        let outcome = try python.run(["-c", script], in: directory.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let expected = try directory.read("srgb")
        let scene = Scene(canvas: SceneCanvas(), layers: [SceneLayer(.image(ImageLayer("p3.png")))])
        let drawn = try SceneRenderer(SceneResources(directory: directory.url.path)).render(scene)
        var (greatest, changed) = (0, 0)
        for y in 0..<9 {
            for x in 0..<81 {
                for channel in 0..<3 {
                    let value = drawn[x, y, 2 - channel]
                    greatest = max(greatest, abs(value - Int(expected[(y * 81 + x) * 3 + channel])))
                    if abs(value - image[x, y, channel]) > 8 { changed += 1 }
                }
            }
        }
        #expect(greatest <= 2, "\(greatest)")
        // the profile makes a difference
        #expect(changed > 300, "\(changed)")
    }

    /// A profile of RGB with a curve of one exponent, in units of 1/256.
    private static func profile(exponent: Int) -> ICCProfile {
        var profile = HandmadeProfile(curve: HandmadeProfile.curve([exponent]))
        profile.addPrimaries([
            [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
        ])
        return ICCProfile(bytes: profile.bytes)
    }

    @Test(
        "of gray images are converted through a profile of RGB, as the command does it",
        .enabled(if: ColorTransform.isAvailable), arguments: [256, 460],
        [ImageEncoding.png, .jpeg(JPEGStyle(.gray), quality: 100), .webP(.lossless)])
    func grays(exponent: Int, encoding: ImageEncoding) throws {
        let channels: ChannelLayout = encoding.format == .webP ? .rgb : .gray
        let image = try PixelBuffer.make(TestSupport.Size(256, 8), PixelFormat(channels)) { x, _, _ in x }
        let file = try image.encoded(encoding, profile: Self.profile(exponent: exponent))
        let job = BlurJob(radius: 0, format: .png) { $0.output.convertsToSRGB = true }
        let expected = try PixelBuffer.decoded(try job.run(from: .bytes(file)).bytes)
        let drawn = try draw(file)
        var changed = 0
        for x in 0..<256 {
            let value = expected[x, 4, 0]
            for channel in 0..<3 { #expect(abs(drawn[x, 4, channel] - value) <= 1, "\(x)") }
            if abs(value - image[x, 4, 0]) > 8 { changed += 1 }
        }
        #expect(changed > (exponent == 256 ? 200 : 0), "\(changed)")
    }

    @Test("of translucent gray images are those of opaque ones", .enabled(if: ColorTransform.isAvailable))
    func translucentGrays() throws {
        let profile = Self.profile(exponent: 256)
        func drawing(alpha: Int, _ channels: ChannelLayout) throws -> PixelBuffer {
            let image = try PixelBuffer.make(TestSupport.Size(256, 8), PixelFormat(channels)) { x, _, channel in
                channel == 0 ? x : alpha
            }
            return try draw(try image.encoded(.png, profile: profile))
        }
        let opaque = try drawing(alpha: 255, .gray)
        for alpha in [0, 1, 128, 255] {
            let drawn = try drawing(alpha: alpha, .grayAlpha)
            for x in 0..<256 {
                #expect(drawn[x, 4, 3] == alpha)
                // the premultiplied gray is rounded before it is converted
                let tolerance = alpha == 255 ? 0 : min(8, alpha)
                for channel in 0..<3 {
                    let exact = opaque[x, 4, channel] * alpha / 255
                    #expect(abs(drawn[x, 4, channel] - exact) <= tolerance, "\(x) \(alpha)")
                }
            }
        }
    }

    private func draw(_ file: [UInt8]) throws -> PixelBuffer {
        var resources = SceneResources()
        resources.files["image"] = file
        let scene = Scene(canvas: SceneCanvas(), layers: [SceneLayer(.image(ImageLayer("image")))])
        return try SceneRenderer(resources).render(scene)
    }
}
