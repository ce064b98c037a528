import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Reports on quantization")
struct QuantizationReportTests {
    private static let sharp = ["--direction", "bottom", "--start-offset", "0.6"]
    private static let cases: [(quality: Int, arguments: [String], expected: String?)] = [
        (85, sharp, "finer"), (95, sharp, "input"), (85, sharp + ["--jpeg-smooth", "off"], "input"),
        (85, sharp + ["--resize", "50%"], "input"), (85, [], "finer"), (95, ["--jpeg-smooth", "on"], "finer"),
        (85, ["--jpeg-quality", "70"], nil), (85, ["--format", "png"], nil),
    ]

    @Test("tell whether a JPEG output has the steps of its input, and keeps its data", arguments: cases)
    func steps(quality: Int, arguments: [String], expected: String?) throws {
        let sandbox = try CommandSandbox()
        let image = try TestContent.natural.image(Size(640, 480))
        try sandbox.write(image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: quality)), "photo.jpg")
        let output = arguments.contains("png") ? "out.png" : "out.jpg"
        let paths = ["photo.jpg", output]
        let json = try sandbox.run(["--json=lines"] + arguments + paths)
        let result = try #require(JSONValue.lines(json.output).first)
        #expect(result["quantization"] == expected.map { .string($0) })
        let keepsData = arguments.starts(with: Self.sharp) && !arguments.contains("--resize")
        #expect(result["dataKept"] == .bool(keepsData))
        let verbose = try sandbox.run(["-f", "-v"] + arguments + paths)
        let names = ["finer": "), finer quantization", "input": "), quantization of the input"]
        let kept = keepsData ? ", data of unblurred parts kept" : ""
        #expect(verbose.errors.hasSuffix((expected.flatMap { names[$0] } ?? ")") + kept + "\n"), "\(verbose.errors)")
    }

    @Test("tell whether a PNG output keeps the rows of its input")
    func rows() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(try TestContent.natural.image(Size(640, 480)).encoded(.png), "photo.png")
        for (arguments, isKept) in [(Self.sharp, true), ([], false)] {
            let json = try sandbox.run(["-f", "--json=lines"] + arguments + ["photo.png", "out.png"])
            #expect(try #require(JSONValue.lines(json.output).first)["dataKept"] == .bool(isKept))
        }
    }
}
