import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurJSON

@testable import VarBlurCodecs

@Suite("Scenes that are drawn as the documents say")
struct SceneClaimTests {
    private let sandbox: ComposeSandbox

    init() throws { sandbox = try ComposeSandbox() }

    private func status(_ arguments: String...) throws -> String? {
        let command = ["compose", "--json", "--if-exists", "skip-same"] + arguments
        return try JSONValue.report(Program.varblur.run(command, in: sandbox.directory.url).output)["status"]?.string
    }

    /// Draws a canvas of 100×60 pixels with these layers, and returns how much darker than white each pixel is.
    private func ink(_ layers: String, _ arguments: String...) throws -> [[Double]] {
        try sandbox.add(
            #"{"canvas":{"width":100,"height":60,"background":"white"},"layers":[\#(layers)]}"#, "ink.json")
        try sandbox.draw(arguments + ["--force", "ink.json", "ink.png"])
        let picture = try sandbox.picture("ink.png")
        return (0..<picture.height).map { y in (0..<picture.width).map { 255 - Double(picture[$0, y, 1]) } }
    }

    @Test("an output is not that of a scene whose layers do not fade")
    func fadingDigests() throws {
        for (member, states, still) in [
            ("opacity", #"{"from":0.2,"to":0.8}"#, "0.5"),
            ("color", ##"{"from":"#ffffff00","to":"#ffffff"}"##, #""rgb(255 255 255 / 0.5)""#),
        ] {
            func add(_ value: String, _ name: String) throws {
                try sandbox.add(
                    #"""
                    {"canvas":{"width":90,"height":40},"layers":[{"type":"image","image":"photo.png"},
                     {"type":"stack","layers":[{"type":"text","text":"abc","minContrast":5,"\#(member)":\#(value)}]}]}
                    """#, name)
            }
            try add(states, "moving.json")
            try add(still, "still.json")
            let output = "\(member).png"
            #expect(try status("--at", "0.5", "moving.json", output) == "ok")
            #expect(try status("--at", "0.5", "moving.json", output) == "skipped")
            #expect(try status("still.json", output) == "ok", "\(member)")
            #expect(try status("still.json", output) == "skipped")
        }
    }

    @Test("a number takes the place of a word or a sum, and a text is a text, whatever it looks like")
    func assignments() throws {
        let text = #"{"type":"text","id":"t","text":"a","weight":"bold","lineHeight":"1.4em","width":"100% - 24"}"#
        try sandbox.add(#"{"canvas":{"width":200,"height":60},"layers":[\#(text)]}"#, "t.json")
        for (assignment, changed) in [
            ("t.weight=400", text.replacing("\"bold\"", with: "400")),
            ("t.lineHeight=40", text.replacing("\"1.4em\"", with: "40")),
            ("t.width=150", text.replacing("\"100% - 24\"", with: "150")),
            ("t.family=1942", text.replacing("\"text\":\"a\"", with: "\"text\":\"a\",\"family\":\"1942\"")),
            ("t.text={}", text.replacing("\"text\":\"a\"", with: "\"text\":\"{}\"")),
            (#"t.text={"a":1}"#, text.replacing("\"text\":\"a\"", with: #""text":"{\"a\":1}""#)),
            ("t.text=[1]", text.replacing("\"text\":\"a\"", with: "\"text\":\"[1]\"")),
        ] {
            try sandbox.add(#"{"canvas":{"width":200,"height":60},"layers":[\#(changed)]}"#, "changed.json")
            // a font with the name of a number is missing, which is a warning
            #expect(try sandbox.compose("--force", "--set", assignment, "t.json", "a.png").status == 0)
            #expect(try sandbox.compose("--force", "changed.json", "b.png").status == 0)
            #expect(
                try sandbox.picture("a.png").sampleValues() == sandbox.picture("b.png").sampleValues(), "\(assignment)")
        }
        for states in [#"{"from":"red","to":"blue"}"#, #"{"from":"0%","to":"100%"}"#] {
            let message = try sandbox.message(64, "--set", "t.text=\(states)", "--at", "0.4", "t.json", "c.png")
            #expect(message.contains("cannot change gradually"), "\(message)")
        }
    }

    @Test("the size of the canvas is that of the first image that is seen")
    func canvasSize() throws {
        try sandbox.directory.write(try PixelBuffer.noise(Size(8, 9), PixelFormat(.gray)).encoded(.png), to: "mask.png")
        for member in ["maskedBy", "background"] {
            let layer =
                #"{"type":"image","image":"photo.png","\#(member)":[{"type":"image","image":"mask.png","fit":"fill"}]}"#
            let first = #"{"type":"stack","\#(member)":[{"type":"image","image":"mask.png"}],"layers":[]}"#
            for layers in member == "maskedBy" ? [layer, "\(first),\(layer)"] : [layer] {
                try sandbox.add(#"{"layers":[\#(layers)]}"#, "size.json")
                try sandbox.draw("--force", "size.json", "size.png")
                let picture = try sandbox.picture("size.png")
                #expect((picture.width, picture.height) == (32, 24), "\(layers)")
            }
        }
    }

    @Test("straight lines along an axis are drawn")
    func lines() throws {
        for (data, isHorizontal) in [("M0 0H100", true), ("M3 5V50", false), ("M2 2h-9", true)] {
            let shape = #"{"type":"path","data":"\#(data)"}"#
            let rows = try ink(#"{"type":"shape","shape":\#(shape),"stroke":"black","strokeWidth":4,"padding":10}"#)
            let sum = rows.reduce(0) { $0 + $1.reduce(0, +) } / 255
            // as long as the frame, and as wide as the stroke
            #expect(abs(sum - (isHorizontal ? 80 : 40) * 4) < 1, "\(data): \(sum)")
            #expect(rows[30][50] == 255 && rows[10][50] == (isHorizontal ? 0 : 255))
        }
        #expect(
            try ink(#"{"type":"shape","shape":{"type":"path","data":"M1 1"},"stroke":"black"}"#).joined().allSatisfy {
                $0 == 0
            })
    }

    @Test("a spring overshoots beside a layer that fades to the end of its range")
    func springs() throws {
        func place(_ others: String) throws -> Double {
            try sandbox.add(
                #"""
                {"canvas":{"width":100,"height":20,"background":"white"},"motion":{"spring":{"response":0.5,"damping":0.3}},
                 "layers":[{"type":"fill","paint":"black","width":10,"height":10,"alignment":"topLeading",
                 "offsetX":{"from":0,"to":50}}\#(others)]}
                """#, "spring.json")
            try sandbox.draw("--force", "--at", "0.25", "spring.json", "spring.png")
            let picture = try sandbox.picture("spring.png")
            let row = (0..<100).map { 255 - Double(picture[$0, 4, 0]) }
            return zip(0..., row).reduce(0) { $0 + Double($1.0) * $1.1 } / row.reduce(0, +)
        }
        let alone = try place("")
        let fading =
            #",{"type":"fill","paint":"blue","width":5,"height":5,"alignment":"bottom","opacity":{"from":0,"to":1}}"#
        #expect(alone > 58, "\(alone)")
        #expect(abs(try place(fading) - alone) < 0.01)
    }

    @Test("images at fractional places keep all of their ink, in its place")
    func fractionalImages() throws {
        let size = 16
        let icon = try PixelBuffer.make(Size(size, size), PixelFormat(.gray)) { x, y, _ in
            x == 0 || y == 0 || x == size - 1 || y == size - 1 ? 0 : 255
        }
        try sandbox.directory.write(icon.encoded(.png), to: "icon.png")
        func layer(_ x: Double) -> String {
            #"{"type":"image","image":"icon.png","width":16,"height":16,"alignment":"topLeading","offsetX":\#(x),"offsetY":20}"#
        }
        func columns(_ x: Double) throws -> [Double] {
            let rows = try ink(layer(x))
            // without the horizontal lines
            return (0..<100).map { column in (22..<34).reduce(0) { $0 + rows[$1][column] } / 12 / 255 }
        }
        for x in [4, 4.1, 4.3, 4.5, 4.75, 11.9] {
            let ink = try columns(x)
            for (line, center) in [(ink[..<12], x + 0.5), (ink[12...], x + 15.5)] where x < 11 {
                let mass = line.reduce(0, +)
                let middle = zip(line.indices, line).reduce(0) { $0 + (Double($1.0) + 0.5) * $1.1 } / mass
                #expect(abs(mass - 1) < 0.06 && abs(middle - center) < 0.08, "\(x): \(mass) at \(middle)")
            }
        }
    }

    @Test("shifts of the baseline in markup are lengths of the scene")
    func baselineShifts() throws {
        func top(_ scale: Int) throws -> Double {
            let text = #"<span foreground='white'>A</span><span baseline_shift='10pt'>B</span>"#
            let rows = try ink(
                #"{"type":"text","text":"\#(text)","markup":true,"color":"black","size":24,"alignment":"topLeading","offsetY":20}"#,
                "--scale", "\(scale)")
            return Double(try #require(rows.firstIndex { $0.contains { $0 > 100 } })) / Double(scale)
        }
        #expect(abs(try top(1) - top(3)) <= 1)
    }

    @Test("all mistakes are reported, also of members whose names begin alike")
    func allMistakes() throws {
        try sandbox.add(
            #"{"canvas":{"width":9,"height":9},"layers":[{"type":"text","text":"<b","markup":true,"textAlignment":"middle"}]}"#,
            "mistakes.json")
        let message = try sandbox.message(64, "mistakes.json", "a.png")
        #expect(message.contains("layers[0].text:") && message.contains("layers[0].textAlignment"), "\(message)")
    }

    @Test("advice is true, and errors name the scene")
    func advice() throws {
        try sandbox.add(#"{"canvas":{"width":"50%","height":9},"layers":[]}"#, "half.json")
        let message = try sandbox.message(64, "half.json", "a.png")
        #expect(!message.contains("0.5") && message.contains("whole number"), "\(message)")
        let rows = try Program.varblur.run(
            ["compose", "--batch", "--csv", "scene.json"], input: Data("output,box.width\n,3\n".utf8),
            in: sandbox.directory.url)
        #expect(!rows.text.contains("use --csv") && rows.text.contains("for example, the rows"), "\(rows.text)")
        let memory = try sandbox.message(65, "--max-memory", "1M", "scene.json", "a.png")
        #expect(memory.contains("scene.json"), "\(memory)")
    }

    @Test("the background of the output shows in videos")
    func videoBackground() throws {
        try sandbox.add(#"{"canvas":{"width":8,"height":6},"layers":[]}"#, "empty.json")
        let video = try sandbox.compose("--frames", "2", "--background", "#fff", "empty.json", "-").output
        let frame = try #require(video.range(of: Data("FRAME\n".utf8)))
        // white in limited or full range
        #expect(video[frame.upperBound] >= 235)
    }
}
