import Foundation
import TestSupport
import Testing
import VarBlurCodecs
import VarBlurJSON

@testable import VarBlurCommand

@Suite("Hints about options of a job that do not exist")
struct JobHintTests {
    /// The error of a member of `options`.
    private static func error(_ name: String, _ value: String = "1", in scope: OptionScope = .batchLine) -> ImageError?
    {
        LineOptions(
            .object([JSONValue.Member(name, .string(value))]), base: EffectiveSettings(table: .standard), scope: scope
        ).error
    }

    @Test("are those of the command line, in the words of a job, if a job has what they recommend")
    func names() throws {
        let options = OptionTable.standard.entries(in: .batchLine).map(\.name)
        let pattern = try Regex("'([a-z0-9-]+)'")
        var count = 0
        for name in OtherNames.meanings.flatMap(\.names) {
            let error = try #require(Self.error(name))
            #expect(error.code == .invalidSettings && error.cause == "unknown option '\(name)'")
            let remedy = error.remedy
            count += remedy.isEmpty ? 0 : 1
            #expect(!remedy.contains("--") && !remedy.contains("varblur "), "\(name): \(remedy)")
            if remedy.hasPrefix("files are not options") || !remedy.hasPrefix("did you mean") { continue }
            let named = remedy.firstMatch(of: pattern)?.output[1].substring.map(String.init)
            #expect(options.contains(named ?? ""), "\(name): \(remedy)")
        }
        #expect(count > 80, "\(count)")
    }

    @Test(
        "name what other programs call differently",
        arguments: [
            ("width", "1", "did you mean 'resize'? It takes a size such as 640x480, 640x, or 50%"),
            (
                "blur", "1",
                "did you mean 'max-radius'? To blur the whole image evenly, set 'min-radius' to the same value"
            ),
            ("rotation", "1", "did you mean 'rotate'? It takes 90, 180, or 270 degrees, clockwise"),
            ("pad", "1", "did you mean 'fit': 'contain' with 'background'? It adds bars"),
            ("maxRadius", "1", "did you mean 'max-radius'?"), ("qualty", "1", "did you mean 'quality'?"),
            ("captoin", "1", nil), ("caption", "1", "did you mean 'preset': 'caption'?"),
            ("output", "1", "files are not options; in a line of a batch, they are beside 'options'"),
            ("fit", "crop", "cover fills the box, and crops the rest"),
            (
                "strip", "gps",
                "choose safe, which removes the place and the author, or all, which removes the color profile too"
            ),
            ("fit", "insde", "choose inside, outside, cover, contain, or fill; did you mean 'inside'?"),
        ] as [(String, String, String?)])
    func examples(name: String, value: String, remedy: String?) throws {
        #expect(Self.error(name, value)?.remedy == remedy ?? "")
        let error = #expect(throws: ImageError.self) { try BlurJob(options: [name: value]) }
        #expect(error?.remedy == remedy ?? "" && error?.code == .invalidSettings)
    }

    @Test("tell where options of a line, of an output, and of a scene are written")
    func places() throws {
        let sandbox = try CommandSandbox()
        let lines = [
            #"{"input":"in.png","output":"a.png","quality":80}"#,
            #"{"input":"in.png","outputs":[{"output":"a.png","width":80}]}"#,
        ]
        let messages = try sandbox.batch(lines).results.map { $0["error"]?["message"]?.string ?? "" }
        #expect(
            messages[0].hasSuffix("(it is an option: write it into the object 'options' of the line)"), "\(messages)")
        #expect(messages[1].contains("did you mean 'resize'?"), "\(messages)")
        #expect(Self.error("title", in: .sceneLine)?.remedy.contains("'set'") ?? false)
    }
}
