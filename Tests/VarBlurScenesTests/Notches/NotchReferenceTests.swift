import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Names of notches in texts")
struct NotchReferenceTests {
    private static let text = #""type":"text","family":"DejaVu Sans","size":20,"color":"black","text":"#

    private func animation(
        _ layers: String, _ members: String, canvas: String = #""width":200,"height":300"#
    ) throws -> SceneAnimation {
        let json = """
            {"canvas":{\(canvas),"background":"#fff"},"motion":{"easing":"linear"},"layers":[{\(layers)},
            {"type":"overlay","id":"sheet","grabber":false,\(members),"notches":[{"name":"tall","extent":"80%"},
            {"name":"low","extent":30},{"name":"off","extent":90},{"name":"mid","extent":"50%"}],"disabled":["off"]}]}
            """
        return try SceneAnimation(json)
    }

    private func bytes(
        _ animation: SceneAnimation, at time: Double = 1, _ renderer: SceneRenderer? = nil
    ) throws -> [UInt8] {
        let picture = try (renderer ?? SceneRenderer()).render(animation.scene(at: time))
        return unsafe picture.bytes.withUnsafeBytes { Array($0) }
    }

    /// Places of the panel, and the name that is shown.
    private static let places: [(members: String, name: String)] = [
        (#""at":"low""#, "low"), (#""at":"mid""#, "mid"), (#""at":"tall""#, "tall"), (#""hidden":false"#, "low"),
        (#""extent":30"#, "low"), (#""extent":89"#, "low"), (#""extent":90"#, "low"), (#""extent":91"#, "mid"),
        (#""extent":"100%""#, "tall"), (#""extent":1"#, "low"),
        (#""at":"tall","transition":{"at":"low","progress":0.25}"#, "low"),
        (#""at":"tall","transition":{"at":"low","progress":0.5}"#, "mid"),
        (#""at":"tall","transition":{"at":"low","progress":1}"#, "tall"),
    ]

    @Test(
        "are those of the enabled notch that is nearest to the panel, in all places that have texts", arguments: places)
    func names(members: String, name: String) throws {
        for place in [
            "$", #""type":"stack","layers":[{$}]"#, #""type":"glass","items":[{"label":[{$}]}]"#,
            #""type":"shape","shape":"circle","background":[{$}]"#,
            #""type":"overlay","id":"other","notches":[{"name":"n","extent":200}],"content":[{$}],"above":[{$}]"#,
        ] {
            let both = try ["{sheet.notch}", name].map { value in
                let text = place.replacing("$", with: Self.text + "\"At \(value), {x} {a.b} {\"")
                return try bytes(animation(text, members))
            }
            #expect(both[0] == both[1], "\(place)")
            let double = try animation(
                place.replacing("$", with: Self.text + "\"{sheet.notch}\""), members,
                canvas: #""width":200,"height":300,"scale":2"#)
            let expected = try animation(
                place.replacing("$", with: Self.text + "\"\(name)\""), members,
                canvas: #""width":200,"height":300,"scale":2"#)
            #expect(try bytes(double) == bytes(expected))
        }
    }

    @Test("follow the panel in an animation, also with a panel that follows another one")
    func motion() throws {
        let moving = #""at":{"from":"low","to":"tall"}"#
        // the text belongs to the layers at the back that are the same in both states
        let renderer = try SceneRenderer()
        let frames = try animation(Self.text + #""{sheet.notch}""#, moving)
        renderer.keepLayers(of: frames)
        for step in 0...20 {
            let time = Double(step) / 20
            // from 30 to 240 pixels, with the middle at 150
            let extent = 30 + 210 * time
            let name = extent <= 90 ? "low" : extent <= 195 ? "mid" : "tall"
            let shown = try bytes(frames, at: time, renderer)
            #expect(try shown == bytes(animation(Self.text + "\"\(name)\"", moving), at: time), "\(time)")
        }
        let other =
            #""type":"overlay","id":"a","notches":[{"name":"x","extent":9},{"name":"y","extent":20}],"at":"y"},{"#
        let following = #""extent":{"from":30,"to":"80%","follows":"a"}"#
        #expect(
            try bytes(animation(other + Self.text + #""{sheet.notch}""#, following))
                == bytes(animation(other + Self.text + #""tall""#, following)))
    }

    @Test("are not markup")
    func markup() throws {
        let pictures = try [("{s.notch}", "a<b & c"), ("a&lt;b &amp; c", "x")].map { text, name in
            let json = """
                {"canvas":{"width":200,"height":90,"background":"#fff"},"layers":[{\(Self.text)"<b>\(text)</b>","markup":true},
                {"type":"overlay","id":"s","notches":[{"name":"\(name)","extent":5}]}]}
                """
            return try bytes(SceneAnimation(json))
        }
        #expect(pictures[0] == pictures[1])
    }

    @Test(
        "that are misspelled are errors, and other words in braces are not",
        arguments: [
            ("{shet.notch}", "there is no overlay with the id 'shet'; did you mean 'sheet'?"),
            ("{Sheet.notch}", "there is no overlay with the id 'Sheet'; did you mean 'sheet'?"),
            ("{panel.notch}", "there is no overlay with the id 'panel'; overlays are 'sheet'"),
            ("a {sheet.nocth}", "'{sheet.nocth}' is no value of an overlay; did you mean '{sheet.notch}'?"),
            ("{sheet.Notch}", "'{sheet.Notch}' is no value of an overlay; did you mean '{sheet.notch}'?"),
            ("{sheet.extent}", "'{sheet.extent}' is no value of an overlay; did you mean '{sheet.notch}'?"),
            ("{a.b} {sheet} {} {.} {sheet.notch {x.y.notch} { sheet.notch }", ""),
        ])
    func mistakes(text: String, message: String) throws {
        let animation = try animation(Self.text + "\"\(text)\"", #""at":"low""#)
        do {
            try SceneRenderer().check(animation.end)
            #expect(message.isEmpty)
        } catch {
            #expect(error.problems == [SceneProblem(path: "layers[0].text", message: message)])
        }
    }

    @Test("of a scene without overlays are errors")
    func none() throws {
        let json = "{\"canvas\":{\"width\":90,\"height\":90},\"layers\":[{\(Self.text)\"{sheet.notch}\"}]}"
        let error = #expect(throws: SceneError.self) { () throws in try SceneRenderer().check(Scene(json)) }
        #expect(error?.problems.first?.message == "there is no overlay with the id 'sheet'; no overlay has an id")
    }
}
