import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Batch")
struct BatchTests {
    @Test(
        "The exit status is 1 if all jobs failed, or any with --fail-on-error; those that are skipped have not failed",
        arguments: [
            (["none.png", "none.png"], 1, 1), (["none.png"], 1, 1), (["none.png", "in.png"], 0, 1),
            (["none.png", "old.png"], 0, 1), (["in.png"], 0, 0), (["old.png"], 0, 0), ([], 0, 0),
        ])
    func exitStatus(inputs: [String], status: Int32, strictStatus: Int32) throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("old.png", "0-old.png.png", "1-old.png.png")
        let lines = inputs.enumerated().map { number, input in
            CommandSandbox.job(input, "\(number)-\(input).png", options: #"{"if-exists":"skip"}"#)
        }
        let outcome = try sandbox.batch(lines).outcome
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(try sandbox.batch(lines, "--fail-on-error").outcome.status == strictStatus)
        #expect(try sandbox.batch(["nonsense"]).outcome.status == 1)
    }

    @Test("Every line that is not blank has one result, in order and with its id, also if it fails")
    func results() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write([1], "bad.png")
        let (outcome, results) = try sandbox.batch([
            CommandSandbox.job("in.png", "1.png", id: #"{"a":[1,2.50,"ü"]}"#), "", "  \t\r", "nonsense",
            CommandSandbox.job("bad.png", "2.png", id: "2"), CommandSandbox.job("none.png", "3.png", id: "\"3\""),
            CommandSandbox.job(
                "in.png", "4.jpg", options: #"{"max-radius":"25%","jpeg-quality":50,"start-offset":-0.5,"force":true}"#)
                + "\r",
        ])
        #expect(outcome.status == 0 && outcome.errors == "5 jobs: 2 ok, 3 errors\n", "\(outcome.errors)")
        try #require(results.count == 5)
        #expect(results.map { $0["status"]?.string } == ["ok", "error", "error", "error", "ok"])
        #expect(results.map { $0["line"]?.text } == ["1", "4", "5", "6", "7"])
        #expect(results.map { $0["id"]?.text } == [#"{"a":[1,2.50,"ü"]}"#, "null", "2", "\"3\"", "null"])
        #expect(
            results.map { $0["error"]?["code"]?.string } == [nil, "malformedLine", "notAnImage", "unreadable", nil])
        #expect(results.map { $0["error"]?["exit"]?.text } == [nil, "64", "65", "66", nil])
        #expect(results[0]["width"] == .integer(32) && results[0]["height"] == .integer(24))
        #expect(results[4]["settings"]?["start-offset"] == .string("-0.5"))
        #expect(try results[0]["bytesOut"] == .integer(sandbox.read("1.png").count))
        #expect(
            try sandbox.run("--max-radius", "25%", "--jpeg-quality", "50", "--start-offset", "-0.5", "in.png", "c.jpg")
                .status == 0)
        #expect(try sandbox.read("4.jpg") == sandbox.read("c.jpg"))
        #expect(try sandbox.run("in.png", "1c.png").status == 0)
        #expect(try sandbox.read("1.png") == sandbox.read("1c.png"))
        #expect(try sandbox.batch([CommandSandbox.job("none.png", "3.png")], "--fail-on-error").outcome.status == 1)
        #expect(try sandbox.batch([CommandSandbox.job("in.png", "5.png")], "--fail-on-error").outcome.status == 0)
        #expect(try sandbox.batch([]).outcome.status == 0)
    }

    @Test(
        "A line that is not a job has an error as its result",
        arguments: [
            (#"{"input":"in.png"}"#, "'output' is missing"), (#"{"output":"o.png"}"#, "'input' is missing"),
            (#"{"input":"","output":"o.png"}"#, "'input' is missing"), ("[]", "the line is not a JSON object"),
            ("7", "the line is not a JSON object"),
            (#"{"input":"-","output":"o.png"}"#, "standard stream"),
            (#"{"input":"in.png","output":"-"}"#, "standard stream"),
            (#"{"input":"in.png","output":"/dev/stdout"}"#, "standard stream"),
            (#"{"input":"in.png","output":"a\u0000b"}"#, "contains a zero byte"),
            (#"{"input":"in.png","output":"o.png","options":{"mask":"in.png\u0000b"}}"#, "'mask' contains a zero byte"),
            (
                #"{"input":"in.png","output":"o.png","options":{"matte":"in.png\u0000"}}"#,
                "'matte' contains a zero byte"
            ),
            (
                #"{"input":"in.png","output":"o.png","options":{"emit-mask":"m.png\u0000b"}}"#,
                "'emit-mask' contains a zero byte"
            ),
            (#"{"input":"in.png","output":"o.png","optoins":{}}"#, "did you mean 'options'?"),
            (#"{"input":"in.png","output":"o.png","options":[]}"#, "'options' must be an object"),
            (#"{"input":"in.png","output":"o.png","options":[{},[{}]]}"#, "or a list with objects"),
            (#"{"input":"in.png","output":"o.gif"}"#, "'.gif'"),
        ])
    func malformed(line: String, words: String) throws {
        let sandbox = try CommandSandbox()
        let result = try #require(try sandbox.batch([line]).results.first)
        #expect(result["status"]?.string == "error" && result["error"]?["exit"] == .integer(64), "\(result.text)")
        #expect(result["error"]?["message"]?.string?.contains(words) ?? false, "\(result.text)")
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test(
        "Wrong options have the error of the command line as their result",
        arguments: [
            (#"{"max-radius":-1}"#, "(a radius must be 0 or more"),
            (#"{"direction":"tpo"}"#, "did you mean 'top'?"),
            (#"{"max-raduis":3}"#, "(did you mean 'max-radius'?)"), (#"{"min-radius":90}"#, "larger than the maximum"),
            (#"{"force":3}"#, "force"), (#"{"max-radius":true}"#, "max-radius"),
            (#"{"max-radius":[3]}"#, "a string or a number"),
            (#"{"in-place":true}"#, "'in-place' cannot be set in a job"), (#"{"jobs":2}"#, "varblur batch --jobs"),
            (#"{"no such":1}"#, "unknown option"), (#"{"max_radius":1}"#, "did you mean 'max-radius'?"),
            (#"{"ramp":"linear-blur(20, 0px)"}"#, "(at character 13: a radius needs a unit: px or %)"),
            (#"{"max-radius":false}"#, "max-radius"), (#"{"jpeg-quality":0}"#, "1 to 100"),
            (#"{"force":true,"if-exists":"skip"}"#, "cannot be combined"),
        ])
    func options(options: String, words: String) throws {
        let sandbox = try CommandSandbox()
        let result = try #require(
            try sandbox.batch([CommandSandbox.job("in.png", "o.png", options: options)]).results.first)
        #expect(result["error"]?["exit"] == .integer(64), "\(result.text)")
        #expect(result["error"]?["message"]?.string?.contains(words) ?? false, "\(result.text)")
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test("Later objects of options override earlier ones, and those that they exclude")
    func lists() throws {
        let sandbox = try CommandSandbox()
        for (options, expected) in [
            (#"[{"max-radius":3,"tint":"red"},{"max-radius":5}]"#, ["max-radius": "5", "tint": "red", "ramp": nil]),
            (#"[{"max-radius":3},{},{"min-radius":null}]"#, ["max-radius": "3"]),
            (
                #"[{"max-radius":3,"direction":"left"},{"ramp":"linear-blur(8px, 0px)"}]"#,
                ["max-radius": nil, "direction": nil, "ramp": "linear-blur(8px, 0px)"]
            ),
            (#"[{"ramp":"linear-blur(8px, 0px)"},{"mask-invert":false}]"#, ["ramp": "linear-blur(8px, 0px)"]),
            (#"[{"ramp":"linear-blur(8px, 0px)"},{"reach":"40%"}]"#, ["ramp": nil, "reach": "40%"]),
            (#"[{"area":["circle(3px)","circle(4px)"]},{"area":"circle(5px)"}]"#, ["area": "circle(5px)"]),
            (#"[{"jpeg-quality":90},{"quality":50}]"#, ["jpeg-quality": nil, "quality": "50"]),
            (#"[{"preset":"caption"},{"max-radius":4}]"#, ["max-radius": "4", "direction": "bottom"]),
            (#"[{"max-radius":3,"tint":"red"},{"tint":null}]"#, ["max-radius": "3", "tint": nil]),
        ] as [(String, [String: String?])] {
            let line = CommandSandbox.job("in.png", "o.png", options: options)
            let settings = try sandbox.batch([line], "--force").results.first?["settings"]
            for (name, value) in expected {
                #expect(settings?[name]?.string == value, "\(options): \(settings?.text ?? "")")
            }
        }
        let flags = CommandSandbox.job("in.png", "o.jpg", options: #"[{"progressive":true},{"baseline":true}]"#)
        let settings = try sandbox.batch([flags]).results.first?["settings"]
        #expect(settings?["progressive"] == .bool(false) && settings?["baseline"] == .bool(true))
    }

    @Test("Options of the line override the command line, which overrides the environment")
    func precedence() throws {
        let sandbox = try CommandSandbox()
        let lines = [
            CommandSandbox.job("in.png", "1.png"), CommandSandbox.job("in.png", "2.png", options: #"{"max-radius":3}"#),
            CommandSandbox.job("in.png", "3.png", options: #"{"max-radius":null,"allow-damaged":false}"#),
            CommandSandbox.job("in.png", "1.png", options: #"{"force":true}"#),
        ]
        let outcome = try sandbox.run(
            ["batch", "--max-radius", "7", "--allow-damaged", "--jobs", "1", "--if-exists", "skip"],
            input: Array(lines.joined(separator: "\n").utf8),
            environment: ["VARBLUR_MAX_RADIUS": "9", "VARBLUR_DIRECTION": "left"])
        let results = try JSONValue.lines(outcome.output)
        #expect(results.map { $0["settings"]?["max-radius"]?.string } == ["7", "3", "7", "7"])
        #expect(results.map { $0["settings"]?["direction"]?.string } == ["left", "left", "left", "left"])
        #expect(
            results.map { $0["settings"]?["allow-damaged"] } == [.bool(true), .bool(true), .bool(false), .bool(true)])
        #expect(results.map { $0["status"]?.string } == ["ok", "ok", "ok", "ok"])
    }

    @Test("Each result is written at once, and input may arrive byte by byte", arguments: [1, 4])
    func flushing(jobs: Int) throws {
        let sandbox = try CommandSandbox()
        let script = """
            import json, subprocess, sys
            p = subprocess.Popen([sys.argv[1], 'batch', '--jobs', sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            for number in range(20):
                line = json.dumps({'id': number, 'input': 'in.png', 'output': f'{number}.png'}) + '\\n'
                for letter in line.encode(): p.stdin.write(bytes([letter]))
                answer = json.loads(p.stdout.readline())
                assert answer['id'] == number and answer['status'] == 'ok', answer
            p.stdin.close()
            print(p.stdout.read(), p.wait())
            """
        let python = try #require(Program.python)
        let outcome = try python.run(["-c", script, Program.varblur.url.path, "\(jobs)"], in: sandbox.directory.url)
        #expect(outcome.text == "b'' 0\n", "\(outcome.errors)")
    }

    @Test("The shards of a batch contain every line exactly once")
    func shards() throws {
        let sandbox = try CommandSandbox()
        var lines = (0..<23).map { CommandSandbox.job("in.png", "\($0).png", id: "\($0)") }
        lines.insert("", at: 5)
        var ids: [String] = []
        for number in 1...4 {
            ids += try sandbox.batch(lines, "--shard", "\(number)/4").results.compactMap { $0["id"]?.text }
        }
        #expect(ids.count == 23 && Set(ids) == Set((0..<23).map(String.init)))
        #expect(try sandbox.directory.names().count == 24)
        for shard in ["0/4", "5/4", "1", "1/0", "a/b", "-1/2", "1/2/3"] {
            #expect(try sandbox.batch([], "--shard", shard).outcome.status == 64, "\(shard)")
        }
    }

    @Test("Lines may have any length and contain any bytes")
    func unusualLines() throws {
        let sandbox = try CommandSandbox()
        let job = CommandSandbox.job("in.png", "1.png")
        let long = Data(#"{"id":""#.utf8) + Data(repeating: UInt8(ascii: "x"), count: 3 << 20)
        let newline = Data([0x0A])
        let input =
            Data([0xEF, 0xBB, 0xBF]) + Data(job.utf8) + newline + long + newline + Data([0xFF, 0xFE, 0]) + newline
            + Data(CommandSandbox.job("in.png", "2.png").utf8)
        let outcome = try sandbox.run(["batch"], input: Array(input))
        #expect(outcome.status == 0)
        let results = try JSONValue.lines(outcome.output)
        #expect(results.map { $0["status"]?.string } == ["ok", "error", "error", "ok"])
        #expect(
            results[1]["error"]?["message"]?.string?.contains("line 2: the line is longer than 1048576 bytes") ?? false)
    }

    @Test("The exit status is 74 if standard output is closed or full, and 141 if the reader closed the pipe")
    func closedOutput() throws {
        let sandbox = try CommandSandbox()
        let varblur = "'\(Program.varblur.url.path)'"
        let jobs = (0..<200).map { CommandSandbox.job("in.png", "\($0).png") + "\n" }.joined()
        try sandbox.write(Array(jobs.utf8), "jobs")
        let script = """
            \(varblur) batch < jobs >&-; echo $? >&2
            [ ! -e /dev/full ] || \(varblur) batch < jobs > /dev/full; echo $? >&2
            \(varblur) batch < jobs | true; echo ${PIPESTATUS[0]} >&2
            \(varblur) batch <&- ; echo $? >&2
            \(varblur) in.png x.png --json > /dev/full; echo $? >&2
            \(varblur) --help > /dev/full; echo $? >&2
            \(varblur) --help >&-; echo $? >&2
            """
        let outcome = try #require(Program(named: "bash")).run(["-c", script], in: sandbox.directory.url)
        let lines = outcome.errors.split(separator: "\n")
        #expect(
            lines.filter { $0.allSatisfy(\.isNumber) } == ["74", "74", "141", "74", "74", "74", "74"],
            "\(outcome.errors)")
        #expect(lines.filter { $0.contains("standard output: write failed") }.count == 5)
        #expect(lines.filter { $0.contains("standard input: read failed") }.count == 1)
    }

    @Test("A batch ends when the reader closes the pipe, even while input may still arrive")
    func closedPipe() throws {
        let sandbox = try CommandSandbox()
        let script = """
            import json, subprocess, sys
            p = subprocess.Popen([sys.argv[1], 'batch', '--jobs', '2'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            p.stdout.close()
            p.stdin.write((json.dumps({'input': 'in.png', 'output': 'out.png'}) + '\\n').encode())
            print(p.wait(timeout=20))
            """
        let python = try #require(Program.python)
        let outcome = try python.run(["-c", script, Program.varblur.url.path], in: sandbox.directory.url)
        #expect(outcome.text == "141\n" && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try sandbox.directory.names() == ["in.png", "out.png"])
    }
}
