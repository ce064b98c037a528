import Foundation
import TestSupport
import Testing

@Suite("Memory of fonts in batches")
struct FontMemoryTests {
    /// The peak memory of a batch of scenes, each with one of some files of a font.
    private static func peak(scenes: Int, files: Int) throws -> Int {
        let sandbox = try ComposeSandbox()
        let font = try #require(Program(named: "fc-match")).run(["-f", "%{file}", "DejaVu Serif"]).text
        for index in 0..<files {
            try FileManager.default.copyItem(atPath: font, toPath: sandbox.directory.path("\(index).ttf"))
        }
        let lines = (0..<scenes).map { index in
            #"{"scene":{"canvas":{"width":64,"height":64},"fonts":["\#(index % files).ttf"],"layers":[{"type":"text","#
                + #""text":"x\#(index)","family":"DejaVu Serif"}]},"output":"a.png"}"#
        }
        try sandbox.add(lines.joined(separator: "\n") + "\n", "jobs")
        return try #require(
            try Program("/bin/sh").peakMemory(
                ["-c", "exec '\(Program.varblur.url.path)' compose --batch -f --jobs 1 <jobs"],
                in: sandbox.directory.url))
    }

    @Test("a scene with a font leaves nothing behind, whether its font is new or was used before", arguments: [1, 30])
    func leak(files: Int) throws {
        // as many as are kept for later scenes are in both
        let (few, many) = try (Self.peak(scenes: 20, files: files), Self.peak(scenes: 60, files: files))
        // each used to leave 230 KB
        #expect(many - few < 40 * 60_000, "\((many - few) / 40) bytes per scene")
    }
}
