import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Upright images")
struct UprightImageTests {
    @Test("are as they are displayed, and encoded without the orientation", arguments: ImageOrientation.allCases)
    func images(orientation: ImageOrientation) throws {
        let upright = try PixelBuffer.noise(Size(21, 34))
        let file = try upright.stored(orientation)
        var decoder = try ImageDecoder(file.span.bytes)
        #expect(decoder.header.orientation == orientation)
        let image = try decoder.readUprightImage()
        #expect(image.width == 21 && image.height == 34)
        #expect(image.sampleValues() == upright.sampleValues())

        let sink = MemorySink()
        let plan = try EncodingPlan(upright: decoder.header)
        #expect(plan.metadata.exif != nil)
        var encoder = try ImageEncoder(plan, to: sink)
        for y in 0..<image.height {
            try encoder.writeRow(image.bytes.extracting(y * 63..<(y + 1) * 63))
        }
        try encoder.finish()
        let header = try ImageHeader.of(sink.bytes)
        #expect(header.orientation == .up && header.metadata.exif != nil)
        #expect(try PixelBuffer.decoded(sink.bytes).sampleValues() == upright.sampleValues())
    }

    @Test("a plan for another format is checked")
    func formats() throws {
        let file = try PixelBuffer.noise(Size(9, 9), PixelFormat(.rgba)).encoded(.png)
        let header = try ImageHeader.of(file)
        var output = OutputSettings()
        #expect(try EncodingPlan(upright: header, output).encoding.format == .png)
        output.format = .jpeg
        let error = #expect(throws: ImageError.self) { try EncodingPlan(upright: header, output) }
        #expect(error?.code == .unsupported)
        let opaque = try ImageHeader.of(PixelBuffer.noise(Size(9, 9)).encoded(.png))
        output.jpegQuality = 70
        #expect(try EncodingPlan(upright: opaque, output).encoding.format == .jpeg)
    }
}
