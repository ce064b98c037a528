import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Scrims for readable text")
struct ReadableTextTests {
    /// The relative luminance of a color of 8 bits, as WCAG 2.2 defines it.
    private func luminance(_ blue: Double, _ green: Double, _ red: Double) -> Double {
        let linear = [red, green, blue].map { value -> Double in
            let share = value / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    private func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

    /// A word of strokes and rings, 14 pixels high.
    private func word(_ seed: UInt64, x: Int, y: Int) -> InkMask {
        var random = SplitMix64(seed: seed)
        let letters = Int.random(in: 2...6, using: &random)
        let (width, height) = (letters * 11, 14)
        var coverage = [UInt8](repeating: 0, count: width * height)
        for letter in 0..<letters {
            let isRing = Bool.random(using: &random)
            for row in 0..<height {
                for column in 0..<9 {
                    let ring = abs(hypot(Double(column) - 4, (Double(row) - 7) * 0.65) - 3.6) < 0.8
                    let stroke = column < 2 || (row < 2 && column < 7)
                    if isRing ? ring : stroke { coverage[row * width + letter * 11 + column] = 255 }
                }
            }
        }
        return InkMask(region: PixelRegion(x: x, y: y, width: width, height: height), coverage: coverage)
    }

    /// The pixels within a distance of ink, by comparing all pairs.
    private func surroundings(_ word: InkMask, _ distance: Double, width: Int, height: Int) -> [(x: Int, y: Int)] {
        let region = word.region
        let ink = word.coverage.indices.filter { word.coverage[$0] > 0 }.map {
            (region.x + $0 % region.width, region.y + $0 / region.width)
        }
        let reach = Int(distance) + 1
        var result: [(x: Int, y: Int)] = []
        for y in max(0, region.y - reach)..<min(height, region.y + region.height + reach) {
            for x in max(0, region.x - reach)..<min(width, region.x + region.width + reach)
            where ink.contains(where: { hypot(Double($0.0 - x), Double($0.1 - y)) <= distance }) {
                result.append((x, y))
            }
        }
        return result
    }

    /// The contrast below a scrim that 95 % of the pixels of each word have, and the least one without the 5 % of the pixels that require
    /// the strongest scrim.
    private func measured(
        _ places: [[(x: Int, y: Int)]], _ photo: [Int], width: Int, text: Double, scrim: Double, opacity: Double,
        ramp: (Int, Int) -> Double
    ) -> (most: Double, all: Double) {
        let words = places.map { pixels in
            let contrasts = pixels.map { x, y -> (plain: Double, scrim: Double) in
                let plain = (0..<3).map { Double(photo[(y * width + x) * 4 + $0]) }
                let color = (0..<3).map { channel -> Double in
                    let value = Double(photo[(y * width + x) * 4 + channel])
                    return (value + (scrim - value) * opacity * ramp(x, y)).rounded()
                }
                let ink = luminance(text, text, text)
                return (
                    contrast(luminance(plain[0], plain[1], plain[2]), ink),
                    contrast(luminance(color[0], color[1], color[2]), ink)
                )
            }.sorted { $0.plain < $1.plain }
            return (
                most: contrasts.map(\.scrim).sorted()[pixels.count / 20],
                all: contrasts[(pixels.count / 20)...].map(\.scrim).min() ?? 21
            )
        }
        return (words.map(\.most).min() ?? 21, words.map(\.all).min() ?? 21)
    }

    private func check(_ photo: [Int], width: Int, height: Int, name: String) throws {
        let words = (0..<3).map { word(UInt64($0 + width), x: 12 + 62 * $0, y: height - 60 + 12 * $0) }
        let distance = 3.0
        let places = words.map { surroundings($0, distance, width: width, height: height) }
        let image = try CorpusPhotos.image(photo, width: width, height: height)
        for (text, scrim) in [(255.0, 0.0), (0, 255)] {
            let requirement = try ReadableText(red: text / 255, green: text / 255, blue: text / 255)
            #expect(requirement.scrim == (scrim == 0 ? .black : .white))
            let ramp = { (_: Int, y: Int) in min(1, Double(y) / Double(height - 20)) }
            let strength = unsafe image.withUnsafePixels { pixels in
                unsafe requirement.strength(for: words, within: distance, over: pixels, ramp: ramp)
            }
            let effective = { (x: Int, y: Int) in strength.needsPlateau ? 1 : ramp(x, y) }
            let reached = measured(
                places, photo, width: width, text: text, scrim: scrim, opacity: strength.opacity, ramp: effective
            ).most
            #expect(reached >= 4.5, "\(name): \(reached) with \(strength)")
            guard strength.opacity > 0 else { continue }
            let weaker = measured(
                places, photo, width: width, text: text, scrim: scrim,
                opacity: max(0, 0.95 * strength.opacity - 1.0 / 255), ramp: effective
            ).all
            #expect(weaker < 4.5, "\(name): \(weaker) with less than \(strength)")
        }
    }

    @Test("reach the contrast on textures, and are not stronger than needed", arguments: [5, 6, 7] as [UInt64])
    func textures(seed: UInt64) throws {
        let (width, height) = (220, 140)
        var random = SplitMix64(seed: seed)
        let level = Int.random(in: 90...200, using: &random)
        let photo = (0..<width * height).flatMap { index -> [Int] in
            let wave = Int(40 * sin(Double(index % width) / 9) + 14 * cos(Double(index / width) / 5))
            return (0..<3).map { _ in min(max(level + wave + Int.random(in: -9...9, using: &random), 0), 255) } + [255]
        }
        try check(photo, width: width, height: height, name: "texture \(seed)")
    }

    @Test(
        "reach the contrast on thirty photos, and are not stronger than needed", .enabled(if: Corpus.directory != nil))
    func photos() throws {
        let photos = try CorpusPhotos.first(30)
        #expect(photos.count == 30)
        for (path, photo, width, height) in photos { try check(photo, width: width, height: height, name: path) }
    }

    @Test("keep the contrast that a middle color has with bright parts, or make them dark enough", arguments: 0..<40)
    func middleColors(seed: UInt64) throws {
        let (width, height) = (220, 140)
        var random = SplitMix64(seed: seed)
        // a photo with a bright and a dark part, and noise
        let edge = Int.random(in: 0...width, using: &random)
        let levels = [Int.random(in: 180...255, using: &random), Int.random(in: 0...180, using: &random)]
        let noise = Int.random(in: 0...40, using: &random)
        let photo = (0..<width * height).flatMap { index -> [Int] in
            let level = levels[index % width < edge ? 0 : 1]
            return (0..<3).map { _ in min(max(level + Int.random(in: -noise...noise, using: &random), 0), 255) } + [255]
        }
        let image = try CorpusPhotos.image(photo, width: width, height: height)
        let words = (0..<3).map { word(seed &* 3 &+ UInt64($0), x: 12 + 62 * $0, y: 80 + 12 * $0) }
        let places = words.map { surroundings($0, 3, width: width, height: height) }
        let text = Double(Int.random(in: 105...150, using: &random))
        for (scrim, color) in [(ReadableText.Scrim.black, 0.0), (.white, 255)] {
            let requirement = try ReadableText(
                red: text / 255, green: text / 255, blue: text / 255, contrast: 2.8, scrim: scrim)
            for ramp in [{ _, _ in 1 }, { x, y in Double(x + y) / 360 }] as [(Int, Int) -> Double] {
                let strength = unsafe image.withUnsafePixels { pixels in
                    unsafe requirement.strength(for: words, within: 3, over: pixels, ramp: ramp)
                }
                let reached = measured(
                    places, photo, width: width, text: text, scrim: color, opacity: strength.opacity,
                    ramp: strength.needsPlateau ? { _, _ in 1 } : ramp
                ).most
                #expect(reached >= 2.8, "\(text) on \(levels): \(reached) with \(strength)")
            }
        }
    }

    @Test("of plain gray have the opacity of the closed form", arguments: [119, 128, 160, 200, 255])
    func plain(gray: Int) throws {
        let photo = [Int](repeating: gray, count: 100 * 60 * 4)
        let image = try CorpusPhotos.image(photo, width: 100, height: 60)
        let requirement = try ReadableText(red: 1, green: 1, blue: 1)
        let strength = unsafe image.withUnsafePixels { pixels in
            unsafe requirement.strength(for: [word(1, x: 8, y: 20)], within: 3, over: pixels) { _, _ in 1 }
        }
        // white text needs a gray of at most 118.66, to which all below 118.5 are rounded
        let closed = 1 - 118.5 / Double(gray)
        #expect(strength.opacity >= closed && strength.opacity <= closed + 1.01 / 255 && !strength.needsPlateau)
    }

    @Test("are not drawn where the contrast is sufficient, and get a plateau where the ramp is too low")
    func ramps() throws {
        let requirement = try ReadableText(red: 1, green: 1, blue: 1)
        func strength(_ gray: Int, _ ramp: Double) throws -> ReadableText.Strength {
            let photo = [Int](repeating: gray, count: 100 * 60 * 4)
            let image = try CorpusPhotos.image(photo, width: 100, height: 60)
            return unsafe image.withUnsafePixels { pixels in
                unsafe requirement.strength(for: [word(1, x: 8, y: 20)], within: 3, over: pixels) { _, _ in ramp }
            }
        }
        #expect(try strength(118, 0.5) == ReadableText.Strength(opacity: 0, needsPlateau: false))
        let full = try strength(200, 1)
        #expect(try strength(200, 0.8).opacity == full.opacity / 0.8)
        #expect(try strength(200, 0.2) == ReadableText.Strength(opacity: full.opacity, needsPlateau: true))
        #expect(try strength(200, 0) == ReadableText.Strength(opacity: full.opacity, needsPlateau: true))
    }

    @Test("that cannot reach a contrast are refused with the possible one")
    func impossible() throws {
        let gray = 118.0 / 255
        do throws(ContrastError) {
            _ = try ReadableText(red: gray, green: gray, blue: gray, contrast: 7)
            Issue.record("the contrast was accepted")
        } catch {
            #expect(abs(error.possible - 4.62) < 0.01)
            #expect(error.description.contains("at most 4.6"))
        }
        #expect(throws: ContrastError.self) { try ReadableText(red: 1, green: 1, blue: 1, scrim: .white) }
        #expect(try ReadableText(red: .nan, green: 0, blue: 0) == ReadableText(red: 0, green: 0, blue: 0))
        #expect(try ReadableText(red: 5, green: .infinity, blue: 1) == ReadableText(red: 1, green: 1, blue: 1))
        for opacity in [-1e300, -.infinity, Double.nan] {
            let error = #expect(throws: ContrastError.self) {
                try ReadableText(red: 1, green: 1, blue: 1, opacity: opacity)
            }
            #expect(error?.description.contains("0% opaque") ?? false)
        }
        #expect(throws: ContrastError.self) { try ReadableText(red: 1, green: 1, blue: 1, contrast: .nan) }
        #expect(try ReadableText(red: 0.1, green: 0.1, blue: 0.1).scrim == .white)
    }

    @Test("consider the pixels around ink, also beyond the edge of the canvas")
    func surroundings() throws {
        for (distance, x, y) in [(0, 5, 5), (2.5, 40, 9), (4, -6, -3), (3, 90, 50)] as [(Double, Int, Int)] {
            let word = word(3, x: x, y: y)
            var found: Set<[Int]> = []
            word.forEachPixel(within: distance, width: 100, height: 60) { x, y in
                #expect(found.insert([x, y]).inserted)
            }
            let expected = surroundings(word, distance, width: 100, height: 60).map { [$0.x, $0.y] }
            #expect(found == Set(expected))
        }
    }
}
