import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Letters that are joined")
struct CursiveTextTests {
    @Test(
        "words of scripts with joined letters are found, with their marks, and nothing else is",
        arguments: [
            ("plain text, é, Ελληνικά, кириллица, עברית, 茶, 😀, 123", []),
            ("مرحبا", ["مرحبا"]), ("abc مرحبا بالعالم def", ["مرحبا", "بالعالم"]),
            ("abcمرحباdef", ["مرحبا"]),
            // a letter that is not joined, and one at the start of a word
            ("قراءة ءا", ["قراءة", "ءا"]),
            ("عَرَبِيّ", ["عَرَبِيّ"]), ("می\u{200C}خواهم", ["می\u{200C}خواهم"]), ("ه\u{200D}", ["ه\u{200D}"]),
            // digits and punctuation of the scripts are not joined, the stroke that lengthens letters is
            ("١٢٣ نعم، ـــ", ["نعم", "ـــ"]), ("שלום \u{200D} سلام", ["سلام"]),
            ("ܫܠܡܐ", ["ܫܠܡܐ"]), ("ߒߞߏ ߞߊ߲", ["ߒߞߏ", "ߞߊ߲"]), ("ᠮᠣᠩᠭᠣᠯ", ["ᠮᠣᠩᠭᠣᠯ"]),
            ("ࡌࡀࡍࡃࡀ", ["ࡌࡀࡍࡃࡀ"]), ("ꡏꡡꡃ", ["ꡏꡡꡃ"]), ("𞤆𞤵𞤤𞤢𞤪", ["𞤆𞤵𞤤𞤢𞤪"]),
        ])
    func words(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        let found = CursiveText.ranges(in: text).map { String(decoding: bytes[$0], as: UTF8.self) }
        #expect(found.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) }, "\(found)")
    }
}

@Suite("Letter spacing of joined letters")
struct CursiveSpacingTests {
    private let engine: TextEngine

    init() throws { engine = try TextEngine() }

    private func layout(_ text: String, spacing: Double, markup: Bool = false) throws -> TextLayout {
        var layer = TextLayer(text, size: 40)
        (layer.family, layer.letterSpacing, layer.isMarkup) = ("DejaVu Sans", spacing, markup)
        return try engine.layout(layer, sizes: 40...40, width: 1e6, height: nil)
    }

    @Test(
        "words keep their widths, and spaces between them grow", arguments: [8, 0.5, 30, -2],
        [
            "مرحبا", "مرحبا بالعالم", "قراءة عَرَبِيّ كتاب", "می\u{200C}خواهم", "ߒߞߏ ߞߊ߲",
        ])
    func widths(spacing: Double, text: String) throws {
        let plain = try layout(text, spacing: 0)
        // the fonts of this machine may not have the script
        guard plain.missingGlyphCount == 0 else { return }
        let spaced = try layout(text, spacing: spacing)
        let spaces = Double(text.unicodeScalars.count { $0 == " " })
        #expect(abs(spaced.size.width - plain.size.width - spaces * spacing) < 0.1)
        func haveSameWidths(_ words: [SceneRectangle]) -> Bool {
            zip(plain.words, words).dropLast().allSatisfy { abs($0.width - $1.width) < 0.1 }
        }
        #expect(haveSameWidths(spaced.words), "\(plain.words) \(spaced.words)")
        // spacing in the markup does not tear them apart, either
        let markup = try layout("<span letter_spacing='9000'>\(text)</span>", spacing: spacing, markup: true)
        #expect(haveSameWidths(markup.words))
        #expect(abs(markup.size.width - plain.size.width - spaces * 9000 / 1024) < 0.1)
    }

    @Test("letters of other scripts in the same text are spaced, in both directions")
    func mixed() throws {
        for (text, gaps) in [("abc مرحبا", 3.5), ("مرحبا שלום", 4.5), ("مرحبا abcd", 4.5)] {
            let plain = try layout(text, spacing: 0)
            guard plain.missingGlyphCount == 0 else { continue }
            // the outer half of the space of a letter at an end is removed
            let added = try layout(text, spacing: 10).size.width - plain.size.width
            #expect(abs(added - 10 * gaps) < 6, "\(text): \(added)")
        }
    }

    @Test("the line between joined letters has no gap", arguments: ["مستقيم", "سلسلة", "ߒߞߏ"])
    func ink(text: String) throws {
        guard try layout(text, spacing: 0).missingGlyphCount == 0 else { return }
        var layer = TextLayer(text, size: 40)
        layer.family = "DejaVu Sans"
        func gaps(_ spacing: Double) throws -> Int {
            layer.letterSpacing = spacing
            let drawn = try DrawnScene([SceneLayer(.text(layer))], width: 400, height: 80)
            let columns = (0..<400).map { x in (0..<80).contains { drawn.alpha(x, $0) > 0 } }
            return zip(columns, columns.dropFirst()).count { $0 && !$1 }
        }
        #expect(try gaps(12) == gaps(0))
    }
}
