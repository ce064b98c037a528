import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Facts in results")
struct FactTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func results(_ arguments: String...) throws -> [JSONValue] {
        let outcome = try sandbox.check(arguments + ["--json=lines"])
        return try JSONValue.lines(outcome.output)
    }

    @Test("tell the properties of each kind of input, also without writing")
    func inputs() throws {
        let formats: [(PixelFormat, bits: Int, alpha: Bool)] = [
            (PixelFormat(.gray), 8, false), (PixelFormat(.rgba), 8, true), (PixelFormat(.rgb, .sixteen), 16, false),
            (PixelFormat(.grayAlpha, .sixteen), 16, true),
        ]
        for (format, bits, alpha) in formats {
            try sandbox.write(PixelBuffer.noise(Size(9, 7), format).encoded(.png), "a.png")
            for options in [["--dry-run"], []] {
                let result = try #require(
                    try JSONValue.lines(
                        sandbox.run(options.first ?? "-f", "-f", "--json=lines", "a.png", "b.png").output
                    ).first)
                let source = try #require(result["source"])
                #expect(source["format"] == .string("png") && source["profile"] == .null)
                #expect(source["width"] == .integer(9) && source["height"] == .integer(7))
                #expect(source["bits"] == .integer(bits) && source["alpha"] == .bool(alpha), "\(source.text)")
                #expect(source["colorModel"] == .string(format.channels.rawValue.hasPrefix("gray") ? "gray" : "rgb"))
                #expect(source["orientation"] == .integer(1) && source["auxiliary"]?.values?.isEmpty == true)
            }
        }
        let inks = try PixelBuffer.noise(Size(9, 7), PixelFormat(.cmyk)).encoded(.jpeg(JPEGStyle(.cmyk), quality: 80))
        try sandbox.write(inks, "c.jpg")
        #expect(try results("-f", "c.jpg", "d.jpg")[0]["source"]?["colorModel"] == .string("cmyk"))
        // a turn is that of the output
        let photo = try PixelBuffer.noise(Size(9, 7)).encoded(.jpeg(quality: 80))
        try sandbox.write(FileEditing.oriented(photo, 6), "r.jpg")
        for options in [["--dry-run"], []] {
            let arguments = options + ["-f", "--rotate", "90", "--json=lines", "r.jpg", "r.png"]
            let run = try sandbox.run(arguments)
            let source = try #require(try JSONValue.lines(run.output).first?["source"], "\(run.errors)")
            #expect(source["width"] == .integer(7) && source["orientation"] == .integer(6), "\(source.text)")
        }
        try sandbox.write(HDRFile(size: Size(64, 48)).bytes(), "h.jpg")
        let hdr = try results("h.jpg", "h.png")[0]["source"]
        #expect(hdr?["auxiliary"] == .array([.string("gain-map")]) && hdr?["format"] == .string("jpeg"))
    }

    @Test("tell the format, the quality, and the subsampling of each output as its file has them")
    func outputs() throws {
        let photo = try PixelBuffer.noise(Size(40, 30), PixelFormat(.rgb))
        try sandbox.write(
            photo.encoded(.jpeg(JPEGStyle(.yCbCr, sampling: [.init(2, 1), .init(1, 1), .init(1, 1)]), quality: 70)),
            "p.jpg")
        let expected: [(arguments: [String], members: [String: String?])] = [
            (
                ["p.jpg", "1.jpg"],
                ["format": "\"jpeg\"", "quality": nil, "subsampling": "\"4:2:2\"", "lossless": "false"]
            ),
            (["p.jpg", "2.jpg", "--quality", "55"], ["quality": "55", "subsampling": "\"4:2:2\""]),
            (["in.png", "3.jpg"], ["quality": "90", "subsampling": "\"4:4:4\""]),
            (["in.png", "31.jpg", "--resize", "16x"], ["quality": "90", "subsampling": "\"4:2:0\""]),
            (["in.png", "32.jpg", "--resize", "16x", "--quality", "90"], ["subsampling": "\"4:4:4\""]),
            (["in.png", "33.jpg", "--jpeg-quality", "89"], ["subsampling": "\"4:2:0\""]),
            (["in.png", "4.webp"], ["format": "\"webp\"", "quality": nil, "subsampling": nil, "lossless": "true"]),
            (
                ["in.png", "5.webp", "--webp-quality", "33"],
                ["quality": "33", "subsampling": "\"4:2:0\"", "lossless": "false"]
            ),
            (["p.jpg", "6.png"], ["format": "\"png\"", "quality": nil, "lossless": "true"]),
        ]
        for (arguments, members) in expected {
            let outcome = try sandbox.run(arguments + ["--json=lines"])
            let result = try #require(try JSONValue.lines(outcome.output).first, "\(outcome.errors)")
            for (name, text) in members { #expect(result[name]?.text == text, "\(arguments): \(name)") }
            let size = try sandbox.read(arguments[1]).count
            #expect(result["bytesOut"] == .integer(size))
            #expect(Int(result["memory"]?.text ?? "") ?? 0 > 0 && Int(result["peakMemory"]?.text ?? "") ?? 0 > 1 << 20)
        }
        #expect(try ImageHeader.of(sandbox.read("1.jpg")).jpegStyle?.sampling.first == .init(2, 1))
    }

    @Test("contain the hash of the file wherever it goes, of every output")
    func hashes() throws {
        let results = try results("--report", "sha256", "--widths", "8,16", "--formats", "png,webp", "in.png")
        #expect(results.count == 4)
        for result in results {
            let path = try #require(result["output"]?.string)
            #expect(try result["sha256"]?.string == Self.hash(sandbox.read(path)), "\(path)")
            #expect(result["thumbhash"] == nil)
        }
        let unseen = try sandbox.run("--report", "sha256", "in.png", "u.png")
        #expect(unseen.status == 0 && unseen.errors == "varblur: hint: --report has no effect without --json\n")
        let lines = try sandbox.batch([
            #"{"input":"in.png","output":{"inline":"jpeg"},"options":{"report":"sha256, thumbhash"}}"#,
            #"{"input":"in.png","outputs":[{"output":"a.png","report":"sha256"},{"output":"b.png"}]}"#,
            #"{"input":"in.png","output":"c.png","options":{"report":"md5"}}"#,
        ]).results
        let base64 = try #require(lines[0]["output"]?["base64"]?.string)
        let inline = try #require(Data(base64Encoded: base64))
        #expect(try lines[0]["sha256"]?.string == Self.hash([UInt8](inline)) && lines[0]["thumbhash"] != nil)
        let outputs = try #require(lines[1]["outputs"]?.values)
        #expect(try outputs[0]["sha256"]?.string == Self.hash(sandbox.read("a.png")) && outputs[1]["sha256"] == nil)
        #expect(lines[2]["error"]?["message"]?.string?.contains("sha256 and thumbhash") ?? false)
    }

    /// The hash that another program computes.
    private static func hash(_ bytes: [UInt8]) throws -> String {
        let python = try #require(Program.python)
        return try python.run(
            ["-c", "import sys, hashlib; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())"],
            input: Data(bytes)
        ).text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("of outputs that are skipped are those of their files", arguments: ["skip", "skip-same"])
    func skipped(rule: String) throws {
        let members = ["width", "height", "format", "bytesOut", "sha256", "thumbhash"]
        let photo = try PixelBuffer.noise(Size(40, 30)).encoded(.jpeg(quality: 80))
        try sandbox.write(FileEditing.oriented(photo, 6), "p.jpg")
        let report = ["--report", "sha256,thumbhash", "--json=lines", "--if-exists", rule]
        for arguments in [
            ["in.png", "a.webp"], ["p.jpg", "a.jpg"],
            ["--widths", "8,16", "--formats", "png,webp", "--out-dir", "o", "in.png"],
        ] {
            let runs = try (0..<2).map { _ in try JSONValue.lines(sandbox.check(arguments + report).output) }
            #expect(runs[1].allSatisfy { $0["status"]?.string == "skipped" } && runs[0].count == runs[1].count)
            for (first, second) in zip(runs[0], runs[1]) {
                for member in members { #expect(first[member] != nil && first[member] == second[member], "\(member)") }
            }
        }
        // some are made, others are skipped
        let batches = try ["c.png", "d.png"].map { name in
            let outputs = #"[{"output":"b.png"},{"output":"\#(name)","resize":"9x"}]"#
            let options = #"{"if-exists":"\#(rule)","report":"sha256"}"#
            let line = #"{"input":"in.png","outputs":\#(outputs),"options":\#(options)}"#
            return try #require(sandbox.batch([line]).results[0]["outputs"]?.values)
        }
        #expect(batches[1].map { $0["status"]?.string } == ["skipped", "ok"])
        for member in ["width", "format", "bytesOut", "sha256"] {
            #expect(batches[0][0][member] == batches[1][0][member])
        }
        // without facts, only what takes no time
        let plain = try results("in.png", "a.webp", "--if-exists", rule)[0]
        #expect(try plain["bytesOut"] == .integer(sandbox.read("a.webp").count) && plain["sha256"] == nil)
        #expect(plain["width"] == nil && plain["format"] == nil)
    }

    @Test("of files that are kept are what they have")
    func keptFiles() throws {
        try sandbox.write(Array("text".utf8), "text.png")
        try sandbox.write(sandbox.image.dropLast(200), "cut.png")
        var damaged = sandbox.image
        for index in 900..<990 { damaged[index] ^= 0x55 }
        try sandbox.write(damaged, "damaged.png")
        for (name, width) in [("text.png", nil), ("cut.png", nil), ("damaged.png", 32)] {
            let result = try results("--report", "sha256,thumbhash", "--if-exists", "skip", "in.png", name)[0]
            #expect(try result["sha256"]?.string == Self.hash(sandbox.read(name)))
            #expect(try result["bytesOut"] == .integer(sandbox.read(name).count))
            #expect(result["width"] == width.map { .integer($0) } && result["thumbhash"] == nil)
            let warning = result["warnings"]?.values?.first?.string ?? ""
            #expect(warning.hasPrefix("the report on the existing output is incomplete: "), "\(result.text)")
        }
        try sandbox.check(["--in-place", "in.png"])
        let kept = try results("--in-place", "--if-exists", "skip-same", "--report", "sha256", "in.png")[0]
        #expect(try kept["sha256"]?.string == Self.hash(sandbox.read("in.png")) && kept["height"] == .integer(24))
        try FileManager.default.createSymbolicLink(
            at: sandbox.directory.url.appending(path: "link.png"), withDestinationURL: URL(fileURLWithPath: "in.png"))
        try sandbox.write(sandbox.image, "old.png")
        let unread = ["--report", "sha256", "--if-exists", "skip", "--json=lines", "in.png"]
        for arguments in [["link.png"], ["--max-memory", "100", "old.png"]] {
            let result = try JSONValue.lines(sandbox.check(unread + arguments).output)[0]
            let warning = result["warnings"]?.values?.first?.string ?? ""
            #expect(warning.hasPrefix("the report on the existing output is incomplete: "), "\(result.text)")
            #expect(result["status"]?.string == "skipped" && result["sha256"] == nil)
        }
        // a device has no file
        let device = try results("--report", "sha256", "--if-exists", "skip", "in.png", "/dev/null")[0]
        #expect(device["status"]?.string == "ok")
    }

    @Test("contain the ThumbHash that the published algorithm computes")
    func thumbHashes() throws {
        // what the Python package thumbhash says of these pictures
        try sandbox.write(PixelBuffer.pattern(Size(32, 24), hasAlpha: false).encoded(.png), "o.png")
        try sandbox.write(PixelBuffer.pattern(Size(24, 32), hasAlpha: true).encoded(.png), "t.png")
        for (name, hash) in [
            ("o.png", "UycKLZiAdndyh4h6iHiHeOKQC+lX"), ("t.png", "EjeKHBIrgCZ2l4d3OA+5kG2Gh/d4eIiICA=="),
        ] {
            let result = try results("--max-radius", "0", "--report", "thumbhash", name, "out-\(name)")[0]
            #expect(result["thumbhash"]?.string == hash)
        }
    }

    @Test("The settings are told once, and again only after a result with others")
    func settings() throws {
        try sandbox.add("1.png", "2.png", "3.png")
        let lines = try results("1.png", "2.png", "3.png", "--out-dir", "o", "--max-radius", "3")
        #expect(lines.map { $0["settings"]?["max-radius"]?.string } == ["3", nil, nil])
        let document = try JSONParser.value(
            of: [UInt8](sandbox.run("1.png", "2.png", "--out-dir", "p", "--json", "--max-radius", "4").output))
        #expect(document["settings"]?["max-radius"] == .string("4"))
        #expect(document["results"]?.values?.allSatisfy { $0["settings"] == nil } == true)
        let batch = try sandbox.batch(
            [3, 3, 5, 3, 3].enumerated().map { number, radius in
                CommandSandbox.job("in.png", "b\(number).png", options: #"{"max-radius":\#(radius)}"#)
            }
        ).results
        #expect(batch.map { $0["settings"]?["max-radius"]?.string } == ["3", nil, "5", "3", nil])
        let several = try sandbox.batch([
            #"{"input":"in.png","outputs":[{"output":"x.png","resize":"9x"},{"output":"y.webp"}],"options":{"max-radius":2}}"#
        ]).results[0]
        #expect(several["settings"]?["max-radius"] == .string("2") && several["settings"]?["resize"] == nil)
        let own = several["outputs"]?.values?.map { $0["settings"]?.text }
        #expect(own == [#"{"resize":"9x"}"#, "{}"])
    }
}

extension PixelBuffer {
    /// Red to the right, green to the bottom, blue stripes, and alpha to the top.
    fileprivate static func pattern(_ size: Size, hasAlpha: Bool) throws -> PixelBuffer {
        try make(size, PixelFormat(hasAlpha ? .rgba : .rgb)) { x, y, channel in
            let (width, height) = (size.width, size.height)
            let green = 255 * y * y * y / (height * height * height)
            return [255 * x * x / (width * width), green, (5 * x + x * y) % 200, 255 - 4 * y][channel]
        }
    }
}
