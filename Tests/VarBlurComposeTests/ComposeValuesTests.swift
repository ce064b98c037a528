import Foundation
import VarBlurJSON
import TestSupport
import Testing

@Suite("The values that varblur compose lists")
struct ComposeValuesTests {
    @Test("--list-values prints the values, what moves, and the changed document")
    func list() throws {
        let sandbox = try ComposeSandbox()
        let report = try JSONValue.report(
            sandbox.draw("--list-values", "--set", "box.width=12", "scene.json"))
        #expect(report["status"] == .string("ok") && report["scene"] == .string("scene.json"))
        #expect(report["animated"] == .bool(true) && report["version"] == .integer(1))
        guard case .array(let values)? = report["values"] else {
            Issue.record("no values")
            return
        }
        let width = try #require(values.first { $0["path"] == .string("box.width") })
        #expect(width["value"] == .number("12") && width["kind"] == .string("length"))
        #expect(values.contains { $0["path"] == .string("box.paint.from") })
        let document = try #require(report["document"])
        try sandbox.add(document.text, "changed.json")
        try sandbox.draw("--set", "box.width=12", "scene.json", "a.png")
        try sandbox.draw("changed.json", "b.png")
        #expect(try sandbox.directory.read("a.png") == sandbox.directory.read("b.png"))
        #expect(try JSONValue.report(sandbox.draw("--list-values", "-", input: ComposeSandbox.scene))["values"] != nil)
    }

    @Test("A terminal shows the values that the document sets as lines", .enabled(if: Program.hasPseudoTerminals))
    func terminal() throws {
        let sandbox = try ComposeSandbox()
        let script = """
            import os, pty, subprocess, sys
            master, slave = pty.openpty()
            process = subprocess.Popen(sys.argv[1:], stdout=slave)
            os.close(slave)
            while True:
                try: part = os.read(master, 65536)
                except OSError: break
                if not part: break
                sys.stdout.buffer.write(part)
            sys.exit(process.wait())
            """
        try sandbox.add(
            #"{"canvas":{"width":40,"height":30},"layers":[{"type":"text","id":"title","text":"a\u001b[31m"},"#
                + #"{"type":"shape","opacity":0.5,"shape":"capsule"}]}"#, "values.json")
        let outcome = try #require(Program.python).run(
            ["-c", script, Program.varblur.url.path, "compose", "--list-values", "values.json"],
            in: sandbox.directory.url)
        let lines = outcome.text.split(whereSeparator: \.isNewline)
        #expect(outcome.status == 0 && !outcome.text.contains("\u{1B}"), "\(outcome.text)")
        #expect(lines.first == "canvas.width       40  (1 to 32766)", "\(outcome.text)")
        #expect(lines.contains { $0.hasPrefix("title.text         \"a") })
        #expect(lines.contains("layers[1].opacity  0.5  (0 to 1)"))
        #expect(lines.last?.contains("other values have their defaults") ?? false)
    }

    @Test("A name that no layer has is answered with those that layers have")
    func identifiers() throws {
        let sandbox = try ComposeSandbox()
        let unknown = try sandbox.compose("--set", "headline.text=a", "scene.json", "o.png")
        #expect(unknown.status == 64 && unknown.errors.contains("'box'"), "\(unknown.errors)")
        try sandbox.add(#"{"canvas":{"width":4,"height":3},"layers":[{"type":"fill"}]}"#, "anonymous.json")
        let anonymous = try sandbox.compose("--set", "headline.text=a", "anonymous.json", "o.png")
        #expect(anonymous.errors.contains("no layer has an id"), "\(anonymous.errors)")
        let layer = try sandbox.compose("--set", "box=red", "scene.json", "o.png")
        #expect(
            layer.status == 64
                && layer.errors.contains("'box' has several values; set one of them, for example box.paint"))
        let option = try sandbox.compose("--text", "a", "scene.json", "o.png")
        #expect(option.status == 64 && option.errors.contains("--set LAYER.text="), "\(option.errors)")
    }

    @Test("JSON with a mistake is named by its option or column, and texts are free")
    func brokenJSON() throws {
        let sandbox = try ComposeSandbox()
        let text = #"{"type":"text","id":"card","text":"Hi","size":9,"family":"DejaVu Sans"}"#
        try sandbox.add(#"{"title":"Card","canvas":{"width":40,"height":30},"layers":[\#(text)]}"#, "card.json")
        let broken = [
            ("card.color", #"{"from": "red", "#), ("card.size", #"{"from": 3 "to": 4}"#), ("card.padding", "[1,"),
            ("card.background", #"[{"type": "fill""#), ("card.fill", #"{"gradient": "linear""#), ("canvas.width", "{"),
            ("card.color", #""red"#), ("layers", "[{"), ("card.shadow", #"{"radius": 4,}"#),
            ("card", #"{"text": "x""#),
        ]
        for (path, value) in broken {
            let message = try sandbox.message(64, "--set", "\(path)=\(value)", "card.json", "a.png")
            #expect(try sandbox.compose("--list-values", "--set", "\(path)=\(value)", "card.json").errors == message)
            #expect(message.hasPrefix("varblur: error: card.json: --set \(path): '"), "\(message)")
            #expect(message.contains("is not JSON: ") && !message.contains("layers[0]"), "\(message)")
            #expect(message.split(separator: "\n").count == 1, "\(message)")
            let cell = value.replacing("\"", with: "\"\"")
            let table = Data("output,\(path)\na.png,\"\(cell)\"\n".utf8)
            let batch = try Program.varblur.run(
                ["compose", "--batch", "--csv", "card.json"], input: table, in: sandbox.directory.url)
            #expect(
                batch.text.contains("card.json: \(path): '") && batch.text.contains("is not JSON: "), "\(batch.text)")
        }
        for value in ["card.text={\"from\": 3", "card.text=[x", "title={draft", "card.family=[Sans"] {
            #expect(try sandbox.compose("--force", "--set", value, "card.json", "b.png").status == 0, "\(value)")
        }
        // other mistakes are at their place in the document
        for value in ["card.size=big", #"card.size={"from":1,"to":"x"}"#] {
            #expect(try sandbox.message(64, "--set", value, "card.json", "a.png").contains("layers[0].size"))
        }
    }

    @Test("A wrong scene is an error, also in the report")
    func mistakes() throws {
        let sandbox = try ComposeSandbox()
        let outcome = try sandbox.compose("--list-values", "--set", "box.width=-3", "scene.json")
        #expect(outcome.status == 64 && outcome.errors.contains("layers[0].width"))
        let report = try JSONValue.report(outcome.output)
        #expect(report["status"] == .string("error") && report["error"]?["exit"] == .integer(64))
    }

    @Test("Arguments that draw something are usage errors")
    func usage() throws {
        let sandbox = try ComposeSandbox()
        for arguments in [
            ["scene.json", "out.png"], [], ["--at", "0", "scene.json"], ["--frames", "3", "scene.json"],
        ] {
            let outcome = try Program.varblur.run(["compose", "--list-values"] + arguments, in: sandbox.directory.url)
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(arguments): \(outcome.errors)")
        }
    }
}
