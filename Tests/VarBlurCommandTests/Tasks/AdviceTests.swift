import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// Messages say what to do.
@Suite("Advice in messages")
struct AdviceTests {
    private func errors(_ status: Int32, _ arguments: String..., sandbox: CommandSandbox? = nil) throws -> String {
        try (sandbox ?? CommandSandbox()).check(arguments, status: status).errors
    }

    @Test("A start offset above 1 that can be a percentage is proposed as one")
    func percentages() throws {
        for offset in ["2", "60", "99"] {
            let text = try errors(64, "--start-offset", offset, "in.png", "a.png")
            #expect(text.contains("did you mean \(offset)%?"))
            #expect(try errors(0, "--start-offset", "\(offset)%", "in.png", "a.png").isEmpty || offset == "99")
        }
        for offset in ["1", "1.5", "100", "100%", "-2000%x", "x"] {
            #expect(try !errors(64, "--start-offset", offset, "in.png", "a.png").contains("did you mean"), "\(offset)")
        }
    }

    @Test("A hexadecimal color without its sign is proposed with it")
    func colors() throws {
        for color in ["ff0000", "FFF", "abc"] {
            let text = try errors(64, "--background", color, "in.png", "a.jpg")
            #expect(text.contains("did you mean '#\(color.lowercased())'?"))
            #expect(try errors(0, "--background", "#\(color.lowercased())", "in.png", "a.jpg").isEmpty)
        }
        for color in ["ff00", "fffffff", "ggg", "#12345"] {
            #expect(try !errors(64, "--background", color, "in.png", "a.jpg").contains("did you mean"), "\(color)")
        }
    }

    @Test(
        "Names that other programs use lead to the option",
        arguments: ["--sigma", "--blur", "--radius", "--blur-radius"])
    func radius(name: String) throws {
        for arguments in [[name, "5"], ["\(name)=5"]] {
            let outcome = try CommandSandbox().check(arguments + ["in.png", "a.png"], status: 64)
            #expect(
                outcome.errors.hasPrefix(
                    "varblur: error: unknown option '\(name)'\nvarblur: hint: did you mean '--max-radius'? "))
        }
    }

    @Test("An option for the output leads to the second file name", arguments: ["-o", "--output"])
    func output(name: String) throws {
        let text = try errors(64, "in.png", name, "a.png")
        #expect(
            text.hasPrefix(
                "varblur: error: unknown option '\(name)'\nvarblur: hint: the output is the second file name: "),
            "\(text)")
    }

    @Test("A mistyped command is recognized unless it is a file")
    func command() throws {
        let sandbox = try CommandSandbox()
        for name in ["bacth", "batc", "btach"] {
            #expect(try errors(64, name, sandbox: sandbox).contains("did you mean 'varblur batch'?"))
        }
        try sandbox.add("bacth")
        for name in ["bacth", "in.png"] {
            #expect(try !errors(64, name, sandbox: sandbox).contains("did you mean"))
        }
    }

    @Test("A file with an intact header can be read with --allow-damaged, and the message says so")
    func damage() throws {
        let sandbox = try CommandSandbox()
        let image = try PixelBuffer.noise(Size(64, 48))
        for (name, encoding) in [
            ("a.png", ImageEncoding.png), ("a.jpg", .jpeg(JPEGStyle(.yCbCr), quality: 90)),
            ("a.webp", .webP(.lossy(80))),
        ] {
            let file = try image.encoded(encoding)
            try sandbox.write(Array(file.dropLast(file.count / 3)), name)
            let text = try errors(65, name, "out-\(name)", sandbox: sandbox)
            #expect(text.hasSuffix("(download or export it again, or use --allow-damaged)\n"), "\(text)")
            #expect(try errors(3, "--allow-damaged", name, "out-\(name)", sandbox: sandbox).contains("is damaged"))
            for option in ["--mask", "--matte"] {
                let mask = try errors(65, "--allow-damaged", option, name, "in.png", "-f", "b.png", sandbox: sandbox)
                #expect(
                    mask.hasPrefix("varblur: error: \(name): ") && mask.hasSuffix("(download or export it again)\n"))
            }
            try sandbox.write(Array(file.prefix(24)), name)
            let header = try errors(65, "-f", name, "out-\(name)", sandbox: sandbox)
            #expect(header.hasSuffix("(download or export it again)\n"), "\(header)")
        }
    }

    @Test("An exceeded limit is named by its option", arguments: ["--max-scans", "--max-warnings", "--max-memory"])
    func limits(option: String) throws {
        let sandbox = try CommandSandbox()
        let plain = try PixelBuffer.noise(Size(24, 17)).encoded(
            .jpeg(JPEGStyle(.yCbCr, isProgressive: true), quality: 90))
        // A stray byte and an empty comment, twice, after the JFIF header.
        let stray: [UInt8] = [0x00, 0xFF, 0xFE, 0, 2]
        try sandbox.write(plain[..<20] + stray + stray + plain[20...], "in.jpg")
        #expect(try errors(0, "in.jpg", "a.png", sandbox: sandbox).contains("extraneous"))
        #expect(try errors(65, option, "1", "in.jpg", "b.png", sandbox: sandbox).contains("raise \(option)"))
    }

    @Test("A JPEG quality that no output uses causes a hint")
    func quality() throws {
        let hint = "varblur: hint: --jpeg-quality has no effect on PNG outputs\n"
        #expect(try errors(0, "--jpeg-quality", "80", "in.png", "a.png") == hint)
        #expect(try errors(0, "--jpeg-quality", "80", "--out-dir", "o", "in.png") == hint)
        #expect(try errors(0, "-q", "--jpeg-quality", "80", "in.png", "a.png").isEmpty)
        #expect(try errors(0, "--jpeg-quality", "80", "in.png", "a.jpg").isEmpty)
        #expect(try errors(0, "--jpeg-quality", "80", "--format", "jpeg", "--out-dir", "o", "in.png").isEmpty)
        let sandbox = try CommandSandbox()
        try sandbox.write(Array("jpeg-quality = 80\n".utf8), "s.conf")
        #expect(try errors(0, "--settings", "s.conf", "in.png", "a.png", sandbox: sandbox).isEmpty)
    }

    @Test("A WebP quality that no output uses causes a hint")
    func webPQuality() throws {
        let hint = "varblur: hint: --webp-quality has no effect on PNG outputs\n"
        #expect(try errors(0, "--webp-quality", "80", "in.png", "a.png") == hint)
        #expect(try errors(0, "--webp-quality", "lossless", "in.png", "a.webp").isEmpty)
        let both = try errors(0, "--webp-quality", "80", "--jpeg-quality", "80", "in.png", "a.jpg")
        #expect(both == "varblur: hint: --webp-quality has no effect on JPEG outputs\n")
        let general = try errors(0, "--quality", "80", "in.png", "b.png")
        #expect(general == "varblur: hint: --quality has no effect on PNG outputs\n")
    }
}
