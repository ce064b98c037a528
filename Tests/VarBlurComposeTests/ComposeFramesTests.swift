import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Animated scenes of varblur compose")
struct ComposeFramesTests {
    @Test("--at draws the states and what is between them")
    func times() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.draw("--at", "0", "scene.json", "a.png")
        try sandbox.draw("--at", "0.5", "--set", "motion.easing=linear", "scene.json", "b.png")
        try sandbox.draw("--at", "1", "scene.json", "c.png")
        try sandbox.draw("scene.json", "d.png")
        #expect(try sandbox.color("a.png", 3, 3) == [0, 0, 255])
        #expect(try sandbox.color("b.png", 3, 3) == [128, 128, 255])
        #expect(try sandbox.directory.read("c.png") == sandbox.directory.read("d.png"))
        for time in ["-0.1", "1.1", "x", "nan"] {
            #expect(try sandbox.message(64, "--at", time, "scene.json", "no.png").contains("from 0"), "\(time)")
        }
        #expect(try sandbox.message(64, "--at", "0", "--frames", "2", "scene.json", "no.png").contains("combined"))
    }

    @Test("Frames are numbered files, the first and the last one equal to the states")
    func files() throws {
        let sandbox = try ComposeSandbox()
        try sandbox.draw("--frames", "12", "scene.json", "frame.png")
        let names = (1...12).map { "frame-00" + ($0 < 10 ? "0" : "") + "\($0).png" }
        #expect(try sandbox.directory.names() == names + ["photo.png", "scene.json"])
        try sandbox.draw("--at", "0", "scene.json", "a.png")
        try sandbox.draw("--at", "1", "scene.json", "b.png")
        #expect(try sandbox.directory.read("frame-0001.png") == sandbox.directory.read("a.png"))
        #expect(try sandbox.directory.read("frame-0012.png") == sandbox.directory.read("b.png"))
        let reds = try names.map { try sandbox.color($0, 3, 3)[0] }
        #expect(reds == reds.sorted() && Set(reds).count == 12)
        for count in ["1", "0", "3601", "x"] {
            #expect(try sandbox.message(64, "--frames", count, "scene.json", "no.png").contains("2 to 3600"))
        }
    }

    @Test("Frames on standard output are a Y4M video")
    func video() throws {
        let sandbox = try ComposeSandbox()
        let bytes = try [UInt8](sandbox.draw("--frames", "3", "scene.json", "-"))
        let header = Array("YUV4MPEG2 W40 H30 F30:1 Ip A1:1 C444\n".utf8)
        let marker = Array("FRAME\n".utf8)
        let (area, length) = (40 * 30, marker.count + 3 * 40 * 30)
        #expect(bytes.starts(with: header) && bytes.count == header.count + 3 * length)
        for frame in 0..<3 {
            let start = header.count + frame * length
            #expect(bytes[start...].starts(with: marker))
            let blueness = frame == 0 ? [0.0, 0, 1] : [1.0, 1, 1]
            let pixels = frame == 1 ? [(35, 25, [1.0, 0, 0])] : [(35, 25, [1.0, 0, 0]), (3, 3, blueness)]
            for (x, y, color) in pixels {
                let place = start + marker.count + y * 40 + x
                let sample = (0..<3).map { Double(bytes[place + $0 * area]) }
                let expected = Self.bt601(color)
                #expect(zip(sample, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(sample) \(expected)")
            }
        }
    }

    @Test("Frames on standard output have no other format, and a color behind transparent pixels")
    func videoFormat() throws {
        let sandbox = try ComposeSandbox()
        for format in ImageFormat.written.map(\.rawValue) {
            let message = try sandbox.message(64, "--frames", "3", "--format", format, "scene.json", "-")
            #expect(message.contains("frames on standard output are a Y4M video, and no "), "\(message)")
            #expect(message.contains("leave out --format, or write files: varblur compose --frames 30 scene.json out."))
        }
        let clear = #"""
            {"canvas":{"width":4,"height":4},
             "layers":[{"type":"fill","id":"box","paint":{"from":"#0000ff","to":"#ffffff"},"width":1,"height":1,
                        "alignment":"topLeading"}]}
            """#
        try sandbox.add(clear, "clear.json")
        for (options, color) in [([], [0.0, 0, 0]), (["--background", "#ff0000"], [1.0, 0, 0])] {
            let bytes = try [UInt8](sandbox.draw(options + ["--frames", "2", "clear.json", "-"]))
            let start = try #require(bytes.firstIndex(of: 0x0A)) + 7
            let sample = (0..<3).map { Double(bytes[start + $0 * 16 + 15]) }
            #expect(zip(sample, Self.bt601(color)).allSatisfy { abs($0 - $1) <= 1 }, "\(sample)")
        }
    }

    /// Luma and color differences of a color, limited range.
    ///
    /// Source: ITU-R BT.601-7, section 2.5.
    private static func bt601(_ color: [Double]) -> [Double] {
        let luma = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
        return [
            16 + 219 * luma, 128 + 224 * (color[2] - luma) / 1.772, 128 + 224 * (color[0] - luma) / 1.402,
        ]
    }

    @Test("Frames of a scene that does not move come with a warning")
    func still() throws {
        let sandbox = try ComposeSandbox()
        let outcome = try sandbox.compose("--frames", "2", "--set", "box.paint=#fff", "scene.json", "a.png")
        #expect(outcome.status == 0 && outcome.errors.contains("all frames are the same"), "\(outcome.errors)")
        #expect(try sandbox.directory.read("a-0001.png") == sandbox.directory.read("a-0002.png"))
        let single = try sandbox.compose("--at", "0.5", "--set", "box.paint=#fff", "scene.json", "b.png")
        #expect(single.status == 0 && single.errors.contains("the time has no effect, because no"), "\(single.errors)")
        #expect(try sandbox.compose("--at", "0.5", "scene.json", "c.png").errors.isEmpty)
    }

    @Test("Options for another format than that of the output get a hint")
    func otherFormats() throws {
        let sandbox = try ComposeSandbox()
        let outcome = try sandbox.compose("--jpeg-quality", "5", "scene.json", "a.png")
        let hint = "varblur: hint: --jpeg-quality has no effect on PNG outputs\n"
        #expect(outcome.status == 0 && outcome.errors == hint, "\(outcome.errors)")
        #expect(try sandbox.compose("--jpeg-quality", "5", "scene.json", "a.jpg").errors.isEmpty)
    }
}
