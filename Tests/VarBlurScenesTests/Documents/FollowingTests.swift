import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Values that follow an overlay")
struct FollowingTests {
    /// A white canvas of 100×200 pixels, a layer with members, and a panel with two notches below it.
    private func document(
        _ layer: String, at place: String, id: String = "sheet", canvas: String = #""width":100,"height":200"#
    ) -> String {
        """
        {"canvas":{\(canvas),"background":"#fff"},"layers":[{\(layer)},
        {"type":"overlay","id":"\(id)","side":"bottom","grabber":false,\(place),
        "notches":[{"name":"low","extent":20},{"name":"none","extent":0},{"name":"high","extent":"80%"}],"disabled":["none"]}]}
        """
    }

    private func render(_ document: String) throws -> PixelBuffer {
        try SceneRenderer().render(Scene(document))
    }

    private static let dimming = #""type":"fill","paint":"black","opacity":{"from":0.1,"to":0.6,"follows":"sheet"}"#

    /// Places of the panel, and the progress from 20 to 160 pixels.
    private static let places: [(String, Double)] = [
        (#""at":"low""#, 0), (#""at":"high""#, 1), (#""extent":"50%""#, 80.0 / 140), (#""extent":55"#, 0.25),
        (#""extent":1"#, 0), (#""extent":"100%""#, 1),
        (#""at":"high","transition":{"at":"low","progress":0.3}"#, 0.3),
    ]

    @Test("change in proportion to the extent of its panel", arguments: places)
    func proportion(place: String, progress: Double) throws {
        let picture = try render(document(Self.dimming, at: place))
        #expect(abs(Double(picture[50, 5, 0]) - 255 * (0.9 - 0.5 * progress)) <= 1, "\(picture[50, 5, 0])")
        let double = #""width":100,"height":200,"scale":2"#
        let enlarged = try render(document(Self.dimming, at: place, canvas: double))
        #expect(enlarged.height == 400 && enlarged[100, 10, 0] == picture[50, 5, 0])
    }

    @Test("follow a panel that moves in an animation")
    func animation() throws {
        let place = #""at":{"from":"low","to":"high"}"#
        let json = document(Self.dimming, at: place).dropLast() + #","motion":{"easing":"linear"}}"#
        let animation = try SceneAnimation(json)
        for time in [0, 0.25, 0.5, 0.9, 1] {
            let picture = try SceneRenderer().render(animation.scene(at: time))
            #expect(abs(Double(picture[50, 5, 0]) - 255 * (0.9 - 0.5 * time)) <= 1, "\(time)")
        }
    }

    @Test("of one layer can follow different panels")
    func twoPanels() throws {
        let layer = """
            "type":"fill","paint":{"from":"black","to":"gray","follows":"sheet"},"height":10,"alignment":"top",
            "offsetY":{"from":0,"to":"20%","follows":"other"},"opacity":{"from":0,"to":1,"follows":"sheet"}
            """
        let other = """
            ,{"type":"overlay","id":"other","side":"trailing","grabber":false,"extent":5,
            "notches":[{"name":"a","extent":0},{"name":"b","extent":10}]}]}
            """
        let text = document(layer, at: #""extent":90"#).dropLast(2) + other
        let scene = try Scene(text)
        #expect(Set(scene.followers.map(\.overlay)) == ["sheet", "other"])
        let picture = try SceneRenderer().render(scene)
        // half transparent, #404040, and 20 pixels below the top
        #expect((0..<40).filter { picture[50, $0, 0] < 255 } == Array(20..<30))
        #expect(abs(picture[50, 25, 0] - 160) <= 1, "\(picture[50, 25, 0])")
    }

    /// A panel at a side with a notch at 10 and one at 30.
    private static func panel(_ id: String, _ side: String, extent: String) -> String {
        #"{"type":"overlay","id":"\#(id)","side":"\#(side)","grabber":false,"extent":\#(extent),"#
            + #""notches":[{"name":"a","extent":10},{"name":"b","extent":30}]}"#
    }

    private static func following(_ id: String, _ from: Int, _ to: Int) -> String {
        #"{"from":\#(from),"to":\#(to),"follows":"\#(id)"}"#
    }

    @Test("follow panels that follow others, in any order of the layers", arguments: 0..<6)
    func chain(order: Int) throws {
        let fill = #"{"type":"fill","paint":"black","opacity":\#(Self.following("b", 0, 1))}"#
        for extent in [10, 15, 20, 30] {
            var panels = [
                Self.panel("a", "leading", extent: Self.following("b", 30, 10)),
                Self.panel("b", "bottom", extent: Self.following("c", 10, 30)),
                Self.panel("c", "trailing", extent: "\(extent)"),
            ]
            panels.swapAt(0, order % 3)
            panels.swapAt(1, 1 + order / 3)
            let layers = ([fill] + panels).joined(separator: ",")
            let picture = try render(
                ##"{"canvas":{"width":100,"height":100,"background":"#fff"},"layers":[\##(layers)]}"##)
            let expected = 255 * (1 - Double(extent - 10) / 20)
            #expect(abs(Double(picture[50, 20, 0]) - expected) <= 1, "\(extent): \(picture[50, 20, 0])")
        }
    }

    @Test("cannot follow each other around")
    func cycle() throws {
        let layers = [
            Self.panel("a", "leading", extent: Self.following("c", 30, 10)),
            Self.panel("b", "bottom", extent: Self.following("a", 10, 30)),
            Self.panel("c", "trailing", extent: Self.following("b", 10, 30)),
        ].joined(separator: ",")
        let error = #expect(throws: SceneError.self) { () throws in
            _ = try render(#"{"canvas":{"width":100,"height":100},"layers":[\#(layers)]}"#)
        }
        let message = error?.problems.first?.message ?? ""
        #expect(["'a'", "'b'", "'c'", "follow each other"].allSatisfy(message.contains), "\(message)")
        #expect(error?.problems.first?.path.hasSuffix(".extent.follows") ?? false)
    }

    @Test("can be pieces of glass")
    func glass() throws {
        let (few, many) = (
            #"[{"id":"a","width":40,"height":40}]"#,
            #"[{"id":"a","width":60,"height":40},{"id":"b","width":40,"height":20,"offsetY":-30}]"#
        )
        let paint = #"{"gradient":"linear","start":"leading","end":"trailing","stops":["orange","blue"]}"#
        let fill = "\"type\":\"fill\",\"paint\":\(paint)},{"
        func picture(_ items: String, _ place: String) throws -> PixelBuffer {
            try render(document(fill + #""type":"glass","items":"# + items, at: place))
        }
        let following = "{\"from\":\(few),\"to\":\(many),\"follows\":\"sheet\"}"
        func bytes(_ items: String, _ place: String) throws -> [UInt8] {
            [UInt8](try picture(items, place))
        }
        let (low, high) = (#""extent":20"#, #""extent":160"#)
        #expect(try bytes(following, low) == bytes(few, low))
        #expect(try bytes(following, high) == bytes(many, high))
        let (middle, rest) = (#""extent":90"#, try bytes(few, #""extent":90"#))
        #expect(try bytes(following, middle) != rest && bytes(following, middle) != bytes(many, middle))
    }

    @Test("are kept by documents")
    func roundTrip() throws {
        let text = document(Self.dimming, at: #""at":{"from":"low","to":"high"}"#)
        let animation = try SceneAnimation(text)
        #expect(animation.end.followers.count == 1 && animation.end.followers[0].layers[0].opacity == 0.1)
        #expect(animation.json.contains(#""opacity":{"from":0.1,"to":0.6,"follows":"sheet"}"#), "\(animation.json)")
        #expect(try SceneAnimation(animation.json) == animation)
    }

    /// Layers, and the paths of their mistakes.
    private static let wrongLayers: [(String, String)] = [
        (#""type":"fill","paint":"black","opacity":{"from":0,"to":1,"follows":"sheets"}"#, "layers[0].opacity.follows"),
        (#""type":"fill","paint":"black","opacity":{"from":0,"to":1,"follows":3}"#, "layers[0].opacity.follows"),
        (#""type":"fill","paint":"black","opacity":{"from":-1,"to":1,"follows":"sheet"}"#, "layers[0].opacity.from"),
        (#""type":"text","text":{"from":"a","to":"b","follows":"sheet"}"#, "layers[0].text"),
        (
            #""type":"overlay","notches":[{"name":"a","extent":9}],"id":"own","extent":{"from":0,"to":9,"follows":"own"}"#,
            "layers[0].extent.follows"
        ),
    ]

    @Test("have errors with their paths", arguments: wrongLayers)
    func mistakes(layer: String, path: String) throws {
        let error = #expect(throws: SceneError.self) { () throws in
            _ = try render(document(layer, at: #""at":"low""#))
        }
        #expect(error?.problems.map(\.path) == [path], "\(error?.description ?? "")")
    }

    @Test("are values of layers")
    func canvas() throws {
        let canvas = #""width":{"from":50,"to":100,"follows":"sheet"},"height":200"#
        let error = #expect(throws: SceneError.self) { () throws in
            _ = try render(document(Self.dimming, at: #""at":"low""#, canvas: canvas))
        }
        #expect(error?.problems.map(\.path) == ["canvas.width.follows"], "\(error?.description ?? "")")
    }
}
