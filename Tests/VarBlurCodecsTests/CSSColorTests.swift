import Testing
import VarBlurCodecs

@Suite("Colors of CSS")
struct CSSColorTests {
    @Test(
        "are read in all forms",
        arguments: [
            ("#0f8", 0x00FF88), ("#0f80", 0x00FF88), ("#00FF88", 0x00FF88), ("#00ff8880", 0x00FF88),
            ("rgb(0 255 136)", 0x00FF88), ("rgb(+0, 1e2%, 136.0)", 0x00FF88), ("hsl(0deg 100% 50%)", 0xFF0000),
            ("black", 0),
        ])
    func colors(text: String, value: Int) throws {
        let color = try #require(CSSColor(text)?.rgb)
        #expect(Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue) == value)
    }

    @Test(
        "are nothing else",
        arguments: [
            "#-00", "#+00", "#-00000", "#+0000000", "#0g0", "#00", "#\u{FF10}00", "rgb(0x10 0x20 0x30)", "rgb(nan 0 0)",
            "rgb(inf 0 0)", "rgb(0 0 0 / 0x1p-1)", "hsl(0x10 100% 50%)", "rgb(1 2)", "rgb(1 2 3 4 5)", "blackish", "",
        ])
    func others(text: String) { #expect(CSSColor(text) == nil) }
}
