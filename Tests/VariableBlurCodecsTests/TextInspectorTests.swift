import Foundation
import TestSupport
import Testing

@testable import VariableBlurCodecs

@Suite("Texts in metadata")
struct TextInspectorTests {
    private func verdict(_ text: String) -> TextInspector.Verdict {
        var inspector = TextInspector()
        return inspector.verdict(on: Array(text.utf8))
    }

    /// Random bytes, as compressed images consist of.
    private static let bytes: [UInt8] = {
        var random = SplitMix64(seed: 5)
        return (0..<2400).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    /// Digits of a number in a base, for a few bytes at a time.
    private static func encoded(_ alphabet: String, bytesPerGroup: Int, digitsPerGroup: Int) -> String {
        let digits = Array(alphabet)
        return stride(from: 0, to: bytes.count, by: bytesPerGroup).map { start in
            var number = bytes[start..<start + bytesPerGroup].reduce(0) { $0 << 8 | Int($1) }
            var group: [Character] = []
            for _ in 0..<digitsPerGroup {
                group.append(digits[number % digits.count])
                number /= digits.count
            }
            return String(group)
        }.joined()
    }

    private static func characters(_ range: ClosedRange<UInt8>) -> String { String(decoding: range, as: UTF8.self) }

    @Test(
        "prose and data of usual programs are accepted",
        arguments: [
            "", "A lake at dawn", String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 1000),
            String(repeating: "Grüße aus Übersee, très élégant. ", count: 500),
            String(repeating: "湖の夜明け。", count: 150),
            "6F77F117-4072-0681-1822-AE9A1D1F1B2C", String(repeating: "PARIS FRANCE 2024 ", count: 100),
            "https://example.com/" + String(repeating: "photos/2024/05/", count: 20) + "?id=1234567890&size=large",
            "SHA-256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "masterpiece, (best quality:1.2), 8k\nNegative prompt: blurry, lowres\nSteps: 20, Sampler: DPM++ 2M Karras, "
                + "CFG scale: 7, Seed: 3481726459, Size: 512x768, Model hash: 6ce0161689, Model: realistic-v1.5",
            String(
                repeating: #"{"class_type": "KSampler", "inputs": {"seed": 8566257, "steps": 20, "cfg": 8.0, "#
                    + #""sampler_name": "euler", "latent_image": ["5", 0], "positive": ["6", 0]}}, "#, count: 100),
            (1...200).map { "Point \($0): 52.5\($0), 13.4\($0)" }.joined(separator: "; "),
        ])
    func accepted(text: String) {
        #expect(verdict(text) == .text)
        var inspector = TextInspector()
        let utf16 = PlantedPreview.utf16(text, littleEndian: true)
        #expect(inspector.verdict(onUTF16: utf16, .littleEndian) == .text)
    }

    @Test("encodings of binary data are recognized, with and without line breaks")
    func encodings() {
        let base64 = Data(Self.bytes).base64EncodedString()
        let printable = Self.characters(0x21...0x75)
        let encodings = [
            base64, base64.replacing("/", with: "_").replacing("+", with: "-"),
            Self.encoded("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", bytesPerGroup: 5, digitsPerGroup: 8),
            Self.encoded("0123456789abcdef", bytesPerGroup: 1, digitsPerGroup: 2),
            Self.encoded("0123456789ABCDEF", bytesPerGroup: 1, digitsPerGroup: 2),
            Self.encoded("abcdefghijklmnop", bytesPerGroup: 1, digitsPerGroup: 2),
            Self.encoded("0123456789", bytesPerGroup: 1, digitsPerGroup: 3),
            Self.encoded("01", bytesPerGroup: 1, digitsPerGroup: 8),
        ]
        for text in encodings {
            for length in [100_000, 76, 60] {
                let lines = PlantedPreview.lines(text, of: length)
                #expect(verdict(lines) == .possibleImage, "\(text.prefix(40)) \(length)")
            }
            #expect(verdict("A title: " + text + " (the end)") == .possibleImage)
        }
        // These use all printable characters: Ascii85, uuencode, escapes of bytes.
        let base85 = Self.encoded(printable, bytesPerGroup: 4, digitsPerGroup: 5)
        let uuencoded = Self.encoded(Self.characters(0x20...0x5F), bytesPerGroup: 3, digitsPerGroup: 4)
        let escapes = Self.bytes.map { "\\x" + String($0, radix: 16) }.joined()
        for text in [
            base85, uuencoded, escapes, escapes.replacing("\\x", with: "%"), escapes.replacing("\\x", with: ", 0x"),
        ] {
            #expect(verdict(text) == .possibleImage, "\(text.prefix(40))")
            #expect(verdict(PlantedPreview.lines(text, of: 61)) == .possibleImage, "\(text.prefix(40))")
        }
    }

    @Test("the beginning of an image is recognized in short texts")
    func signatures() {
        let files: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], Array("GIF89a".utf8),
            Array("RIFF\0\0\0\0WEBP".utf8),
            [0, 0, 0, 32] + Array("ftypavif".utf8), [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A],
        ]
        for start in files {
            let file = start + [UInt8](repeating: 0x5A, count: 60)
            let hexadecimal = file.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            #expect(verdict("Preview " + Data(file).base64EncodedString()) == .possibleImage, "\(start)")
            #expect(verdict("Preview " + hexadecimal.joined()) == .possibleImage, "\(start)")
            #expect(verdict("Preview " + hexadecimal.joined().uppercased()) == .possibleImage, "\(start)")
        }
        let decimal = ([255, 216, 255] + [Int](repeating: 90, count: 60)).map { String($0) }
        #expect(verdict(decimal.joined(separator: ",")) == .possibleImage)
        #expect(verdict(decimal.joined(separator: ", ")) == .possibleImage)
        #expect(
            verdict("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E".replacing(" ", with: "%20"))
                == .possibleImage)
        #expect(verdict("The signature of JPEG files is /9j/ in Base64, or ffd8ff in hexadecimal digits.") == .text)
        #expect(!ImageSignature.isIn([0xFF, 0xD8]) && ImageSignature.isIn([0, 0xFF, 0xD8, 0xFF]))
    }

    @Test("values that are no texts are dropped, with a notice if they may be images")
    func binary() {
        var inspector = TextInspector()
        let bright = (0..<2000).map { UInt8(0x80 + $0 * 7 % 0x80) }
        #expect(inspector.verdict(on: [1, 2, 3]) == .noise)
        #expect(inspector.verdict(on: [0xFF, 0xD8, 0xFF, 0]) == .possibleImage)
        #expect(inspector.verdict(on: [UInt8](repeating: 1, count: 65)) == .possibleImage)
        #expect(inspector.verdict(on: bright) == .possibleImage)
        #expect(inspector.verdict(on: [UInt8](repeating: 0x20, count: 65_537)) == .possibleImage)
        #expect(inspector.verdict(on: Array("\u{85}".utf8)) == .noise)
        #expect(inspector.verdict(onUTF16: [0xD8, 0], .bigEndian) == .noise)
        #expect(inspector.verdict(onUTF16: Self.bytes, .bigEndian) == .possibleImage)
        // Latin-1 of any length
        #expect(inspector.verdict(on: Array("Fr".utf8) + [0xFC] + Array("hling ".utf8)) == .text)
        let word = Array("Fr".utf8) + [0xFC] + Array("hling am See ".utf8)
        let latin1 = [[UInt8]](repeating: word, count: 300).flatMap { $0 }
        #expect(inspector.verdict(on: latin1) == .text)
    }

    @Test("pairs of bytes are not taken for characters of UTF-16")
    func disguised() {
        func verdict(_ bytes: [UInt8], _ order: ByteOrder) -> TextInspector.Verdict {
            var inspector = TextInspector()
            return inspector.verdict(onUTF16: bytes, order)
        }
        let encoded = Array(Data(Self.bytes.prefix(900)).base64EncodedString().utf8)
        for order in [ByteOrder.littleEndian, .bigEndian] {
            #expect(verdict(encoded, order) == .possibleImage)
            // pixels of a gradient are ideographs
            let pixels = (0..<4_000).map { UInt8(0x50 + $0 / 100) }
            #expect(verdict(pixels, order) == .possibleImage)
            let units = String(repeating: "桜の下で撮った写真です。", count: 40).utf16
            #expect(verdict(units.flatMap { order.bytes(of: Int($0), count: 2) }, order) == .text)
        }
    }

    /// Pseudorandom numbers below a limit.
    private static func numbers(_ count: Int, below limit: Int) -> [Int] {
        var random = SplitMix64(seed: 9)
        return (0..<count).map { _ in Int.random(in: 0..<limit, using: &random) }
    }

    private static func digits(_ number: Int, _ radix: Int, _ count: Int) -> String {
        let text = String(number, radix: radix)
        return String(repeating: "0", count: count - text.count) + text
    }

    private static let lists: [[String]] = {
        let identifiers = (0..<1900).map { digits($0 * 7_919_191 + 1, 16, 16) + digits($0 * 104_729_777 + 5, 16, 16) }
        let uuids = identifiers.prefix(400).map { digits in
            [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)].map { start, end in
                String(digits.dropFirst(start).prefix(end - start))
            }.joined(separator: "-")
        }
        let fractions = numbers(4000, below: 1_000_000).map { digits($0, 10, 6) }
        return [
            identifiers.map { $0.uppercased() }, uuids.map { "xmp.did:" + $0 },
            uuids.map { "adobe:docid:photoshop:" + $0 }, identifiers.map { "uuid:" + $0 },
            (0..<2000).map { "d 0.\(fractions[2 * $0]) 0.\(fractions[2 * $0 + 1])" },
            (0..<60).map { "Keyword-\($0)-with-several-hyphenated-words-of-length" },
            (0..<60).map { "Places/Europe/Germany/Bavaria/Munich/Marienplatz/Tower\($0)" },
            (0..<300).map { "KEYWORD_\($0)_GALLERY_ITEM_NUMBER" },
            (0..<300).map { "ID" + digits($0 * 773, 10, 6) },
            [(0..<200).map { "[47.\(fractions[$0]),11.\(fractions[$0 + 200])]" }.joined(separator: ",")],
            [numbers(250, below: 1 << 24).map { "#" + digits($0, 16, 6) }.joined(separator: ", ")],
        ]
    }()

    @Test("long lists of identifiers, coordinates, keywords, and colors are accepted", arguments: 0..<11)
    func usualLists(index: Int) {
        var inspector = TextInspector()
        let lists = Self.lists
        #expect(lists[index].allSatisfy { inspector.verdict(on: Array($0.utf8)) == .text }, "\(lists[index][0])")
        #expect(inspector.longTotal == 0)
    }

    @Test("images in the form of identifiers and single characters are recognized")
    func formed() {
        let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Self.bytes
        let hexadecimal = image.map { Self.digits(Int($0), 16, 2) }.joined()
        var inspector = TextInspector()
        let items = PlantedPreview.parts(hexadecimal, of: 32)
        let accepted = items.prefix { inspector.verdict(on: Array($0.utf8)) == .text }
        #expect(accepted.count <= 32)
        let spaced = Data(Self.bytes).base64EncodedString().map { String($0) }.joined(separator: " ")
        #expect(verdict(spaced) == .possibleImage)
        let pixels = Self.numbers(1000, below: 1 << 24).map { "#" + Self.digits($0, 16, 6) }
        #expect(verdict(pixels.joined(separator: " ")) == .possibleImage)
        #expect(verdict("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z") == .text)
    }

    @Test("a value that is dropped does not count for the others")
    func dropped() {
        let digests = String(repeating: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 ", count: 40)
        var inspector = TextInspector()
        #expect(inspector.verdict(on: Array(digests.utf8)) == .possibleImage)
        inspector.beginGroup()
        #expect(inspector.verdict(on: Array(digests.utf8.prefix(200))) == .text)
        #expect(inspector.longTotal == inspector.longGroupTotal && inspector.longTotal > 128)
    }

    @Test("an image that is distributed over many values is recognized")
    func distributed() {
        let parts = PlantedPreview.parts(Data(Self.bytes).base64EncodedString(), of: 200)
        var inspector = TextInspector()
        var acceptedCount = 0
        for part in parts {
            inspector.beginGroup()
            if inspector.verdict(on: Array(part.utf8)) == .text { acceptedCount += 1 }
        }
        #expect(acceptedCount * 200 < 1600 && acceptedCount < parts.count)
    }
}
