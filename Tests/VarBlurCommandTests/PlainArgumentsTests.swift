import ArgumentParser
import TestSupport
import Testing
import VariableBlurCodecs

@testable import VarBlurCommand

/// The reader has to agree with the parser.
@Suite("Plain arguments")
struct PlainArgumentsTests {
    private static let options = [
        "tint", "tint-opacity", "saturation", "grain", "jpeg-smooth", "max-radius", "min-radius", "direction",
        "start-offset", "edges", "engine", "threads", "format", "jpeg-quality",
        "png-compression", "webp-quality", "strip", "if-exists", "background", "timeout", "out-dir", "max-pixels",
        "suffix",
        "name-template", "radius", "", "-",
    ]
    private static let flags = [
        "-f", "-q", "--dither", "-v", "-fv", "-r", "--force", "--quiet", "--verbose", "--no-fsync", "--progressive",
        "--baseline",
        "--allow-damaged", "--in-place", "--", "-", "--no-force", "--force=1", "--force=", "-f=", "-rv", "-vfx",
        "\u{2D}\u{301}f", "-\u{301}", "--\u{301}force",
    ]
    private static let values = [
        "5", "0", "20px", "5%", "100%", "-0.25", "-f", "--force", "--", "-", "", "=", "a=b", "1e3", "nan", "top",
        "left",
        "Top", "clamp", "wrap", "fast", "reference", "small", "default", "lossless", "webp", "png", "jpg", "jpeg",
        "PNG", "all", "none",
        "skip", "skip-same", "overwrite", "error", "90", "101", "in.png", "caf\u{65}\u{301}.jpg", "\u{301}5",
        "{name}{ext}",
    ]

    private static func pick<Element>(_ all: [Element], _ random: inout SplitMix64) -> Element {
        all[Int.random(in: 0..<all.count, using: &random)]
    }

    private static func argumentList(_ random: inout SplitMix64) -> [String] {
        (0..<Int.random(in: 0...6, using: &random)).flatMap { _ -> [String] in
            let (option, value) = (pick(options, &random), pick(values, &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<3: return ["--\(option)", value]
            case 3: return ["--\(option)=\(value)"]
            case 4: return [pick(flags, &random)]
            case 5: return [value]
            default: return pick(usual, &random)
            }
        }
    }

    /// Arguments of which most lists are valid.
    private static let usual = [
        ["in.png"], ["out.jpg"], ["--max-radius", "5%"], ["--min-radius=1"], ["--direction", "left"],
        ["--start-offset=-0.25"], ["--edges", "wrap"], ["--engine=reference"], ["--threads", "3"], ["--format", "jpg"],
        ["--tint", "red"], ["--saturation", "150%"], ["--grain=2.5"], ["--dither"], ["--jpeg-smooth=off"],
        ["--jpeg-quality", "80"], ["--png-compression=small"], ["--strip", "all"], ["--if-exists", "overwrite"],
        ["--if-exists", "skip-same"], ["-f"], ["--no-fsync"], ["--progressive"], ["--baseline"], ["-v"], ["-q"],
    ]

    @Test("Arguments are read as the parser reads them", arguments: [OptionScope.singleCommand, .batchLine])
    func equality(scope: OptionScope) throws {
        var random = SplitMix64(seed: 31)
        var (accepted, options) = (0, 0)
        for _ in 0..<2_000 {
            // The parser does not find an equals sign before a combining mark, and takes the next argument for an empty value
            let arguments = Self.argumentList(&random).filter {
                !$0.utf8.starts(with: "--".utf8) || !$0.contains("=\u{301}") && !$0.hasSuffix("=")
            }
            let parsed =
                scope == .singleCommand
                ? try? CommandArguments<VarBlur>.parse(arguments).request
                : try? CommandArguments<LineArguments>.parse(arguments).request
            let plain = Self.request(arguments, scope: scope)
            #expect(plain == parsed, "\(arguments)")
            guard let plain else { continue }
            accepted += 1
            options += arguments.count - plain.paths.count
        }
        // Guards against a comparison of nothing
        #expect(accepted > 200 && options > 100, "\(accepted) lists with \(options) arguments")
    }

    /// The request that arguments describe; `nil` if they are not valid.
    private static func request(_ arguments: [String], scope: OptionScope) -> CommandRequest? {
        let plain = PlainArguments(arguments, scope: scope)
        guard plain.rejected == nil, scope == .singleCommand || plain.request.paths.isEmpty,
            (try? plain.request.validate()) != nil
        else { return nil }
        return plain.request
    }

    @Test("Arguments have the same request, or the same error, as with the parser")
    func validity() throws {
        for arguments in [
            ["-q", "-v", "a", "b"], ["--min-radius", "9", "--max-radius", "5", "a", "b"],
            ["-f", "--if-exists", "skip", "a", "b"], ["--help"], ["a", "b", "--version"], ["--shard", "1/2"],
            ["--direction", "tpo"], ["--direction"], ["--direction", "-f"], ["--force=1"], ["-x"], ["-fx", "a"], ["-5"],
            ["---"], ["--=5"], ["-f="], ["--foo", "a"], ["--foo=5"], ["--jpeg-quality=0", "--foo"],
            ["a", "b"], ["-f", "--max-radius", "10", "a", "b"], ["-", "-"], ["a", "b", "--if-exists=skip"],
            ["--out-dir", "out", "a"], ["--in-place", "a", "b"], ["a", "b", "--json=lines"], [], ["--", "a", "-b"],
            ["-fv", "a", "b"], ["--suffix", "--", "-a"], ["--start-offset", "-0.5", "a", "b"],
        ] {
            let expected = Result { try CommandArguments<VarBlur>.parse(arguments).request }
            let result = Result { try VarBlur.request(arguments) }
            switch (expected, result) {
            case (.success(let expected), .success(let result)): #expect(result == expected, "\(arguments)")
            case (.failure(let expected), .failure(let error)):
                let parser = CommandArguments<VarBlur>.self
                #expect(parser.fullMessage(for: error) == parser.fullMessage(for: expected), "\(arguments)")
                #expect(parser.exitCode(for: error) == parser.exitCode(for: expected), "\(arguments)")
            default: Issue.record("\(arguments): \(result) instead of \(expected)")
            }
        }
        #expect(try BatchCommand.request(["--shard", "1/2"]).batch.shard?.count == 2)
        #expect(throws: ValidationError.self) { try BatchCommand.request(["in.png"]) }
    }

    @Test("A value may begin with several dashes")
    func dashes() throws {
        #expect(try VarBlur.request(["--suffix", "---", "a"]).paths == ["a"])
    }

    @Test("A value after an equals sign may begin with a combining mark")
    func combiningMarks() throws {
        let request = try VarBlur.request(["--suffix=\u{301}x", "a"])
        #expect(request.files.suffix == (try VarBlur.request(["--suffix", "\u{301}x", "a"])).files.suffix)
        #expect(request.files.suffix != nil)
        let messages = [["--direction=\u{301}"], ["--direction", "\u{301}"], ["--force=\u{301}"]].map { arguments in
            Result { try VarBlur.request(arguments) }.mapError {
                CommandLineMessage(text: CommandArguments<VarBlur>.message(for: $0))
            }
        }
        let texts = messages.map { result in if case .failure(let error) = result { error.text } else { "" } }
        #expect(
            texts[0] == texts[1] && texts[0].utf8.starts(with: "The value '\u{301}' is invalid for '--direction".utf8))
        #expect(
            texts[2].utf8.elementsEqual(
                "The option '--force' does not take any value, but '\u{301}' was specified.".utf8))
        let scan = CommandLineScan(["--settings=\u{301}", "--suffix", "=\u{301}", "-v"])
        #expect(scan.settingsFile == "\u{301}" && scan.isVerbose)
    }

    @Test("All common options are read without the parser")
    func common() throws {
        let arguments = Self.usual.flatMap(\.self)
            .filter { !["--if-exists", "overwrite", "skip-same", "-q"].contains($0) }
        let plain = PlainArguments(arguments, scope: .singleCommand)
        #expect(plain.rejected == nil)
        #expect(plain.request.paths == ["in.png", "out.jpg"] && plain.request.job.existingOutputRule == .overwrite)
    }

    @Test("An omitted value is completed")
    func optionalValues() throws {
        let table = OptionTable.standard
        #expect(table.completingOptionalValues(["--json", "a", "b"]) == ["--json=document", "a", "b"])
        #expect(table.completingOptionalValues(["a", "--json", "lines"]) == ["a", "--json", "lines"])
        #expect(table.completingOptionalValues(["a", "--json"]) == ["a", "--json=document"])
        #expect(table.completingOptionalValues(["--", "--json"]) == ["--", "--json"])
        #expect(table.completingOptionalValues(["--suffix", "--json", "a"]) == ["--suffix", "--json", "a"])
    }

    @Test("The last of exclusive flags wins")
    func exclusiveFlags() throws {
        for (arguments, isProgressive) in [
            (["--progressive", "--baseline"], false), (["--baseline", "--progressive"], true), ([], nil),
        ] as [([String], Bool?)] {
            let parsed = try CommandArguments<VarBlur>.parse(arguments).request
            #expect(parsed.job.output.jpegIsProgressive == isProgressive)
            #expect(PlainArguments(arguments, scope: .singleCommand).request == parsed)
        }
    }
}

/// The message of an error.
private struct CommandLineMessage: Error {
    let text: String
}

/// The options of a line of a batch.
private enum LineArguments: ArgumentSource {
    static let scope = OptionScope.batchLine
}
