import Testing

@testable import VarBlurScenes

@Suite("Masks of all layers")
struct MaskTests {
    private static let text = #""type":"text","family":"DejaVu Sans","size":13,"text":"#
    private static let dot = #"{"type":"shape","shape":"circle","fill":"red","width":14,"height":14}"#

    /// Layers with ink that is smaller than their frame, as large, or larger, and with ink that depends on what is behind it.
    private static let layers = [
        #""type":"shape","shape":"hexagonBadge","fill":"red""#, #""type":"shape","shape":"circle","fill":"red""#,
        #""type":"shape","shape":{"type":"polygon","points":[[0.5,0.2],[0.8,0.7],[0.2,0.7]]},"fill":"red""#,
        ##""type":"shape","shape":{"type":"path","data":"M2 2l5 4l-3 3z","viewBox":[0,0,10,10]},"fill":"#0f08""##,
        #""type":"shape","shape":{"type":"polygon","points":[[0.2,0.2],[0.8,0.3],[0.4,0.8]]},"stroke":"red","strokeDash":[3,4]"#,
        ##""type":"fill","paint":{"gradient":"radial","stops":["red","#00f0"]}"##, text + #""a\nb""#, text + #""a""#,
        text + #""a","color":"automatic","verticalAlignment":"center""#,
        text + #""Ab","stroke":"red","strokeWidth":2,"verticalAlignment":"center","textAlignment":"center""#,
        #""type":"qrCode","text":"1","quietZone":1"#, #""type":"blur","radius":5,"direction":null"#,
        #""type":"stack","axis":"depth","layers":[\#(dot)]"#,
        #""type":"stack","axis":"horizontal","contentPadding":6,"layers":[\#(dot),\#(dot)]"#,
        #""type":"overlay","notches":[{"name":"a","extent":16}],"fill":"red","content":[\#(dot)]"#,
        #""type":"glass","shadow":0,"items":[{"shape":"circle","width":20,"label":[{\#(text)"a","color":"red"}]}]"#,
        #""type":"glass","shadow":0,"axis":"horizontal","items":[{"width":16},{"width":12,"label":[\#(dot)]}]"#,
        // ink beyond the frame
        #""type":"shape","shape":"rectangle","stroke":"red","strokeWidth":9"#,
        #""type":"shape","shape":{"type":"path","data":"M-4 -4l18 4l-3 9z","viewBox":[0,0,10,10]},"fill":"red""#,
        text + #""long words reach beyond","stroke":"red","strokeWidth":4,"lines":1"#,
        #""type":"glass","items":[{"shape":"circle","width":30}]"#,
        #""type":"stack","axis":"depth","layers":[{"type":"fill","paint":"red","width":70,"offsetY":9}]"#,
    ]

    /// How a layer and its mask are placed and mixed with what is behind them.
    private static let properties = [
        "", #","opacity":0.4"#, #","blendMode":"multiply""#, #","rotation":31"#, #","scale":0.7,"rotation":-90"#,
        #","offsetX":3.3,"offsetY":-2.6"#, ##","background":[{"type":"fill","paint":"#fc08"}]"##,
    ]

    /// The picture of a layer with members over a pattern.
    private func picture(_ layer: String, _ rest: String) throws -> DrawnScene {
        let back =
            #"{"type":"fill","paint":{"gradient":"linear","start":"topLeading","end":"bottomTrailing","stops":["white","teal"]}}"#
        let frame = #""width":41,"height":37,"padding":{"leading":4.5},"alignment":"center""#
        return try DrawnScene(Scene(96, 72, #"\#(back),{\#(layer),\#(frame)\#(rest)}"#).layers)
    }

    /// Whether scenes with a layer and a property are valid.
    private func isValid(_ layer: String, _ property: String) -> Bool {
        let isolates = ["rotation", "blendMode"].contains { property.contains($0) }
        return !isolates || !["blur", "glass", "automatic"].contains { layer.contains($0) }
    }

    @Test(
        "an opaque mask changes nothing, and a transparent one leaves what is behind the layer",
        arguments: layers.indices)
    func matrix(index: Int) throws {
        let layer = Self.layers[index]
        let nothing = try picture(#""type":"fill","paint":"transparent""#, "")
        for property in Self.properties where isValid(layer, property) {
            let plain = try picture(layer, property)
            for mask in [
                #"{"type":"fill","paint":"black"}"#, #"{"type":"shape","shape":"rectangle","fill":"red"}"#,
                #"{"type":"shape","shape":"rectangle","fill":"white","width":90,"height":80}"#,
                #"{"type":"stack","axis":"depth","layers":[{"type":"fill","paint":"red"},\#(Self.dot)]}"#,
            ] {
                let masked = try picture(layer, property + #","maskedBy":[\#(mask)]"#)
                let difference = masked.difference(from: plain, to: plain, at: 0)
                #expect(difference <= 1, "\(layer) \(property) \(mask)")
            }
            let hidden = try picture(layer, property + ##","maskedBy":[{"type":"fill","paint":"#0000"}]"##)
            #expect(hidden.difference(from: nothing, to: nothing, at: 0) <= 1, "\(layer) \(property)")
        }
    }

    @Test("beyond the frame, fills of a mask continue, and shapes end")
    func outside() throws {
        let stroked = #""type":"shape","shape":"rectangle","stroke":"red","strokeWidth":8"#
        func masked(_ mask: String) throws -> DrawnScene { try picture(stroked, #","maskedBy":[\#(mask)]"#) }
        let (plain, nothing) = (try picture(stroked, ""), try picture(#""type":"fill","paint":"transparent""#, ""))
        let stops = ##"["#000 50%","#0000 50%"]"##
        let half = try masked(
            #"{"type":"fill","paint":{"gradient":"linear","start":"leading","end":"trailing","stops":\#(stops)}}"#)
        let circle = try masked(#"{"type":"shape","shape":"circle","fill":"black"}"#)
        // the frame is from 30 to 71 and from 18 to 54
        for y in [15, 36, 56] {
            #expect(half[28, y] == plain[28, y] && plain[28, y] != nothing[28, y])
            #expect(half[72, y] == nothing[72, y] && circle[28, y] == nothing[28, y])
        }
    }

    @Test(
        "a mask is applied in a masked stack, and limits the shadow of what it leaves",
        arguments: ["", #","rotation":20"#])
    func shadow(rotation: String) throws {
        let circle = #"{"type":"shape","shape":"circle","fill":"black"}"#
        let shadow = ##","shadow":{"color":"#000","radius":3,"offsetY":4}"##
        let square = #""type":"shape","shape":"rectangle","fill":"red""#
        let round = try picture(#""type":"shape","shape":"ellipse","fill":"red""#, shadow + rotation)
        let ellipse = circle.replacing("circle", with: "ellipse")
        let masked = try picture(square, shadow + rotation + #","maskedBy":[\#(ellipse)]"#)
        #expect(masked.difference(from: round, to: round, at: 0) <= 3)
        let stack = #""type":"stack","axis":"depth","layers":[{\#(square),"maskedBy":[\#(circle)]}]"#
        let opaque = #","maskedBy":[{"type":"fill","paint":"black"}]"#
        for rest in [rotation, shadow + rotation] {
            let plain = try picture(stack, rest)
            #expect(try picture(stack, rest + opaque).difference(from: plain, to: plain, at: 0) <= 1)
        }
    }
}
