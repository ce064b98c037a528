import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurJSON
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("Messages")
struct MessageTests {
    @Test(
        "say what to do",
        arguments: [
            (["--suffix", "", "in.png"], "a suffix must not be empty"),
            (["--shard", "1/4", "in.png", "o.png"], "hint: --shard is an option of 'varblur batch'"),
            (["--frames", "3", "in.png", "o.png"], "hint: --frames is an option of 'varblur compose'"),
            (["batch", "--out-dir", "o"], "hint: --out-dir is an option of 'varblur'"),
            (["--json", "xml", "in.png", "o.png"], "the formats of --json are document and lines"),
            (["--settings", "no.conf", "in.png", "o.png"], "'no.conf': No such file or directory"),
            (["--grain"], "hint: a value must follow (0 to 64)"),
            (["--mask"], "hint: a value must follow\n"),
            (["--mask-invert", "in.png", "o.png"], "hint: add --mask, or leave out --mask-invert"),
            (["-q", "-v", "in.png", "o.png"], "hint: leave out one of them"),
            (["--max-memory", "99999999999G", "in.png", "o.png"], "a size must be at most 8589934591G"),
            (["--max-memory", "9.5G", "in.png", "o.png"], "a whole number of bytes"),
            (["--easing", "fast", "in.png", "o.png"], "hint: at character 1: an easing is linear"),
            (["batch", "--confine", "none"], "--confine 'none' is not an existing directory"),
            (["batch", "in.png"], "a batch reads its jobs from standard input"),
            (["--max-radius", "0x10", "in.png", "o.png"], "a radius must be 0 or more"),
            (["--size", "640x480", "in.png", "o.png"], "did you mean '--resize'?"),
            ([".", "o.png"], "to blur the images in it, use --recursive and --out-dir"),
            (["in.png", "out/"], "out/: the output is not a file (specify an output file, or use --out-dir)"),
            (["https://example.com/a.jpg", "o.png"], "(download it first, for example with curl -O)"),
            (
                ["--max-radius", "10", "px", "in.png", "o.png"],
                "write a number and its unit without a space, such as 10px"
            ),
            (
                ["--ramp", "linear-blur(8px, 0px), radial-blur(0px, 4px)", "in.png", "o.png"],
                "hint: at character 22: several ramps are separated by spaces, not by commas"
            ),
            (["in.png\r", "o.png"], "the path ends with a carriage return"),
            (["--tint", "orangge", "in.png", "o.png"], "did you mean 'orange'?"),
            (["--tint", "#0008", "in.png", "o.png"], "such as #000000 with --tint-opacity 0.53"),
            (["--area-fill", "rgb(0 0 0 / 50%)", "in.png", "o.png"], "the color must be opaque, such as #000000"),
            (["--quality", "0", "in.png", "o.jpg"], "the quality must be a whole number from 1 to 100"),
            (["--backup", ".orig", "in.png", "o.png"], "--backup requires --in-place"),
            (["--in-place", "--backup", "a/b", "in.png"], "the suffix of a backup must not contain a slash"),
            (["--in-place", "--backup", "", "in.png"], "must not be empty"),
            (["--y4m", "--recursive"], "hint: leave out --recursive"),
            (["--y4m", "--files-from", "l"], "hint: leave out --files-from"),
            (["--y4m", "--allow-damaged"], "--allow-damaged cannot be combined with --y4m"),
            (["--out-dir", ".", "in.png"], "hint: use --suffix or another --out-dir"),
            (["--emit-mask", "in.png", "in.png", "o.png"], "hint: choose another file for --emit-mask"),
            (
                ["--edges", "transparent", "in.png", "o.jpg"],
                "(set --background to a color, or write a \(ImageFormat.alphaNameList))"
            ),
            (["--max-memory", "1", "in.png", "o.png"], "exceeds the limit of 1 byte ("),
            (["--files-from", "l", "o.png"], "--files-from requires --out-dir"),
            (["\u{2013}max-radius", "5", "in.png", "o.png"], "hint: write '--max-radius' with two hyphens"),
            (["-q", "80", "in.png", "o.jpg"], "for the quality, write: --quality 80\n"),
            (["in.png", "o.webp", "-q", "80"], "for the quality, write: --quality 80\n"),
            (["-q", "80", "--format", "avif", "in.png", "-"], "for the quality, write: --quality 80\n"),
            (["-q", "80", "in.png", "o.png"], "-q is --quiet; PNG files are lossless, and have no quality"),
            (["-q", "80", "in.png"], "-q is --quiet; PNG files are lossless"),
            (["-q", "80", "in.png", "--out-dir", "o", "--format", "webp"], "write: --quality 80\n"),
            (["-q", "80", "in.png", "--formats", "png,webp,jpeg"], "write: --quality 80\n"),
            (["none/*.png", "o.png"], "none/*.png: no file has this name, and the shell did not expand the pattern"),
            (["jpg:in.png", "o.png"], "(formats are recognized; write 'in.png')"),
            (["--max-rad", "5", "in.png", "o.png"], "did you mean '--max-radius'?"),
            (["-blur", "0x5", "in.png", "o.png"], "did you mean '--max-radius'?"),
            (["--dir", "left", "in.png", "o.png"], "did you mean '--direction'?"),
            (["--keep-exif", "in.png", "o.png"], "did you mean '--strip none'"),
            (["batch", "--input", "in.png"], "a batch reads its jobs from standard input"),
            (["--widths", "20", "-"], "write it to a file first"),
            (["--out-dir", "o", "in.png", "in.png"], "'in.png' is listed twice"),
            (["--out-dir", "in.png", "in.png"], "because a file has its name"),
            (["--dry-run", "in.png", "none/o.png"], "there is no directory 'none'"),
            (["--max-memory", "1K", "in.png", "o.png"], "exceeds the limit of 1 KiB (raise --max-memory"),
            (["help", "nonsense-topic"], "there is no help on 'nonsense-topic'"),
            (["--dry-run", "in.png", "in.png/o.png"], "there is no directory 'in.png'"),
            (["\u{2013}f", "in.png", "o.png"], "write '-f' with a hyphen"),
            (["preview", "none.png"], "none.png: cannot open: No such file or directory (check the path)"),
        ] as [([String], String)])
    func remedies(arguments: [String], words: String) throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status != 0 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("of the help on one option have only that option, with or without dashes")
    func help() throws {
        let sandbox = try CommandSandbox()
        let help = try sandbox.run("help", "reach")
        #expect(help.status == 0 && help.text.hasPrefix("  --reach <length>") && !help.text.contains("--easing"))
        #expect(try sandbox.run("help", "--reach").text == help.text)
        #expect(try sandbox.run("help", "-f").text.hasPrefix("  -f, --force"))
        let whole = try sandbox.run("help").text
        for topic in ["exit", "exit-status", "exit-codes", "--exit-code", "Exit-Statuses"] {
            let statuses = try sandbox.run("help", topic)
            #expect(statuses.text.hasPrefix("EXIT STATUS\n  0 ") && whole.contains(statuses.text), "\(topic)")
        }
        #expect(try sandbox.run("help", "examples").text.hasPrefix("EXAMPLES\n"))
        // a file of this name is an input
        try sandbox.add("help")
        #expect(try sandbox.run("help", "o.png").status == 0 && sandbox.tree(".").contains("o.png"))
    }

    @Test("name formats of other programs, and an empty standard input")
    func inputs() throws {
        let sandbox = try CommandSandbox()
        for start in ["P5\n2 2\n255\n", "P6 2 2 255\n", "P3 # comment\n"] {
            try sandbox.write(Array(start.utf8) + [65, 66, 67, 68], "image")
            let outcome = try sandbox.run("image", "o.png")
            #expect(outcome.status == 65 && outcome.errors.contains("this is a Netpbm file"), "\(outcome.errors)")
        }
        try sandbox.write(Array("P5 is a level of priority".utf8), "text")
        #expect(try sandbox.run("text", "o.png").errors.contains("this is a text file"))
        let empty = try sandbox.run("-", "o.png")
        #expect(empty.status == 65)
        #expect(empty.errors.contains("standard input: there was no data (check the program that writes it)"))
    }

    @Test("Units are accepted in either case, and a settings file may begin with a byte order mark")
    func spellings() throws {
        let sandbox = try CommandSandbox()
        #expect(try sandbox.run("--max-radius", "5PX", "in.png", "a.png").status == 0)
        #expect(try sandbox.run("--max-radius", "5px", "in.png", "b.png").status == 0)
        #expect(try sandbox.read("a.png") == sandbox.read("b.png"))
        try sandbox.write(Array("\u{FEFF}max-radius = 5\n".utf8), "s.conf")
        #expect(try sandbox.run("--settings", "s.conf", "in.png", "c.png").status == 0)
        #expect(try sandbox.read("c.png") == sandbox.read("a.png"))
    }

    @Test("--verbose says why an image is skipped, and gives each time a unit")
    func verbose() throws {
        let sandbox = try CommandSandbox()
        let written = try sandbox.run("-v", "in.png", "o.png")
        #expect(written.errors.contains(" ms (read ") && written.errors.contains(" ms, decode "), "\(written.errors)")
        let same = try sandbox.run("-v", "--if-exists", "skip-same", "in.png", "o.png")
        #expect(same.errors.contains("skipped: the output was made from the same input with the same settings"))
        #expect(
            try sandbox.run("-v", "--if-exists", "skip", "in.png", "o.png").errors.contains("the output already exists")
        )
    }

    @Test("Times are decimal numbers")
    func times() throws {
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run("--timeout", "0.000001", "in.png", "o.png")
        #expect(outcome.status == 75 && outcome.errors.contains("longer than 0.000001 seconds"), "\(outcome.errors)")
    }

    @Test("A job names the options of the command line, of scenes, and of the batch that it does not have")
    func jobs() throws {
        let sandbox = try CommandSandbox()
        for (options, words) in [
            (#"{"at":0.5}"#, "the option 'at' applies to scenes only"),
            (#"{"jobs":2}"#, "cannot be set in a job (set it for the whole batch: varblur batch --jobs)"),
            (#"{"in-place":true}"#, "the option 'in-place' cannot be set in a job"),
            (#"{"max_radius":2}"#, "unknown option 'max_radius' (did you mean 'max-radius'?)"),
        ] {
            let job = CommandSandbox.job("in.png", "o.png", options: options)
            let message = try sandbox.batch([job]).results.first?["error"]?["message"]?.string ?? ""
            #expect(message.contains(words), "\(message)")
        }
    }
}
