import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("Option table")
struct OptionTableTests {
    private static let table = OptionTable.standard

    @Test("Names are unique")
    func names() {
        let names = Self.table.entries.flatMap(\.dashedNames)
        #expect(Set(names).count == names.count)
        #expect(Self.table.entries(in: .settingsFile).count > 25 && Self.table.entries(in: .batchLine).count > 25)
    }

    @Test("Each option has its own description")
    func descriptions() {
        let summaries = Self.table.entries.map(\.text)
        #expect(Set(summaries).count == summaries.count)
    }

    @Test("A default that is given changes nothing", arguments: OptionTable.standard.entries)
    func defaults(entry: OptionEntry) throws {
        guard !entry.isFlag, let text = entry.defaultText() else { return }
        var request = CommandRequest()
        request.apply(try entry.change(text))
        // A rule that is given is remembered as given
        if request.job.ifExists == .fail { request.job.ifExists = nil }
        #expect(request == CommandRequest(), "\(entry.name) \(text)")
    }

    @Test("All choices are accepted, other words are not", arguments: OptionTable.standard.entries)
    func choices(entry: OptionEntry) throws {
        guard let choices = entry.syntax?.choices, !choices.isEmpty else { return }
        for choice in choices { #expect(throws: Never.self) { try entry.validate(choice) } }
        #expect(throws: (any Error).self) { try entry.validate("none-of-them") }
    }

    @Test("Ranges are enforced", arguments: OptionTable.standard.entries)
    func ranges(entry: OptionEntry) throws {
        guard case .integer(let range)? = entry.syntax?.kind else { return }
        #expect(throws: Never.self) { try entry.validate("\(range.lowerBound)") }
        #expect(throws: Never.self) { try entry.validate("\(range.upperBound)") }
        #expect(throws: (any Error).self) { try entry.validate("\(range.lowerBound - 1)") }
        if range.upperBound < .max {
            #expect(throws: (any Error).self) { try entry.validate("\(range.upperBound + 1)") }
        }
    }

    /// Valid values other than the defaults, by the names of options.
    private static let values = [
        "max-radius": "3", "min-radius": "1", "direction": "left", "start-offset": "0.25", "reach": "33%",
        "edges": "wrap",
        "light": "linear", "threads": "3", "jpeg-smooth": "off", "tint-opacity": "0.5",
        "text-color": "white", "contrast": "7",
        "instruction-set": "portable", "format": "jpeg",
        "quality": "40", "jpeg-quality": "40", "report": "sha256",
        "png-compression": "small", "webp-quality": "lossless", "avif-quality": "40", "avif-speed": "5",
        "jxl-quality": "40", "jxl-effort": "5",
        "background": "red", "strip": "all",
        "if-exists": "overwrite",
        "easing": "sine", "tint": "red", "saturation": "2", "grain": "3", "fade": "0.5",
        "ramp": "linear-blur(1px, 2px)",
        "area": "circle(5px)", "area-radius": "3", "feather": "2", "area-fill": "red", "crop": "5x5+1+1",
        "rotate": "90", "sharpen": "0.5", "mosaic": "16", "resize": "8x", "fit": "fill", "position": "left",
        "max-input": "1G", "max-memory": "1G",
        "timeout": "1000",
    ]

    @Test(
        "Exactly the options that change the output change its digest",
        arguments: OptionTable.standard.entries(in: .batchLine))
    func digests(entry: OptionEntry) throws {
        let sandbox = try CommandSandbox()
        let mask = sandbox.directory.path("in.png")
        var base = CommandRequest()
        if ["tint-opacity", "text-color", "contrast"].contains(entry.name) { try base.set("tint", "black") }
        if ["text-color", "contrast"].contains(entry.name) { try base.set("tint-opacity", "auto") }
        if ["fit", "position", "no-enlarge"].contains(entry.name) {
            try base.set("resize", "100x100")
        }
        if ["area-radius", "area-invert", "feather", "area-fill"].contains(entry.name) {
            try base.set("area", "circle(4px)")
        }
        if entry.name == "mask-invert" { base.job.mask = .image(.file(path: mask)) }
        if entry.name == "matte-invert" { base.job.matte = .image(.file(path: mask)) }
        var request = base
        let value = ["mask", "matte"].contains(entry.name) ? mask : Self.values[entry.name] ?? "5000"
        request.apply(try entry.change(entry.isFlag ? "" : value))
        #expect(request != base, "\(entry.name) has no effect")
        #expect((try Self.digest(of: request) != Self.digest(of: base)) == entry.changesOutput)
    }

    @Test("a job of the library has the defaults of the command, except that it writes no digest")
    func defaultsOfJobs() throws {
        let job = try CommandRequest().job.job(output: nil, defaultThreads: nil, imagesAtOnce: 1)
        let plain = BlurJob()
        #expect(job.blur == plain.blur && job.output == plain.output && job.limits == plain.limits)
        #expect(job.crop == plain.crop && job.resize == plain.resize && job.fill == plain.fill)
        #expect(job.turn == plain.turn && job.sharpening == plain.sharpening)
        #expect(job.existing == plain.existing && job.isMaskInverted == plain.isMaskInverted)
        #expect(job.writesDigest && !plain.writesDigest)
    }

    @Test(
        "a job of the library from options as texts is that of the command",
        arguments: values.keys.sorted() + ["preset"])
    func jobsFromTexts(name: String) throws {
        let value = name == "preset" ? "caption" : try #require(Self.values[name])
        var options = [name: value]
        if name.hasPrefix("tint-") { options["tint"] = "red" }
        if ["fit", "position"].contains(name) { options["resize"] = "9x9" }
        if ["area-radius", "area-invert", "feather", "area-fill"].contains(name) { options["area"] = "circle(4px)" }
        if name == "position" { options["fit"] = "cover" }
        let arguments = options.map { "--\($0)=\($1)" }
        let settings = try EffectiveSettings(commandLine: ["--no-settings"] + arguments)
        let expected = try settings.request().job.job(output: nil, defaultThreads: nil, imagesAtOnce: 1)
        let job = try BlurJob(options: options)
        #expect(job.blur == expected.blur && job.output == expected.output && job.limits == expected.limits)
        #expect(job.crop == expected.crop && job.resize == expected.resize && job.fill == expected.fill)
        #expect(job.turn == expected.turn && job.sharpening == expected.sharpening)
        #expect(job.existing == expected.existing && job.writesDigest == expected.writesDigest)
    }

    @Test("so are random sets of options, of which some exclude each other", arguments: 0..<40)
    func randomJobsFromTexts(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var options = Self.values.filter { _ in random.next() % 6 == 0 }
        if random.next() % 3 == 0 { options["preset"] = Preset.all[Int(random.next() % UInt64(Preset.all.count))].name }
        Self.compare(options)
    }

    @Test("an option takes the place of settings of a preset as with the command", arguments: Preset.all.map(\.name))
    func presetsFromTexts(preset: String) {
        for option in OptionTable.standard.entries(in: .batchLine) {
            let values = option.isFlag ? ["yes", "no", "false"] : Self.values[option.name].map { [$0] } ?? []
            for value in values { Self.compare(["preset": preset, option.name: value]) }
        }
    }

    /// Compares the job of the library with that of the command: its digest and what is not in the digest, or the cause of an error.
    private static func compare(_ options: [String: String]) {
        let flags = OptionTable.standard.entries(in: .batchLine).filter { $0.isFlag && options[$0.name] != nil }
        let values = options.filter { option in !flags.contains { $0.name == option.key } }
        let expected = Result {
            var settings = try EffectiveSettings(commandLine: ["--no-settings"] + values.map { "--\($0)=\($1)" })
            // a command line has no flags that are off
            try settings.add(flags.map { try Setting($0, text: options[$0.name] ?? "", from: .commandLine) })
            return try settings.request().job.job(output: nil, defaultThreads: nil, imagesAtOnce: 1)
        }
        switch (expected, Result { try BlurJob(options: options) }) {
        case (.success(let expected), .success(let job)):
            #expect(JobOptions.digestText(of: job) == JobOptions.digestText(of: expected), "\(options)")
            #expect(job.limits == expected.limits && job.existing == expected.existing)
            #expect(job.writesDigest == expected.writesDigest, "\(options)")
        case (.failure(let expected), .failure(let error)):
            let cause = (expected as? UsageError)?.imageError().cause
            #expect(cause != nil && cause == (error as? ImageError)?.cause, "\(options)")
        case (let expected, let found): Issue.record("\(options): \(expected) \(found)")
        }
    }

    @Test(
        "wrong options as texts are errors",
        arguments: [
            (["max-radus": "3"], "unknown option 'max-radus'"), (["max-radius": "-3"], "the value '-3' is invalid"),
            (["preset": "captoin"], "there is no preset 'captoin'"),
            (["ramp": "linear-blur(1px, 2px)", "mask": "m.png"], "cannot be combined"),
            (["dither": "perhaps"], "the value 'perhaps' is invalid"), (["out-dir": "x"], "unknown option 'out-dir'"),
        ])
    func wrongTexts(options: [String: String], message: String) {
        #expect { try BlurJob(options: options) } throws: { error in
            (error as? ImageError)?.code == .invalidSettings && "\(error)".contains(message)
        }
    }

    /// The digest in the output of a small PNG; `nil` if there is none.
    private static func digest(of request: CommandRequest) throws -> String? {
        let sandbox = try CommandSandbox()
        let job = try request.job.job(output: nil, defaultThreads: 1, imagesAtOnce: 1)
        let report = try job.run(
            from: .file(path: sandbox.directory.path("in.png")),
            to: .file(path: sandbox.directory.path("out")))
        return report.digest?.description
    }
}

extension CommandRequest {
    /// Sets an option.
    fileprivate mutating func set(_ name: String, _ text: String) throws {
        if let option = OptionTable.standard[name: name] { apply(try option.change(text)) }
    }
}

/// An option that only this test adds to the table.
@Suite("Added option")
struct AddedOptionTests {
    private static let entry = OptionEntry.value(
        "dummy-level", .count("level", in: 1...9, noun: "the level"), section: .blur, changesOutput: true, default: 4,
        "Level of the dummy."
    ) { level in .job { $0.blur.maximumRadius = .pixels(Double(level)) } }

    private static let table = OptionTable(sections: OptionTable.standard.sections + [{ [entry] }])

    @Test("The option is parsed, and has errors and help")
    func parsing() throws {
        let arguments = BlurCommand.help.arguments(["--dummy-level", "7"], table: Self.table)
        #expect(arguments.error == nil && arguments.request.job.blur.maximumRadius == .pixels(7))
        #expect(BlurCommand.help.arguments(["--dummy-level", "7"]).error?.cause == "unknown option '--dummy-level'")
        let wrong = BlurCommand.help.arguments(["--dummy-level", "10"], table: Self.table).error
        #expect(wrong?.cause == "the value '10' is invalid for '--dummy-level <level>'")
        #expect(wrong?.remedy == "the level must be a whole number from 1 to 9")
        let help = BlurCommand.help.text(Self.table)
        #expect(help.contains("  --dummy-level <level>   Level of the dummy. (1 to 9; default: 4)\n"), "\(help)")
    }

    @Test("The option is a setting, in files, in the environment and when printed")
    func settings() throws {
        let file = try SettingsFile(path: "s.conf", text: "dummy-level = 3", table: Self.table)
        #expect(file.settings.first?.name == "dummy-level")
        let given = try EffectiveSettings(commandLine: ["--no-settings", "--dummy-level=3"], table: Self.table)
        #expect(given.text.contains("# from the command line\ndummy-level = 3\n"))
        var settings = try EffectiveSettings(commandLine: ["--no-settings"], table: Self.table)
        #expect(settings.text.contains("dummy-level = 4\n"))
        try settings.readEnvironment { $0 == "VARBLUR_DUMMY_LEVEL" ? "8" : nil }
        #expect(settings.text.contains("# from the environment\ndummy-level = 8\n"))
    }

    @Test("The option is reported with the settings that change the output")
    func report() throws {
        let settings = try EffectiveSettings(commandLine: ["--no-settings", "--dummy-level=3"], table: Self.table)
        #expect(settings.json()["dummy-level"] == .string("3"))
    }

    @Test("All shells complete the option", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let script = try #require(CompletionScript.text(shell: shell, table: Self.table))
        #expect(script.contains("dummy-level") && (shell == "bash" || script.contains("Level of the dummy")))
    }

    @Test(
        "All generated documents about blurs contain the option",
        arguments: ReferenceDocument.allCases.filter { $0 != .composeManualPage && $0 != .sceneJobSchema })
    func documents(document: ReferenceDocument) throws {
        let text = document.text(of: Self.table).replacing("\\-", with: "-")
        #expect(text.contains("dummy-level") && text.contains("Level of the dummy."))
        #expect(!document.text().contains("dummy"))
    }

    @Test("The schema of a job contains the range and the default")
    func schema() throws {
        let schema = try JSONParser.value(of: Array(ReferenceDocument.jobSchema.text(of: Self.table).utf8))
        let option = schema["properties"]?["options"]?["properties"]?["dummy-level"]
        #expect(option?["minimum"] == .integer(1) && option?["maximum"] == .integer(9))
        #expect(option?["default"] == .string("4"))
    }
}
