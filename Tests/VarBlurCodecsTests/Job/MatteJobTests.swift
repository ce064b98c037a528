import CImageCodecs
import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs with a matte")
struct MatteJobTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A matte that is 1 in a rectangle.
    private func rectangle(_ size: Size, _ x: Range<Int>, _ y: Range<Int>) throws -> PixelBuffer {
        try PixelBuffer.make(size, PixelFormat(.gray)) { column, row, _ in
            x.contains(column) && y.contains(row) ? 255 : 0
        }
    }

    private func mask(_ image: borrowing PixelBuffer) throws -> AlphaMask {
        try AlphaMask(width: image.width, height: image.height, samples: image.sampleValues().map { UInt8($0) })
    }

    private let uniformJob = BlurJob(radius: 6) { $0.blur.minimumRadius = .pixels(6) }

    @Test("give what the library gives, from a file and as a setting, with the output's size")
    func pixels() throws {
        let image = try TestContent.natural.image(Size(180, 120))
        let matte = try rectangle(Size(180, 120), 60..<130, 40..<90)
        let field = try BlurGradient(maximumRadius: 6, minimumRadius: 6).field
        let expected = try ProgressiveBlur(field: field, matte: mask(matte)).blurred(image)
        let (file, source) = (try image.encoded(.png), try directory.source(matte.encoded(.png), "matte"))
        var job = uniformJob
        job.blur.matte = try mask(matte)
        #expect(try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes).sampleValues() == expected.sampleValues())
        job = uniformJob
        job.matteSource = .image(source)
        let report = try job.run(from: .bytes(file))
        #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == expected.sampleValues())
        #expect(report.notices.isEmpty && report.radii == 6...6)
        job.isMatteInverted = true
        let inverted = try ProgressiveBlur(field: field, matte: mask(matte).inverted).blurred(image)
        #expect(try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes).sampleValues() == inverted.sampleValues())
        // the matte covers the output, not the input
        job = uniformJob
        job.matteSource = .image(source)
        job.resize = Resize(width: .pixels(90), height: .pixels(60))
        let small = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
        job.matteSource = nil
        (job.blur.maximumRadius, job.blur.minimumRadius) = (.zero, .zero)
        let sharp = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
        let wrong = sharp.exceptions { x, y, channel in
            !(31..<64).contains(x) || !(21..<44).contains(y) || sharp[x, y, channel] == small[x, y, channel]
        }
        #expect(wrong == nil && small.sampleValues() != sharp.sampleValues())
    }

    @Test("report a matte of other proportions, beside a mask")
    func notices() throws {
        var job = BlurJob()
        job.maskSource = .image(
            try directory.source(
                PixelBuffer.make(Size(10, 64), PixelFormat(.gray)) { _, y, _ in y * 4 }.encoded(.png), "mask"))
        job.matteSource = .image(try directory.source(rectangle(Size(8, 8), 2..<5, 1..<7).encoded(.png), "matte"))
        job.maskCache = MaskCache()
        let image = try PixelBuffer.noise(Size(30, 64)).encoded(.png)
        for _ in 0..<2 {
            #expect(
                try job.run(from: .bytes(image)).notices == [
                    "the mask of 10×64 pixels has other proportions than the image of 30×64 pixels; it is stretched",
                    "the matte of 8×8 pixels has other proportions than the image of 30×64 pixels; it is stretched",
                ])
        }
    }

    @Test("are part of the digest: another matte of the same name is another job")
    func digest() throws {
        var job = uniformJob
        (job.writesDigest, job.existing, job.maskCache) = (true, .replace, MaskCache())
        job.matteSource = .image(try directory.source(rectangle(Size(30, 20), 3..<9, 4..<10).encoded(.png), "matte"))
        let (source, path) = (
            try directory.source(PixelBuffer.noise(Size(30, 20)).encoded(.png), "in"), directory.path("out")
        )
        _ = try job.run(from: source, to: .file(path: path))
        job.existing = .skipSame
        #expect(try job.run(from: source, to: .file(path: path)).isSkipped)
        _ = try directory.source(rectangle(Size(30, 20), 3..<12, 4..<10).encoded(.png), "matte")
        #expect(!(try job.run(from: source, to: .file(path: path)).isSkipped))
        #expect(try job.run(from: source, to: .file(path: path)).isSkipped)
        job.isMatteInverted = true
        #expect(!(try job.run(from: source, to: .file(path: path)).isSkipped))
    }

    @Test("count the matte in the memory, and report one that is missing, damaged, or CMYK")
    func errors() throws {
        var job = uniformJob
        let source = try directory.source(PixelBuffer.noise(Size(30, 64)).encoded(.png), "in")
        let target = OutputTarget.file(path: directory.path("out"))
        job.blur.matte = try AlphaMask(width: 1, height: 1, samples: [0] as [UInt8])
        let without = try job.preflight(from: source, to: target).memory
        job.blur.matte = nil
        let file = try PixelBuffer.noise(Size(400, 10), PixelFormat(.gray)).encoded(.png)
        job.matteSource = .image(try directory.source(file, "matte"))
        #expect(try job.preflight(from: source, to: target).memory == without + 3999 + 2 * 30 * 10)
        job.matteSource = .image(.file(path: directory.path("missing")))
        let missing = #expect(throws: ImageError.self) { try job.preflight(from: source, to: target) }
        #expect(missing?.code == .unreadable && missing?.file == directory.path("missing"))
        job.matteSource = .image(try directory.source(Array(file[..<(file.count / 2)]), "matte"))
        job.limits.allowsDamage = true
        let damaged = #expect(throws: ImageError.self) { try job.run(from: source, to: target) }
        #expect(damaged?.file == directory.path("matte"))
        let inks = try PixelBuffer.noise(Size(16, 16), PixelFormat(.cmyk))
        job.matteSource = .image(try directory.source(inks.encoded(.jpeg(JPEGStyle(.cmyk), quality: 90)), "matte"))
        let cmyk = #expect(throws: ImageError.self) { try job.run(from: source, to: target) }
        #expect(cmyk.map { "\($0)".contains("a CMYK image cannot be a matte") } == true)
        #expect(throws: (any Error).self) { try directory.read("out") }
    }

    @Test("keep the coefficients of blocks that are wholly in front, or clear")
    func coefficients() throws {
        let image = try TestContent.natural.image(Size(320, 240))
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.startOffset) = (.pixels(7), 0.25)
        job.blur.matte = try mask(rectangle(Size(320, 240), 100..<260, 0..<240))
        let output = try job.run(from: .bytes(file)).bytes
        let before = try PixelBuffer.decoded(file)
        let after = try PixelBuffer.decoded(output)
        // MCUs have 16 × 16 pixels at most; libjpeg interpolates chroma across their edges
        let wrong = after.exceptions { x, y, channel in
            let isKept = (114..<238).contains(x) || y > 194
            return !isKept || after[x, y, channel] == before[x, y, channel]
        }
        #expect(wrong == nil && after[30, 30, 0] != before[30, 30, 0])
    }

    @Test("keep the compressed rows of PNG files that are wholly in front")
    func rows() throws {
        let image = try PixelBuffer.noise(Size(300, 400))
        let file = try image.encoded(.png)
        var job = uniformJob
        job.blur.matte = try mask(rectangle(Size(300, 400), 0..<300, 0..<300))
        let output = try job.run(from: .bytes(file)).bytes
        let (before, after) = (FileEditing.pixelData(of: file), FileEditing.pixelData(of: output))
        // the first two bytes tell how the data is compressed
        let common = zip(before.dropFirst(2), after.dropFirst(2)).prefix { $0 == $1 }.count
        #expect(common > before.count / 2)
        let result = try PixelBuffer.decoded(output)
        let wrong = result.exceptions { x, y, channel in
            y >= 300 || result[x, y, channel] == image[x, y, channel]
        }
        #expect(wrong == nil && result[5, 350, 0] != image[5, 350, 0])
    }

    @Test("of several outputs share the matte")
    func outputs() throws {
        var job = uniformJob
        job.matteSource = .image(try directory.source(rectangle(Size(60, 40), 20..<40, 10..<30).encoded(.png), "matte"))
        let source = try directory.source(TestContent.natural.image(Size(120, 80)).encoded(.png), "in")
        var outputs: [BlurJob.Output] = []
        var alone: [[UInt8]] = []
        for width in [60.0, 30] {
            job.resize = Resize(width: .pixels(width), height: nil)
            alone.append(try job.run(from: source).bytes)
            outputs.append(BlurJob.Output(resize: job.resize))
        }
        let together = try job.run(from: source, to: outputs).map { try $0.get().bytes }
        #expect(together == alone)
    }
}
