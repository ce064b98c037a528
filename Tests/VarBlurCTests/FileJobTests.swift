import CVarBlur
import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurC
import VarBlurCodecs

@Suite("Jobs with files in C")
struct FileJobTests {
    private struct Answer {
        var status: CInt = 0
        var message = ""
        var output: [UInt8]?
        var result: String?

        /// The members of the result.
        func members() throws -> [String: Any] {
            let json = try JSONSerialization.jsonObject(with: Data(try #require(result).utf8))
            return try #require(json as? [String: Any])
        }
    }

    private func perform(
        _ job: String?, _ input: [UInt8]? = nil, command: String? = Program.varblur.url.path
    ) -> Answer {
        var (output, result, answer) = (varblur_bytes(), varblur_bytes(), Answer())
        do throws(CFailure) {
            try called { message, size in
                guard let input else { return varblur_job_json(command, job, nil, 0, &output, &result, message, size) }
                return varblur_job_json(command, job, input, input.count, &output, &result, message, size)
            }
        } catch {
            (answer.status, answer.message) = (error.status, error.message)
        }
        func bytes(_ bytes: varblur_bytes) -> [UInt8]? {
            guard let data = bytes.data else { return nil }
            #expect(data.load(fromByteOffset: bytes.size, as: UInt8.self) == 0)
            return Array(UnsafeRawBufferPointer(start: data, count: bytes.size))
        }
        answer.output = bytes(output)
        answer.result = bytes(result).map { String(decoding: $0, as: UTF8.self) }
        varblur_bytes_free(&output)
        varblur_bytes_free(&result)
        #expect(output.data == nil && output.size == 0 && result.data == nil)
        return answer
    }

    private static func image(_ size: Size) throws -> [UInt8] { try PixelBuffer.noise(size).encoded(.png) }

    private func command(_ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
        let outcome = try Program.varblur.run(["--no-settings"] + arguments + ["-", "-"], input: Data(input))
        try #require(outcome.status == 0, "\(outcome.errors)")
        return Array(outcome.output)
    }

    @Test(
        "bytes become the bytes that the command writes, of any length",
        arguments: [Size(3, 2), Size(90, 70), Size(700, 500)])
    func bytes(size: Size) throws {
        let input = try Self.image(size)
        let answer = perform(#"{"id": 7, "options": {"max-radius": "5%", "direction": "left"}}"#, input)
        #expect(answer.status == 0, "\(answer.message)")
        #expect(answer.output == (try command(["--max-radius", "5%", "--direction", "left"], input)))
        let members = try answer.members()
        #expect(members["status"] as? String == "ok" && members["id"] as? Int == 7)
        #expect(members["width"] as? Int == size.width)
        #expect(members["output"] as? [String: String] == ["format": "png"])
        let named = perform(#"{"id": {"output": "a", "list": [{"output": 1}]}}"#, input).result ?? ""
        #expect(named.replacing(" ", with: "").contains(#""id":{"output":"a","list":[{"output":1}]}"#), "\(named)")
    }

    @Test("an output has another format, and a job without members is one")
    func formats() throws {
        let input = try Self.image(Size(40, 30))
        let answer = perform(#"{"output": {"inline": "jpeg"}}"#, input)
        #expect(answer.output?.prefix(2) == [0xFF, 0xD8])
        #expect(answer.output == (try command(["--format", "jpeg"], input)))
        #expect(perform(" {}\n", input).output == (try command([], input)))
    }

    @Test("files are read and written, also with a mask, and in combination with bytes")
    func files() throws {
        let folder = try TemporaryDirectory()
        func path(_ name: String) -> String { folder.path(name) }
        let input = try Self.image(Size(40, 30))
        try Data(input).write(to: folder.url.appending(path: "in.png"))
        let mask = try PixelBuffer.noise(Size(4, 3), PixelFormat(.gray)).encoded(.png)
        try Data(mask).write(to: folder.url.appending(path: "mask.png"))

        let written = perform(#"{"input": "\#(path("in.png"))", "output": "\#(path("out.png"))"}"#)
        #expect(written.status == 0 && written.output == nil, "\(written.message)")
        #expect([UInt8](try Data(contentsOf: folder.url.appending(path: "out.png"))) == (try command([], input)))

        let read = perform(
            #"{"input": "\#(path("in.png"))", "output": {"inline": null}, "options": {"max-radius": 3}}"#)
        #expect(read.output == (try command(["--max-radius", "3"], input)))

        let masked = perform(#"{"options": {"mask": "\#(path("mask.png"))"}}"#, input)
        #expect(masked.output == (try command(["--mask", path("mask.png")], input)), "\(masked.message)")

        let saved = perform(#"{"output": "\#(path("saved.png"))"}"#, input)
        #expect(saved.status == 0 && saved.output == nil && FileManager.default.fileExists(atPath: path("saved.png")))
    }

    @Test("a file without an output becomes bytes")
    func fileWithoutOutput() throws {
        let directory = try TemporaryDirectory()
        let input = try Self.image(Size(40, 30))
        try directory.write(input, to: "in.png")
        let job = #"{"input":"\#(directory.path("in.png"))","options":{"max-radius":3}}"#
        let answer = perform(job)
        #expect(answer.status == 0 && answer.output != nil, "\(answer.message)")
        #expect(answer.output == perform(#"{"options":{"max-radius":3}}"#, input).output)
    }

    @Test("several outputs are in the result")
    func outputs() throws {
        let answer = perform(
            #"{"outputs": [{"resize": "20x"}, {"resize": "10x", "format": "jpeg"}]}"#, try Self.image(Size(40, 30)))
        #expect(answer.status == 0 && answer.output == nil, "\(answer.message)")
        let outputs = try #require(try answer.members()["outputs"] as? [[String: Any]])
        let contents = outputs.compactMap { ($0["output"] as? [String: String])?["base64"] }
        #expect(contents.count == 2 && Data(base64Encoded: contents[1])?.prefix(2) == Data([0xFF, 0xD8]))
    }

    @Test("a job that fails has a status, a message, and a result with a code")
    func failures() throws {
        var damaged = try Self.image(Size(40, 30))
        damaged.removeLast(damaged.count / 2)
        let cases: [(String, [UInt8], varblur_status, String)] = [
            ("{}", damaged, VARBLUR_FAILED, "damaged"),
            ("{}", Array("no image".utf8), VARBLUR_FAILED, "notAnImage"),
            ("{}", [], VARBLUR_FAILED, "notAnImage"),
            (#"{"options": {"max-radius": -1}}"#, damaged, VARBLUR_INVALID_SETTING, "invalidSettings"),
            (#"{"options": {"color": 1}}"#, damaged, VARBLUR_INVALID_SETTING, "invalidSettings"),
            (#"{"option": {}}"#, damaged, VARBLUR_INVALID_TEXT, "malformedLine"),
            (#"{"options": {"max-pixels": 10}}"#, try Self.image(Size(40, 30)), VARBLUR_FAILED, "overLimit"),
            (#"{"options": {"max-input": 100}}"#, try Self.image(Size(40, 30)), VARBLUR_FAILED, "overLimit"),
            (#"{"outputs": [{"format": "tiff"}]}"#, damaged, VARBLUR_INVALID_SETTING, "invalidSettings"),
        ]
        for (job, input, status, code) in cases {
            let answer = perform(job, input)
            #expect(answer.status == CInt(status.rawValue), "\(job): \(answer)")
            #expect(answer.output == nil && !answer.message.isEmpty && !answer.message.hasPrefix("line"), "\(answer)")
            #expect((try answer.members()["error"] as? [String: Any])?["code"] as? String == code, "\(answer)")
        }
    }

    @Test("wrong arguments are errors without a process")
    func misuse() {
        let cases: [(String?, [UInt8]?, varblur_status, String)] = [
            (nil, [1], VARBLUR_INVALID_ARGUMENT, "job is NULL"),
            ("{", [1], VARBLUR_INVALID_TEXT, "at byte 2"),
            ("[]", [1], VARBLUR_INVALID_TEXT, "no JSON object"),
            (#"{"id": 1, "id": 2}"#, [1], VARBLUR_INVALID_TEXT, "cannot be read as JSON: a name occurs twice"),
            ("{}", nil, VARBLUR_INVALID_ARGUMENT, "names no input"),
            (#"{"input": "a.png"}"#, [1], VARBLUR_INVALID_ARGUMENT, "names an input"),
        ]
        for (job, input, status, part) in cases {
            let answer = perform(job, input, command: "/nonexistent")
            #expect(answer.status == CInt(status.rawValue) && answer.message.contains(part), "\(answer)")
            #expect(answer.output == nil && answer.result == nil)
        }
        #expect(varblur_job_json(nil, "{}", [1] as [UInt8], -1, nil, nil, nil, 0) == 100)
        varblur_bytes_free(nil)
    }

    @Test("a command that is missing, or that ends without an answer, is an error")
    func missingCommand() throws {
        let input = try Self.image(Size(4, 4))
        let missing = perform("{}", input, command: "/nonexistent/varblur")
        #expect(missing.status == CInt(VARBLUR_NO_COMMAND.rawValue), "\(missing)")
        #expect(missing.message.contains("'/nonexistent/varblur'") && missing.message.contains("install varblur"))
        let folder = try TemporaryDirectory()
        let answers = MessageFrame.broken.enumerated().map { index, answer in
            ("cat \(folder.path("\(index)")); kill $$", answer.cause)
        }
        for (index, answer) in MessageFrame.broken.enumerated() {
            try folder.write([UInt8](answer.data), to: "\(index)")
        }
        for (script, part) in [
            ("exit 3", "the command ended without a result"), ("kill -9 $$", "signal 9"),
            ("echo no memory >&2; echo >&2; exit 70", "without a result: no memory"),
            ("echo {", "not understood: it is incomplete"),
        ] + answers {
            let command = try folder.addProgram(text: "#!/bin/sh\n\(script)\n", named: "command")
            let answer = perform("{}", input, command: command.url.path)
            #expect(answer.status == CInt(VARBLUR_FAILED.rawValue) && answer.message.contains(part), "\(answer)")
        }
    }

    @Test("jobs from several threads do not wait for each other, and leave no descriptor open")
    func threads() throws {
        let input = try Self.image(Size(60, 40))
        let expected = try command([], input)
        let wrong = Failures()
        Threads.run(8) { _ in
            for _ in 0..<5 where self.perform("{}", input).output != expected { wrong.count() }
        }
        #expect(wrong.total == 0)
        #if os(Linux)
            let links = (try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }
            // other tests may have such files open for a moment
            #expect(links.filter { $0.hasPrefix("/memfd:varblur") }.count < 20)
        #endif
    }

    @Test(
        "All that write the paths of jobs know every option that names a file",
        arguments: ["Sources/VarBlurC/FileJob.swift", "node/lib/options.js", "python/src/varblur/_options.py"])
    func fileOptions(path: String) throws {
        let names = JobOptions.all.compactMap { option in
            guard case .file = option.syntax?.kind, option.scope.contains(.batchLine) else { return String?.none }
            return "\"\(option.name)\""
        }
        let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
        #expect(text.contains(names.joined(separator: ", ")), "\(names)")
    }
}
