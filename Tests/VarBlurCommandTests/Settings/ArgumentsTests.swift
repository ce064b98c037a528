import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurCommand

extension EffectiveSettings {
    /// The settings of a command line of `varblur` or one of its subcommands.
    init(commandLine: [String], of help: CommandHelp = BlurCommand.help, table: OptionTable = .standard) throws {
        try self.init(help.arguments(commandLine, table: table), table: table)
    }
}

@Suite("Arguments")
struct ArgumentsTests {
    private func error(_ arguments: String...) -> UsageError? { BlurCommand.help.arguments(arguments).error }

    @Test("Names, values, and paths are read in all forms")
    func forms() throws {
        let request = try BlurCommand.request([
            "in.png", "--max-radius", "5%", "--min-radius=1", "-fv", "--start-offset", "-0.25", "--dither", "--",
            "-out.jpg",
        ])
        #expect(request.paths == ["in.png", "-out.jpg"] && request.run.verbose && request.job.isForced)
        #expect(request.job.blur.maximumRadius == .percent(5) && request.job.blur.minimumRadius == .pixels(1))
        #expect(request.job.blur.startOffset == -0.25 && request.job.look.dithers)
        #expect(try BlurCommand.request(["-", "-"]).paths == ["-", "-"])
        #expect(try BlurCommand.request(["\u{2D}\u{301}f", "a"]).paths.count == 2)
        #expect(try BatchCommand.request(["--shard", "1/2"]).batch.shard?.count == 2)
    }

    @Test("Any arguments are read or refused, and the options of those that are read have their values")
    func randomArguments() throws {
        var random = SplitMix64(seed: 31)
        let words = [
            "--max-radius", "5", "5%", "--direction=left", "--start-offset", "-0.25", "-f", "--force", "--", "-", "",
            "=",
            "--if-exists", "skip", "--suffix", "---", "--json", "lines", "-vx", "--no-such", "a.png",
            "--jpeg-quality=80",
            "--=5", "---", "--force=1", "--ramp", "linear-blur(1px,2px)", "\u{301}5", "--mask", "--tint=", "-h",
            "--tint",
        ]
        var (accepted, refused) = (0, 0)
        for _ in 0..<5_000 {
            let list = (0..<Int.random(in: 0...6, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            let arguments = BlurCommand.help.arguments(list)
            if arguments.error != nil {
                refused += 1
                continue
            }
            accepted += 1
            // nothing is left out: options, their values, and paths are all arguments
            let values = arguments.settings.filter { !$0.option.isFlag }.count
            #expect(arguments.settings.count + arguments.paths.count <= list.count + 3)
            #expect(values + arguments.paths.count <= list.count)
            if let radius = arguments.settings.last(where: { $0.name == "max-radius" })?.value {
                #expect(arguments.request.job.blur.maximumRadius == (radius == "5" ? .pixels(5) : .percent(5)))
            }
        }
        #expect(accepted > 500 && refused > 500, "\(accepted) accepted, \(refused) refused")
    }

    @Test("A value may begin with dashes where no number or path can")
    func dashes() throws {
        #expect(try BlurCommand.request(["--suffix", "---", "a"]).paths == ["a"])
        #expect(try BlurCommand.request(["--suffix", "--json", "a"]).run.report == nil)
        #expect(error("--grain", "--force")?.cause == "missing value for '--grain <number>'")
        #expect(error("--mask", "-5")?.cause == "missing value for '--mask <file>'")
    }

    @Test("A value after an equals sign may begin with a combining mark")
    func combiningMarks() throws {
        let request = try BlurCommand.request(["--suffix=\u{301}x", "a"])
        #expect(request.files.suffix == (try BlurCommand.request(["--suffix", "\u{301}x", "a"])).files.suffix)
        #expect(request.files.suffix != nil)
        #expect(error("--direction=\u{301}") == error("--direction", "\u{301}"))
        let cause = error("--force=\u{301}")?.cause.text(for: .commandLine) ?? ""
        #expect(cause.utf8.elementsEqual("the option '--force' takes no value, but '\u{301}' was specified".utf8))
    }

    @Test("A value that may be left out is the next argument only if that is one of its words")
    func optionalValues() throws {
        for (arguments, report, paths) in [
            (["--json", "a", "b"], .document, ["a", "b"]), (["a", "--json", "lines"], .lines, ["a"]),
            (["a", "--json"], .document, ["a"]), (["--", "--json"], nil, ["--json"]), (["--json=lines"], .lines, []),
        ] as [([String], ReportForm?, [String])] {
            let request = try BlurCommand.request(arguments)
            #expect(request.run.report == report && request.paths == paths, "\(arguments)")
        }
    }

    @Test("The last of exclusive flags wins, and the last value of an option")
    func repetition() throws {
        for (arguments, isProgressive) in [
            (["--progressive", "--baseline"], false), (["--baseline", "--progressive"], true), ([], nil),
        ] as [([String], Bool?)] {
            #expect(try BlurCommand.request(arguments).job.output.jpegIsProgressive == isProgressive)
        }
        #expect(try BlurCommand.request(["--max-radius", "5", "--max-radius=6"]).job.blur.maximumRadius == .pixels(6))
        let settings = try EffectiveSettings(commandLine: ["--no-settings", "--grain=1", "--dither", "--grain=2"])
        #expect(settings["grain"]?.value == "2" && settings.settings.filter { $0.name == "grain" }.count == 1)
    }

    @Test("A text that is asked for is found whatever else there is, in the order of precedence")
    func information() {
        func information(_ arguments: String...) -> Arguments.Information? {
            BlurCommand.help.arguments(arguments).information
        }
        #expect(information("--no-such", "--help", "--version") == .help)
        #expect(information("-fh", "--version") == .screen && information("-h", "--help") == .help)
        #expect(information("a", "--version", "--generate-document", "x") == .version)
        #expect(information("--generate-document=x", "b") == .document(name: "x"))
        #expect(information("--generate-completion-script", "bash") == .completions(shell: "bash"))
        #expect(information("--", "--help") == nil && information("--suffix", "--help") == nil)
    }

    @Test(
        "An option of another command, a common name, a part of a name, and a mistyped name have remedies",
        arguments: [
            ("--shard=1/2", "--shard is an option of 'varblur batch' and 'varblur compose'"),
            ("--set=a=b", "--set is an option of 'varblur compose' and 'varblur preview'"),
            (
                "--sigma",
                "did you mean '--max-radius'? To blur the whole image evenly, set '--min-radius' to the same value"
            ),
            ("--output-dir=x", "did you mean '--out-dir'?"), ("-version", "did you mean '--version'?"),
            ("-help", "did you mean '--help'?"), ("-max-radius", "did you mean '--max-radius'?"),
            ("-i", "the input is the first file name: varblur in.png out.png"), ("-d", "did you mean '--direction'?"),
            ("--no-metadata", "did you mean '--strip'? It takes none, safe (removes the place and the author), or all"),
            ("--overwrite", "did you mean '--force'? It replaces an output that exists"),
            ("--skip-existing", "did you mean '--if-exists skip' or '--if-exists skip-same'?"),
            ("--config=a", "did you mean '--settings'?"), ("--bg=red", "did you mean '--background'?"),
            ("--quality", "a value must follow (1 to 100)"),
            ("--max-radus", "did you mean '--max-radius'?"), ("--png", "did you mean '--png-compression'?"),
            ("-o", "the output is the second file name: varblur in.png out.png; for several images, use --out-dir"),
            ("-cat.jpg", "for a file of this name, write './-cat.jpg', or '--' before all file names"),
        ])
    func remedies(argument: String, remedy: String) {
        #expect(error(argument)?.remedy?.text(for: .commandLine) == remedy)
    }

    @Test("Every remedy for a common name names an option that exists")
    func otherNames() throws {
        let pattern = try Regex("--([a-z0-9-]+)")
        for (names, remedy) in OtherNames.meanings {
            #expect(names.allSatisfy { OptionTable.standard[name: $0] == nil }, "\(names)")
            let options = remedy.text(for: .commandLine).matches(of: pattern).compactMap {
                $0.output[1].substring.map(String.init)
            }
            #expect(
                !options.isEmpty || names.contains("input") || remedy.text(for: .job).contains(" always "), "\(names)")
            for option in options {
                #expect(OptionTable.standard[name: option] != nil || option == "list-presets", "\(option)")
            }
        }
    }

    @Test("The first mistake is reported, and there is no remedy for a name that is unlike all others")
    func firstMistake() {
        #expect(error("--jpeg-quality=0", "--foo")?.cause == "the value '0' is invalid for '--jpeg-quality <quality>'")
        #expect(error("--foo")?.remedy == nil && error("-x")?.remedy == nil && error("---")?.remedy == nil)
        #expect(error("-qz")?.cause == "unknown option '-z'" && error("-zebra")?.cause == "unknown option '-zebra'")
        #expect(BatchCommand.help.arguments(["in.png"]).error?.cause == "unexpected argument 'in.png'")
    }
}
