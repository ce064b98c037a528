import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("Presets")
struct PresetTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func settings(_ arguments: [String], _ environment: [String: String] = [:]) throws -> [String] {
        try sandbox.blur(arguments + ["--print-settings"], environment: environment).text.split(separator: "\n")
            .map(String.init)
    }

    @Test("are listed with options that give the same result")
    func list() throws {
        let sandbox = try CommandSandbox(PixelFormat(.rgb))
        try sandbox.write(Array("preset.mine = max-radius = 3; ramp = linear-blur(2px, 0px)\n".utf8), "s.conf")
        let lines = try sandbox.run("--settings", "s.conf", "--list-presets").text.split(separator: "\n")
        #expect(lines.first == "mine" && lines.count == 2 * (Preset.all.count + 1))
        let found = TestSupport.Program(named: "sh")
        let shell = try #require(found)
        for (name, options) in zip(Preset.all.map(\.name), stride(from: 3, to: lines.count, by: 2).map { lines[$0] }) {
            let script = "\"$0\" -f --preset \(name) in.png a.png && \"$0\" -f \(options) in.png b.png"
            let outcome = try shell.run(
                [
                    "-c", script.replacing("a.png", with: "a.webp").replacing("b.png", with: "b.webp"),
                    TestSupport.Program.varblur.url.path,
                ],
                in: sandbox.directory.url)
            #expect(outcome.status == 0, "\(name): \(outcome.errors)")
            let (preset, listed) = try (sandbox.read("a.webp"), sandbox.read("b.webp"))
            #expect(
                try PixelBuffer.decoded(preset).sampleValues() == PixelBuffer.decoded(listed).sampleValues(), "\(name)")
        }
    }

    @Test("A preset is nothing but its settings, which the help lists", arguments: Preset.all.map(\.name))
    func builtIn(name: String) throws {
        let preset = try #require(Preset.all.first { $0.name == name })
        let arguments = try preset.settings(.standard).map {
            $0.option.isFlag ? "--\($0.name)" : "--\($0.name)=\($0.value)"
        }
        #expect(arguments.count == preset.settings.count)
        #expect(try sandbox.pixels(["--preset", name]) == sandbox.pixels(arguments))
        #expect(OptionTable.standard[name: "preset"]?.text.contains(name) == true)
        let printed = try settings(["--preset", name])
        #expect(printed.contains("# from the preset \(name)"))
        for (option, value) in preset.settings { #expect(printed.contains("\(option) = \(value)")) }
        let text = preset.settings.map { "\($0.name) = \($0.value)" }.joined(separator: "; ")
        #expect(try Preset(name: name, text: text, table: .standard).settings.count == preset.settings.count)
    }

    @Test("Every option of the same source or one with precedence overrides the preset")
    func precedence() throws {
        let caption = try settings(["--preset", "caption", "--max-radius", "3", "--tint=navy"])
        #expect(caption.contains("max-radius = 3") && caption.contains("tint = navy"))
        #expect(caption.contains("direction = bottom"))
        let shape = try settings(["--preset", "tilt-shift", "--direction", "left"])
        #expect(shape.contains("# ramp = ") && shape.contains("saturation = 1.25"))
        #expect(try settings(["--preset", "tilt-shift", "--mask", "in.png"]).contains("mask = in.png"))
        let variables = ["VARBLUR_PRESET": "frosted", "VARBLUR_GRAIN": "7"]
        let frosted = try settings([], variables)
        #expect(
            frosted.contains("grain = 7") && frosted.contains("tint = white") && frosted.contains("preset = frosted"))
        let over = try settings(["--preset", "vignette"], ["VARBLUR_TINT": "red", "VARBLUR_GRAIN": "5"])
        #expect(over.contains("tint = black") && over.contains("grain = 5"))
        #expect(over.contains("ramp = radial-blur(0px 42%, 2% 100%)"))
    }

    @Test("A settings file defines presets, and replaces those of the program")
    func own() throws {
        let text = "preset.card = max-radius = 3%; tint=#123; dither = yes\npreset.privacy = max-radius=1\ngrain = 4\n"
        try sandbox.write(Array(text.utf8), "s.conf")
        let card = try settings(["--settings", "s.conf", "--preset", "card"])
        #expect(card.contains("max-radius = 3%") && card.contains("tint = #123") && card.contains("dither = yes"))
        #expect(card.contains("grain = 4"))
        let privacy = try settings(["--settings", "s.conf", "--preset", "privacy"])
        #expect(privacy.contains("max-radius = 1") && privacy.contains("min-radius = 0"))
        try sandbox.write(Array((text + "preset = card\n").utf8), "t.conf")
        #expect(
            try sandbox.pixels(["--settings", "t.conf"])
                == sandbox.pixels(["--max-radius", "3%", "--tint", "#123", "--dither", "--grain", "4"]))
        #expect(try settings(["--settings", "t.conf", "--tint", "red"]).contains("tint = red"))
    }

    @Test("A preset takes the place of that of another source, with all of its settings")
    func severalSources() throws {
        try sandbox.write(Array("preset = caption\ngrain = 4\n".utf8), "s.conf")
        let alone = try sandbox.pixels(["--preset", "night", "--grain", "4"])
        #expect(try sandbox.pixels(["--settings", "s.conf", "--preset", "night"]) == alone)
        let printed = try settings(["--preset", "night"], ["VARBLUR_PRESET": "caption"])
        #expect(!printed.contains("# from the preset caption") && printed.contains("# from the preset night"))
        // the quality of a format is one of the source with precedence, too
        try sandbox.write(Array("jpeg-quality = 30\nwebp-quality = lossless\n".utf8), "q.conf")
        let general = try settings(["--settings", "q.conf", "--quality", "90"])
        #expect(
            general.contains("quality = 90") && !general.contains { $0.contains("-quality = ") && !$0.hasPrefix("#") })
        let both = try settings(["--settings", "q.conf", "--quality", "90", "--jpeg-quality", "70"])
        #expect(both.contains("quality = 90") && both.contains("jpeg-quality = 70"))
    }

    @Test("Lines of a batch may have presets")
    func batch() throws {
        try sandbox.write(Array("preset.own = tint = red; max-radius = 2\n".utf8), "s.conf")
        let lines = [
            #"{"preset":"frosted","dither":true,"grain":1}"#, #"{"preset":"own"}"#, #"{"preset":"none"}"#,
            #"{"preset":"tab-bar","dither":false}"#,
        ].enumerated().map { CommandSandbox.job("in.png", "\($0).png", options: $1) }
        let results = try sandbox.batch(lines, "--settings", "s.conf").results
        #expect(try sandbox.read("0.png").count > 0)
        let expected = [
            ["--preset", "frosted", "--grain", "1", "--dither"], ["--tint", "red", "--max-radius", "2"], nil,
            [
                "--max-radius", "2%", "--direction", "bottom", "--start-offset", "84%", "--easing", "ease-in-out",
                "--tint", "white", "--tint-opacity", "auto", "--saturation", "1.6",
            ],
        ]
        for (index, arguments) in expected.enumerated() {
            guard let arguments else {
                let message = results[index]["error"]?["message"]?.string ?? "\(results[index])"
                #expect(results[index]["status"] == .string("error") && message.contains("no preset 'none'"))
                continue
            }
            #expect(results[index]["status"] == .string("ok"))
            #expect(try PixelBuffer.decoded(sandbox.read("\(index).png")).sampleValues() == sandbox.pixels(arguments))
        }
        #expect(results[0]["settings"]?["tint"] == .string("white"))
        #expect(results[0]["settings"]?["grain"] == .string("1"))
    }

    @Test(
        "Mistakes are errors",
        arguments: [
            ("preset.a b = grain=1", "lowercase letters"), ("preset.a = grain", "Expected 'name = value"),
            ("preset.a = grain = 99", "0 to 64"), ("preset.a = sigma = 1", "cannot contain 'sigma'"),
            ("preset.a = preset = caption", "cannot contain 'preset'"), ("preset.a = dither = no", "is yes"),
            ("preset.a = out-dir = x", "cannot contain 'out-dir'"), ("preset = captoin", "Did you mean 'caption'?"),
        ])
    func mistakes(line: String, message: String) throws {
        try sandbox.write(Array("# settings\n\(line)\n".utf8), "s.conf")
        let outcome = try sandbox.blur(["--settings", "s.conf"])
        #expect(outcome.status == 64 && outcome.errors.lowercased().contains(message.lowercased()), "\(outcome.errors)")
        let unknown = try sandbox.blur(["--preset", "x"])
        #expect(unknown.status == 64 && unknown.errors.contains("presets: status-bar, caption"))
    }
}
