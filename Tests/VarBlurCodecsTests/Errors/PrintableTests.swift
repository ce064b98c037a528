import Testing
import VarBlurCodecs

@Suite("Text for terminals")
struct PrintableTests {
    @Test("Characters that are not visible are escaped, by their Unicode properties")
    func categories() {
        var escapedCount = 0
        for value in UInt32(0)...0x10FFFF {
            // Characters for the invalid bytes of file names
            guard let scalar = Unicode.Scalar(value), !(0x10FE80...0x10FEFF).contains(value) else { continue }
            let isHidden =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: value != 0x200D
                default: scalar.properties.isDefaultIgnorableCodePoint
                }
            if isHidden { escapedCount += 1 }
            let expected = isHidden ? "\\u{\(String(value, radix: 16))}" : String(scalar)
            guard ImageError.printable(String(scalar)) != expected else { continue }
            Issue.record("U+\(String(value, radix: 16))")
        }
        #expect(escapedCount > 200)
    }

    @Test("Changes of direction, separators, and tags are escaped; letters and emoji are kept")
    func examples() {
        for value in [
            0x1B, 0x9B, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF, 0xE0001, 0x34F,
            0x115F, 0x17B4, 0x180B, 0x3164, 0xFFA0, 0xFE00, 0xFE0F, 0xE0100,
        ] {
            let text = Unicode.Scalar(UInt32(value)).map { "a\($0)b" } ?? ""
            #expect(ImageError.printable(text) == "a\\u{\(String(value, radix: 16))}b")
        }
        for text in ["plain", "é", "e\u{301}", "שלום", "中", "👩‍👩‍👧", "👍🏽", "❤️", "#\\ %"] {
            #expect(ImageError.printable(text) == text)
        }
        #expect(ImageError.printable("❤\u{FE0F}\u{FE0F}1\u{FE0E}") == "❤\u{FE0F}\\u{fe0f}1\\u{fe0e}")
    }

    @Test("All parts of an error are escaped, once")
    func errors() {
        let error = ImageError(.damaged, "a\u{1B}b", remedy: "c\u{202E}d", file: "e\nf")
        #expect(error.description == #"e\u{a}f: a\u{1b}b (c\u{202e}d)"#)
        #expect(ImageError.printable(error.description) == error.description)
    }
}
