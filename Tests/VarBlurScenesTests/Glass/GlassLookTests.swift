import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The look of glass")
struct GlassLookTests {
    private func pixel(_ values: [Int], _ x: Int, _ y: Int, width: Int) -> [Int] {
        Array(values[(y * width + x) * 4..<(y * width + x) * 4 + 4])
    }

    @Test("in the middle of a piece, a plain picture has the saturation and the tint of the material")
    func body() throws {
        let picture = try GlassPictures.plain(width: 200, height: 200, [60, 90, 120, 255])
        let piece = GlassPiece(id: "a", shape: .circle, frame: SceneRectangle(x: 20, y: 20, width: 160, height: 160))
        for (style, saturation, opacity) in [(GlassStyle.regular, 1.8, 0.14), (.clear, 1, 0.04)] {
            let drawn = try GlassPictures.drawn(
                GlassContainer(pieces: [piece], material: GlassMaterial(style)), on: picture)
            let gray = 0.0722 * 60 + 0.7152 * 90 + 0.2126 * 120
            let expected = [60, 90, 120].map { (color: Double) -> Double in
                let vivid = gray + (color - gray) * saturation
                return vivid + (255 - vivid) * opacity
            }
            let found = pixel(drawn, 100, 100, width: 200)
            for channel in 0..<3 { #expect(abs(Double(found[channel]) - expected[channel]) <= 1.01) }
            #expect(found[3] == 255)
        }
    }

    @Test("refraction at the bevel shows what lies farther inside, by the displacement of Snell's law")
    func refraction() throws {
        // brightness rises by one step for each column
        let picture = try PixelBuffer.make(TestSupport.Size(240, 240), GlassContainer.pixelFormat) { x, _, channel in
            channel == 3 ? 255 : x
        }
        var container = GlassContainer(
            pieces: [
                GlassPiece(id: "a", shape: .rectangle, frame: SceneRectangle(x: 20, y: 20, width: 200, height: 200))
            ])
        container.material.tint.opacity = 0
        (container.material.saturation, container.material.rim, container.material.dispersion) = (1, 0, 0)
        container.material.blur = 0
        let drawn = try GlassPictures.drawn(container, on: picture)
        // at the depths of 0.02, 0.1, 0.25 and 0.5 widths of the bevel: 21, 13, 6, and 1.6 pixels for a width of 24
        for (depth, displacement) in [(0.5, 20.6), (2.5, 12.7), (5.5, 6.7), (12.5, 1.5), (40.5, 0)] {
            let x = Int(20 + depth)
            let shift = Double(pixel(drawn, x, 120, width: 240)[1] - x)
            #expect(abs(shift - displacement) < 1.1, "depth \(depth): \(shift)")
            let mirroredX = 239 - x
            #expect(abs(Double(mirroredX - pixel(drawn, mirroredX, 120, width: 240)[1]) - displacement) < 1.1)
        }
        container.material.dispersion = 0.06
        let dispersed = pixel(try GlassPictures.drawn(container, on: picture), 20, 120, width: 240)
        #expect(dispersed[0] > dispersed[1] && dispersed[1] > dispersed[2])
    }

    @Test("the rim is brightest where it faces the light, and the shadow is below")
    func light() throws {
        let picture = try GlassPictures.plain(width: 240, height: 240, [128, 128, 128, 255])
        let drawn = try GlassPictures.drawn(
            GlassContainer(pieces: [GlassPictures.badge("a", x: 72, y: 72)]), on: picture)
        let (top, side, bottom) = (
            pixel(drawn, 120, 72, width: 240)[0], pixel(drawn, 72, 120, width: 240)[0],
            pixel(drawn, 120, 167, width: 240)[0]
        )
        #expect(top > bottom && bottom > side && side > 150)
        let (above, below) = (pixel(drawn, 120, 68, width: 240)[0], pixel(drawn, 120, 172, width: 240)[0])
        #expect(below < above && above < 128)
    }

    @Test("the shadow is soft: no step of more than four values between neighbors")
    func softness() throws {
        let picture = try GlassPictures.plain(width: 260, height: 260, [200, 200, 200, 255])
        var container = GlassContainer(pieces: [GlassPictures.badge("a", x: 80, y: 80)])
        container.material.scale = 2
        let drawn = try GlassPictures.drawn(container, on: picture)
        let column = (180..<250).map { pixel(drawn, 128, $0, width: 260)[0] }
        #expect(zip(column, column.dropFirst()).allSatisfy { (0...4).contains($1 - $0) })
        #expect(column.last == 200 && (column.first ?? 200) < 170)
    }

    @Test("premultiplied colors never exceed their alpha, and glass over nothing is the tint")
    func transparency() throws {
        let empty = try GlassPictures.plain(width: 200, height: 200, [0, 0, 0, 0])
        let container = GlassContainer(pieces: [GlassPictures.badge("a", x: 50, y: 50, shape: .circle)])
        let middle = pixel(try GlassPictures.drawn(container, on: empty), 98, 98, width: 200)
        #expect(middle == [36, 36, 36, 36])
        let noise = try PixelBuffer.noise(TestSupport.Size(200, 200), GlassContainer.pixelFormat, seed: 3)
        let drawn = try GlassPictures.drawn(container, on: noise)
        for index in stride(from: 0, to: drawn.count, by: 4) {
            #expect((0..<3).allSatisfy { drawn[index + $0] <= drawn[index + 3] })
        }
    }

    @Test("tints mix where pieces melt")
    func tints() throws {
        let picture = try GlassPictures.plain(width: 300, height: 160, [100, 100, 100, 255])
        func piece(_ id: String, x: Double, red: Double, blue: Double) -> GlassPiece {
            GlassPiece(
                id: id, shape: .circle, frame: SceneRectangle(x: x, y: 30, width: 100, height: 100),
                tint: GlassTint(red: red, green: 0, blue: blue, opacity: 1))
        }
        var container = GlassContainer(
            pieces: [piece("a", x: 49, red: 1, blue: 0), piece("b", x: 151, red: 0, blue: 1)], spacing: 40)
        container.material.rim = 0
        let drawn = try GlassPictures.drawn(container, on: picture)
        let (left, middle, right) = (
            pixel(drawn, 99, 80, width: 300), pixel(drawn, 150, 80, width: 300), pixel(drawn, 201, 80, width: 300)
        )
        #expect(left == [0, 0, 255, 255] && right == [255, 0, 0, 255])
        #expect(abs(middle[0] - 128) < 12 && abs(middle[2] - 128) < 12)
    }

    @Test("numbers out of range are refused, and empty containers draw nothing")
    func mistakes() throws {
        let picture = try GlassPictures.textured(width: 64, height: 64)
        let badge = GlassPictures.badge("a", x: 0, y: 0)
        var containers = [
            GlassContainer(pieces: [badge], spacing: -1), GlassContainer(pieces: [badge], spacing: .nan),
        ]
        for change in [
            { $0.blur = -1 }, { $0.saturation = .infinity }, { $0.refraction = 5 }, { $0.scale = 0 },
            { $0.tint.red = 2 }, { $0.dispersion = .nan },
        ] as [(inout GlassMaterial) -> Void] {
            var container = GlassContainer(pieces: [badge])
            change(&container.material)
            containers.append(container)
        }
        for container in containers {
            #expect(throws: BlurError.self) { try GlassPictures.drawn(container, on: picture) }
        }
        let outside = GlassContainer(pieces: [
            GlassPictures.badge("a", x: 5000, y: 0),
            GlassPiece(id: "b", shape: .circle, frame: SceneRectangle(x: 0, y: 0, width: 0, height: 9)),
        ])
        #expect(try GlassPictures.drawn(outside, on: picture) == picture.sampleValues())
        #expect(outside.affectedRegion(width: 64, height: 64) == nil)
        #expect(try GlassPictures.drawn(GlassContainer(pieces: []), on: picture) == picture.sampleValues())
        // much larger than the canvas
        let huge = GlassPiece(
            id: "h", shape: .ellipse, frame: SceneRectangle(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
        #expect(try GlassPictures.drawn(GlassContainer(pieces: [huge]), on: picture) != picture.sampleValues())
    }

    @Test("three badges on a card take at most two seconds of processor time")
    func speed() throws {
        var card = try GlassPictures.textured(width: 1200, height: 630)
        let container = GlassContainer(
            pieces: (0..<3).map { GlassPictures.badge("\($0)", x: 100 + 106 * Double($0), y: 300) })
        let seconds = try ProcessorTime.seconds {
            try container.draw(on: &card, execution: BlurExecution(threadCount: 1))
        }
        #expect(seconds < 2)
    }
}
