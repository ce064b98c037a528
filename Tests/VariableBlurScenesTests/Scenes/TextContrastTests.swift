import Foundation
import TestSupport
import Testing
import VariableBlur

@testable import VariableBlurScenes

@Suite("The contrast of text layers")
struct TextContrastTests {
    private static let size = 26.0

    /// A text at the bottom of a picture.
    private func layer(white: Double, opacity: Double = 1, contrast: Double? = nil) -> Layer {
        var color = SceneColor(white: white)
        color.opacity = opacity
        var text = TextLayer("Two days on foot", size: .pixels(Self.size))
        (text.family, text.color, text.minContrast) = ("DejaVu Sans", color, contrast)
        return Layer(.text(text), placement: Placement(.bottomLeading, padding: Insets(14)))
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
            var picture = try CorpusPhotos.image(photo, width: width, height: height)
            // a transparent text of the same color has the same scrim, but no ink
            try SceneRenderer().draw([layer(white: white, opacity: 0, contrast: 4.5)], over: &picture)
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
}
