import Foundation
import TestSupport
import Testing

@testable import VarBlurCodecs

@Suite("Texts in metadata")
struct TextFilterTests {
    /// What a new filter decides about a text.
    private enum Verdict {
        case accepted, dropped, refused
    }

    private static func verdict(_ accepts: (inout TextFilter) -> Bool) -> Verdict {
        var filter = TextFilter()
        return accepts(&filter) ? .accepted : filter.hasRefused ? .refused : .dropped
    }

    private static func verdict(_ text: String) -> Verdict { verdict { $0.accepts(Array(text.utf8)) } }

    private static func verdict(_ bytes: [UInt8]) -> Verdict { verdict { $0.accepts(bytes) } }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Random bytes, as compressed images consist of.
    private static let bytes: [UInt8] = {
        var random = SplitMix64(seed: 5)
        return (0..<2400).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    @Test(
        "prose and data of usual programs are accepted",
        arguments: [
            "", "A lake at dawn", repeated("The quick brown fox jumps over the lazy dog. ", 1000),
            repeated("Grüße aus Übersee, très élégant. ", 500), repeated("湖の夜明け。", 1000), repeated("- ", 2000),
            repeated("-", 5000), "6F77F117-4072-0681-1822-AE9A1D1F1B2C", repeated("PARIS FRANCE 2024 ", 100),
            "https://example.com/" + repeated("photos/2024/05/", 15) + "?id=1234567890&size=large",
            "SHA-256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "masterpiece, (best quality:1.2), 8k\nNegative prompt: blurry, lowres\nSteps: 20, Sampler: DPM++ 2M Karras, "
                + "CFG scale: 7, Seed: 3481726459, Size: 512x768, Model hash: 6ce0161689, Model: realistic-v1.5",
            repeated(
                #"{"class_type": "KSampler", "inputs": {"seed": 8566257, "steps": 20, "cfg": 8.0, "#
                    + #""sampler_name": "euler", "latent_image": ["5", 0], "positive": ["6", 0]}}, "#, 100),
            repeated(#"{"id":3,"type":"KSampler","pos":[863.5,186],"size":{"0":315,"1":262},"links":[[1,2,0,"#, 700),
            (1...200).map { "Point \($0): 52.5\($0), 13.4\($0)" }.joined(separator: "; "),
            "A caption with a vertical tab\u{0B} and form feed\u{0C} and more words, longer than sixty-four characters",
        ])
    func accepted(text: String) { #expect(Self.verdict(text) == .accepted) }

    @Test("encodings of binary data are refused, with and without line breaks")
    func encodings() {
        let base64 = Data(Self.bytes).base64EncodedString()
        let hexadecimal = Self.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let rows = [
            base64, base64.replacing("/", with: "_").replacing("+", with: "-"), hexadecimal.joined(),
            hexadecimal.joined().uppercased(), base64.replacing("/", with: "\\/"), base64.replacing("/", with: "%2F"),
            hexadecimal.joined(separator: "\\x"), hexadecimal.joined(separator: "%"),
            hexadecimal.joined(separator: "\\u00"),
        ]
        for row in rows {
            for (length, separator) in [(100_000, ""), (76, "\n"), (60, "\r\n"), (64, "\",\""), (60, "\\n  ")] {
                let lines = PlantedPreview.parts(row, of: length).joined(separator: separator)
                #expect(Self.verdict(lines) == .refused, "\(row.prefix(40)) \(length)")
                #expect(Self.verdict("A title: \(lines) (the end)") == .refused, "\(row.prefix(40)) \(length)")
            }
        }
        let decimal = Self.bytes.map { String($0) }
        for separator in [" ", ", ", "\n", "\t", ";", " , 0x"] {
            #expect(Self.verdict(decimal.joined(separator: separator)) == .refused, "\(separator)")
            #expect(Self.verdict(hexadecimal.joined(separator: separator)) == .refused, "\(separator)")
        }
    }

    @Test("rows end where words begin")
    func rows() {
        let (line, row) = (Self.repeated("oP3", 40), Self.repeated("oP3", 85))
        #expect(Self.verdict(row) == .accepted && Self.verdict(row + "d") == .refused)
        #expect(Self.verdict("\(row) and \(row)") == .accepted)
        #expect(Self.verdict("\(line)....\(line)....\(line)") == .refused)
        #expect(Self.verdict("\(line).....\(line).....\(line)") == .accepted)
        let short = Self.repeated("oP3", 13)
        #expect(Self.verdict([String](repeating: short, count: 100).joined(separator: "\n")) == .accepted)
        let digits = Self.repeated("0x1f, ", 255)
        #expect(Self.verdict(digits) == .accepted && Self.verdict(digits + "0x1f") == .refused)
        #expect(Self.verdict(digits + "gray " + digits) == .accepted)
    }

    @Test("a row may continue in the next text")
    func distributed() {
        let parts = PlantedPreview.parts(Data(Self.bytes).base64EncodedString(), of: 60).dropLast()
        var filter = TextFilter()
        #expect(parts.count { filter.accepts(Array($0.utf8)) } <= 4 && filter.hasRefused)
        #expect(filter.accepts(Array("A title".utf8)) && filter.accepts(Array("another".utf8)))
    }

    @Test("a text that is not copied does not count for the others")
    func restored() {
        let (line, row) = (Array(Self.repeated("oP3", 60).utf8), Array(Self.repeated("oP3", 100).utf8))
        var filter = TextFilter()
        let before = [line, row + Array(" a word".utf8), line].map { filter.accepts($0) }
        #expect(before == [true, false, false] && filter.hasRefused)
        filter.restore(TextFilter())
        let after = [line, line, Array("a word".utf8), line].map { filter.accepts($0) }
        #expect(after == [true, false, true, true] && filter.hasRefused)
    }

    @Test("all texts together have at most 64 KiB")
    func total() {
        var filter = TextFilter()
        let words = Array(Self.repeated("word ", 6000).utf8)
        #expect(filter.accepts(words) && filter.accepts(words) && !filter.hasRefused)
        #expect(!filter.accepts(words) && filter.hasRefused)
        #expect(filter.accepts(Array(Self.repeated("o ", 2768).utf8)) && !filter.accepts(Array("o".utf8)))
        #expect(Self.verdict([UInt8](repeating: 0x20, count: 65_537)) == .refused)
    }

    @Test("values that are no texts are dropped, with a notice if they may be images")
    func binary() {
        for value in [[1, 2, 3], [0xFF, 0xD8, 0xFF, 0], [0x7F], Array("\u{1B}[31m".utf8)] {
            #expect(Self.verdict(value) == .dropped)
        }
        let mistaken = Array("Don\u{92}t".utf8)
        for value in [[UInt8](repeating: 1, count: 65), mistaken, Self.bytes, Latin1Text.utf8(Self.bytes)] {
            #expect(Self.verdict(value) == .refused)
        }
        for file in [[0xFF, 0xD8, 0xFF, 0xE0, 0], [0x89] + Array("PNG\r\n\u{1A}\n".utf8), Array("GIF89a\u{1}\0".utf8)] {
            #expect(Self.verdict(file + [UInt8](repeating: 0x41, count: 200)) == .refused)
        }
    }

    @Test("texts in other character sets have at most 2,000 foreign bytes together")
    func foreign() {
        let word = Array("Fr".utf8) + [0xFC] + Array("hling am See ".utf8)
        let latin1 = [[UInt8]](repeating: word, count: 300).flatMap { $0 }
        #expect(Self.verdict(latin1) == .accepted)
        #expect(Self.verdict([UInt8](repeating: 0xC0, count: 2_000)) == .accepted)
        #expect(Self.verdict([UInt8](repeating: 0xC0, count: 2_001)) == .refused)
        var filter = TextFilter()
        let part = [UInt8](repeating: 0xC0, count: 50)
        #expect((0..<100).count { _ in filter.accepts(part) } == 40)
        // a character that is cut at the end does not matter
        #expect(
            Self.verdict(Array("A text of a program, cut after some bytes: caf\u{E9}".utf8.dropLast())) == .accepted)
    }

    @Test("texts in UTF-16 have at most 1,000 characters outside Latin-1", arguments: [true, false])
    func utf16(isLittleEndian: Bool) {
        func verdict(_ bytes: [UInt8]) -> Verdict {
            Self.verdict { $0.accepts(utf16: bytes, isLittleEndian ? .littleEndian : .bigEndian) }
        }
        func verdict(_ text: String) -> Verdict {
            verdict(PlantedPreview.utf16(text, littleEndian: isLittleEndian))
        }
        let (photo, base64) = ("桜の下で撮った写真です。", Data(Self.bytes).base64EncodedString())
        #expect(verdict("") == .accepted && verdict(Self.repeated("Grüße vom See. ", 2000)) == .accepted)
        #expect(verdict(Self.repeated(photo, 83)) == .accepted && verdict(Self.repeated(photo, 84)) == .refused)
        #expect(verdict(base64) == .refused && verdict(Self.bytes) == .refused)
        #expect(verdict([0x20, 0, 0x20]) == .dropped && verdict([0xD8, 0xD8]) == .dropped)
        // pairs of bytes are not taken for characters
        #expect(verdict(Array(base64.utf8.prefix(400))) == .refused)
        #expect(verdict((0..<4_000).map { UInt8(0x50 + $0 / 100) }) == .refused)
    }
}
