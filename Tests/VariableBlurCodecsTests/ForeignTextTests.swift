import Foundation
import TestSupport
import Testing

@testable import VariableBlurCodecs

@Suite("Texts in other character sets")
struct ForeignTextTests {
    private static func verdict(_ text: [UInt8]) -> TextInspector.Verdict {
        var inspector = TextInspector()
        return inspector.verdict(on: text)
    }

    private static func repeated(_ text: [UInt8], _ count: Int) -> [UInt8] {
        [[UInt8]](repeating: text, count: count).flatMap { $0 }
    }

    /// Russian in Windows-1251.
    private static func russian(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8($0.value < 0x80 ? $0.value : $0.value - 0x410 + 0xC0) }
    }

    /// Hiragana in a character set of two bytes, from the bytes of the first one on.
    private static func japanese(_ lead: UInt8, _ trail: UInt8) -> [UInt8] {
        "いろはにほへと ちりぬるを わかよたれそ つねならむ うゐのおくやま けふこえて あさきゆめみし ゑひもせす".unicodeScalars.flatMap { scalar in
            scalar.value < 0x80 ? [UInt8(scalar.value)] : [lead, trail + UInt8(scalar.value - 0x3041)]
        }
    }

    private static let caption = russian("Привет из Москвы, это длинная подпись. Снято в 2024 году, Nikon. ")
    /// Chinese in GBK.
    private static let chinese: [UInt8] = [
        0xC8, 0xD5, 0xC2, 0xE4, 0x95, 0x72, 0xB7, 0xD6, 0xB5, 0xC4, 0xBA, 0xA3, 0xDF, 0x85,
    ]

    @Test("long captions are accepted")
    func captions() {
        #expect(Self.verdict(Self.repeated(Self.caption, 25)) == .text)
        #expect(Self.verdict(Self.repeated(Self.chinese, 100)) == .text)
        #expect(Self.verdict(Self.repeated(Self.japanese(0x82, 0x9F), 8)) == .text)
        #expect(Self.verdict(Self.repeated(Self.japanese(0xA4, 0xA1), 8)) == .text)
        // the last character is cut
        #expect(Self.verdict(Self.repeated(Self.chinese, 60).dropLast()) == .text)
    }

    @Test("bright pictures are not taken for texts", arguments: 1...4)
    func pictures(channelCount: Int) {
        var random = SplitMix64(seed: 9)
        for noise in [0, 2, 8, 30] {
            let picture: [UInt8] = (0..<1_600).map { index in
                let (x, y) = (Double(index / channelCount % 40), Double(index / channelCount / 40))
                let value = 0xC0 + 24 * sin(x / 6) + 16 * cos(y / 5) + Double(index % channelCount * 7)
                return UInt8(min(max(Int(value) + Int.random(in: -noise...noise, using: &random), 0x80), 0xFE))
            }
            #expect(Self.verdict(picture) == .possibleImage, "\(noise)")
            // dark parts are blanks
            #expect(Self.verdict(picture.map { $0 < 0xB0 ? 0x20 : $0 }) == .possibleImage, "\(noise)")
        }
        let bytes = (0..<1_600).map { _ in UInt8.random(in: 0x81...0xFE, using: &random) }
        #expect(Self.verdict(bytes) == .possibleImage)
        let letters = (0..<1_600).map { $0 % 10 == 0 ? 0x20 : UInt8.random(in: 0xC0...0xFF, using: &random) }
        #expect(Self.verdict(letters) == .possibleImage)
    }

    @Test("parts of a picture are not accepted without end")
    func parts() {
        var random = SplitMix64(seed: 3)
        func count(_ part: () -> [UInt8]) -> Int {
            var inspector = TextInspector()
            return (0..<1000).count { _ in
                inspector.beginGroup()
                return inspector.verdict(on: part()) == .text
            }
        }
        #expect(count { (0..<500).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) } } == 2)
        #expect(count { (0..<30).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) } } < 45)
        #expect(count { Self.russian("Москва") } > 500)
        // whatever their number
        #expect(count { Array("Fr".utf8) + [0xFC] + Array("hling am See".utf8) } == 1000)
    }

    @Test("foreign bytes do not make an encoding look like words")
    func density() throws {
        let base64 = Array(PlantedPreview.headlessBase64.utf8)
        let word = Array("Gr".utf8) + [0xFC, 0xDF, 0xFC]
        let mixed = stride(from: 0, to: base64.count, by: 30).flatMap {
            base64[$0..<min($0 + 30, base64.count)] + word
        }
        #expect(Self.verdict(mixed) == .possibleImage)
    }

    @Test("a character that is cut at the end does not matter")
    func cutCharacters() {
        for (character, count) in [("é", 200), ("日", 400), ("😀", 300)] {
            let text = Array(
                ("A text that is long enough to be inspected. " + String(repeating: character, count: count)).utf8)
            for missing in 1..<character.utf8.count {
                #expect(Self.verdict(text.dropLast(missing)) == .text, "\(character) \(missing)")
            }
        }
        var inspector = TextInspector()
        let text = PlantedPreview.utf16("Greetings, and more words so that it is long 😀", littleEndian: true)
        #expect(inspector.verdict(onUTF16: text.dropLast(2), .littleEndian) == .text)
        #expect(inspector.verdict(onUTF16: Array(text.dropLast(2)) + [0x20, 0], .littleEndian) == .possibleImage)
    }

    @Test("vertical tabs and form feeds are blanks")
    func blanks() {
        let text = "A caption with a vertical tab\u{0B} and form feed\u{0C} and more words, longer than sixty-four"
        #expect(Self.verdict(Array(text.utf8)) == .text)
        #expect(Self.verdict(Array((text + "\u{0E}").utf8)) == .possibleImage)
    }

    @Test("escape sequences of ISO-2022-JP are accepted, but not others")
    func japaneseEscapes() {
        func verdict(_ text: String) -> TextInspector.Verdict {
            var inspector = TextInspector()
            return inspector.verdict(onISO2022JP: Array(text.utf8))
        }
        for text in ["\u{1B}$BF|K\\\u{1B}(B", "\u{1B}$@F|K\\\u{1B}(J and more", "a plain text", ""] {
            #expect(verdict(text) == .text)
        }
        let words = String(repeating: "words ", count: 20)
        for text in ["\u{1B}", "\u{1B}$", "\u{1B}[31m", "\u{1B}$A"] {
            #expect(verdict(text) == .noise)
            #expect(verdict(words + text) == .possibleImage)
        }
        #expect(verdict("\u{1B}$B" + PlantedPreview.base64 + "\u{1B}(B") == .possibleImage)
    }
}
