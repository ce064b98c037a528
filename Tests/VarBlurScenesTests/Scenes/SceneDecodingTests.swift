import Foundation
import VarBlurJSON
import TestSupport
import Testing

@testable import VarBlurScenes

@Suite("Scenes in JSON")
struct SceneDecodingTests {
    @Test("all mistakes have recorded messages, with paths into the document")
    func messages() throws {
        #expect(BadScenes.documents.count >= 60)
        var text = ""
        for document in BadScenes.documents {
            let error = #expect(throws: SceneError.self) { () throws in try SceneAnimation(document) }
            text += "\(document)\n" + (error?.problems ?? []).map { "    \($0)\n" }.joined()
        }
        let file = SceneFiles.repository.appending(path: "Tests/VarBlurScenesTests/Golden/problems.txt")
        if ProcessInfo.processInfo.environment["VARBLUR_RECORD"] == "1" {
            try Data(text.utf8).write(to: file)
            Issue.record("problems.txt was recorded; review it, and run the tests again without VARBLUR_RECORD")
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
        let first = lines.first { $0 != $1 }
        #expect(text == expected, "'\(first?.0 ?? "")' instead of '\(first?.1 ?? "")'")
    }

    @Test("several mistakes are reported at once, in the order of the document")
    func severalMistakes() {
        let json = #"{"layers":[{"type":"text","text":true,"size":-1},{"type":"glass","items":[{"shape":"circel"}]}]}"#
        let error = #expect(throws: SceneError.self) { () throws in try SceneAnimation(json) }
        let paths = error?.problems.map(\.path)
        #expect(paths == ["layers[0].text", "layers[0].size", "layers[1].items[0].shape"])
    }

    @Test("the scenes of the project are valid, and survive encoding", arguments: SceneFiles.names)
    func roundTrip(name: String) throws {
        let animation = try SceneFiles.animation(name)
        #expect(try SceneAnimation(animation.json) == animation)
        let coded = try JSONEncoder().encode(animation.end)
        #expect(try JSONDecoder().decode(Scene.self, from: coded) == animation.end)
    }

    @Test("hostile scenes are refused in a small part of the time that they could take")
    func limits() {
        let manyLayers =
            "{\"layers\":[" + String(repeating: "{\"type\":\"stack\",\"layers\":[]},", count: 20_000) + "3]}"
        let documents = [
            "{\"canvas\":{\"width\":32766,\"height\":30519},\"layers\":[]}", manyLayers,
            "{\"layers\":[{\"type\":\"text\",\"text\":\"\(String(repeating: "a", count: 10_000_000))\"}]}",
            "{\"layers\":[{\"type\":\"text\",\"text\":\"\(String(repeating: "a", count: 500_000))\"}]}",
            String(repeating: "[", count: 1_000_000),
        ]
        for document in documents {
            let bytes = Array(document.utf8)
            let seconds = ProcessorTime.seconds {
                #expect(throws: SceneError.self) { () throws in try SceneAnimation(json: bytes) }
            }
            // measured: up to 0.07 s, on a slow machine
            #expect(seconds < 2, "\(document.prefix(40)) took \(seconds) s")
        }
    }

    @Test("20,000 damaged scenes are read without a crash")
    func damagedScenes() throws {
        let originals = try SceneFiles.names.map { try SceneFiles.contents($0) }
        var random = SplitMix64(seed: 19)
        var (validCount, invalidCount) = (0, 0)
        let words = ["null", "{}", "[]", "-1", "1e9", "\"\"", "\"50%\"", "{\"from\":1,\"to\":2}", "true", "\"red\""]
        for number in 0..<20_000 {
            var bytes = originals[number % originals.count]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let start = Int.random(in: 0..<bytes.count, using: &random)
                let end = min(start + Int.random(in: 0...12, using: &random), bytes.count)
                // half of the changes replace a whole value
                if let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")), Bool.random(using: &random),
                    let comma = bytes[colon...].firstIndex(where: { [0x2C, 0x7D, 0x5D].contains($0) })
                {
                    bytes.replaceSubrange(
                        colon + 1..<comma, with: Array((words.randomElement(using: &random) ?? "").utf8))
                } else {
                    let added = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                        UInt8.random(in: 32...126, using: &random)
                    }
                    bytes.replaceSubrange(start..<end, with: added)
                }
            }
            do {
                let animation = try SceneAnimation(json: bytes)
                _ = animation.scene(at: 0.3)
                validCount += 1
            } catch {
                #expect(!error.problems.isEmpty)
                invalidCount += 1
            }
        }
        #expect(validCount > 100 && invalidCount > 100)
    }

    @Test(
        "A color is the same as that of its text",
        arguments: [
            "rgb(80 140 2%)", "rgb(33.3333333% 0.1 99.99999% / 12.3456789%)", "hsl(11.7 33% 47.1% / 0.30000001)",
            "rgb(0.9999990 254.9999995 7.0000004)", "#0a141e80", "rebeccapurple",
        ])
    func colorText(css: String) throws {
        let color = try #require(SceneColor(css: css))
        #expect(SceneColor(css: color.css) == color, "\(color.css)")
    }
}
