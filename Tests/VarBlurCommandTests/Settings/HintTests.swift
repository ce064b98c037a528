import Foundation
import TestSupport
import Testing
import VarBlurCodecs

@testable import VarBlurCommand

@Suite("Hints")
struct HintTests {
    private static let replacing = OptionTable.standard.entries.filter(\.replacesInputs).map(\.name)

    /// All spellings of a name with one edit, its beginnings and ends, and its parts.
    private static func spellings(of name: String) -> Set<String> {
        let letters = Array(name)
        var found: Set<String> = [name.uppercased(), name.replacingOccurrences(of: "-", with: "_")]
        found.formUnion(name.split(separator: "-").map(String.init))
        for index in letters.indices {
            found.formUnion([String(letters[..<index]), String(letters[index...])])
            for letter in "aceiln-x" {
                var (changed, added) = (letters, letters)
                changed[index] = letter
                added.insert(letter, at: index)
                found.formUnion([String(changed), String(added)])
            }
            var (removed, swapped) = (letters, letters)
            removed.remove(at: index)
            if index > 0 { swapped.swapAt(index, index - 1) }
            found.formUnion([String(removed), String(swapped)])
        }
        return found
    }

    /// The hint for an argument; `nil` if it is correct.
    private static func hint(_ argument: String, _ scope: OptionScope) -> String? {
        Arguments([argument], scope: scope).error?.remedy?.text(for: .commandLine)
    }

    @Test("never name an option that replaces inputs, whatever letter or near spelling was typed")
    func replacedInputs() throws {
        try #require(Self.replacing == ["in-place"])
        let letters = (0x21...0x7E).compactMap(UnicodeScalar.init).map(String.init)
        let exact = ["-", "--", "\u{2013}", "\u{2014}"].flatMap { dash in Self.replacing.map { dash + $0 } }
        let others = Self.replacing.flatMap(Self.spellings) + OtherNames.meanings.flatMap(\.names)
        let arguments = letters.map { "-" + $0 } + exact + others.flatMap { ["-" + $0, "--" + $0] }
        var hints = arguments.map { ($0, Self.hint($0, .singleCommand)) }
        for scope in [OptionScope.batchCommand, .composeCommand, .previewCommand] {
            hints += (exact + ["-i", "--inplace"]).map { ($0, Self.hint($0, scope)) }
        }
        for (argument, hint) in hints {
            #expect(!Self.replacing.contains { hint?.contains($0) ?? false }, "\(argument): \(hint ?? "")")
        }
        #expect(hints.count { $0.1 != nil } > 100)
    }

    @Test(
        "for an option for the input say that it is the first file name",
        arguments: [
            "-i", "-if", "-in", "-input", "-infile", "--i=a", "--if", "--in", "--in=a", "--input=a", "--infile",
            "--inptu",
            "--input-file=a", "--src",
        ])
    func inputs(argument: String) {
        #expect(Self.hint(argument, .singleCommand) == "the input is the first file name: varblur in.png out.png")
        #expect(Self.hint(argument, .batchCommand)?.hasPrefix("a batch reads its jobs from standard input") == true)
    }

    @Test("of whole runs name no option that replaces inputs")
    func runs() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("a.png", "b.png")
        for arguments in [
            ["in.png"], ["in.png", "a.png"], ["in.png", "a.png", "b.png"], ["in.png", "in.png"],
            ["-f", "in.png", "in.png"],
            ["in.png", "--out-dir", "."], ["-i", "in.png", "o.png"], ["--recursive", "in.png", "o.png"],
            ["--files-from", "l", "o.png"], ["--overwrite", "in.png"], ["--formats", "png", "in.png"], ["."],
        ] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status != 0 && !outcome.errors.contains("in-place"), "\(arguments): \(outcome.errors)")
            #expect(try sandbox.read("in.png") == sandbox.image && sandbox.read("b.png") == sandbox.image)
        }
    }

    @Test(
        "answer the names that options have in other programs",
        arguments: [
            ("-y", "'--force'"), ("-n", "--if-exists skip"), ("-j", "'--jobs'"), ("-j4", "'--jobs 4'"),
            ("-V", "'--version'"),
            ("-q80", "'--quality 80'"), ("-quality", "'--quality'"), ("-resize", "'--resize'"),
            ("-s640", "'--resize 640x'"),
            ("--lossless", "--webp-quality lossless"), ("--effort", "--png-compression"),
            ("--autoOrient", "EXIF orientation"),
            ("--auto-orient", "EXIF orientation"), ("--withoutEnlargement", "--no-enlarge"), ("--kernel", "Lanczos"),
            ("--smartcrop", "--position"), ("--gravity", "'right top'"), ("--tilt-shift", "--preset tilt-shift"),
            ("--thumbnail", "--preset thumbnail"), ("--frosted", "--preset frosted"),
            ("--preserve-time", "--keep-time"),
            ("--interlace", "--progressive"), ("--checksum", "--report sha256"), ("--mirror", "--flop"),
            ("--watermark", "varblur compose"), ("--resume", "--if-exists skip-same"), ("--target-size", "'--quality'"),
            ("--saturate", "'--saturation'"), ("--mozjpeg", "--jpeg-optimize"), ("--lqip", "--json --report"),
            ("--dpr", "--widths"), ("--to", "'--format'"), ("--keep-icc", "--strip all"), ("--strict", "damaged"),
        ])
    func otherPrograms(argument: String, words: String) {
        let hint = Self.hint(argument, .singleCommand)
        #expect(hint?.contains(words) ?? false, "\(hint ?? "none")")
    }

    @Test(
        "answer the values that options have in other programs",
        arguments: [
            ("--strip=gps", "the place"), ("--position=attention", "nothing is detected"), ("--fit=crop", "cover"),
            ("--rotate=-90", "270"), ("--format=webp,avif", "--formats"), ("--resize=320x,640x", "--widths"),
            ("--timeout=5s", "without a unit"), ("--rotate=360", "; 360 is 0"), ("--rotate=450", "; 450 is 90"),
            ("--rotate=-90", "; -90 is 270"), ("--rotate=45", "for other angles"),
        ])
    func otherValues(argument: String, words: String) {
        let hint = Self.hint(argument, .singleCommand)
        #expect(hint?.contains(words) ?? false, "\(hint ?? "none")")
    }

    @Test("name the preset that a word begins, and the option for a format after -f")
    func words() throws {
        let error = try #require(throws: UsageError.self) { try Preset.named("thumb") }
        #expect(error.remedy?.text(for: .commandLine) == "did you mean 'thumbnail'?")
        let sandbox = try CommandSandbox()
        let outcome = try sandbox.run(["-f", "jpg", "in.png", "o.jpg"])
        #expect(outcome.status == 64 && outcome.errors.contains("--format jpeg"), "\(outcome.errors)")
    }

    @Test("show the shape for a box as other programs write it")
    func boxes() {
        #expect(Self.hint("--area=100x50+10+20", .singleCommand)?.contains("'xywh(10px 20px 100px 50px)'") == true)
        #expect(Self.hint("--area=10%x5%+1%+0", .singleCommand)?.contains("'xywh(1% 0 10% 5%)'") == true)
        #expect(Self.hint("--area=100x50", .singleCommand)?.contains("xywh(") == true)
    }
}
