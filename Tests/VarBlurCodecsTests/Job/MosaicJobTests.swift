import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs with a mosaic")
struct MosaicJobTests {
    @Test("mix the image as displayed with its cells, on any number of threads", arguments: ImageOrientation.allCases)
    func orientations(orientation: ImageOrientation) throws {
        let upright = try PixelBuffer.noise(Size(53, 40))
        let file = try upright.stored(orientation)
        for direction in [BlurDirection.top, .left] {
            for threads in [1, 4] {
                var job = BlurJob()
                (job.blur.mosaic, job.blur.direction, job.blur.execution.threadCount) = (.pixels(7), direction, threads)
                let result = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
                let expected = try job.blur.progressiveBlur(width: 53, height: 40).blurred(upright)
                let isSame = result.sampleValues() == expected.sampleValues()
                #expect(isSame, "\(direction) \(threads)")
            }
        }
    }

    @Test("are streamed, with the same bytes as from an image in memory, and share prepared blurs")
    func streams() throws {
        let image = try TestContent.natural.image(Size(700, 500))
        for format in [ImageFormat.png, .jpeg] {
            let file = try image.encoded(format.usualEncoding)
            var job = BlurJob()
            (job.blur.mosaic, job.output.format) = (.pixels(24), .png)
            let cache = RowBlurCache()
            let plain = try job.run(from: .bytes(file)).bytes
            job.blurCache = cache
            for threads in [1, 3, 2] {
                job.blur.execution.threadCount = threads
                let isSame = try job.run(from: .bytes(file)).bytes == plain
                #expect(isSame, "\(format) \(threads)")
            }
            var decoder = try ImageDecoder(file.span.bytes)
            let blur = try job.blur.progressiveBlur(width: 700, height: 500)
            let expected = try blur.blurred(decoder.readUprightImage()).sampleValues()
            let isExpected = try PixelBuffer.decoded(plain).sampleValues() == expected
            #expect(isExpected)
        }
    }

    @Test("keep the data of a JPEG file where nothing changes", arguments: [7.0, 16])
    func keptData(side: Double) throws {
        let image = try TestContent.natural.image(Size(240, 200))
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        var job = BlurJob()
        job.blur.directions = []
        job.blur.areas = [try BlurArea("area-blur(xywh(64px 48px 80px 64px), 0px)")]
        (job.blur.mosaic, job.output.jpegSmoothing) = (.pixels(side), .off)
        let report = try job.run(from: .bytes(file), to: .memory)
        #expect(report.keepsData)
        let before = try PixelBuffer.decoded(file).sampleValues()
        let after = try PixelBuffer.decoded(report.bytes)
        let blur = try job.blur.progressiveBlur(width: 240, height: 200)
        let mosaic = try blur.blurred(PixelBuffer.decoded(file))
        var (sum, count) = (0, 0)
        let wrong = after.exceptions { x, y, channel in
            if (64..<144).contains(x) && (48..<112).contains(y) {
                (sum, count) = (sum + abs(after[x, y, channel] - mosaic[x, y, channel]), count + 1)
            }
            // decoders interpolate chroma between MCUs
            if (62..<146).contains(x) && (46..<114).contains(y) { return true }
            return after[x, y, channel] == before[(y * 240 + x) * 3 + channel]
        }
        #expect(wrong == nil)
        #expect(Double(sum) / Double(count) < 4)
    }

    @Test("cannot be combined with a matte or a side of 0")
    func mistakes() throws {
        let file = try PixelBuffer.noise(Size(9, 9)).encoded(.png)
        var job = BlurJob()
        job.blur.mosaic = .pixels(0)
        #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
        job.blur.mosaic = .pixels(2)
        job.blur.matte = try AlphaMask(width: 1, height: 1, samples: [1 as Float])
        #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
        for (options, message) in [
            (["mosaic": "0"], "greater than 0"), (["mosaic": "-3px"], "greater than 0"),
            (["mosaic": "16", "area": "circle()", "area-fill": "red"], "cannot be combined"),
        ] {
            #expect { try BlurJob(options: options) } throws: { "\($0)".contains(message) }
        }
        let both = ["mosaic": "16", "area": "circle()", "area-fill": "red", "direction": "top"]
        #expect(try BlurJob(options: both).blur.mosaic == .pixels(16))
    }
}
