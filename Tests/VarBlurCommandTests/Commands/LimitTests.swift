import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Limits, damaged images and timeouts")
struct LimitTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let image = try PixelBuffer.noise(Size(60, 40))
        try directory.write(try image.encoded(.png), to: "in.png")
        try directory.write(try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90)), to: "in.jpg")
    }

    private func run(_ arguments: [String], _ input: String, _ output: String = "out.png") throws -> Program.Outcome {
        try Program.varblur.run(arguments + [directory.path(input), directory.path(output)])
    }

    @Test(
        "An image beyond a limit is an error of one line and leaves no output",
        arguments: [
            ["--max-pixels", "2399"], ["--max-side", "59"], ["--max-input", "1K"], ["--max-memory", "10K"],
        ])
    func limits(arguments: [String]) throws {
        for input in ["in.png", "in.jpg"] {
            let outcome = try run(arguments, input)
            #expect(outcome.status == 65 && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
            #expect(try directory.names() == ["in.jpg", "in.png"])
        }
    }

    @Test("The number of decoder warnings is limited")
    func warnings() throws {
        let file = try directory.read("in.jpg")
        // After the JFIF header, twice: a stray byte and an empty comment.
        let strayBytes = [0x00, 0xFF, 0xFE, 0, 2] as [UInt8]
        try directory.write(file[..<20] + strayBytes + strayBytes + file[20...], to: "odd.jpg")
        #expect(try run(["--max-warnings", "2"], "odd.jpg").status == 0)
        let outcome = try run(["--max-warnings", "1"], "odd.jpg", "other.png")
        #expect(outcome.status == 65 && outcome.errors.contains("too many warnings"), "\(outcome.errors)")
        #expect(try directory.names() == ["in.jpg", "in.png", "odd.jpg", "out.png"])
    }

    @Test("An image that just meets the limits is blurred")
    func metLimits() throws {
        #expect(try run(["--max-pixels", "2400", "--max-side", "60", "--max-input", "9k"], "in.png").status == 0)
    }

    @Test(
        "Invalid limits are wrong usage",
        arguments: [
            ["--max-pixels", "0"], ["--max-side", "-1"], ["--max-input", "many"], ["--max-memory", "9999999999G"],
            ["--timeout", "0"], ["--timeout", "-1"], ["--timeout", "nan"], ["--strip", "some"],
            ["--max-warnings", "0"],
        ])
    func invalidLimits(arguments: [String]) throws {
        #expect(try run(arguments, "in.png").status == 64)
    }

    @Test("A timeout ends with 75 and leaves no output")
    func timeout() throws {
        let outcome = try run(["--timeout", "0.000001"], "in.png")
        #expect(outcome.status == 75 && outcome.errors.contains("processing took longer than"))
        #expect(try run(["--timeout", "60"], "in.png").status == 0)
        #expect(try directory.names() == ["in.jpg", "in.png", "out.png"])
    }

    @Test("With --allow-damaged, missing pixels are filled and the exit status is 3")
    func allowedDamage() throws {
        for input in ["in.png", "in.jpg"] {
            let whole = try directory.read(input)
            try directory.write(Array(whole[..<(whole.count * 3 / 4)]), to: "cut")
            #expect(try run([], "cut").status == 65)
            let outcome = try run(["--allow-damaged", "--max-radius", "0"], "cut", "\(input).png")
            #expect(outcome.status == 3 && outcome.errors.contains("damaged"), "\(outcome.errors)")
            let result = try PixelBuffer.decoded(try directory.read("\(input).png"))
            let original = try PixelBuffer.decoded(whole)
            #expect(result.row(0) == original.row(0))
            #expect(Set(result.row(39)) == [0x80])
            #expect(try run(["--allow-damaged", "--force"], input, "whole.png").status == 0)
        }
    }

    @Test("The output is the same without fsync")
    func notDurable() throws {
        _ = try run([], "in.png", "a.png")
        #expect(try run(["--no-fsync"], "in.png", "b.png").status == 0)
        #expect(try directory.read("a.png") == directory.read("b.png"))
    }
}
