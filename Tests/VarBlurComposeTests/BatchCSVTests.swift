import Foundation
import VarBlurJSON
import TestSupport
import Testing

@Suite("Batches of scenes from tables")
struct BatchCSVTests {
    private static let scene = """
        {"canvas":{"width":200,"height":60,"background":"black"},"layers":[
        {"type":"fill","id":"box","paint":"red","width":20,"height":20,"alignment":"topLeading"},
        {"type":"text","id":"title","text":"","family":"DejaVu Sans","hidesEmpty":true}]}
        """

    private func run(_ table: String, _ arguments: [String] = ["card.json"]) throws -> (
        sandbox: ComposeSandbox, outcome: Program.Outcome, results: [JSONValue]
    ) {
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.scene, "card.json")
        let outcome = try Program.varblur.run(
            ["compose", "--batch", "--csv"] + arguments, input: Data(table.utf8), in: sandbox.directory.url)
        return (sandbox, outcome, try ComposeSandbox.results(outcome))
    }

    @Test(
        "each row draws the scene with its values: numbers, colors, texts with quotation marks, commas, and line breaks"
    )
    func rows() throws {
        let (sandbox, outcome, results) = try run(
            "\u{FEFF}output,id,title.text,box.paint,box.width\r\na.png,1,,lime,40\r\nb.png,2,\"a \"\"b\"\",\nc\",blue,\r\n"
        )
        #expect(outcome.status == 0 && outcome.errors == "2 jobs: 2 ok\n", "\(outcome.errors) \(outcome.text)")
        #expect(results.map { $0["id"] } == [.string("1"), .string("2")])
        #expect(try sandbox.color("a.png", 35, 5) == [0, 255, 0] && sandbox.color("b.png", 15, 5) == [0, 0, 255])
        let values = ["title.text=a \"b\",\nc", "box.paint=blue"].flatMap { ["--set", $0] }
        let expected = try Program.varblur.run(
            ["compose"] + values + ["card.json", "c.png"], in: sandbox.directory.url)
        #expect(expected.status == 0, "\(expected.errors)")
        #expect(try sandbox.directory.read("b.png") == sandbox.directory.read("c.png"))
    }

    @Test(
        "combining marks in names and values take no more time than letters",
        arguments: [
            "output,%.text\na.png,1\n", "output,%\na.png,1\n", "output,title.text\n%,1\n",
            "output,title.text\na.png,%\n",
        ])
    func combiningMarks(table: String) throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.scene, "card.json")
        let marks = "a" + String(repeating: "\u{301}\u{316}", count: 100_000)
        let outcome = try Program.varblur.run(
            ["compose", "--batch", "--csv", "card.json"], input: Data(table.replacing("%", with: marks).utf8),
            in: sandbox.directory.url, processorSeconds: 3)
        #expect(outcome.status == 1 && outcome.text.contains("more than 127 combining marks in a row"))
    }

    @Test("the values of a row mean the same as with --set")
    func assignments() throws {
        let sandbox = try ComposeSandbox()
        let notches = #"[{"name":"1","extent":5},{"name":"2","extent":20}]"#
        let overlay = #"{"type":"overlay","id":"sheet","at":"1","notches":\#(notches),"fill":"blue"}"#
        let layers = #"{"type":"text","id":"title","text":"a","size":9,"family":"DejaVu Sans"},\#(overlay)"#
        try sandbox.add(#"{"title":"x","canvas":{"width":40,"height":30},"layers":[\#(layers)]}"#, "card.json")
        for (path, value) in [
            ("title", "2024"), ("sheet.at", "2"), ("title.size", "12"), ("title.size", "40%"), ("title.color", "red"),
            ("title.text", #"{"from":"b","to":"b"}"#), ("title.text", "7"), ("title.shadow", "null"),
            ("sheet.notches", #"[{"name":"1","extent":9}]"#), ("title.hidden", "true"),
        ] {
            let cell = value.replacing("\"", with: "\"\"")
            let batch = try Program.varblur.run(
                ["compose", "--batch", "--csv", "card.json", "--force"],
                input: Data("output,\(path)\na.png,\"\(cell)\"\n".utf8), in: sandbox.directory.url)
            #expect(batch.status == 0, "\(path)=\(value): \(batch.text)")
            try sandbox.draw("--force", "--set", "\(path)=\(value)", "card.json", "b.png")
            #expect(try sandbox.directory.read("a.png") == sandbox.directory.read("b.png"), "\(path)=\(value)")
        }
    }

    @Test(
        "rows end with line feeds, carriage returns, or both, also mixed, and within values they stay as they are",
        arguments: [["\n"], ["\r\n"], ["\r"], ["\r", "\n"], ["\r\n", "\r"], ["\n", "\r\n", "\r"]])
    func lineEnds(ends: [String]) throws {
        let rows = [
            "output,id,title.text", "a.png,1,x", "", "b.png,2,\"y\rz\"", "c.png,3,\"p\r\nq\"", "d.png,4,\"s\nt\"",
        ]
        for endsLastRow in [true, false] {
            var table = ""
            for (number, row) in rows.enumerated() {
                let isLast = number == rows.count - 1
                table += row + (isLast && !endsLastRow ? "" : ends[number % ends.count])
            }
            let (sandbox, outcome, results) = try run(table, ["card.json", "--force"])
            #expect(outcome.status == 0 && outcome.errors == "4 jobs: 4 ok\n", "\(outcome.errors) \(outcome.text)")
            #expect(results.map { $0["id"] } == ["1", "2", "3", "4"].map { .string($0) })
            #expect(try sandbox.directory.names().filter { $0.count == 5 } == ["a.png", "b.png", "c.png", "d.png"])
            for (name, text) in [("b.png", "y\rz"), ("c.png", "p\r\nq"), ("d.png", "s\nt")] {
                let single = try Program.varblur.run(
                    ["compose", "--force", "--set", "title.text=\(text)", "card.json", "e.png"],
                    in: sandbox.directory.url)
                #expect(single.status == 0, "\(single.errors)")
                #expect(try sandbox.directory.read("e.png") == sandbox.directory.read(name))
            }
        }
    }

    @Test("the table of the project draws a badge for each of its rows, also for long and missing values")
    func badges() throws {
        let sandbox = try ComposeSandbox()
        let scenes = ComposeSandbox.repository.appending(path: "scenes")
        let table = try Data(contentsOf: scenes.appending(path: "name-badges.csv"))
        let outcome = try Program.varblur.run(
            ["compose", "--batch", "--csv", scenes.appending(path: "name-badge.json").path], input: table,
            in: sandbox.directory.url)
        #expect(outcome.status == 0 && outcome.errors == "4 jobs: 4 ok\n", "\(outcome.errors) \(outcome.text)")
        for name in ["ada-moreno", "jun-takahashi", "maximiliana", "sam-okafor"] {
            let picture = try sandbox.picture("badges/\(name).png")
            #expect(picture.width == 900 && picture.height == 600)
            // the badge without an address has no code
            let isDark = (634..<844).contains { picture[$0, 400, 0] < 64 }
            #expect(isDark == (name != "sam-okafor"), "\(name)")
            // no name reaches the code
            #expect((300..<510).allSatisfy { picture[620, $0, 0] == 255 }, "\(name)")
        }
    }

    @Test("a row with another number of values is an error, and the others are drawn")
    func mistakes() throws {
        let (sandbox, _, results) = try run("output,box.paint\na.png\nb.png,blue\nc.png,nothing\n")
        #expect(results.map { $0["status"] } == [.string("error"), .string("ok"), .string("error")])
        let message = results[0]["error"]?["message"]?.text ?? ""
        #expect(message.contains("1 values") && message.contains("2 columns"), "\(message)")
        #expect(try sandbox.directory.names().contains("b.png") && !sandbox.directory.names().contains("a.png"))
    }

    @Test("a quotation mark opens a value only at its start, and one that is never closed is an error")
    func quotationMarks() throws {
        let inches = try run("output,title.text\na.png,5\" disk\nb.png,3\" disk\nc.png,\"7\"\" disk\"\n")
        #expect(inches.outcome.errors == "3 jobs: 3 ok\n", "\(inches.outcome.text)")
        let expected = try Program.varblur.run(
            ["compose", "--set", "title.text=5\" disk", "card.json", "d.png"], in: inches.sandbox.directory.url)
        #expect(expected.status == 0, "\(expected.errors)")
        #expect(try inches.sandbox.directory.read("a.png") == inches.sandbox.directory.read("d.png"))
        let open = try run("output,title.text\na.png,\"Tent\nb.png,Stove\n")
        #expect(open.outcome.errors.hasPrefix("1 job: 0 ok, 1 error\n"), "\(open.outcome.errors)")
        #expect(open.outcome.text.contains("none ends it"), "\(open.outcome.text)")
        let after = try run("output,title.text\na.png,\"Tent\"x\nb.png,Stove\n")
        #expect(after.results.map { $0["status"] } == [.string("error"), .string("ok")], "\(after.outcome.text)")
        // the rest of a wrong row is no row of its own
        let rest = try run("output,title.text\n\"5\" x.png,\"text\nb.png,part\"\nc.png,Stove\n")
        #expect(rest.results.map { $0["status"] } == [.string("error"), .string("ok")], "\(rest.outcome.text)")
    }

    @Test("a row that is not UTF-8, and a column that is named twice, are errors")
    func text() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.add(Self.scene, "card.json")
        let latin1 = Data("output,title.text\na.png,caf".utf8) + [0xE9] + Data("\nb.png,tea\n".utf8)
        let outcome = try Program.varblur.run(
            ["compose", "--batch", "--csv", "card.json"], input: latin1, in: sandbox.directory.url)
        #expect(outcome.text.contains("the row is not UTF-8 text") && outcome.errors == "2 jobs: 1 ok, 1 error\n")
        let unnamed = try run("output,title.text,,\na.png,Hi,,\n")
        #expect(unnamed.outcome.errors == "1 job: 1 ok\n", "\(unnamed.outcome.text)")
        let header = try run("output,\"title.text\"x\na.png,Hi\n")
        #expect(header.outcome.errors.hasPrefix("2 jobs: 0 ok, 2 errors\n"), "\(header.outcome.text)")
        let twice = try run("output,id,id\na.png,1,2\n")
        #expect(twice.outcome.text.contains("names the column 'id' twice"), "\(twice.outcome.text)")
    }

    @Test("a table without outputs, or with other separators, is a mistake that a row explains")
    func columns() throws {
        for (table, text) in [
            ("title.text,id\nA,1\n", "the first row names no column 'output'; its columns are title.text, id"),
            ("output;title.text\na.png;A\n", "the values are not separated by commas"),
        ] {
            let report = try run(table, ["scene.json"]).outcome.text
            #expect(report.contains(text) && report.contains("'output,title.text'"), "\(report)")
        }
        let json = try Program.varblur.run(["compose", "--batch"], input: Data("output,title.text\n".utf8))
        #expect(json.text.contains("for a table, use --csv"), "\(json.text)")
    }

    @Test("the scene is required, and --csv requires --batch")
    func usage() throws {
        #expect(try run("output\n", []).outcome.errors.contains("varblur compose --batch --csv card.json"))
        let outcome = try Program.varblur.run(["compose", "--csv", "a.json", "a.png"])
        #expect(outcome.status == 64 && outcome.errors.contains("--csv requires --batch"), "\(outcome.errors)")
    }
}
