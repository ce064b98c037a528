import Foundation
import VarBlurJSON
import TestSupport
import Testing

@Suite("JSON")
struct JSONTests {
    /// Valid and invalid texts that test the limits of the grammar.
    private static let texts: [String] = [
        "null", " true ", "false", "0", "-0", "-0.0", "1e5", "1E+5", "1.25e-3", "123456789012345678901234567890",
        "\"\"",
        "[]", "{}", "[1,2,3]", #"{"a":1,"b":[true,null]}"#, "\t[\r\n1 ]\n", #""\u0041\n\t\r\b\f\/\\\"""#,
        #""\ud83d\ude00""#, "\"Grüße 😀\"", #""\u00e9\u2028""#, #"{"":0}"#, "[[[[[]]]]]", #"{"a":{"a":{"a":1}}}"#,
        // Invalid texts.
        "", " ", "nul", "True", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "--1", "[1,]", "[,1]", "[1 2]", "[",
        "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}", "\"", "\"a", "\"\n\"", "\"\t\"", "\"\\x\"",
        #""\u12""#, #""\u12g4""#, "1 2", "null,", "// x\n1", "[1]]", "\u{FEFF}1",
    ]

    @Test("values are literals, which keep the order of members and leave out those without a value")
    func literals() {
        let none: JSONValue? = nil
        var value: JSONValue = ["b": 1, "a": ["\(2)", true, .null, ["c": "d"]], "none": none, "null": .null, "e": [:]]
        #expect(value.text == #"{"b":1,"a":["2",true,null,{"c":"d"}],"null":null,"e":{}}"#)
        value.append(["f": .strings(["g"])])
        #expect(value.members?.map(\.name) == ["b", "a", "null", "e", "f"])
        #expect(value["f"]?.array?.compactMap(\.string) == ["g"] && value.array == nil && value.string == nil)
    }

    @Test("members are replaced wherever they are, but not in replacements")
    func replacements() {
        let value: JSONValue = ["a": [["x": 1], ["b": ["x": ["x": 2]]]], "x": 3]
        let replaced = value.replacingMembers { $0.name == "x" ? .init("y", ["x": $0.value]) : nil }
        #expect(replaced == ["a": [["y": ["x": 1]], ["b": ["y": ["x": ["x": 2]]]]], "y": ["x": 3]])
    }

    @Test(
        "strings may have 127 combining marks in a row, but not more",
        arguments: ["\u{301}", "\u{316}", "\u{F73}", "\u{20DD}", "\u{1D165}", #"\u0301"#])
    func combiningMarks(mark: String) throws {
        func text(_ count: Int, _ start: String) -> [UInt8] {
            Array(#"{"\#(start)":["\#(start + String(repeating: mark, count: count))a\#(mark)"]}"#.utf8)
        }
        for start in ["", "a", "é", "漢"] {
            #expect(throws: Never.self) { try JSONParser.value(of: text(127, start)) }
            let error = #expect(throws: JSONError.self) { try JSONParser.value(of: text(128, start)) }
            #expect(error?.cause == "more than 127 combining marks in a row")
        }
        // the marks in a row count, not all of a string
        let long = String(repeating: "a" + String(repeating: mark, count: 127), count: 1_000)
        #expect(try JSONParser.value(of: Array("[\"\(long)\"]".utf8)).array?.count == 1)
    }

    @Test("texts are accepted and parsed as by Python's json module")
    func likePython() throws {
        let python = try #require(Program.python)
        var random = SplitMix64(seed: 5)
        let all =
            Self.texts + (0..<400).map { _ in Self.mutated(Self.texts.randomElement(using: &random) ?? "", &random) }
        let script = """
            import json, sys
            for line in sys.stdin.buffer.read().split(b'\\0'):
                try:
                    text = line.decode()
                    if any(0xd800 <= ord(c) < 0xe000 for c in json.dumps(json.loads(text), ensure_ascii=False)): raise ValueError
                    json.loads(text, parse_constant=lambda x: 1 / 0)
                    print('yes ' + json.dumps(json.loads(text, parse_int=float), sort_keys=True))
                except Exception:
                    print('no')
            """
        let outcome = try python.run(["-c", script], input: Data(all.joined(separator: "\0").utf8))
        let answers = outcome.text.split(separator: "\n")
        try #require(answers.count == all.count, "\(outcome.errors)")
        for (text, answer) in zip(all, answers) where !text.contains("\0") {
            let value = try? JSONParser.value(of: Array(text.utf8))
            #expect((value != nil) == answer.hasPrefix("yes"), "\(text)")
            guard let value else { continue }
            // Python has to parse the written value to the same value.
            let rewritten = try python.run(
                [
                    "-c",
                    "import json,sys; print(json.dumps(json.loads(sys.stdin.read(), parse_int=float), sort_keys=True))",
                ],
                input: Data(value.text.utf8))
            #expect("yes " + rewritten.text.dropLast() == answer, "\(text) became \(value.text)")
        }
    }

    private static func mutated(_ text: String, _ random: inout SplitMix64) -> String {
        var letters = Array(text)
        let position = Int.random(in: 0...letters.count, using: &random)
        if Bool.random(using: &random), position < letters.count {
            letters.remove(at: position)
        } else {
            letters.insert("{}[]\",:0-e.\\ ".randomElement(using: &random) ?? " ", at: position)
        }
        return String(letters)
    }

    @Test("duplicate names, unpaired surrogates, invalid UTF-8 and deep nesting are rejected")
    func stricter() {
        for text in [#"{"a":1,"a":2}"#, #""\ud83d""#, #""\ude00\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#] {
            #expect(throws: JSONError.self, "\(text)") { try JSONParser.value(of: Array(text.utf8)) }
        }
        #expect(throws: JSONError.self) { try JSONParser.value(of: Array(#"{"\u00e9":1,"é":2}"#.utf8)) }
        for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]] {
            #expect(throws: JSONError.self) { try JSONParser.value(of: bytes) }
        }
        let deep = { (depth: Int) in
            Array(String(repeating: "[", count: depth).utf8) + Array(repeating: 0x5D, count: depth)
        }
        #expect((try? JSONParser.value(of: deep(64))) != nil)
        #expect((try? JSONParser.value(of: deep(65))) == nil)
        #expect((try? JSONParser.value(of: deep(1_000_000))) == nil)
    }

    @Test("names and texts are compared by their bytes")
    func bytes() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let value = try JSONParser.value(of: Array(#"{"\#(composed)":1,"\#(decomposed)":2}"#.utf8))
        #expect(value[composed] == .number("1") && value[decomposed] == .number("2") && value["e"] == nil)
        #expect(JSONValue.string(composed) != .string(decomposed))
        #expect(JSONValue.object([.init(composed, .null)]) != .object([.init(decomposed, .null)]))
        #expect(Set([JSONValue.string(composed), .string(decomposed), .string(composed)]).count == 2)
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
        let members = ["1", "2"].map { JSONValue.Member(marks + $0, .string(marks)) }
        let seconds = ProcessorTime.seconds {
            let (first, second) = (JSONValue.object(members), JSONValue.object(members.reversed()))
            #expect(
                first == .object(members) && first != second && first["a"] == nil && Set([first, first]).count == 1)
        }
        #expect(seconds < 10)
    }

    @Test("values are equal if their kinds and contents are")
    func equality() {
        let values: [JSONValue] = [
            .null, .bool(false), .bool(true), .number("1"), .string("1"), .string(""), .array([]), .array([.null]),
            .object([]), .object([.init("a", .null)]), .object([.init("b", .null)]), .object([.init("a", .bool(true))]),
        ]
        for (index, value) in values.enumerated() { #expect(values.indices.filter { values[$0] == value } == [index]) }
        #expect(Set(values + values).count == values.count)
    }

    @Test("characters that are not visible are escaped, and parsed again")
    func escapes() throws {
        let hidden =
            "\0\u{1B}\u{7F}\u{85}\u{AD}\u{61C}\u{200B}\u{200D}\u{200F}\u{2028}\u{2029}\u{202E}\u{2066}\u{FEFF}"
            + "\u{34F}\u{115F}\u{3164}\u{FE0F}"
        let tags = "\u{E0001}\u{E007F}"
        let expected =
            #"\u0000\u001b\u007f\u0085\u00ad\u061c\u200b\u200d\u200f\u2028\u2029\u202e\u2066\ufeff\u034f\u115f\u3164\ufe0f"#
            + #"\udb40\udc01\udb40\udc7f"#
        let value = JSONValue.string(hidden + tags)
        #expect(value.text == "\"\(expected)\"")
        #expect(try JSONParser.value(of: Array(value.text.utf8)) == value)
        let visible = "aé\u{301}ש中😀👍🏽"
        #expect(JSONValue.object([.init(visible, .null)]).text == "{\"\(visible)\":null}")
    }

    @Test("decimals have at most three places, and numbers that JSON cannot represent are null")
    func decimals() {
        let numbers: [(Double, String)] = [
            (0, "0"), (1.5, "1.5"), (-0.001, "-0.001"), (12.3456, "12.346"), (1e9, "1000000000"), (0.0004, "0"),
            (.nan, "null"), (.infinity, "null"), (1e300, "null"), (99.9996, "100"),
        ]
        for (number, text) in numbers { #expect(JSONValue.decimal(number).text == text) }
    }
}
