import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// A program that reads QR codes, if it is installed.
private let scanner = Program(named: "zbarimg")

@Suite("QR codes", .enabled(if: scanner != nil))
struct QRCodeTests {
    private static func layer(_ text: String, _ members: String = "") throws -> String {
        "{\"type\":\"qrCode\",\"id\":\"code\",\"text\":\(JSONValue.string(text).text)\(members)}"
    }

    private static func scene(_ layers: String, size: Int = 240) -> String {
        "{\"canvas\":{\"width\":\(size),\"height\":\(size),\"background\":\"#fff\"},\"layers\":[\(layers)]}"
    }

    /// What an independent program reads from the picture of a scene.
    private func scanned(_ scene: String, _ arguments: String..., name: String = "code.png") throws -> String? {
        let sandbox = try ComposeSandbox()
        try sandbox.add(scene, "code.json")
        let command = ["compose"] + arguments + ["code.json", name]
        let outcome = try Program.varblur.run(command, in: sandbox.directory.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let found = try #require(scanner).run(["-q", "--raw", name], in: sandbox.directory.url)
        return found.status == 0 ? String(found.text.dropLast()) : nil
    }

    @Test(
        "a code that scanners hardly read has a warning",
        arguments: [
            ("#eee", "#fff", true), ("#fff", "#000", true), ("#000", "#fff", false), ("#06c", "#fff", false),
            ("#eee8", "#fff", false),
        ])
    func contrast(dark: String, light: String, isWarned: Bool) throws {
        let sandbox = try ComposeSandbox()
        let layer = try Self.layer("A", ",\"color\":\"\(dark)\",\"lightColor\":\"\(light)\"")
        try sandbox.add(Self.scene(layer), "code.json")
        let outcome = try sandbox.compose("code.json", "code.png")
        #expect(outcome.status == 0 && outcome.errors.contains("many scanners") == isWarned, "\(outcome.errors)")
    }

    @Test(
        "a code is read as the text that it stands for, with every error correction",
        arguments: ["https://example.com/lakes?id=1&x=%20", "0123456789", "UPPER CASE 1:2", "a", "Überall Seen · 湖"],
        ["low", "medium", "quartile", "high"])
    func texts(text: String, level: String) throws {
        let layer = try Self.layer(text, ",\"errorCorrection\":\"\(level)\"")
        #expect(try scanned(Self.scene(layer)) == text)
    }

    @Test("a code is read at other sizes, in colors, rotated, on a photo, and as a JPEG")
    func appearance() throws {
        let text = "https://example.com/alpine-lake"
        for members in [
            #","width":70,"height":70"#, #","width":101.5,"height":101.5,"offsetX":0.25"#,
            ##","color":"#12324a","lightColor":"#f3e6c8""##, #","width":140,"height":140,"rotation":33"#,
            #","quietZone":8"#,
            #","width":160,"height":200"#,
        ] {
            #expect(try scanned(Self.scene(Self.layer(text, members))) == text, "\(members)")
        }
        let plain = Self.scene(try Self.layer(text))
        #expect(try scanned(plain, "--jpeg-quality", "40", name: "code.jpg") == text)
        #expect(try scanned(plain, "--scale", "3") == text)
        // its own margin separates it from what is around it
        let dark = plain.replacing("#fff", with: "#000")
        #expect(try scanned(dark.replacing(#""id":"code""#, with: #""id":"code","padding":20"#)) == text)
    }

    @Test("a code with high error correction may be covered in its middle")
    func damage() throws {
        let text = "https://example.com/alpine-lake"
        let logo = ##"{"type":"shape","shape":"circle","fill":"#d5322e","width":52,"height":52}"##
        let layers = try Self.layer(text, #","errorCorrection":"high""#) + "," + logo
        #expect(try scanned(Self.scene(layers)) == text)
    }

    @Test("modules are squares of one size, with the margin that was asked for", arguments: [0, 4, 7])
    func modules(quietZone: Int) throws {
        // a code of version 1 has 21 modules, and a finder pattern of seven in its corner
        let count = 21 + 2 * quietZone
        let sandbox = try ComposeSandbox()
        let layer = try Self.layer("abc", ",\"quietZone\":\(quietZone),\"errorCorrection\":\"low\"")
        try sandbox.add(Self.scene(layer, size: count * 5), "code.json")
        try sandbox.draw("code.json", "code.png")
        let picture = try sandbox.picture("code.png")
        func module(_ x: Int, _ y: Int) -> Set<Int> {
            Set((0..<25).map { picture[(x + quietZone) * 5 + $0 % 5, (y + quietZone) * 5 + $0 / 5, 0] })
        }
        for y in -quietZone..<21 + quietZone {
            for x in -quietZone..<21 + quietZone {
                let colors = module(x, y)
                #expect(colors == [0] || colors == [255], "\(x), \(y): \(colors)")
                let ring = max(abs(x - 3), abs(y - 3))
                if !(0..<21).contains(x) || !(0..<21).contains(y) {
                    #expect(colors == [255])
                } else if ring <= 4 {
                    #expect(colors == (ring == 2 || ring == 4 ? [255] : [0]), "\(x), \(y)")
                }
            }
        }
    }

    @Test("texts that are empty or too long, and codes that are too small, are mistakes")
    func mistakes() throws {
        let long = String(repeating: "Ö", count: 1500)
        for (layer, path, message) in [
            (try Self.layer(""), "text", "is empty"),
            (try Self.layer(long), "text", "the text of 3000 bytes is too long"),
            (try Self.layer("abc", #","width":20,"height":20"#), "text", "29 modules"),
            (try Self.layer("abc", #","quietZone":-1"#), "quietZone", "0 to 20"),
            (try Self.layer("abc", #","errorCorrection":"best""#), "errorCorrection", "quartile"),
        ] {
            let sandbox = try ComposeSandbox()
            try sandbox.add(Self.scene(layer), "code.json")
            let found = try sandbox.message(64, "code.json", "a.png")
            #expect(found.contains("layers[0].\(path)") && found.contains(message), "\(found)")
        }
        // at twice the size, the code is large enough
        #expect(try scanned(Self.scene(Self.layer("abc", #","width":20,"height":20"#)), "--scale", "5") == "abc")
    }

    @Test("texts of codes can be set, and an empty one can hide the code")
    func values() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.scene(try Self.layer("abc", #","hidesEmpty":true"#)), "code.json")
        try sandbox.draw("--set", "code.text=", "code.json", "none.png")
        #expect(try sandbox.picture("none.png").sampleValues().allSatisfy { $0 == 255 })
        try sandbox.draw("--set", "code.text=12345", "code.json", "set.png")
        let found = try #require(scanner).run(["-q", "--raw", "set.png"], in: sandbox.directory.url)
        #expect(found.text == "12345\n")
    }
}
