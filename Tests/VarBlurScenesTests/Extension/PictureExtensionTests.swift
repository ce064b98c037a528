import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurScenes

@Suite("Extended pictures")
struct PictureExtensionTests {
    private let width = 90
    private let height = 70

    /// Brightness that rises and falls slowly, by up to three values for each pixel.
    private func smooth() throws -> PixelBuffer {
        try PixelBuffer.make(TestSupport.Size(width, height), PixelFormat(.rgb)) { x, y, channel in
            let (u, v) = (Double(x), Double(y))
            return Int((128 + 50 * sin(u / 17 + Double(channel)) + 50 * cos(v / 19 + u / 60)).rounded())
        }
    }

    /// The samples across the joint of a side, from the inside outward: six of the picture, and six beyond.
    private func line(
        _ image: borrowing PixelBuffer, _ region: PixelRegion, side: Int, at place: Int, _ channel: Int
    ) -> [Int] {
        (-6..<6).map { distance in
            switch side {
            case 0: image[region.x - 1 - distance, place, channel]
            case 1: image[region.x + region.width + distance, place, channel]
            case 2: image[place, region.y - 1 - distance, channel]
            default: image[place, region.y + region.height + distance, channel]
            }
        }
    }

    private let all = PictureExtension(leading: 60, trailing: 50, top: 40, bottom: 55, radius: 9)

    @Test("contain the picture unchanged")
    func unchanged() throws {
        let picture = try PixelBuffer.noise(TestSupport.Size(width, height), PixelFormat(.rgba), seed: 4)
        let extended = try all.extended(picture)
        #expect(extended.width == width + 110 && extended.height == height + 95)
        let exceptions = picture.exceptions { x, y, channel in
            extended[x + 60, y + 40, channel] == picture[x, y, channel]
        }
        #expect(exceptions == nil)
    }

    @Test("continue the value and the first difference at the joint of every side and corner", arguments: 0..<4)
    func continuity(side: Int) throws {
        let picture = try smooth()
        let extended = try all.extended(picture)
        let region = all.pictureRegion(width: width, height: height)
        let length = side < 2 ? extended.height : extended.width
        // along the whole side of the extended picture, with the corners
        for place in 0..<length {
            for channel in 0..<3 {
                let values = line(extended, region, side: side, at: place, channel)
                let differences = zip(values, values.dropFirst()).map { $1 - $0 }
                // the joint is the sixth difference; those of the picture are at most 6
                #expect(abs(differences[5]) <= 6, "place \(place): \(values)")
                #expect(abs(differences[5] - differences[4]) <= 2, "place \(place): \(values)")
            }
        }
    }

    @Test("of a gradient rise a little further beyond the joint, by the formula")
    func slope() throws {
        let picture = try PixelBuffer.make(TestSupport.Size(60, 20), PixelFormat(.gray)) { x, _, _ in 60 + 2 * x }
        let extended = try PictureExtension(trailing: 30, radius: 0).extended(picture)
        for index in 0..<30 {
            let (mirrored, distance) = (Double(60 + 2 * (59 - index)), Double(index) + 0.5)
            let length = min(8, 6 * exp(1.0) / 4)
            let expected = mirrored + 4 * distance * exp(-distance / length)
            #expect(abs(Double(extended[60 + index, 10, 0]) - expected) <= 0.51)
        }
    }

    @Test("of noise are mostly just mirrored, without stripes")
    func noise() throws {
        let picture = try PixelBuffer.noise(TestSupport.Size(300, 40), PixelFormat(.gray), seed: 3)
        let extended = try PictureExtension(bottom: 20, radius: 0).extended(picture)
        let mirrored = (0..<300).filter { x in
            (0..<20).allSatisfy { extended[x, 40 + $0, 0] == picture[x, 39 - $0, 0] }
        }
        #expect(mirrored.count > 220)
    }

    @Test("longer than the picture repeat it, mirrored again and again")
    func repetition() throws {
        let picture = try PixelBuffer.make(TestSupport.Size(5, 3), PixelFormat(.gray)) { x, _, _ in
            [100, 180, 40, 180, 100][x]
        }
        let extended = try PictureExtension(leading: 13, radius: 0).extended(picture)
        let pattern = [100, 180, 40, 180, 100]
        #expect((0..<13).allSatisfy { abs(extended[12 - $0, 1, 0] - pattern[$0 % 5]) <= 6 })
    }

    @Test("are blurred by the same blur as the progressive blur, from nothing at the joint")
    func blur() throws {
        let picture = try PixelBuffer.noise(TestSupport.Size(width, height), PixelFormat(.rgb), seed: 9)
        let sharp = try PictureExtension(bottom: 60, radius: 0).extended(picture)
        let extended = try PictureExtension(bottom: 60, radius: 12).extended(picture)
        let ramp = try BlurGradient(
            maximumRadius: 12, direction: .bottom, startOffset: 70.0 / 130, easing: .smoothstep)
        let expected = try ProgressiveBlur(field: ramp.field, edges: .mirror).blurred(sharp)
        #expect(extended.sampleValues() == expected.sampleValues())
        let changes = (70..<130).map { y in
            let (a, b) = (extended.row(y), sharp.row(y))
            return Double(zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) }) / Double(a.count)
        }
        #expect(changes[0] == 0 && changes[3] < 4 && changes[59] > 50)
    }

    @Test(
        "may be blurred where they begin: with one radius by a uniform blur, and otherwise by a ramp between both radii"
    )
    func startRadius() throws {
        let picture = try PixelBuffer.noise(TestSupport.Size(width, height), PixelFormat(.rgb), seed: 9)
        let sharp = try PictureExtension(leading: 40, bottom: 60, radius: 0).extended(picture)
        let extended = try PictureExtension(leading: 40, bottom: 60, radius: 7, startRadius: 7).extended(picture)
        let uniform = try ProgressiveBlur(maximumRadius: 7, minimumRadius: 7, edges: .mirror).blurred(sharp)
        let region = PixelRegion(x: 40, y: 0, width: width, height: height)
        let exceptions = extended.exceptions { x, y, channel in
            x >= region.x && y < region.height
                ? extended[x, y, channel] == sharp[x, y, channel]
                : abs(extended[x, y, channel] - uniform[x, y, channel]) <= 1
        }
        #expect(exceptions == nil, "\(String(describing: exceptions))")
        let ramp = try PictureExtension(bottom: 60, radius: 12, startRadius: 3, easing: .linear).extended(picture)
        let below = try PictureExtension(bottom: 60, radius: 0).extended(picture)
        // the standard deviation of noise falls with the radius: more at the end than at the joint, and there more than in the picture
        func deviation(_ image: borrowing PixelBuffer, _ y: Int) -> Double {
            let values = (0..<width).map { Double(image[$0, y, 1]) }
            let mean = values.reduce(0, +) / Double(width)
            return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width)).squareRoot()
        }
        #expect(deviation(ramp, 69) == deviation(below, 69))
        #expect(deviation(ramp, 71) < deviation(below, 71) / 4 && deviation(ramp, 128) < deviation(ramp, 71) / 1.5)
    }

    @Test("keep premultiplied colors below their alpha")
    func premultiplied() throws {
        let format = GlassContainer.pixelFormat
        let picture = try PixelBuffer.noise(TestSupport.Size(40, 30), format, seed: 2)
        let extended = try all.extended(picture)
        #expect(extended.exceptions { x, y, channel in extended[x, y, channel] <= extended[x, y, 3] } == nil)
    }

    @Test("with mistakes are refused, and without added pixels are the picture")
    func mistakes() throws {
        let picture = try smooth()
        #expect(throws: BlurError.self) { _ = try PictureExtension(leading: -1).extended(picture) }
        #expect(throws: BlurError.self) { _ = try PictureExtension(top: 2_000_000).extended(picture) }
        #expect(throws: BlurError.self) { _ = try PictureExtension(top: 1, radius: .nan).extended(picture) }
        #expect(try PictureExtension().extended(picture).sampleValues() == picture.sampleValues())
        let pixel = try PixelBuffer.make(TestSupport.Size(1, 1), PixelFormat(.gray)) { _, _, _ in 77 }
        #expect(try all.extended(pixel).sampleValues().allSatisfy { $0 == 77 })
    }

    @Test("of photos have joints that are no rougher than the photos", .enabled(if: Corpus.directory != nil))
    func photos() throws {
        let photos = try CorpusPhotos.first(10)
        #expect(photos.count == 10)
        for (path, values, width, height) in photos {
            let picture = try CorpusPhotos.image(values, width: width, height: height)
            let extended = try all.extended(picture)
            let region = all.pictureRegion(width: width, height: height)
            for side in 0..<4 {
                let places = side < 2 ? region.y..<region.y + height : region.x..<region.x + width
                var (joint, inside) = (0, 0)
                for place in places {
                    let values = line(extended, region, side: side, at: place, 1)
                    joint += abs(values[6] - values[5])
                    inside += abs(values[5] - values[4])
                }
                #expect(joint <= inside * 3 / 2 + places.count, "\(path), side \(side)")
            }
        }
    }
}
