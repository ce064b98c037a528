import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Texts that fit")
struct FittedTextTests {
    /// The size of a text in DejaVu Sans Mono.
    private func size(
        _ string: String, size: Double = 32, minSize: Double? = nil, lines: Int = 0, width: Double = 200,
        height: Double? = nil, overflow: TextLayer.Overflow = .visible
    ) throws -> SceneSize {
        var text = TextLayer(string, size: .pixels(size))
        (text.family, text.lines, text.overflow) = ("DejaVu Sans Mono", lines, overflow)
        text.minSize = minSize.map { .pixels($0) }
        let layout = try TextEngine().layout(
            text, sizes: (minSize ?? size)...size, width: width, height: height)
        return layout.size
    }

    @Test("a text shrinks in steps of a quarter of a pixel until its line fits the width", arguments: [12, 20, 33, 60])
    func shrinking(count: Int) throws {
        let string = String(repeating: "m", count: count)
        let steps = stride(from: 32, through: 8, by: -0.25)
        let expected = steps.first { BackgroundTests.size(columns: count, size: $0).width <= 200 } ?? 8
        let fitted = try size(string, minSize: 8, lines: 1)
        let line = BackgroundTests.size(columns: 1, size: expected)
        #expect(abs(fitted.height - line.height) < 0.02, "\(fitted)")
        #expect(fitted.width <= 200.001)
    }

    @Test("a text shrinks to its height with several lines")
    func height() throws {
        let string = "aaaa bbbb cccc dddd"
        let fitted = try size(string, minSize: 6, width: 100, height: 50)
        // two lines of nine letters are 50 pixels high at 21.4 pixels, but 100 pixels wide at 18.4
        #expect(abs(fitted.height - BackgroundTests.size(columns: 9, lines: 2, size: 18.25).height) < 0.02, "\(fitted)")
        #expect(try size(string, size: 18, minSize: 6, width: 100, height: 50).height < fitted.height)
    }

    @Test("words are not divided while the text shrinks, and are at the smallest size")
    func words() throws {
        #expect(try size("abcdefghij", size: 40, minSize: 10, width: 100).height < 20)
        #expect(try size("abcdefghij", size: 40, minSize: 20, width: 100).height > 40)
    }

    @Test(
        "an ellipsis limits the lines of all paragraphs together",
        arguments: ["one\ntwo\nthree\nfour", "many words that need more than two lines of this width"])
    func lines(string: String) throws {
        for lines in 1...3 {
            let height = try size(string, lines: lines).height
            #expect(abs(height - BackgroundTests.size(columns: 1, lines: lines).height) < 0.02)
        }
        #expect(try size(string, lines: 40).height == size(string).height)
    }

    @Test("line breaks at the end, as cells of tables have them, are no lines that an ellipsis would stand for")
    func lineBreaks() throws {
        for end in ["\n", "\r\n", "\n\n", "\u{2028}"] {
            #expect(try size("Anna" + end, lines: 1) == size("Anna", lines: 1))
            #expect(try size("one\ntwo" + end, minSize: 4, lines: 2) == size("one\ntwo", lines: 2))
        }
    }

    @Test("an ellipsis follows the last line that fits the height")
    func ellipsis() throws {
        let line = BackgroundTests.size(columns: 1).height
        for (height, lines) in [(line * 2.5, 2), (line * 3, 3), (line * 0.5, 1)] {
            let fitted = try size("one\ntwo\nthree\nfour", height: height, overflow: .ellipsis)
            #expect(abs(fitted.height - Double(lines) * line) < 0.02)
        }
    }

    @Test("an ellipsis takes the place of the end of the text only")
    func prefix() throws {
        func picture(_ string: String) throws -> DrawnScene {
            var text = TextLayer(string, size: 20)
            (text.family, text.lines) = ("DejaVu Sans Mono", 1)
            return try DrawnScene([SceneLayer(.text(text), placement: .at(0, 0, 96, 40))])
        }
        // eight columns are 96.3 pixels wide, and seven are 84.3
        #expect(try picture("abc efgh").bytes == picture("abc ef…").bytes)
        #expect(try picture("abcd  efgh").bytes == picture("abcd…").bytes)
    }

    @Test("a text is cut off at its frame")
    func clipping() throws {
        var text = TextLayer("MMMM\nMMMM\nMMMM", size: 24)
        (text.family, text.overflow) = ("DejaVu Sans", .clip)
        let placement = Placement.at(10, 10, 60, 34)
        let clipped = try DrawnScene([SceneLayer(.text(text), placement: placement)])
        text.overflow = .visible
        let whole = try DrawnScene([SceneLayer(.text(text), placement: placement)])
        for y in 0..<72 {
            for x in 0..<96 {
                let isInside = (10..<70).contains(x) && (10..<44).contains(y)
                #expect(clipped[x, y] == (isInside ? whole[x, y] : [0, 0, 0, 0]))
            }
        }
        #expect((0..<96).contains { whole.alpha($0, 50) > 0 })
    }

    @Test("lines are at the top, in the middle, or at the bottom of a higher frame")
    func verticalAlignment() throws {
        func picture(_ alignment: TextLayer.VerticalAlignment, y: Double) throws -> DrawnScene {
            var text = TextLayer("Ag", size: .pixels(2048 / 64))
            (text.family, text.verticalAlignment) = ("DejaVu Sans Mono", alignment)
            // a line is 37.25 pixels high
            return try DrawnScene([SceneLayer(.text(text), placement: .at(8, y, 60, 45.25))])
        }
        let top = try picture(.top, y: 12)
        #expect(try top.bytes == picture(.center, y: 8).bytes && top.bytes == picture(.bottom, y: 4).bytes)
    }
}
