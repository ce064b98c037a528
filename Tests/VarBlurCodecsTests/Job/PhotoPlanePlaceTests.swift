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
        let matte = try coded(Size(64, 48), .gray) { x, _ in 4 * x }
        let padded = try coded(Size(64, 64), .gray) { x, _ in 4 * x }
        let crop = Self.crop(80, 60, x: 10, y: -6)
        let cases: [(turned: [[UInt8]], matte: HEIFBuilder.Coded, own: [[UInt8]], isUsed: Bool)] = [
            ([], matte, [], true), ([crop], matte, [], false), ([crop], matte, [Self.crop(40, 30, x: 5, y: -3)], true),
            ([crop], matte, [Self.crop(40, 30, x: -5, y: 3)], false), ([crop], matte, [Self.crop(20, 15)], false),
            ([], matte, [Self.crop(20, 48)], false), ([], matte, [Self.crop(32, 24)], false),
            ([], padded, [Self.crop(64, 48, y: -8)], true),
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
        let upright = try coded(Size(48, 64), .gray) { _, y in y < 32 ? 0 : 255 }
        let lying = try coded(Size(64, 48), .gray) { x, _ in x < 32 ? 0 : 255 }
        let first = Self.values(
            try mask(.subject, of: photo(picture, turned: [turn], [(Self.matte, upright, [], nil)]).file()))
        #expect(first[5] < 40 && first[first.count - 5] > 215)
        // the left side of what is stored is at the bottom
        let second = Self.values(
            try mask(.subject, of: photo(picture, turned: [turn], [(Self.matte, lying, [], nil)]).file()))
        #expect(second[5] > 215 && second[second.count - 5] < 40)
    }
}
