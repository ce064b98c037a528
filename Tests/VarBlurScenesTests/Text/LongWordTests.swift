import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Words that are longer than a line")
struct LongWordTests {
    private static func drawn(_ text: String, width: SceneLength?) throws -> [[Int]] {
        var layer = TextLayer(text, size: 20)
        (layer.family, layer.color) = ("DejaVu Sans Mono", .black)
        var placement = Placement(.topLeading)
        placement.width = width
        let drawn = try DrawnScene([SceneLayer(.text(layer), placement: placement)], width: 300, height: 120)
        return (0..<120).map { y in (0..<300).map { drawn.alpha($0, y) } }
    }

    /// The width of some letters.
    private static func width(_ count: Double) -> SceneLength { .pixels(count * 1233 / 2048 * 20) }

    @Test(
        "a word is divided between letters, without a hyphen",
        arguments: [
            ("abcdefghijklmnopqrstuvwxyz", "abcdefgh\nijklmnop\nqrstuvwx\nyz"),
            ("see www.example.org", "see\nwww.exam\nple.org"),
            ("naïve—überlänge", "naïve—\nüberläng\ne"),
        ])
    func division(text: String, lines: String) throws {
        let (divided, expected) = (try Self.drawn(text, width: Self.width(8.5)), try Self.drawn(lines, width: nil))
        #expect(divided == expected)
    }

    @Test("a soft hyphen shows where a word is divided after it, and nowhere else")
    func softHyphens() throws {
        let divided = try Self.drawn("moun\u{AD}tain\u{AD}side abcdefghijkl", width: Self.width(9.5))
        #expect(try divided == Self.drawn("mountain\u{2010}\nside\nabcdefghi\njkl", width: nil))
        #expect(try Self.drawn("moun\u{AD}tain", width: Self.width(9.5)) == Self.drawn("mountain", width: nil))
    }
}
