import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// The last box of a file may have the size 0: it then extends to the end of the file (ISO/IEC 14496-12, section 4.2).
@Suite("Boxes of the size 0 in HEIC and AVIF files")
struct OpenBoxTests {
    private let tools: HEIFFiles

    init() throws { tools = try HEIFFiles() }

    private func coded(_ format: ImageFormat, _ channels: ChannelLayout = .rgb) throws -> HEIFBuilder.Coded {
        let image = try PixelBuffer.make(Size(64, 64), PixelFormat(channels)) { x, y, channel in
            (channel * 60 + x * 2 + y) % 256
        }
        return try HEIFBuilder.Coded(of: tools.encode(image.encoded(.png), format))
    }

    @Test(
        "The last box may be open, whether it describes the images or has their data",
        arguments: [ImageFormat.heic, .avif])
    func lastBox(format: ImageFormat) throws {
        let (color, alpha) = (try coded(format), try coded(format, .gray))
        let turn = HEIFBuilder.box("irot", [1])
        for beginsWithData in [false, true] {
            // plain, with a channel that is turned, and with a reference that is shortened: both change the description
            for kind in 0..<3 {
                var file = HEIFBuilder(format)
                file.beginsWithData = beginsWithData
                file.primary = file.add(color, kind == 1 ? [turn] : [])
                if kind > 0 {
                    let channel = file.add(alpha, [HEIFBuilder.auxiliary("urn:mpeg:hevc:2015:auxid:1")])
                    let other = file.add(color)
                    file.references.append(("auxl", channel, kind == 1 ? [file.primary] : [file.primary, other]))
                }
                let usual = file.file()
                let last = try #require(HEIFBoxes.boxes(of: FileContents(usual), in: 0..<usual.count).last)
                #expect(last.type == (beginsWithData ? "meta" : "mdat"))
                var open = usual
                open.replaceSubrange(last.contents.lowerBound - 8..<last.contents.lowerBound - 4, with: [0, 0, 0, 0])
                let expected = try PixelBuffer.decoded(usual)
                let decoded = try PixelBuffer.decoded(open)
                #expect(decoded.format == expected.format && decoded.format.channels.hasAlpha == (kind > 0))
                #expect(decoded.sampleValues() == expected.sampleValues(), "\(beginsWithData) \(kind)")
            }
        }
    }
}
