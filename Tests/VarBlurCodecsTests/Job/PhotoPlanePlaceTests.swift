import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

// Where the planes of a photo lie over its picture.
extension PhotoPlaneTests {
    /// The property that crops to a size whose center is at a distance from that of the image.
    private static func crop(_ width: Int, _ height: Int, x: Int = 0, y: Int = 0) -> [UInt8] {
        HEIFBuilder.box("clap", [width, 1, height, 1, x, 1, y, 1].flatMap { HEIFBuilder.number($0 & 0xFFFF_FFFF, 4) })
    }

    @Test("A matte lies over the picture if it has the same crop, or one that leaves out only what fills its blocks")
    func crops() throws {
        let picture = try coded(Size(128, 96), .rgb) { x, _ in x }
        let matte = try coded(Size(96, 72), .gray) { x, _ in 2 * x }
        let padded = try coded(Size(96, 96), .gray) { x, _ in 2 * x }
        let crop = Self.crop(64, 48, x: 16, y: -12)
        let cases: [(turned: [[UInt8]], matte: HEIFBuilder.Coded, own: [[UInt8]], isUsed: Bool)] = [
            ([], matte, [], true), ([crop], matte, [], false),
            ([crop], matte, [Self.crop(48, 36, x: 12, y: -9)], true),
            ([crop], matte, [Self.crop(48, 36, x: -12, y: 9)], false), ([crop], matte, [Self.crop(24, 18)], false),
            ([], matte, [Self.crop(30, 72)], false), ([], matte, [Self.crop(48, 36)], false),
            ([], padded, [Self.crop(96, 72, y: -12)], true), ([Self.crop(128, 96)], matte, [], true),
        ]
        for (index, (turned, matte, own, isUsed)) in cases.enumerated() {
            let file = photo(picture, turned: turned, [(Self.matte, matte, own, nil)]).file()
            if isUsed {
                _ = try mask(.subject, of: file)
            } else {
                #expect(throws: ImageError.self, "\(index)") { try mask(.subject, of: file) }
            }
        }
    }

    @Test("A matte that is stored as the turned picture is shown is not turned")
    func storedUpright() throws {
        let picture = try coded(Size(128, 96), .rgb) { x, _ in x }
        let turn = HEIFBuilder.box("irot", [1])
        let upright = try coded(Size(72, 96), .gray) { _, y in y < 48 ? 0 : 255 }
        let lying = try coded(Size(96, 72), .gray) { x, _ in x < 48 ? 0 : 255 }
        // what is stored at the left is seen at the bottom
        for (matte, isBrightAtTop) in [(upright, false), (lying, true)] {
            let file = photo(picture, turned: [turn], [(Self.matte, matte, [], nil)]).file()
            let values = Self.values(try mask(.subject, of: file))
            #expect(values.count == 72 * 96)
            for (corner, isTop) in [(5, true), (66, true), (95 * 72 + 5, false), (95 * 72 + 66, false)] {
                #expect(isTop == isBrightAtTop ? values[corner] > 215 : values[corner] < 40, "\(corner)")
            }
        }
    }

    @Test("A filled area does not end the blur beside it, where the compression of a map has spread what it covers")
    func filledArea() throws {
        let picture = try coded(Size(512, 384), .rgb) { x, y in (x * 37 ^ y * 11) % 200 }
        func output(_ map: Size, radius: Double) throws -> PixelBuffer {
            let plane = try coded(map, .gray) { x, _ in x < map.width / 2 ? 30 : 220 }
            let file = photo(picture, [("urn:mpeg:hevc:2015:auxid:2", plane, [], nil)]).file()
            var job = BlurJob(radius: radius, format: .png)
            (job.maskSource, job.isMaskInverted) = (.photo(.depth), true)
            job.fill = AreaFill([try BlurArea.Shape("xywh(0 0 10px 10px)")], color: .black)
            return try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
        }
        let blurred = try output(Size(256, 192), radius: 6)
        let sharp = try output(Size(256, 192), radius: 0)
        // within the blocks of the map that are lost, and beside those of the picture
        let differences = (200..<250).map { abs(blurred[$0, 200, 0] - sharp[$0, 200, 0]) }
        #expect(differences.reduce(0, +) > 50 * 10)
        #expect(blurred[5, 5, 0] == 0)
        #expect(throws: ImageError.self) { _ = try output(Size(64, 64), radius: 6).width }
    }
}
