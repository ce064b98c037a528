import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Inverted filled areas")
struct InvertedFillTests {
    private static let size = Size(150, 133)
    private static let color = RGBColor(red: 200, green: 30, blue: 90)

    /// Whether the rectangle or the triangle covers a pixel wholly.
    private static func isCovered(_ x: Int, _ y: Int) -> Bool {
        if (30..<71).contains(x) && (20..<53).contains(y) { return true }
        // the triangle is convex
        return [(0, 0), (1, 0), (0, 1), (1, 1)].allSatisfy { dx, dy in
            let (px, py) = (Double(x + dx), Double(y + dy))
            func side(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) -> Bool {
                (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= 0
            }
            let sides = (side(10, 120, 60, 80), side(60, 80, 55, 130), side(55, 130, 10, 120))
            return sides == (true, true, true) || sides == (false, false, false)
        }
    }

    /// The image with other values where a condition holds.
    private static func changed(
        _ image: borrowing PixelBuffer, where condition: (_ x: Int, _ y: Int) -> Bool
    ) throws -> PixelBuffer {
        let noise = try TestContent.whiteNoise.image(size, image.format)
        return try PixelBuffer.make(size, image.format) { x, y, channel in
            condition(x, y) ? noise[x, y, channel] : image[x, y, channel]
        }
    }

    @Test("leave exactly the pixels and blocks that a shape covers, and no trace of others")
    func inverted() throws {
        var job = BlurJob()
        job.blur.directions = []
        job.fill = try AreaFill(
            [
                BlurArea.Shape("xywh(30px 20px 41px 33px)"),
                BlurArea.Shape("polygon(10px 120px, 60px 80px, 55px 130px)"),
            ],
            color: Self.color)
        job.fill?.isInverted = true
        for format in [PixelFormat(.rgb), PixelFormat(.rgba, .sixteen)] {
            let image = try PixelBuffer.noise(Self.size, format)
            let output = try PixelBuffer.decoded(try job.run(from: .bytes(image.encoded(.png))).bytes)
            let pixel = format.pixel(of: Self.color)
            let wrong = output.exceptions { x, y, channel in
                if Self.isCovered(x, y) { return output[x, y, channel] == image[x, y, channel] }
                let depth = format.depth.byteCount
                return output[x, y, channel] == Int(pixel[channel * depth]) * (depth == 2 ? 257 : 1)
            }
            #expect(wrong == nil, "\(format)")
            var painted = try image.copy()
            try #require(job.fill).paint(&painted, width: Self.size.width, height: Self.size.height)
            #expect(painted.sampleValues() == output.sampleValues())
        }
        let image = try PixelBuffer.noise(Self.size, PixelFormat(.rgb))
        let other = try Self.changed(image) { x, y in !(40..<71).contains(x) || !(24..<48).contains(y) }
        for encoding in [ImageEncoding.png, .jpeg(JPEGStyle(.yCbCr), quality: 90)] {
            // on the output
            for (resize, shape) in [(nil, "xywh(40px 24px 31px 24px)"), ("50%", "xywh(20px 12px 15px 12px)")] {
                job.resize = try resize.map { try Resize($0) }
                job.fill?.shapes = [try BlurArea.Shape(shape)]
                let files = try [image.encoded(encoding), other.encoded(encoding)]
                let outputs = try files.map { try job.run(from: .bytes($0)).bytes }
                let isSame = outputs[0] == outputs[1]
                #expect(isSame, "\(encoding.format) \(shape)")
            }
        }
        job.resize = nil
        job.fill?.shapes = [try BlurArea.Shape("xywh(40px 24px 31px 24px)")]
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        let before = try PixelBuffer.decoded(file)
        let after = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
        // decoders interpolate chroma between MCUs
        let wrong = after.exceptions { x, y, channel in
            !(50..<62).contains(x) || !(34..<46).contains(y) || after[x, y, channel] == before[x, y, channel]
        }
        #expect(wrong == nil)
        job.fill?.shapes = [try BlurArea.Shape("circle(5px at -9px 0)")]
        #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
    }

    @Test("and filled areas tell how large their blocks are, and if nothing is left")
    func notices() throws {
        let size = Size(400, 320)
        let image = try TestContent.natural.image(size)
        func notices(_ file: [UInt8], _ shape: String, inverted: Bool) throws -> [String] {
            var job = BlurJob()
            (job.blur.directions, job.output.format) = ([], .png)
            job.fill = try AreaFill([BlurArea.Shape(shape)], color: Self.color)
            job.fill?.isInverted = inverted
            return try job.run(from: .bytes(file)).notices
        }
        let jpeg = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        for inverted in [false, true] {
            #expect(try notices(jpeg, "xywh(100px 60px 200px 200px)", inverted: inverted).isEmpty)
        }
        let nothing = "the whole image is painted, because no part of it lies far enough inside of the areas"
        #expect(try notices(jpeg, "xywh(100px 60px 12px 12px)", inverted: true) == [nothing])
        #expect(try notices(image.encoded(.png), "xywh(100px 60px 12px 12px)", inverted: true).isEmpty)
        let wide = JPEGStyle(
            .yCbCr, sampling: [JPEGStyle.Sampling(4, 1), JPEGStyle.Sampling(1, 1), JPEGStyle.Sampling(1, 1)])
        let few = try notices(image.encoded(.jpeg(wide, quality: 90)), "xywh(100px 60px 200px 200px)", inverted: false)
        #expect(few.count == 1 && few[0].contains("blocks of 32×8 pixels, and 1 pixel around them, "), "\(few)")
        _ = try HEIFFiles()
        let job = BlurJob(radius: 0, format: .avif)
        let avif = try job.run(from: .bytes(image.encoded(.png))).bytes
        let found = try notices(avif, "xywh(100px 60px 200px 200px)", inverted: true)
        #expect(
            found.count == 2 && found[0].contains("blocks of 64×64 pixels, and 64 pixels around") && found[1] == nothing
        )
    }
}
