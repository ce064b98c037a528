import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Mask files")
struct MaskFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func mask(
        _ file: [UInt8], isInverted: Bool = false, limits: ImageLimits = ImageLimits()
    ) throws -> LoadedMask {
        try MaskFile.read(
            directory.source(file, "mask"), isInverted: isInverted, besides: 0, JobContext(limits), codecs: .standard)
    }

    @Test("have the luma of opaque colors, and else the alpha")
    func channels() throws {
        let colors = try PixelBuffer.make(Size(4, 1)) { x, _, channel in x == 3 ? 255 : x == channel ? 255 : 0 }
        #expect(
            try mask(colors.encoded(.png)).mask
                == AlphaMask(width: 4, height: 1, samples: [76, 150, 29, 255] as [UInt8]))
        let opaque = try PixelBuffer.make(Size(2, 1), PixelFormat(.rgba)) { x, _, channel in
            channel == 3 || x == 1 ? 255 : 0
        }
        #expect(try mask(opaque.encoded(.png)).mask == AlphaMask(width: 2, height: 1, samples: [0, 255] as [UInt8]))
        let clear = try PixelBuffer.make(Size(2, 1), PixelFormat(.grayAlpha, .sixteen)) { x, _, channel in
            channel == 0 ? 65535 : x * 1000
        }
        #expect(try mask(clear.encoded(.png)).mask == AlphaMask(width: 2, height: 1, samples: [0, 1000] as [UInt16]))
        #expect(
            try mask(clear.encoded(.png), isInverted: true).mask
                == AlphaMask(width: 2, height: 1, samples: [0, 1000] as [UInt16], isInverted: true))
    }

    @Test("of which one image of several is read have a notice")
    func animated() throws {
        let file = try PixelBuffer.noise(Size(5, 3), PixelFormat(.gray)).encoded(.png)
        let animated = FileEditing.addingPNGChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0], to: file)
        #expect(try mask(file).notices.isEmpty)
        #expect(try mask(animated).notices == ["the mask is animated; only one of its images is read"])
    }

    @Test("are read from memory in the same way, with the same limits and errors")
    func memory() throws {
        let file = try PixelBuffer.noise(Size(5, 3), PixelFormat(.grayAlpha)).encoded(.png)
        for isInverted in [false, true] {
            let expected = try mask(file, isInverted: isInverted).mask
            #expect(try AlphaMask(file: file.span.bytes, isInverted: isInverted) == expected)
        }
        func code(_ bytes: [UInt8], _ change: (inout ImageLimits) -> Void = { _ in }) throws -> ImageError.Code? {
            var limits = ImageLimits()
            change(&limits)
            do throws(ImageError) {
                _ = try AlphaMask(file: bytes.span.bytes, limits: limits)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try code(file) == nil && code(Array(file.dropLast(20))) == .damaged)
        #expect(try code([]) == .notAnImage && code(file) { $0.inputBytes = 10 } == .overLimit)
        #expect(try code(file) { $0.pixels = 14 } == .overLimit)
        #expect(try code(Array(file.dropLast(20))) { $0.allowsDamage = true } == .damaged)
    }

    @Test("masks are turned upright", arguments: ImageOrientation.allCases)
    func orientation(orientation: ImageOrientation) throws {
        let upright = try PixelBuffer.noise(Size(5, 7), PixelFormat(.gray))
        let file = try upright.stored(orientation)
        let samples = upright.sampleValues().map { UInt8($0) }
        #expect(try mask(file).mask == AlphaMask(width: 5, height: 7, samples: samples))
    }

    @Test("that are damaged are rejected, even if damage is allowed in images")
    func damage() throws {
        let file = try PixelBuffer.noise(Size(40, 40)).encoded(.png)
        var limits = ImageLimits()
        limits.allowsDamage = true
        for end in [0, 8, 100, file.count / 2, file.count - 13] {
            let error = #expect(throws: ImageError.self) { try mask(Array(file[..<end]), limits: limits) }
            #expect(error?.code == .damaged || error?.code == .notAnImage)
            #expect(error?.file.hasSuffix("mask") == true)
        }
    }

    @Test("masks obey the limits of the job")
    func limits() throws {
        let file = try PixelBuffer.noise(Size(64, 40)).encoded(.png)
        for change in [
            { (limits: inout ImageLimits) in limits.pixels = 64 * 40 - 1 }, { $0.side = 63 },
            { $0.inputBytes = file.count - 1 }, { $0.memory = file.count + 64 * 40 },
        ] as [(inout ImageLimits) -> Void] {
            var limits = ImageLimits()
            change(&limits)
            #expect(throws: ImageError.self) { try mask(file, limits: limits) }
        }
        var job = BlurJob()
        job.maskSource = .image(try directory.source(file, "mask"))
        job.limits.time = .nanoseconds(1)
        let error = #expect(throws: ImageError.self) {
            try job.run(from: directory.source(file, "in"), to: .file(path: directory.path("out")))
        }
        #expect(error?.code == .timeout)
    }

    @Test("count in the memory of a job, with the input that is in memory while they are read")
    func jobMemory() throws {
        let input = try directory.source(TestContent.natural.image(Size(90, 60)).encoded(.png), "in")
        let mask = try PixelBuffer.noise(Size(1500, 1000), PixelFormat(.grayAlpha, .sixteen)).encoded(.png)
        var job = BlurJob()
        let plain = try job.preflight(from: input).memory
        job.maskSource = .image(try directory.source(mask, "mask"))
        // the file, and luma and alpha before one of them is chosen
        let expected = mask.count + 2 * 1500 * 1000 * 2
        let memory = try job.preflight(from: input).memory
        #expect(memory >= max(expected, plain) && memory < expected + (1 << 20), "\(memory) instead of \(expected)")
        job.limits.memory = memory
        _ = try job.run(from: input)
        job.maskCache = MaskCache()
        job.limits.memory = memory - 1
        for run in [{ _ = try job.run(from: input) }, { _ = try job.preflight(from: input) }] as [() throws -> Void] {
            #expect(#expect(throws: ImageError.self) { try run() }?.code == .overLimit)
        }
    }

    @Test(
        "written from a ramp and read back give the same picture within a step",
        arguments: [
            "radial-blur(12px, 0px 80%)", "linear-blur(20deg, 3px, 15px 60%)", "linear-blur(9px, 0px 50%, 6px)",
        ])
    func roundTrip(ramp: String) throws {
        let source = try directory.source(TestContent.natural.image(Size(150, 111)).encoded(.png), "in")
        var job = BlurJob()
        job.blur.gradients = [try BlurGradient(ramp)]
        job.alphaTarget = .file(path: directory.path("alpha"))
        let report = try job.run(from: source, to: .file(path: directory.path("out")))
        let radii = try #require(report.radii)
        var masked = BlurJob()
        masked.maskSource = .image(.file(path: directory.path("alpha")))
        (masked.blur.maximumRadius, masked.blur.minimumRadius) = (.pixels(radii.upperBound), .pixels(radii.lowerBound))
        _ = try masked.run(from: source, to: .file(path: directory.path("masked")))
        func samples(_ name: String) throws -> [Int] {
            try PixelBuffer.decoded(directory.read(name))
                .sampleValues()
        }
        let (direct, again) = (try samples("out"), try samples("masked"))
        #expect(zip(direct, again).allSatisfy { abs($0 - $1) <= 1 } && direct.count == again.count)
    }

    @Test("are read once for several jobs, and again when they have changed")
    func cache() throws {
        let cache = MaskCache()
        let source = try directory.source(
            PixelBuffer.noise(Size(20, 10), PixelFormat(.gray), seed: 1).encoded(.png), "mask")
        func read(_ isInverted: Bool = false, _ change: (inout ImageLimits) -> Void = { _ in }) throws -> AlphaMask {
            var limits = ImageLimits()
            change(&limits)
            return try cache.mask(source, isInverted: isInverted, limits) { () throws(ImageError) in
                try MaskFile.read(source, isInverted: isInverted, besides: 0, JobContext(limits), codecs: .standard)
            }.mask
        }
        let first = try read()
        // the same memory, not an equal mask
        #expect(try read().samples === first.samples && read { $0.memory /= 2 }.samples === first.samples)
        #expect(try read(true) == first.inverted)
        #expect(throws: ImageError.self) { try read { $0.pixels = 199 } }
        _ = try directory.source(PixelBuffer.noise(Size(20, 10), PixelFormat(.gray), seed: 2).encoded(.png), "mask")
        #expect(try read() != first)
        try FileManager.default.removeItem(atPath: directory.path("mask"))
        #expect(throws: ImageError.self) { try read() }
    }

    @Test("CMYK masks are rejected")
    func cmyk() throws {
        let file = try PixelBuffer.noise(Size(9, 9), PixelFormat(.cmyk)).encoded(.jpeg(JPEGStyle(.cmyk), quality: 90))
        let error = #expect(throws: ImageError.self) { try mask(file) }
        #expect(error?.code == .unsupported)
    }

    @Test("of one column blur rows, are part of the digest, and are written again as they were read")
    func job() throws {
        let image = try PixelBuffer.noise(Size(30, 64))
        let ramp = try PixelBuffer.make(Size(1, 64), PixelFormat(.gray, .sixteen)) { _, y, _ in y * 1000 }
        var job = BlurJob()
        job.maskSource = .image(try directory.source(ramp.encoded(.png), "mask"))
        job.writesDigest = true
        let (source, path) = (try directory.source(image.encoded(.png), "in"), directory.path("out"))
        job.alphaTarget = .file(path: directory.path("alpha"))
        let report = try job.run(from: source, to: .file(path: path))
        #expect(report.radii == 0...20)
        #expect(
            report.notices == [
                "the mask of 1×64 pixels has other proportions than the image of 30×64 pixels; it is stretched"
            ])
        let samples = (0..<64).map { UInt16($0 * 1000) }
        let field = BlurField.mask(
            try MaskRamp(AlphaMask(width: 1, height: 64, samples: samples), maximumRadius: 20))
        let expected = try ProgressiveBlur(field: field).blurred(image)
        let found = try PixelBuffer.decoded([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(found.sampleValues() == expected.sampleValues())
        let alpha = try PixelBuffer.decoded(directory.read("alpha"))
        #expect(alpha.format == PixelFormat(.gray, .sixteen))
        for y in 0..<64 { #expect(alpha.row(y) == [Int](repeating: y * 1000, count: 30)) }
        // the same file again is recognized, another mask of the same name is not
        job.existing = .skipSame
        #expect(try job.run(from: source, to: .file(path: path)).isSkipped)
        job.isMaskInverted = true
        #expect(!(try job.run(from: source, to: .file(path: path)).isSkipped))
        job.isMaskInverted = false
        _ = try directory.source(PixelBuffer.noise(Size(1, 64), PixelFormat(.gray)).encoded(.png), "mask")
        #expect(!(try job.run(from: source, to: .file(path: path)).isSkipped))
    }

    @Test("count in the memory estimate, and are checked by the preflight")
    func preflight() throws {
        var job = BlurJob()
        let source = try directory.source(PixelBuffer.noise(Size(30, 64)).encoded(.png), "in")
        let target = OutputTarget.file(path: directory.path("out"))
        let without = try job.preflight(from: source, to: target).memory
        job.maskSource = .image(
            try directory.source(
                PixelBuffer.make(Size(400, 1), PixelFormat(.gray)) { _, _, _ in 7 }.encoded(.png), "m"))
        // a sample of 16 bits for each column of the image is the average of those of the mask
        #expect(try job.preflight(from: source, to: target).memory == without + 400 + 2 * 30)
        job.maskSource = .image(.file(path: directory.path("missing")))
        let error = #expect(throws: ImageError.self) { try job.preflight(from: source, to: target) }
        #expect(error?.code == .unreadable && error?.file == directory.path("missing"))
    }
}
