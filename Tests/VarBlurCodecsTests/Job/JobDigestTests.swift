import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Job digest")
struct JobDigestTests {
    private static let changes: [@Sendable (inout BlurJob) -> Void] = [
        { $0.blur.maximumRadius = .pixels(21) }, { $0.blur.maximumRadius = .percent(2000) },
        { $0.blur.minimumRadius = .pixels(1) }, { $0.blur.direction = .left }, { $0.blur.startOffset = 0.1 },
        { $0.blur.reach = .percent(90) }, { $0.blur.reach = .pixels(90) },
        { $0.blur.edges = .wrap }, { $0.output.format = .png },
        { $0.output.jpegQuality = 90 }, { $0.output.jpegIsProgressive = true }, { $0.output.jpegIsProgressive = false },
        { $0.output.jpegSmoothing = .on }, { $0.output.jpegSmoothing = .off },
        { $0.output.pngCompression = .small }, { $0.output.background = RGBColor(red: 1, green: 2, blue: 3) },
        { $0.output.webPQuality = .lossless }, { $0.output.webPQuality = .lossy(90) },
        { $0.output.stripping = .safe }, { $0.limits.allowsDamage = true },
        { $0.blur.directions = [.top, .bottom] }, { $0.blur.directions = [.bottom, .top] },
        { $0.blur.easing = .sine }, { $0.blur.easing = .ease },
        { $0.blur.gradients = [gradient("linear-blur(0px, 9px)")] },
        { $0.blur.gradients = [gradient("linear-blur(0px, 8px)")] },
        { $0.blur.gradients = [gradient("linear-blur(0px, 8px)"), gradient("radial-blur(0px, 8px)")] },
        { $0.blur.areas = [area("area-blur(circle(4px), 9px)")] },
        { $0.blur.areas = [area("area-blur(circle(4px), 9px, feather 2px)")] },
        { $0.blur.areas = [area("area-blur(circle(4px), 8px)")] },
        { $0.fill = AreaFill([.circle()], color: RGBColor(red: 0, green: 0, blue: 0)) },
        { $0.fill = AreaFill([.circle()], color: RGBColor(red: 0, green: 0, blue: 1)) },
        { $0.fill = AreaFill([.circle(), .ellipse()], color: RGBColor(red: 0, green: 0, blue: 1)) },
        { $0.blur.areas = [area("area-blur(outside circle(4px), 9px)")] },
        {
            $0.fill = AreaFill([.circle()], color: RGBColor(red: 0, green: 0, blue: 1)); $0.fill?.isInverted = true
        },
        { $0.turn = .right }, { $0.turn = .upMirrored }, { $0.sharpening = 1 }, { $0.sharpening = 2 },
        { $0.blur.mosaic = .pixels(9) }, { $0.blur.mosaic = .percent(9) },
        { $0.blur.look = look(saturation: 2) }, { $0.blur.look = look(grain: 2) },
        { $0.blur.look = look(dithers: true) },
        { $0.blur.light = .linear }, { $0.output.avifQuality = 50 }, { $0.output.avifSpeed = 3 },
        { $0.output.jxlQuality = 50 }, { $0.output.jxlEffort = 3 },
        { $0.output.quality = 50 }, { $0.output.jpegOptimizesCodes = true },
        { $0.blur.look = look(tint: 0.5) }, { $0.blur.look = look(tint: 0.6) },
        { $0.blur.matte = mask([0, 1]) }, { $0.blur.matte = mask([0, 2]) }, { $0.blur.matte = mask([0, 1]).inverted },
        { $0.blur.mask = mask([0, 1]) }, { $0.blur.mask = mask([0, 2]) }, { $0.blur.mask = mask([0, 1]).inverted },
    ]

    private static func gradient(_ text: String) -> BlurGradient {
        guard let gradient = try? BlurGradient(text) else { preconditionFailure() }
        return gradient
    }

    private static func area(_ text: String) -> BlurArea {
        guard let area = try? BlurArea(text) else { preconditionFailure() }
        return area
    }

    private static func mask(_ samples: [UInt8]) -> AlphaMask {
        guard let mask = try? AlphaMask(width: 2, height: 1, samples: samples) else { preconditionFailure() }
        return mask
    }

    private static func look(
        tint: Double? = nil, saturation: Double = 1, grain: Double = 0, dithers: Bool = false
    ) -> BlurLook {
        let color = tint.flatMap { try? BlurLook.Tint(red: $0, green: 0, blue: 0) }
        guard let look = try? BlurLook(tint: color, saturation: saturation, grain: grain, dithers: dithers) else {
            preconditionFailure()
        }
        return look
    }

    @Test("differs for all settings that affect the output")
    func relevantSettings() {
        let texts =
            [JobDigest.settings(of: BlurJob(), .jpeg)]
            + Self.changes.map { JobDigest.settings(of: BlurJob($0), .jpeg) }
        #expect(Set(texts).count == texts.count)
    }

    @Test("is the same for settings that do not affect the output")
    func irrelevantSettings() {
        var job = BlurJob()
        job.blur.execution = BlurExecution(threadCount: 7, instructionSet: .portable)
        (job.output.isDurable, job.output.format) = (false, .jpeg)
        (job.output.keepsTime, job.output.facts) = (true, [.sha256])
        #expect(JobDigest.settings(of: job, .jpeg) == JobDigest.settings(of: BlurJob(), .jpeg))
    }

    @Test("the digest covers all settings")
    func complete() {
        // a new setting has to be added to the digest, or to the test of settings that do not affect the output
        #expect(Mirror(reflecting: BlurSettings()).children.count == 15)
        #expect(Mirror(reflecting: OutputSettings()).children.count == 18)
    }
}
