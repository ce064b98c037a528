import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Fonts from files")
struct FontFileTests {
    /// A copy of a font with another name of its family, which has the same length.
    private static func renamed(_ font: [UInt8], from name: String, to newName: String) -> [UInt8] {
        var bytes = font
        for (old, new) in [
            (Array(name.utf8), Array(newName.utf8)),
            (name.utf8.flatMap { [0, $0] }, newName.utf8.flatMap { [0, $0] }),
        ] {
            var index = 0
            while index + old.count <= bytes.count {
                if bytes[index..<index + old.count].elementsEqual(old) {
                    bytes.replaceSubrange(index..<index + old.count, with: new)
                }
                index += 1
            }
        }
        return bytes
    }

    /// The file of an installed font.
    private static func installed(_ family: String) throws -> [UInt8] {
        let path = try #require(Program(named: "fc-match")).run(["-f", "%{file}", family]).text
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func scene(_ family: String, weight: Int = 400, fonts: [String] = []) -> Scene {
        var text = TextLayer("Agß", size: 30)
        (text.family, text.weight) = (family, weight)
        return Scene(canvas: SceneCanvas(width: 96, height: 72), layers: [SceneLayer(.text(text))], fonts: fonts)
    }

    private static func bytes(_ picture: borrowing PixelBuffer) -> [UInt8] {
        unsafe picture.bytes.withUnsafeBytes { Array($0) }
    }

    @Test("a font that is not installed draws the same as the installed one that it was made from, and next to it")
    func file() throws {
        let directory = try TemporaryDirectory()
        let font = Self.renamed(try Self.installed("DejaVu Serif"), from: "DejaVu Serif", to: "Private Font")
        try directory.write(font, to: "a.ttf")
        let resources = SceneResources(directory: directory.url.path, confinement: directory.url.path)
        let renderer = try SceneRenderer(resources)
        let serif = Self.bytes(try renderer.render(Self.scene("DejaVu Serif")))
        #expect(try Self.bytes(renderer.render(Self.scene("Private Font", fonts: ["a.ttf"]))) == serif)
        #expect(try Self.bytes(renderer.render(Self.scene("DejaVu Serif", fonts: ["a.ttf"]))) == serif)
        #expect(renderer.notices.isEmpty)
        // the next scene does not have the font
        #expect(try Self.bytes(renderer.render(Self.scene("Private Font"))) != serif)
        #expect(
            renderer.notices.count == 1 && renderer.notices[0].hasPrefix("layers[0]: the font family 'Private Font'"))
        var folder = SceneResources()
        folder.fontDirectories = [directory.url.path]
        #expect(try Self.bytes(SceneRenderer(folder).render(Self.scene("Private Font"))) == serif)
    }

    @Test("layers that are kept for the next scene have its fonts")
    func keptLayers() throws {
        let directory = try TemporaryDirectory()
        try directory.write(try Self.installed("DejaVu Serif:bold"), to: "bold.ttf")
        let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
        func scene(_ opacity: Double, _ fonts: [String]) -> Scene {
            var scene = Self.scene("DejaVu Serif", fonts: fonts)
            scene.layers.append(SceneLayer(.fill(FillLayer(.color(.black))), opacity: opacity))
            return scene
        }
        renderer.keepLayers(of: try SceneAnimation(from: scene(0.1, []), to: scene(0.2, [])))
        let regular = Self.bytes(try renderer.render(scene(0.1, [])))
        let bold = Self.bytes(try renderer.render(scene(0.1, ["bold.ttf"])))
        #expect(bold != regular)
        #expect(try Self.bytes(renderer.render(scene(0.1, []))) == regular)
    }

    @Test("the family of a file takes the place of the installed one")
    func precedence() throws {
        let directory = try TemporaryDirectory()
        try directory.write(try Self.installed("DejaVu Serif:bold"), to: "bold.ttf")
        let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
        let regular = Self.bytes(try renderer.render(Self.scene("DejaVu Serif")))
        let bold = Self.bytes(try renderer.render(Self.scene("DejaVu Serif", weight: 700)))
        let file = Self.bytes(try renderer.render(Self.scene("DejaVu Serif", fonts: ["bold.ttf"])))
        #expect(file == bold && file != regular)
    }

    @Test("a file that is missing, elsewhere, or no font is named")
    func mistakes() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Array("not a font".utf8), to: "text.ttf")
        for (fonts, code, path) in [
            (["missing.ttf"], SceneError.Code.missingImage, "fonts[0]"), (["text.ttf"], .invalidImage, "fonts[0]"),
            (["../elsewhere.ttf"], .missingImage, "fonts[0]"),
        ] {
            let resources = SceneResources(directory: directory.url.path, confinement: directory.url.path)
            let error = #expect(throws: SceneError.self) { () throws in
                try SceneRenderer(resources).check(Self.scene("DejaVu Serif", fonts: fonts))
            }
            #expect(error?.code == code && error?.problems.first?.path == path, "\(String(describing: error))")
        }
    }

    @Test("web fonts draw the same as the font that they were made of", arguments: ["woff", "woff2"])
    func webFonts(format: String) throws {
        SVGSupport.findProgram()
        let directory = try TemporaryDirectory()
        let renderer = try SceneRenderer(SceneResources(directory: directory.url.path, confinement: directory.url.path))
        // files that follow each other get the same number in the process
        for (family, weight, name) in [
            ("DejaVu Serif", 400, "Private Font"), ("DejaVu Sans", 400, "Secret Font"),
            ("DejaVu Serif", 700, "Another Type"),
        ] {
            let style = weight == 700 ? ":bold" : ""
            let fonts = WebFonts(Self.renamed(try Self.installed(family + style), from: family, to: name))
            let file = try format == "woff" ? fonts.woff() : fonts.woff2()
            try directory.write(file, to: "a.\(format)")
            let expected = Self.bytes(try renderer.render(Self.scene(family, weight: weight)))
            #expect(
                try Self.bytes(renderer.render(Self.scene(name, weight: weight, fonts: ["a.\(format)"]))) == expected)
            #expect(renderer.notices.isEmpty, "\(renderer.notices)")
            // a renderer that has not read the file yet
            let other = try SceneRenderer(SceneResources(directory: directory.url.path))
            #expect(try Self.bytes(other.render(Self.scene(name, weight: weight, fonts: ["a.\(format)"]))) == expected)
            try FileManager.default.removeItem(atPath: directory.path("a.\(format)"))
        }
    }

    @Test("damaged web fonts, and those of any announced length, are mistakes or draw the font")
    func damagedWebFonts() throws {
        SVGSupport.findProgram()
        let directory = try TemporaryDirectory()
        let fonts = WebFonts(try Self.installed("DejaVu Serif"))
        var (woff, woff2) = (try fonts.woff(), fonts.woff2())
        var random = SplitMix64(seed: 1)
        for _ in 0..<100 { woff[Int.random(in: 44..<woff.count, using: &random)] &+= 1 }
        for index in 20..<48 { woff2[index] = 255 }
        for (name, file) in [
            ("cut.woff", Array(try fonts.woff().prefix(20_000))), ("cut.woff2", Array(fonts.woff2().prefix(20_000))),
            ("short.woff", Array("wOFF".utf8)), ("short.woff2", Array("wOF2".utf8)), ("changed.woff2", woff2),
            ("changed.woff", woff), ("large.woff", try fonts.woff(announcing: 0xFFFF_FFFF)),
            ("large.woff2", fonts.woff2(announcing: 0xFFFF_FFFF)), ("small.woff2", fonts.woff2(announcing: 100)),
        ] {
            try directory.write(file, to: name)
            let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
            do throws(SceneError) {
                _ = try renderer.render(Self.scene("DejaVu Serif", fonts: [name]))
                #expect(!name.hasPrefix("cut") && !name.hasPrefix("short"), "\(name)")
            } catch {
                #expect([.invalidImage, .overLimit].contains(error.code), "\(name): \(error)")
                #expect(error.description.contains(name) && error.problems.first?.path == "fonts[0]", "\(error)")
            }
        }
    }

    @Test("a face without italic letters is slanted with a notice, and one with them is not")
    func slanted() throws {
        let directory = try TemporaryDirectory()
        let (name, newName) = ("Liberation Serif", "Unusual Lettered")
        let regular = Self.renamed(try Self.installed(name), from: name, to: newName)
        let italic = Self.renamed(try Self.installed("\(name):italic"), from: name, to: newName)
        try directory.write(regular, to: "regular.ttf")
        try directory.write(italic, to: "italic.ttf")
        func notices(_ text: String, italic: Bool, markup: Bool, _ fonts: [String]) throws -> [String] {
            let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
            var layer = TextLayer(text, size: 30)
            (layer.family, layer.isItalic, layer.isMarkup) = (newName, italic, markup)
            let canvas = SceneCanvas(width: 96, height: 72)
            _ = try renderer.render(Scene(canvas: canvas, layers: [SceneLayer(.text(layer))], fonts: fonts))
            return renderer.notices
        }
        for (text, italic, markup) in [("Ag", true, false), ("A<i>g</i>", false, true)] {
            let found = try notices(text, italic: italic, markup: markup, ["regular.ttf"])
            #expect(found.count == 1 && found[0].contains("'\(newName)' has no italic letters"), "\(found)")
            #expect(try notices(text, italic: italic, markup: markup, ["regular.ttf", "italic.ttf"]) == [])
        }
        #expect(try notices("Ag", italic: false, markup: false, ["regular.ttf"]) == [])
    }

    @Test("a missing font, and a missing character, name a package")
    func packages() throws {
        let renderer = try SceneRenderer()
        var text = TextLayer("a\u{10FFFD}", size: 20)
        text.family = "Inter Display, Open Sans"
        try renderer.check(Scene(canvas: SceneCanvas(width: 9, height: 9), layers: [SceneLayer(.text(text))]))
        if renderer.notices.count == 2 {
            #expect(renderer.notices[0].contains("fonts-noto-core") && renderer.notices[1].contains("fonts-inter"))
        }
        // 茶 may be there
        text.text = "茶\u{1FFFD}"
        let layout = try TextEngine().layout(text, sizes: 20...20, width: 99, height: nil)
        #expect(layout.missingCharacters.hasSuffix("\u{1FFFD}"))
        #expect(FontPackages.package(of: "Noto Sans CJK JP") == "fonts-noto-cjk")
        #expect(FontPackages.package(for: "tea 茶") == "fonts-noto-cjk")
        #expect(FontPackages.package(of: "Interval") == nil)
    }

    @Test("a digest depends on the file of a font, and not on its path")
    func digest() throws {
        let directory = try TemporaryDirectory()
        let font = try Self.installed("DejaVu Serif")
        for name in ["a.ttf", "b.ttf"] { try directory.write(font, to: name) }
        try directory.write(try Self.installed("DejaVu Sans"), to: "c.ttf")
        let renderer = try SceneRenderer(SceneResources(directory: directory.url.path))
        let digests = try ["a.ttf", "b.ttf", "c.ttf"].map {
            try renderer.digest(of: Self.scene("DejaVu Serif", fonts: [$0]), settings: "")
        }
        #expect(digests[0] == digests[1] && digests[0] != digests[2])
    }

    @Test("a digest depends on the fonts in directories, and not on the paths of the directories")
    func directoryDigest() throws {
        let serif = try Self.installed("DejaVu Serif")
        var revised = serif
        // a checksum in the table directory, which changes with the table
        revised[16] ^= 1
        func digest(_ fonts: [String: [UInt8]], linking link: (String, String)? = nil) throws -> String {
            let directory = try TemporaryDirectory()
            for (name, font) in fonts {
                let url = directory.url.appending(path: name)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try directory.write(font, to: name)
            }
            if let link {
                try FileManager.default.createSymbolicLink(
                    atPath: directory.path(link.0), withDestinationPath: link.1)
            }
            var resources = SceneResources()
            resources.fontDirectories = [directory.path("fonts")]
            return try SceneRenderer(resources).digest(of: Self.scene("DejaVu Serif"), settings: "").description
        }
        let expected = try digest(["fonts/a.ttf": serif])
        #expect(try digest(["fonts/a.ttf": serif, "other/b.ttf": serif]) == expected)
        let others = [
            ["fonts/a.ttf": revised], ["fonts/s/a.ttf": serif], ["fonts/a.ttf": serif, "fonts/b.ttf": serif], [:],
        ]
        for fonts in others { #expect(try digest(fonts) != expected, "\(fonts.keys)") }
        // links are followed, and a circle of them has an end
        let linked = try digest(["fonts/a.ttf": serif, "other/b.ttf": serif], linking: ("fonts/link", "../other"))
        #expect(linked != expected)
        #expect(
            try digest(["fonts/a.ttf": serif, "other/b.ttf": revised], linking: ("fonts/link", "../other")) != linked)
        #expect(try digest(["fonts/a.ttf": serif], linking: ("fonts/link", "../fonts")) == expected)
    }
}
