import ArgumentParser
import TestSupport
import Testing
import VariableBlurCodecs

@testable import VarBlurCommand

/// What is read without the parser has to be what the parser reads.
@Suite("Plain arguments")
struct PlainArgumentsTests {
    private static let options = [
        "max-radius", "min-radius", "direction", "start-offset", "edges", "engine", "threads", "format", "jpeg-quality",
        "png-compression", "strip", "if-exists", "background", "timeout", "out-dir", "max-pixels", "radius", "", "-",
    ]
    private static let flags = [
        "-f", "-q", "-v", "-fv", "-r", "--force", "--quiet", "--verbose", "--no-fsync", "--progressive", "--baseline",
        "--allow-damaged", "--in-place", "--", "-", "---", "--no-force", "--force=1", "\u{2D}\u{301}f", "-\u{301}",
    ]
    private static let values = [
        "5", "0", "20px", "5%", "100%", "-0.25", "-f", "--force", "--", "-", "", "=", "a=b", "1e3", "nan", "top",
        "left",
        "Top", "clamp", "wrap", "fast", "reference", "small", "default", "png", "jpg", "jpeg", "PNG", "all", "none",
        "skip", "skip-same", "overwrite", "error", "90", "101", "in.png", "caf\u{65}\u{301}.jpg", "\u{301}5",
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

    /// Arguments that most lists are to be accepted with.
    private static let usual = [
        ["in.png"], ["out.jpg"], ["--max-radius", "5%"], ["--min-radius=1"], ["--direction", "left"],
        ["--start-offset=-0.25"], ["--edges", "wrap"], ["--engine=reference"], ["--threads", "3"], ["--format", "jpg"],
        ["--jpeg-quality", "80"], ["--png-compression=small"], ["--strip", "all"], ["--if-exists", "overwrite"],
        ["--if-exists", "skip-same"], ["-f"], ["--no-fsync"], ["--progressive"], ["--baseline"], ["-v"], ["-q"],
    ]

    @Test("are read as the parser reads them, or left to it")
    func equality() throws {
        var random = SplitMix64(seed: 31)
        var (accepted, options) = (0, 0)
        for _ in 0..<20_000 {
            let arguments = Self.argumentList(&random)
            guard let plain = PlainArguments(arguments) else { continue }
            let parsed: Parsed
            do {
                parsed = try Parsed.parse(arguments)
            } catch {
                Issue.record("\(arguments): \(Parsed.message(for: error))")
                continue
            }
            accepted += 1
            options += arguments.count - plain.files.count
            #expect(plain.files == parsed.files && plain.request == parsed.job.request, "\(arguments)")
            #expect(plain.isQuiet == parsed.run.quiet && plain.isVerbose == parsed.run.verbose, "\(arguments)")
        }
        // the sums say that something was compared
        #expect(accepted > 2_000 && options > 4_000, "\(accepted) lists with \(options) arguments")
    }

    @Test("make a run just where the parser has nothing to complain of")
    func validity() throws {
        for arguments in [
            ["-q", "-v", "a", "b"], ["--min-radius", "9", "--max-radius", "5", "a", "b"],
            ["-f", "--if-exists", "skip", "a", "b"],
            ["a"], ["a", "b", "c"], ["a", "b", "--json=lines"], ["a", "b", "--help"], ["--version"], ["--", "a", "b"],
            [],
        ] {
            #expect(PlainRun(arguments) == nil, "\(arguments)")
        }
        for arguments in [
            ["a", "b"], ["-f", "--max-radius", "10", "a", "b"], ["-", "-"], ["a", "b", "--if-exists=skip"],
        ] {
            #expect(PlainRun(arguments) != nil, "\(arguments)")
            #expect(throws: Never.self) { try VarBlur.parse(arguments) }
        }
    }

    @Test("are all that there is to say of most runs")
    func common() throws {
        let arguments = Self.usual.flatMap(\.self)
        let known = try #require(
            PlainArguments(arguments.filter { $0 != "--if-exists" && !["overwrite", "skip-same"].contains($0) }))
        #expect(known.files == ["in.png", "out.jpg"] && known.request.rule == .overwrite)
    }
}

/// The command without what it checks of options together.
private struct Parsed: ParsableArguments {
    @Argument var files: [String] = []
    @OptionGroup var fileOptions: FileOptions
    @OptionGroup var run: RunOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var job: JobOptions
}
