import Foundation
import PlainJSON
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
