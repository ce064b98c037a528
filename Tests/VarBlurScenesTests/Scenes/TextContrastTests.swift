import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The contrast of text layers")
struct TextContrastTests {
    private static let size = 26.0

    /// A text at the bottom of a picture.
    private func layer(white: Double, contrast: Double? = nil) -> SceneLayer {
        var text = TextLayer("Two days on foot", size: .pixels(Self.size))
        (text.family, text.color, text.minContrast) = ("DejaVu Sans", SceneColor(white: white), contrast)
        return SceneLayer(.text(text), placement: Placement(.bottomLeading, padding: Insets(14)))
    }

    /// The pixels near the ink of each word; words are separated by columns without ink.
    private func words(width: Int, height: Int) throws -> [[(x: Int, y: Int)]] {
        var canvas = try CorpusPhotos.image(
            [Int](repeating: 0, count: 4 * width * height), width: width, height: height)
        try SceneRenderer().draw([layer(white: 1)], over: &canvas)
        let inked = (0..<width).map { x in (0..<height).contains { canvas[x, $0, 3] > 0 } }
        var columns: [ClosedRange<Int>] = []
        for x in 0..<width where inked[x] {
            // the gaps between letters are much narrower than those between words
            if let last = columns.last, Double(x - last.upperBound) < 0.2 * Self.size {
                columns[columns.count - 1] = last.lowerBound...x
            } else {
                columns.append(x...x)
            }
        }
        let (distance, reach) = (0.15 * Self.size, Int(0.15 * Self.size) + 1)
        return columns.map { range in
            var near: Set<Int> = []
            for x in range {
                for y in 0..<height where canvas[x, y, 3] > 0 {
                    for dy in -reach...reach {
                        for dx in -reach...reach where hypot(Double(dx), Double(dy)) <= distance {
                            let (column, row) = (x + dx, y + dy)
                            if (0..<width).contains(column) && (0..<height).contains(row) {
                                near.insert(row * width + column)
                            }
                        }
                    }
                }
            }
            return near.map { ($0 % width, $0 / width) }
        }
    }

    /// The relative luminance of a pixel, as WCAG 2.2 defines it.
    private func luminance(_ picture: borrowing PixelBuffer, _ x: Int, _ y: Int) -> Double {
        var sum = 0.0
        for (channel, weight) in [(2, 0.2126), (1, 0.7152), (0, 0.0722)] {
            let value = Double(picture[x, y, channel]) / 255
            sum += weight * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
        }
        return sum
    }

    private func check(_ photo: [Int], width: Int, height: Int, name: String) throws {
        let words = try words(width: width, height: height)
        #expect(words.count == 4)
        for white in [1.0, 0] {
            let layer = layer(white: white, contrast: 4.5)
            let scene = Scene(canvas: SceneCanvas(width: width, height: height), layers: [layer])
            let images = SceneImages(SceneResources(), SceneLimits().images)
            let surface = Surface(try CorpusPhotos.image(photo, width: width, height: height))
            let drawing = try SceneDrawing(
                surface, CanvasSize(scene, images, SceneLimits()), images, TextEngine())
            // the text waits for layers above it, so that only its scrim is there
            try drawing.add(topLevel: layer, index: 0)
            #expect(drawing.waiting.count == 1)
            let picture = try surface.pixels.copy()
            for (number, word) in words.enumerated() {
                var ratios: [Double] = []
                for (x, y) in word {
                    let back = luminance(picture, x, y)
                    ratios.append((max(back, white) + 0.05) / (min(back, white) + 0.05))
                }
                ratios.sort()
                let reached = ratios[ratios.count / 20]
                #expect(reached >= 4.5, "\(name), word \(number), text of \(white): \(reached)")
            }
        }
    }

    @Test("is 4.5 for each word on noise", arguments: [60, 128, 200])
    func noise(level: Int) throws {
        var random = SplitMix64(seed: UInt64(level))
        let photo = (0..<320 * 120).flatMap { _ -> [Int] in
            (0..<3).map { _ in min(max(level + Int.random(in: -60...60, using: &random), 0), 255) } + [255]
        }
        try check(photo, width: 320, height: 120, name: "noise around \(level)")
    }

    @Test("is 4.5 for each word on thirty photos", .enabled(if: Corpus.directory != nil))
    func photos() throws {
        let photos = try CorpusPhotos.first(45).filter { $0.width >= 300 }.prefix(30)
        #expect(photos.count == 30)
        for (path, photo, width, height) in photos { try check(photo, width: width, height: height, name: path) }
    }

    /// A text on a plain background: the color and the opacity of the text, the opacity of its layer, and the contrast.
    struct Plain: Sendable {
        let background: Double
        let text: Double
        var color = 1.0
        var layer = 1.0
        var contrast = 4.5
        var alignment = SceneAlignment.bottomLeading
    }

    @Test(
        "is exact on plain backgrounds for the color that is seen, in all rows of the ink",
        arguments: [
            Plain(background: 1, text: 1), Plain(background: 1, text: 1, contrast: 7),
            Plain(background: 1, text: 1, alignment: .topLeading), Plain(background: 0.6, text: 0, contrast: 12),
            Plain(background: 1, text: 1, color: 0.5), Plain(background: 1, text: 1, layer: 0.6),
            Plain(background: 0.5, text: 1, color: 0.8, layer: 0.7),
            Plain(background: 0, text: 0, color: 0.7, contrast: 3),
            Plain(background: 0.4, text: 0, color: 0.9, layer: 0.9),
        ])
    func plain(test: Plain) throws {
        let (width, height) = (420, 160)
        var text = TextLayer("White on white", size: 40)
        (text.family, text.weight, text.color) = ("DejaVu Sans", 700, SceneColor(white: test.text))
        let placement = Placement(test.alignment, padding: Insets(24))
        let ink = try SceneRenderer().render(
            Scene(
                canvas: SceneCanvas(width: width, height: height),
                layers: [SceneLayer(.text(text), placement: placement)]))
        (text.color.opacity, text.minContrast) = (test.color, test.contrast)
        let background = SceneLayer(.fill(FillLayer(.color(SceneColor(white: test.background)))))
        let renderer = try SceneRenderer()
        let picture = try renderer.render(
            Scene(
                canvas: SceneCanvas(width: width, height: height),
                layers: [background, SceneLayer(.text(text), placement: placement, opacity: test.layer)]))
        #expect(renderer.notices.isEmpty)
        var contrasts: [Double] = []
        for y in 0..<height {
            for x in 0..<width where ink[x, y, 3] == 255 {
                // there is no ink at the left, and the scrim is the same
                let (seen, behind) = (luminance(picture, x, y), luminance(picture, 2, y))
                contrasts.append((max(seen, behind) + 0.05) / (min(seen, behind) + 0.05))
            }
        }
        #expect(contrasts.count > 1000)
        let least = try #require(contrasts.min())
        #expect(least >= test.contrast && least < 1.25 * test.contrast, "\(least)")
    }

    @Test("that no scrim gives a translucent text is an error, and while a text appears, its scrim appears with it")
    func translucent() throws {
        func scene(_ opacity: String) -> [UInt8] {
            let text = #""type":"text","text":"Title","family":"DejaVu Sans","size":30,"minContrast":4.5"#
            return Array(
                #"{"canvas":{"width":120,"height":60,"background":"white"},"layers":[{\#(text),"opacity":\#(opacity)}]}"#
                    .utf8)
        }
        let error = #expect(throws: SceneError.self) { () throws in
            try SceneRenderer().check(SceneAnimation(json: scene("0.4")).end)
        }
        #expect(error?.problems.first?.path == "layers[0].minContrast")
        let message = error?.problems.first?.message
        #expect(message?.contains("which is 40% opaque, is at most 3.5") == true, "\(message ?? "")")

        let animation = try SceneAnimation(json: scene(#"{"from":0,"to":1}"#))
        // in the last row, the scrim is strongest, and there is no ink
        let shades = try stride(from: 0, through: 1, by: 0.1).map { time in
            255 - (try SceneRenderer().render(animation.scene(at: time)))[2, 59, 0]
        }
        #expect(shades[0] == 0 && shades[10] > 100, "\(shades)")
        for (index, (shade, next)) in zip(shades, shades.dropFirst()).enumerated() {
            #expect(next >= shade && next - shade < shades[10] / 4, "\(index): \(shades)")
        }
    }
}
