import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("Settings")
struct SettingsTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private func settings(_ arguments: [String], _ environment: [String: String] = [:]) throws -> [String: String] {
        let outcome = try sandbox.run(
            arguments + ["--print-settings"],
            environment: ["HOME": sandbox.directory.url.path, "XDG_CONFIG_HOME": ""].merging(environment) { $1 })
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let pairs = outcome.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.components(separatedBy: " = ")
            return (parts[0], parts[1])
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test("The command line overrides the environment, which overrides the file, which overrides the defaults")
    func precedence() throws {
        try sandbox.write(
            Array("# mine\n\n max-radius =  5% \nmin-radius=1\ndirection = left\nno-fsync = yes\n".utf8), "s.conf")
        let file = ["VARBLUR_SETTINGS": "s.conf"]
        let all = try settings(
            ["--max-radius", "7"],
            file.merging(["VARBLUR_MAX_RADIUS": "9", "VARBLUR_MIN_RADIUS": "2", "VARBLUR_EDGES": ""]) { $1 })
        #expect(all["max-radius"] == "7" && all["min-radius"] == "2" && all["direction"] == "left")
        #expect(all["edges"] == "normalize" && all["no-fsync"] == "yes" && all["start-offset"] == "0")
        #expect(try settings(["--no-settings"], file)["direction"] == "top")
        #expect(try settings(["--settings", "s.conf"])["max-radius"] == "5%")
        #expect(try settings([], ["VARBLUR_IF_EXISTS": "skip"])["if-exists"] == "skip")
        #expect(try settings(["-f"], ["VARBLUR_IF_EXISTS": "skip"])["if-exists"] == "overwrite")
    }

    @Test("The standard settings file is read if it exists")
    func standardFile() throws {
        #expect(try settings([])["direction"] == "top")
        for (folder, side, environment) in [
            (".config/varblur", "right", [:]),
            ("xdg/varblur", "bottom", ["XDG_CONFIG_HOME": sandbox.directory.path("xdg")]),
        ] {
            let url = sandbox.directory.url.appending(path: folder)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data("direction = \(side)\n".utf8).write(to: url.appending(path: "settings.conf"))
            #expect(try settings([], environment)["direction"] == side)
        }
    }

    @Test("A standard settings file that exists but cannot be read is an error, not silence")
    func unreadableStandardFile() throws {
        let folder = "xdg/varblur"
        let environment = ["XDG_CONFIG_HOME": sandbox.directory.path("xdg")]
        func outcome(_ arguments: String...) throws -> TestSupport.Program.Outcome {
            try sandbox.run(arguments + ["-f", "in.png", "out.png"], environment: environment)
        }
        try sandbox.write(sandbox.image, "xdg")
        #expect(try outcome().status == 0)
        try FileManager.default.removeItem(atPath: sandbox.directory.path("xdg"))
        try sandbox.add("\(folder)/other.png")
        #expect(try outcome().status == 0)
        // a directory, and a loop of links
        for target in [".", "settings.conf"] {
            try sandbox.link("\(folder)/settings.conf", to: target)
            let unreadable = try outcome()
            let words = "varblur: hint: make it readable, or use --no-settings"
            #expect(unreadable.errors.contains("cannot read the settings file '") && unreadable.status == 66)
            #expect(unreadable.errors.contains(words), "\(unreadable.errors)")
            #expect(try outcome("--no-settings").status == 0)
            try FileManager.default.removeItem(atPath: sandbox.directory.path("\(folder)/settings.conf"))
        }
        // nothing is unreadable for the superuser
        if getuid() == 0 { return }
        try sandbox.write(Array("strip = all\n".utf8), "\(folder)/settings.conf")
        try #require(chmod(sandbox.directory.path("\(folder)/settings.conf"), 0) == 0)
        #expect(try outcome().errors.contains("cannot read the settings file '"))
    }

    @Test("Lines of a settings file may end as on Windows")
    func lineBreaks() throws {
        try sandbox.write(Array("# mine\r\nmax-radius = 7\r\n\r\ndirection=left\t \r\n".utf8), "s.conf")
        let all = try settings(["--settings", "s.conf"])
        #expect(all["max-radius"] == "7" && all["direction"] == "left")
    }

    @Test("Control characters in values are errors; no number ends at a zero byte")
    func controlCharacters() throws {
        for (value, name) in [
            ("3\0x", "max-radius"), ("3\0", "max-radius"), ("0.5\0", "start-offset"), ("1\0", "timeout"),
            ("5\u{7F}", "threads"), ("linear-blur(1px,\u{1}0px)", "ramp"),
            ("#fff\0", "background"), ("top\u{1B}", "direction"), ("1M\0", "max-memory"),
        ] {
            try sandbox.write(Array("\(name) = \(value)\n".utf8), "s.conf")
            let outcome = try sandbox.run("--settings", "s.conf", "in.png", "x.png")
            #expect(outcome.status == 64 && outcome.errors.contains("must not contain control characters"), "\(name)")
        }
        #expect(try sandbox.run("--suffix", "\n\u{1}", "in.png").status == 0)
        let ramp = [
            "--ramp", "linear-blur(\n\t1px,\r\n0px\n)", "--tint", "rgb(1\n2\t3)", "--resize", "40x40", "--fit",
            "contain",
        ]
        #expect(try sandbox.run(ramp + ["--background", "blur(\n1px)", "in.png", "lines.png"]).status == 0)
        #expect(try sandbox.run("--area", "\ncircle(\n5px\t)", "in.png", "area.png").status == 0)
        let printed = try sandbox.check(ramp + ["--print-settings"])
        #expect(printed.errors.isEmpty && printed.text.contains("\ntint = rgb(1 2 3)"), "\(printed.errors)")
        try sandbox.write(Array(printed.output), "lines.conf")
        #expect(try settings(["--settings", "lines.conf"]) == settings(ramp))
        let line = CommandSandbox.job("in.png", "x.png", options: #"{"max-radius":"3\u0000x"}"#)
        #expect(try sandbox.batch([line]).results.first?["status"] == .string("error"))
    }

    @Test("The printed settings are a settings file")
    func roundTrip() throws {
        let arguments = ["--max-radius", "5%", "--background", "#fff", "--allow-damaged", "--timeout=3", "-v"]
        let printed = try sandbox.run(arguments + ["--print-settings"])
        try sandbox.write(Array(printed.output), "s.conf")
        #expect(try settings(["--settings", "s.conf"]) == settings(arguments))
        #expect(try sandbox.run("--settings", "s.conf", "in.png", "1.jpg").status == 0)
        #expect(try sandbox.run(arguments + ["in.png", "2.jpg"]).status == 0)
        #expect(try sandbox.read("1.jpg") == sandbox.read("2.jpg"))
        #expect(try sandbox.run(["batch", "--print-settings"]).status == 0)
    }

    @Test("Printed values that a settings file cannot contain are comments, and a warning names them")
    func unwritableValues() throws {
        for value in [" lead.png", "trail.png ", "tab.png\t", "line\nbreak.png", "bell\u{7}.png", "mark\u{200E}.png"] {
            let printed = try sandbox.run("--no-settings", "--mask", value, "--print-settings")
            #expect(printed.text.contains("\n# cannot be written here: mask = "), "\(printed.text)")
            let warning = "varblur: warning: the value of 'mask' cannot be written into a settings file"
            #expect(printed.status == 0 && printed.errors.hasPrefix(warning), "\(printed.errors)")
            try sandbox.write(Array(printed.output), "s.conf")
            #expect(try settings(["--settings", "s.conf"])["mask"] == nil)
        }
        for value in ["mid dle.png", "\u{FC}#.png"] { #expect(try settings(["--mask", value])["mask"] == value) }
    }

    @Test("Lines of a settings file that are not UTF-8 are errors, but comments may have any bytes")
    func encoding() throws {
        try sandbox.write(Array("# f\u{FC}r\n".utf8) + [0x20, 0x23, 0xFC, 0x0A], "comments.conf")
        #expect(try settings(["--settings", "comments.conf"])["direction"] == "top")
        for bytes: [UInt8] in [[0xFF], [0xF0, 0x9F, 0x98], [0xC3]] {
            try sandbox.write(Array("min-radius = 0\nmask = a".utf8) + bytes + Array(".png\n".utf8), "s.conf")
            let outcome = try sandbox.run("--settings", "s.conf", "in.png", "out.png")
            #expect(outcome.status == 64 && outcome.errors.contains("s.conf, line 2: not UTF-8\n"), "\(outcome.errors)")
        }
    }

    @Test(
        "Errors in a settings file name the file and the line",
        arguments: [
            (
                "max-raduis = 4",
                "s.conf, line 1: unknown setting 'max-raduis'\nvarblur: hint: did you mean 'max-radius'?"
            ),
            ("\nmax-radius = x", "s.conf, line 2: the value 'x' is invalid for 'max-radius'\nvarblur: hint: a "),
            ("force", "s.conf, line 1: expected a line"),
            ("direction = tpo", "id you mean 'top'?"),
            ("no-fsync = maybe", "invalid for 'no-fsync'\nvarblur: hint: choose yes or no"),
            ("in-place = yes", "'in-place' cannot be set in a settings file"),
            (
                "preset.x = foo = 1",
                "a preset cannot contain 'foo'\nvarblur: hint: leave it out; 'varblur --list-presets'"
            ),
            (
                "preset.x = tnit = red",
                "s.conf, line 1: a preset cannot contain 'tnit'\nvarblur: hint: did you mean 'tint'?"
            ),
        ])
    func wrongFiles(text: String, words: String) throws {
        try sandbox.write(Array(text.utf8), "s.conf")
        let outcome = try sandbox.run("--settings", "s.conf", "in.png", "out.png")
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("Errors in the environment name the variable")
    func wrongEnvironment() throws {
        let outcome = try sandbox.run(["in.png", "out.png"], environment: ["VARBLUR_MAX_RADIUS": "5x"])
        #expect(outcome.status == 64 && outcome.errors.contains("the environment variable VARBLUR_MAX_RADIUS: "))
        let mistyped = try sandbox.run(
            ["in.png", "/dev/null", "--format", "png"],
            environment: ["VARBLUR_MAX_RADUIS": "5", "VARBLUR_UNRELATED": "1"])
        let warning =
            "varblur: warning: unknown environment variable VARBLUR_MAX_RADUIS; did you mean VARBLUR_MAX_RADIUS?\n"
        #expect(mistyped.status == 0 && mistyped.errors == warning)
        for arguments in [["--help"], ["-h"], ["--version"], ["batch", "--help"]] {
            let help = try Program.varblur.run(arguments, environment: ["VARBLUR_MAX_RADIUS": "5x"])
            #expect(help.status == 0 && !help.output.isEmpty, "\(arguments)")
        }
        #expect(try sandbox.run("--settings", "none.conf", "in.png", "out.png").status == 66)
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test(
        "The closest choice is suggested for a mistyped value",
        arguments: [
            ("tpo", "top"), ("botom", "bottom"), ("lft", "left"), ("rigth", "right"), ("xyz", nil), ("", nil),
        ] as [(String, String?)])
    func suggestions(word: String, expected: String?) throws {
        #expect(Suggestion.closest(to: word, among: ["top", "bottom", "left", "right"]) == expected)
        let outcome = try sandbox.run("--direction", word, "in.png", "out.png")
        #expect(
            outcome.status == 64 && outcome.errors.contains("did you mean") == (expected != nil), "\(outcome.errors)")
    }

    @Test(
        "Errors of combinations say which options are not from the command line",
        arguments: [
            (["--mask-invert"], "", "--mask-invert requires --mask\n"),
            ([], "mask-invert = yes", "(mask-invert is from s.conf)"),
            ([], "reach = 9\nstart-offset = 0.5", "ends (reach is from s.conf, start-offset is from s.conf)"),
            (["--min-radius", "5"], "max-radius = 3", "radius (max-radius is from s.conf)"),
            (["--backup", ".orig"], "max-radius = 3", "--backup requires --in-place\n"),
            (["--in-place"], "format = jpeg", "their format (format is from s.conf)\n"),
        ])
    func sources(arguments: [String], file: String, words: String) throws {
        try sandbox.write(Array(file.utf8), "s.conf")
        let files = arguments == ["--in-place"] ? ["in.png"] : ["in.png", "out.png"]
        let outcome = try sandbox.run(["--settings", "s.conf"] + arguments + files)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains(" is from ") == words.contains(" is from "), "\(outcome.errors)")
    }

    @Test("Errors of combinations name the variable, also in a batch")
    func variableSources() throws {
        let variables = ["VARBLUR_MAX_RADIUS": "1"]
        let outcome = try sandbox.run(["--min-radius", "3", "in.png", "out.png"], environment: variables)
        let source = "(max-radius is from the environment variable VARBLUR_MAX_RADIUS)"
        #expect(outcome.status == 64 && outcome.errors.contains(source), "\(outcome.errors)")
        let line = CommandSandbox.job("in.png", "out.png", options: #"{"min-radius":3}"#) + "\n"
        let batch = try sandbox.run(["batch"], input: Array(line.utf8), environment: variables)
        #expect(batch.text.contains(source), "\(batch.text)")
    }

    @Test("An option takes the place of one that it excludes, from a source with less precedence")
    func replaced() throws {
        try sandbox.write(Array("if-exists = skip-same\n".utf8), "s.conf")
        #expect(try settings(["--settings", "s.conf", "--no-digest"])["if-exists"] == "error")
        #expect(try settings(["--settings", "s.conf"])["if-exists"] == "skip-same")
        #expect(try settings(["--no-digest"], ["VARBLUR_IF_EXISTS": "skip"])["if-exists"] == "skip")
        for (flag, variable) in [("--verbose", "VARBLUR_QUIET"), ("--quiet", "VARBLUR_VERBOSE")] {
            let outcome = try sandbox.run(["-f", flag, "in.png", "out.png"], environment: [variable: "yes"])
            #expect(outcome.status == 0 && outcome.errors.isEmpty == (flag == "--quiet"), "\(outcome.errors)")
        }
        let both = try sandbox.run(["-qv", "in.png", "a.png"])
        #expect(both.status == 64 && both.errors.contains("--quiet and --verbose cannot be combined"))
    }
}
